/** Questions to a node tree that every layer above asks. */

import type { Entry, Mapping, Node, Scalar, Sequence } from './node.ts'

/** The node that an alias names; any other node itself. */
export function resolved(node: Node): Exclude<Node, { kind: 'alias' }> {
  return node.kind === 'alias' ? resolved(node.target) : node
}

/** Whether a tag makes something else of a node than it seems: `!Ref A` is a call, not the text `A`. */
export function hasLocalTag(node: Node): boolean {
  const { tag } = node
  return tag !== undefined && tag !== '!' && !tag.startsWith('!!') && !tag.startsWith('!<')
}

/** The text of a text scalar, through aliases; undefined for anything else, a short call such as `!Ref A` included. */
export function textOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  const scalar = resolved(node)
  return scalar.kind === 'scalar' && scalar.type === 'str' && !hasLocalTag(scalar)
    ? (scalar.value as string)
    : undefined
}

export function mapOf(node: Node | undefined): Mapping | undefined {
  if (node === undefined) return undefined
  const map = resolved(node)
  return map.kind === 'map' ? map : undefined
}

export function seqOf(node: Node | undefined): Sequence | undefined {
  if (node === undefined) return undefined
  const seq = resolved(node)
  return seq.kind === 'seq' ? seq : undefined
}

export function scalarOf(node: Node | undefined): Scalar | undefined {
  if (node === undefined) return undefined
  const scalar = resolved(node)
  return scalar.kind === 'scalar' ? scalar : undefined
}

/** The key of an entry when it is text. */
export function nameOf(entry: Entry): string | undefined {
  return textOf(entry.key)
}

/** The entry that Heat reads for a name: the last one of that name. */
export function entryOf(map: Mapping | undefined, ...names: readonly string[]): Entry | undefined {
  if (map === undefined) return undefined
  for (let index = map.entries.length - 1; index >= 0; index -= 1) {
    const entry = map.entries[index] as Entry
    const name = nameOf(entry)
    if (name !== undefined && names.includes(name)) return entry
  }
  return undefined
}

export function valueOf(map: Mapping | undefined, ...names: readonly string[]): Node | undefined {
  return entryOf(map, ...names)?.value
}

export function isNull(node: Node | undefined): boolean {
  return node !== undefined && scalarOf(node)?.type === 'null'
}

/** Whether a node or anything inside it carries an anchor, so that it cannot be written a second time. */
export function holdsAnchor(node: Node): boolean {
  if (node.anchor !== undefined) return true
  if (node.kind === 'map') return node.entries.some((one) => holdsAnchor(one.value))
  return node.kind === 'seq' && node.items.some((item) => holdsAnchor(item))
}
