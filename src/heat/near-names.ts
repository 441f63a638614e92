import { distance } from 'fastest-levenshtein'

/** A longer name is never a typing error, and comparing two of these takes long. */
const LONGEST = 200

/**
 * The known names closest to an unknown one, best first: those within a third of its length in edits (at least two, but
 * not all of it), at most `limit` of them. Case does not count.
 */
export function nearNames(name: string, known: Iterable<string>, limit = 3): string[] {
  if (name.length > LONGEST) return []
  const wanted = name.toLowerCase()
  let tolerance = Math.max(2, Math.floor(wanted.length / 3))
  const near: { readonly candidate: string; readonly edits: number }[] = []
  const longer: string[] = []
  for (const candidate of known) {
    if (isLonger(candidate.toLowerCase(), wanted)) longer.push(candidate)
    // Seen early, as every unknown type of a package is compared with all that Heat has.
    if (Math.abs(wanted.length - candidate.length) > tolerance) continue
    const edits = distance(wanted, candidate.toLowerCase())
    if (edits > tolerance || edits >= Math.max(wanted.length, candidate.length)) continue
    near.push({ candidate, edits })
    // Of several that are as near the first one is named.
    if (limit === 1) tolerance = edits - 1
  }
  if (near.length === 0 && longer.length === 1) return longer
  return near
    .sort((a, b) => a.edits - b.edits)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** Whether a name goes on where another one ends, by a word or as its plural: `vip_port_id`, `properties`. */
function isLonger(name: string, start: string): boolean {
  return (
    start.length >= SHORTEST_WORD && (name.startsWith(`${start}_`) || name === start.replace(/y$/, 'ies'))
  )
}

/** Comparisons with one set of names; guesses do not help a user with that many wrong names, and they take long. */
const MOST_COMPARISONS = 200_000

/** How many answers are cached for the next state of a template: most of its names are the same then. */
const mostKept = 50

const kept = new Map<string, Map<string, string | undefined>>()

/** The nearest of some names that are only listed on demand. */
export class NearNames {
  readonly #list: () => readonly string[]
  #answers: Map<string, string | undefined> | undefined
  #names = new NamesAround([])

  constructor(list: () => readonly string[]) {
    this.#list = list
  }

  of(name: string): string | undefined {
    const answers = this.#known()
    if (!answers.has(name)) answers.set(name, this.#isCheap(answers) ? this.#nearest(name) : undefined)
    return answers.get(name)
  }

  #nearest(name: string): string | undefined {
    return nearNames(name, this.#names.of(name), 1)[0]
  }

  #isCheap({ size }: ReadonlyMap<string, unknown>): boolean {
    return size * mostAround(this.#names.names.length) <= MOST_COMPARISONS
  }

  /** Answers depend on the names alone, so that the same names have the same answers. */
  #known(): Map<string, string | undefined> {
    if (this.#answers !== undefined) return this.#answers
    this.#names = new NamesAround(this.#list())
    const key = this.#names.names.join('\n')
    const answers = kept.get(key) ?? new Map<string, string | undefined>()
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, answers)
    this.#answers = answers
    return answers
  }
}

/** So long is a word of which one letter is wrong: of shorter ones, such as `pps` and `psm`, both mean something. */
const SHORTEST_WORD = 4

/**
 * Whether a name is another one with one typing error in it: a letter too many, too few or a wrong one, or two that are
 * swapped. Differences in numbers, plurals and short words distinguish names on purpose, and are no errors.
 */
export function isSlip(name: string, meant: string): boolean {
  if (name.toLowerCase() === meant.toLowerCase()) return true
  const most = Math.min(name.length, meant.length)
  let head = 0
  while (head < most && name[head] === meant[head]) head++
  let tail = 0
  while (tail < most - head && name.at(-1 - tail) === meant.at(-1 - tail)) tail++
  const [written, right] = [name.slice(head, name.length - tail), meant.slice(head, meant.length - tail)]
  if (!/^[a-z]*$/i.test(written + right) || isPlural(written, right, tail)) return false
  const isOne = written.length <= 1 && right.length <= 1
  const isSwapped = written.length === 2 && right === `${written[1]}${written[0]}`
  return (isOne || isSwapped) && wordAround(meant, head, right.length) >= SHORTEST_WORD
}

function isPlural(written: string, right: string, tail: number): boolean {
  return tail === 0 && [written, right].includes('s') && [written, right].includes('')
}

/** How many letters there are around a part of a name, itself included. */
function wordAround(name: string, start: number, length: number): number {
  const before = /[a-z]*$/i.exec(name.slice(0, start))?.[0] ?? ''
  const after = /^[a-z]*/i.exec(name.slice(start + length))?.[0] ?? ''
  return before.length + length + after.length
}

let compared = new WeakMap<object, number>()

/** What is guessed in one template is not to depend on how much was guessed in others before. */
export function guessingAnew<Result>(work: () => Result): Result {
  const outer = compared
  compared = new WeakMap()
  try {
    return work()
  } finally {
    compared = outer
  }
}

/** Names that an unknown one may mean, the likeliest first. */
export interface Instead {
  readonly of: string
  readonly names: readonly string[]
  /** The name is right, and has been replaced by another one since: the meaning is known. */
  readonly isSuccessor?: true
  /** What the name may be declared as. */
  readonly declares?: 'parameter'
}

/** A guess: the end of a message, empty where there is none, and what a fix would write. */
export interface Guess {
  readonly hint: string
  readonly instead: Instead | undefined
}

/** Where nothing is guessed. */
export const noGuess: Guess = { hint: '', instead: undefined }

/**
 * The known name that is most like an unknown one. Short names are like all others, unless one letter is missing.
 * @param known things by their names
 */
export function didYouMean(name: string, ...known: readonly ReadonlyMap<string, unknown>[]): Guess {
  if (name.length < 3 || !known.every(isCheap)) return noGuess
  const all = known.flatMap((one) => namesAround(one).of(name))
  const near = name.length === 3 ? longerByOne(name, all) : nearNames(name, all, 1)[0]
  if (near === undefined) return noGuess
  return { hint: `; did you mean "${near}"?`, instead: { of: name, names: [near] } }
}

/** The only name that has one letter more: `type` for `typ`. */
function longerByOne(name: string, known: readonly string[]): string | undefined {
  const [near, ...others] = known.filter(
    (one) => one.length === name.length + 1 && distance(name.toLowerCase(), one.toLowerCase()) === 1,
  )
  return others.length === 0 ? near : undefined
}

const orders = new WeakMap<object, NamesAround>()

/** What is declared may be more the next time. */
function namesAround(known: ReadonlyMap<string, unknown>): NamesAround {
  const before = orders.get(known)
  if (before?.names.length === known.size) return before
  const made = new NamesAround([...known.keys()])
  orders.set(known, made)
  return made
}

function isCheap(known: ReadonlyMap<string, unknown>): boolean {
  const more = mostAround(known.size)
  const comparisons = (compared.get(known) ?? 0) + more
  compared.set(known, comparisons)
  return comparisons <= Math.max(MOST_COMPARISONS, more)
}

/** From so many names on, one is compared with those around it alone. */
const MANY = 400

/** So many on each side, among the names in their order and in the order of their ends. */
const EACH_SIDE = 32

/** With how many names one is compared at most. */
function mostAround(count: number): number {
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
class NamesAround {
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
