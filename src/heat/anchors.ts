import type { Node } from '../document/node.ts'

/** Whether a node or anything inside it carries an anchor, so that it cannot be written a second time. */
export function holdsAnchor(node: Node): boolean {
  if (node.anchor !== undefined) return true
  if (node.kind === 'map') return node.entries.some((one) => holdsAnchor(one.value))
  return node.kind === 'seq' && node.items.some((item) => holdsAnchor(item))
}
