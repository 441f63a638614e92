/** Where placeholders are replaced in a string: in time that grows with the string and the placeholders, not with their product. */

/** An occurrence that is replaced. */
interface Occurrence {
  readonly start: number
  /** Of the key. */
  readonly index: number
}

/** As many comparisons as this cost less than to prepare a search for all keys at once. */
const FEW = 1 << 15

/**
 * Key after key in their order, each where no earlier one was replaced, from the left; in the order of the string.
 *
 * @param keys none is empty, and none is in front of one that begins with it
 */
export function chosenOccurrences(text: string, keys: readonly string[]): readonly Occurrence[] {
  const found = text.length * keys.length <= FEW ? keyAfterKey(text, keys) : atOnce(text, keys)
  return found.sort((a, b) => a.start - b.start)
}

function keyAfterKey(text: string, keys: readonly string[]): Occurrence[] {
  const taken = new Taken(text.length)
  const found: Occurrence[] = []
  for (const [index, key] of keys.entries())
    for (let start = text.indexOf(key); start !== -1; start = text.indexOf(key, start + 1))
      if (taken.take(start, key.length)) found.push({ start, index })
  return found
}

/** The parts of a string that are replaced. */
class Taken {
  readonly #marks: Uint8Array

  constructor(length: number) {
    this.#marks = new Uint8Array(length)
  }

  has(at: number): boolean {
    return this.#marks[at] !== 0
  }

  /** What was taken before is at least as long, so that it cannot lie in between. */
  take(start: number, length: number): boolean {
    if (this.has(start) || this.has(start + length - 1)) return false
    this.#marks.fill(1, start, start + length)
    return true
  }
}

/**
 * At each location only the first key is looked at that may be replaced there; where something else was replaced meanwhile,
 * the next shorter one. To list all keys that occur would take the product of both lengths where keys begin with one another.
 */
function atOnce(text: string, keys: readonly string[]): Occurrence[] {
  const search = new KeySearch(keys)
  const nodes = search.nodesOf(text)
  const taken = new Taken(text.length)
  const waiting = keys.map((): number[] => [])
  for (const [start, node] of nodes.entries()) if (node !== 0) waiting[search.keyAt(node)]?.push(start)
  const found: Occurrence[] = []
  for (const [index, starts] of waiting.entries()) {
    const { length } = keys[index] as string
    // Those that had to wait come behind the others.
    for (const start of starts.sort((a, b) => a - b)) {
      if (taken.has(start)) continue
      if (taken.take(start, length)) {
        found.push({ start, index })
        continue
      }
      const node = search.shorter(nodes[start] as number)
      nodes[start] = node
      if (node !== 0) waiting[search.keyAt(node)]?.push(start)
    }
    starts.length = 0
  }
  return found
}

/** Finds at each location the longest key that begins there, and then the shorter ones (Aho and Corasick, from the end of a string). */
class KeySearch {
  /** By the node and a character. */
  readonly #next = new Map<number, number>()
  /** The key that ends at a node, plus one; 0 for none. */
  readonly #key: number[] = [0]
  /** The longest node that the string of a node ends with, and the longest of these at which a key ends. */
  readonly #suffix: number[] = [0]
  readonly #shorter: number[] = [0]

  constructor(keys: readonly string[]) {
    const parents: number[] = [0]
    const characters: number[] = [0]
    const depths: number[] = [0]
    for (const [index, key] of keys.entries()) {
      let node = 0
      for (let at = key.length - 1; at >= 0; at--) {
        const step = edge(node, key.charCodeAt(at))
        let next = this.#next.get(step)
        if (next === undefined) {
          next = parents.length
          this.#next.set(step, next)
          parents.push(node)
          characters.push(key.charCodeAt(at))
          depths.push(key.length - at)
          this.#key.push(0)
        }
        node = next
      }
      this.#key[node] = index + 1
    }
    this.#link(parents, characters, depths)
  }

  /** Nodes of less depth first: what they end with is shorter. */
  #link(parents: readonly number[], characters: readonly number[], depths: readonly number[]): void {
    const order = [...parents.keys()].sort((a, b) => (depths[a] as number) - (depths[b] as number))
    for (const node of order.slice(1)) {
      const parent = parents[node] as number
      const suffix = parent === 0 ? 0 : this.#step(this.#suffix[parent] as number, characters[node] as number)
      this.#suffix[node] = suffix
      this.#shorter[node] = this.#key[suffix] === 0 ? (this.#shorter[suffix] as number) : suffix
    }
  }

  #step(from: number, character: number): number {
    for (let node = from; ; node = this.#suffix[node] as number) {
      const next = this.#next.get(edge(node, character))
      if (next !== undefined) return next
      if (node === 0) return 0
    }
  }

  /** For each location of a string the node of the longest key that begins there; 0 for none. */
  nodesOf(text: string): Int32Array {
    const nodes = new Int32Array(text.length)
    let node = 0
    for (let at = text.length - 1; at >= 0; at--) {
      node = this.#step(node, text.charCodeAt(at))
      nodes[at] = this.#key[node] === 0 ? (this.#shorter[node] as number) : node
    }
    return nodes
  }

  /** The node of the next shorter key that begins where the one of a node does; 0 for none. */
  shorter(node: number): number {
    return this.#shorter[node] as number
  }

  keyAt(node: number): number {
    return (this.#key[node] as number) - 1
  }
}

function edge(node: number, character: number): number {
  return node * 0x10000 + character
}
