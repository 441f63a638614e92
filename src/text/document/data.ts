/** The data of a tree, apart from how it is written. */

import { memoized } from './attached.ts'
import type { Alias, Entry, Mapping, Node, Scalar } from './node.ts'
import { hasLocalTag } from './read.ts'
import { byKey } from './sorted.ts'

/** A string that is the same for two trees exactly when Heat reads the same data from them. */
export function dataKey(node: Node): string {
  return keyOf(node)
}

/**
 * Whether two trees hold the same data. Aliases count as what their anchors hold in their own tree; two aliases of one
 * name are the same when the anchored nodes, where the walk meets them, are: an alias is never expanded twice, so that
 * a tree of aliases costs no more than its source.
 */
export function sameData(a: Node, b: Node): boolean {
  return new Comparison(a, b).same(a, b)
}

/**
 * Whether two trees hold the same data, all of it written out: they contain no alias, and none of some words, be it as
 * a key or as a value.
 */
export function sameDataWithout(words: ReadonlySet<string>, a: Node, b: Node): boolean {
  return new Comparison(a, b, words).same(a, b)
}

class Comparison {
  private readonly roots: readonly [Node, Node]
  private readonly words: ReadonlySet<string> | undefined
  private anchors: readonly [Map<string, Node>, Map<string, Node>] | undefined

  constructor(a: Node, b: Node, words?: ReadonlySet<string>) {
    this.roots = [a, b]
    this.words = words
  }

  same(left: Node, right: Node): boolean {
    if (this.words !== undefined && (left.kind === 'alias' || right.kind === 'alias')) return false
    if (left.kind === 'alias' && right.kind === 'alias' && left.name === right.name) return true
    const a = left.kind === 'alias' ? this.target(left, 0) : left
    const b = right.kind === 'alias' ? this.target(right, 1) : right
    if ((a.tag !== undefined || b.tag !== undefined) && localTag(a) !== localTag(b)) return false
    switch (a.kind) {
      case 'scalar':
        return (
          b.kind === 'scalar' && a.type === b.type && sameValue(a.value, b.value) && !this.isWord(a.value)
        )
      case 'seq':
        return b.kind === 'seq' && this.sameItems(a.items, b.items)
      case 'map':
        return b.kind === 'map' && this.sameEntries(a.entries, b.entries)
      case 'alias':
        return false
    }
  }

  private isWord(value: unknown): boolean {
    return this.words !== undefined && typeof value === 'string' && this.words.has(value)
  }

  private sameItems(a: readonly Node[], b: readonly Node[]): boolean {
    if (a.length !== b.length) return false
    for (let index = 0; index < a.length; index += 1) {
      if (!this.same(a[index] as Node, b[index] as Node)) return false
    }
    return true
  }

  private sameEntries(a: readonly Entry[], b: readonly Entry[]): boolean {
    if (a.length !== b.length) return false
    for (let index = 0; index < a.length; index += 1) {
      const [one, other] = [a[index] as Entry, b[index] as Entry]
      if (!this.same(one.key, other.key) || !this.same(one.value, other.value)) return false
    }
    return true
  }

  private target(alias: Alias, side: 0 | 1): Node {
    this.anchors ??= [anchorsOf(this.roots[0]), anchorsOf(this.roots[1])]
    const node = this.anchors[side].get(alias.name) ?? alias.target
    return node.kind === 'alias' ? this.target(node, side) : node
  }
}

function anchorsOf(root: Node): Map<string, Node> {
  const anchors = new Map<string, Node>()
  const visit = (node: Node): void => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    if (node.kind === 'seq') for (const item of node.items) visit(item)
    if (node.kind !== 'map') return
    for (const entry of node.entries) {
      visit(entry.key)
      visit(entry.value)
    }
  }
  visit(root)
  return anchors
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || Object.is(plain(a), plain(b))
}

/** -0 and 0 are one to YAML integers; bigint and number of one value too. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' && value >= -9007199254740991n && value <= 9007199254740991n
    ? Number(value)
    : value
}

/** A tag that says more than the kind of the node. */
function localTag(node: Node): string | undefined {
  return hasLocalTag(node) ? node.tag : undefined
}

function keyOf(node: Node): string {
  switch (node.kind) {
    case 'alias':
      return keyOf(node.target)
    case 'scalar':
      return `${node.type}:${JSON.stringify(String(node.value))}`
    case 'seq':
      return `[${node.items.map((item) => keyOf(item)).join(',')}]`
    case 'map':
      return `{${entriesKey(node)}}`
  }
}

function entriesKey(map: Mapping): string {
  const parts = new Map<string, string>()
  for (const entry of map.entries) parts.set(keyIdentity(entry.key) ?? '?', keyOf(entry.value))
  return [...parts]
    .sort(byKey)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
}

/** Equal for keys that are one key to Python: `1`, `1.0` and `true` are, `1` and `"1"` are not. */
function keyIdentity(key: Node): string | undefined {
  const scalar = key.kind === 'alias' ? key.target : key
  if (scalar.kind !== 'scalar') return undefined
  if (scalar.type === 'str') return `s${String(scalar.value)}`
  return scalar.type === 'null' ? 'null' : `n${Number(scalar.value)}`
}

/** Up to here comparing each key with all before it is faster than building a set. */
const few = 8

/** Whether the keys of a mapping are strings, and no two of them are equal, as of nearly every one. */
export function hasDistinctNames({ entries }: Mapping): boolean {
  for (let index = 0; index < entries.length; index += 1) {
    const key = entries[index]?.key
    if (key?.kind !== 'scalar' || key.type !== 'str') return false
    for (let before = 0; entries.length <= few && before < index; before += 1) {
      const other = entries[before]?.key
      // Most keys differ in their lengths, which are faster to compare than strings.
      if (other?.kind === 'scalar' && isSame(other.value as string, key.value as string)) return false
    }
  }
  return (
    entries.length <= few || new Set(entries.map(({ key }) => (key as Scalar).value)).size === entries.length
  )
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && one === other
}

function shadowedIn(map: Mapping, found: Entry[]): void {
  if (hasDistinctNames(map)) return
  const seen = new Map<string, Entry>()
  for (const entry of map.entries) {
    const identity = keyIdentity(entry.key)
    if (identity === undefined || identity === 's<<') continue
    const earlier = seen.get(identity)
    if (earlier) found.push(earlier)
    seen.set(identity, entry)
  }
}

/** All entries below `root` that a later entry of the same mapping shadows, in no particular order. */
export const duplicateEntries = memoized((root: Node): readonly Entry[] => {
  const found: Entry[] = []
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'seq') for (const item of node.items) open.push(item)
    else if (node.kind === 'map') {
      shadowedIn(node, found)
      for (const { key, value } of node.entries) {
        if (key.kind !== 'scalar') open.push(key)
        if (value.kind !== 'scalar') open.push(value)
      }
    }
  }
  return found
})

/** More than any template has; the expansion of aliases of aliases is larger than any memory. */
const mostNodes = 100_000

/** The data of a node as JavaScript values, for JSON: aliases are written out, `…` replaces what exceeds all bounds. */
export function plainData(node: Node | undefined, float: (value: number) => unknown = Number): unknown {
  let left = mostNodes
  const plainOf = (one: Node): unknown => {
    left -= 1
    if (left < 0) return '…'
    switch (one.kind) {
      case 'alias':
        return plainOf(one.target)
      case 'scalar':
        if (one.type === 'float') return float(Number(one.value))
        return typeof one.value === 'bigint' ? Number(one.value) : one.value
      case 'seq':
        return one.items.map(plainOf)
      case 'map':
        return Object.fromEntries(one.entries.map(({ key, value }) => [String(plainOf(key)), plainOf(value)]))
    }
  }
  return node === undefined ? undefined : plainOf(node)
}
