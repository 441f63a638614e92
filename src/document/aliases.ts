import type { Node } from '../yaml/node.ts'
import { withEntries, withItems, withValue } from './build.ts'

/**
 * Links every alias to the node that carries its anchor now. Changed copies of anchored nodes
 * leave aliases behind that still see the old ones.
 * @returns the tree, the very same object when every alias was up to date
 */
export function relinkAliases<T extends Node>(root: T): T {
  return relink(root, new Map()) as T
}

/** In document order an anchor comes before its aliases, so one pass does. */
function relink(node: Node, anchors: Map<string, Node>): Node {
  const next = relinkInside(node, anchors)
  if (next.anchor !== undefined) anchors.set(next.anchor, next)
  return next
}

function relinkInside(node: Node, anchors: Map<string, Node>): Node {
  switch (node.kind) {
    case 'scalar':
      return node
    case 'alias': {
      const target = anchors.get(node.name)
      return target === undefined || target === node.target ? node : { ...node, target }
    }
    case 'seq': {
      const items = node.items.map((item) => relink(item, anchors))
      return items.some((item, index) => item !== node.items[index]) ? withItems(node, items) : node
    }
    case 'map': {
      const entries = node.entries.map((one) => {
        relink(one.key, anchors)
        return withValue(one, relink(one.value, anchors))
      })
      return entries.some((one, index) => one !== node.entries[index]) ? withEntries(node, entries) : node
    }
  }
}
