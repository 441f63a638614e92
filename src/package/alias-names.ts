import { memoized } from '../document/attached.ts'
import type { Mapping, Node } from '../document/node.ts'

/** The anchors that some alias of a tree names. */
export const aliasNames = memoized((root: Mapping): ReadonlySet<string> => {
  const names = new Set<string>()
  collect(root, names)
  return names
})

function collect(node: Node, names: Set<string>): void {
  if (node.kind === 'alias') names.add(node.name)
  if (node.kind === 'seq') for (const item of node.items) collect(item, names)
  if (node.kind !== 'map') return
  for (const one of node.entries) {
    collect(one.key, names)
    collect(one.value, names)
  }
}

/** Whether aliases elsewhere name a node or a part of it. */
export function isShared(node: Node, root: Mapping): boolean {
  const names = aliasNames(root)
  return names.size > 0 && holdsOneOf(node, names)
}

function holdsOneOf(node: Node, names: ReadonlySet<string>): boolean {
  if (node.kind === 'alias') return false
  if (node.anchor !== undefined && names.has(node.anchor)) return true
  if (node.kind === 'seq') return node.items.some((item) => holdsOneOf(item, names))
  return (
    node.kind === 'map' &&
    node.entries.some((one) => holdsOneOf(one.key, names) || holdsOneOf(one.value, names))
  )
}

/** Whether a node is an alias or holds one. */
export function holdsAlias(node: Node): boolean {
  if (node.kind === 'alias') return true
  if (node.kind === 'seq') return node.items.some(holdsAlias)
  return node.kind === 'map' && node.entries.some((one) => holdsAlias(one.key) || holdsAlias(one.value))
}
