/** Of many names those that may be like another one, without comparing it with all of them. */

/** From so many names on, one is compared with those around it alone. */
const MANY = 400

/** So many on each side, among the names in their order and in the order of their ends. */
const EACH_SIDE = 32

/** With how many names one is compared at most. */
export function mostAround(count: number): number {
  return Math.min(count, count < MANY ? MANY : 4 * EACH_SIDE)
}

interface Sorted {
  readonly keys: readonly string[]
  /** Where the names of the keys stand in the list. */
  readonly places: readonly number[]
}

/**
 * What differs from a name in its middle has its start or its end; of all names the most alike in that are its neighbours in
 * an order, whatever else there is.
 */
export class NamesAround {
  readonly names: readonly string[]
  #orders: readonly [Sorted, Sorted] | undefined

  constructor(names: readonly string[]) {
    this.names = names
  }

  /** In the order of the list. */
  of(name: string): readonly string[] {
    if (this.names.length < MANY) return this.names
    this.#orders ??= [sorted(this.names, forwards), sorted(this.names, backwards)]
    const [starts, ends] = this.#orders
    const places = new Set([...around(starts, forwards(name)), ...around(ends, backwards(name))])
    return [...places].sort((one, other) => one - other).map((place) => this.names[place] as string)
  }
}

const forwards = (name: string): string => name.toLowerCase()
const backwards = (name: string): string => [...forwards(name)].reverse().join('')

function sorted(names: readonly string[], keyOf: (name: string) => string): Sorted {
  const pairs = names.map((name, place) => ({ key: keyOf(name), place }))
  pairs.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  return { keys: pairs.map(({ key }) => key), places: pairs.map(({ place }) => place) }
}

function around({ keys, places }: Sorted, key: string): readonly number[] {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return places.slice(Math.max(0, low - EACH_SIDE), low + EACH_SIDE)
}
