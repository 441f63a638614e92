/**
 * The difference of two templates at the same location, without the data that is the same there: most of what resources
 * hold, which needs neither terms nor a comparison.
 */

import { plainName } from '../heat/values/data.ts'
import type { Key, Value } from '../heat/values/value.ts'
import { hasDistinctNames } from '../text/document/data.ts'
import type { Entry, Mapping, Node, Scalar, Sequence } from '../text/document/node.ts'
import type { Parser } from './parser.ts'
import type { Both } from './side.ts'
import { Dynamic, DynamicList, DynamicMap, type Snippet } from './snippet.ts'

/**
 * Parses two nodes that are compared entry by entry and item by item.
 * @returns undefined where both are the same data; of collections the entries that may differ, and lists as long as
 * they
 *   are, with null for items that are the same
 */
export function differing(nodes: Both<Node>, parsers: Both<Parser>): Both<Snippet> | undefined {
  return new Pairs(parsers).differing(nodes.before, nodes.after)
}

class Pairs {
  readonly #before: Parser
  readonly #after: Parser

  constructor({ before, after }: Both<Parser>) {
    this.#before = before
    this.#after = after
  }

  differing(one: Node, other: Node): Both<Snippet> | undefined {
    if (one.kind === 'scalar' && other.kind === 'scalar' && isSameScalar(one, other)) return undefined
    if (one.kind === 'map' && other.kind === 'map' && !this.#mayBeCall(one) && !this.#mayBeCall(other))
      return this.#maps(one, other)
    if (one.kind === 'seq' && other.kind === 'seq') return this.#lists(one, other)
    return this.#whole(one, other)
  }

  #whole(one: Node, other: Node): Both<Snippet> {
    return { before: this.#before.parse(one), after: this.#after.parse(other) }
  }

  #mayBeCall(node: Node): boolean {
    return this.#before.mayBeCall(node) || this.#after.mayBeCall(node)
  }

  #maps(one: Mapping, other: Mapping): Both<Snippet> | undefined {
    const isAlike = haveSameNames(one.entries, other.entries)
    const arePlain = isAlike ? hasDistinctNames(one) : hasPlainNames(one) && hasPlainNames(other)
    // A function may list the entries of a map that are in another order.
    if (!arePlain || !(isAlike || inOneOrder(one, other))) return this.#whole(one, other)
    const others = isAlike ? undefined : new Map(other.entries.map((entry) => [nameOf(entry), entry.value]))
    let before: Map<Key, Snippet> | undefined
    let after: Map<Key, Snippet> | undefined
    for (let index = 0; index < one.entries.length; index += 1) {
      const entry = one.entries[index] as Entry
      const own = others === undefined ? other.entries[index]?.value : others.get(nameOf(entry))
      others?.delete(nameOf(entry))
      const pair = own === undefined ? undefined : this.differing(entry.value, own)
      if (own !== undefined && pair === undefined) continue
      const name = nameOf(entry)
      before ??= new Map()
      before.set(name, pair === undefined ? this.#before.parse(entry.value) : pair.before)
      if (pair === undefined) continue
      after ??= new Map()
      after.set(name, pair.after)
    }
    for (const [name, value] of others ?? []) {
      after ??= new Map()
      after.set(name, this.#after.parse(value))
    }
    return before === undefined && after === undefined
      ? undefined
      : { before: mapOf(before ?? new Map()), after: mapOf(after ?? new Map()) }
  }

  /** A function may leave its item out: which items correspond is known only where none does. */
  #lists(one: Sequence, other: Sequence): Both<Snippet> | undefined {
    const isPaired =
      one.items.length === other.items.length &&
      one.tag === undefined &&
      other.tag === undefined &&
      ![...one.items, ...other.items].some((item) => this.#mayBeCall(item))
    if (!isPaired) return this.#whole(one, other)
    let isSame = true
    const pairs = one.items.map((item, index) => {
      const pair = this.differing(item, other.items[index] as Node)
      isSame &&= pair === undefined
      return pair
    })
    if (isSame) return undefined
    return {
      before: listOf(pairs.map((pair) => pair?.before ?? null)),
      after: listOf(pairs.map((pair) => pair?.after ?? null)),
    }
  }
}

/** Floats are left to the terms: one that is no number is not equal to itself. */
function isSameScalar(one: Scalar, other: Scalar): boolean {
  return (
    one.value === other.value &&
    one.type === other.type &&
    one.type !== 'float' &&
    one.tag === undefined &&
    other.tag === undefined
  )
}

/** Of an entry whose name is plain. */
function nameOf({ key }: Entry): string {
  return plainName(key) as string
}

/** Whether the names are plain ones, and the same in the same order. */
function haveSameNames(one: readonly Entry[], other: readonly Entry[]): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) {
    const name = plainName((one[index] as Entry).key)
    if (name === undefined || name !== plainName((other[index] as Entry).key)) return false
  }
  return true
}

function hasPlainNames(map: Mapping): boolean {
  if (!hasDistinctNames(map)) return false
  for (const { key } of map.entries) if (plainName(key) === undefined) return false
  return true
}

function mapOf(entries: ReadonlyMap<Key, Snippet>): Snippet {
  for (const one of entries.values()) if (one instanceof Dynamic) return new DynamicMap(entries)
  return entries as ReadonlyMap<Key, Value>
}

function listOf(items: readonly Snippet[]): Snippet {
  return items.some((one) => one instanceof Dynamic) ? new DynamicList(items) : (items as readonly Value[])
}

/** Whether the names that both have are in the same order. */
function inOneOrder(one: Mapping, other: Mapping): boolean {
  const others = new Set(other.entries.map(nameOf))
  const common = one.entries.map(nameOf).filter((name) => others.has(name))
  const names = new Set(common)
  let at = 0
  for (const entry of other.entries) {
    const name = nameOf(entry)
    if (!names.has(name)) continue
    if (name !== common[at]) return false
    at += 1
  }
  return true
}
