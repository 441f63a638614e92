/** The data of a tree, apart from how it is written. */
import { keyIdentity } from './duplicate-keys.ts'
import type { Mapping, Node } from './node.ts'

/** A text that is the same for two trees exactly when Heat reads the same data out of them. */
export function dataKey(node: Node): string {
  return keyOf(node)
}

/** Whether two trees hold the same data; aliases count as what their anchors hold in their own tree. */
export function sameData(a: Node, b: Node): boolean {
  return same(a, b, anchorsOf(a), anchorsOf(b))
}

type Anchors = ReadonlyMap<string, Node>

function anchorsOf(root: Node): Anchors {
  const anchors = new Map<string, Node>()
  const visit = (node: Node): void => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    if (node.kind === 'seq') node.items.forEach(visit)
    if (node.kind === 'map') for (const entry of node.entries) [entry.key, entry.value].forEach(visit)
  }
  visit(root)
  return anchors
}

function deref(node: Node, anchors: Anchors): Exclude<Node, { kind: 'alias' }> {
  return node.kind === 'alias' ? deref(anchors.get(node.name) ?? node.target, anchors) : node
}

function same(left: Node, right: Node, leftAnchors: Anchors, rightAnchors: Anchors): boolean {
  const a = deref(left, leftAnchors)
  const b = deref(right, rightAnchors)
  if (!sameTag(a, b)) return false
  if (a.kind === 'scalar') return b.kind === 'scalar' && a.type === b.type && Object.is(plain(a.value), plain(b.value))
  if (a.kind === 'seq') {
    return (
      b.kind === 'seq' &&
      a.items.length === b.items.length &&
      a.items.every((item, index) => same(item, b.items[index] as Node, leftAnchors, rightAnchors))
    )
  }
  if (b.kind !== 'map' || a.entries.length !== b.entries.length) return false
  return a.entries.every((entry, index) => {
    const other = b.entries[index]
    if (other === undefined) return false
    return (
      same(entry.key, other.key, leftAnchors, rightAnchors) && same(entry.value, other.value, leftAnchors, rightAnchors)
    )
  })
}

/** -0 and 0 are one to YAML integers; bigint and number of one value too. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' && value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value
}

function sameTag(a: Node, b: Node): boolean {
  const of = (node: Node) => (node.tag?.startsWith('!!') || node.tag === '!' ? undefined : node.tag)
  return of(a) === of(b)
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
  return [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key}=${value}`).join(',')
}
