import { type Node, parsedNode } from '../document/node.ts'
import type { FollowAlias } from './data.ts'

/**
 * How aliases of a tree are followed. In a changed tree the node under an anchor may be another one
 * than the alias was parsed with: the one made from it counts, or the one of the same name.
 */
export function aliasesOf(root: Node): FollowAlias {
  let anchored: Anchored | undefined
  return (alias) => {
    anchored ??= anchorsBelow(root)
    const target = anchored.byParsed.get(alias.target) ?? anchored.byName.get(alias.name) ?? alias.target
    return target
  }
}

interface Anchored {
  readonly byParsed: ReadonlyMap<Node, Node>
  readonly byName: ReadonlyMap<string, Node>
}

function anchorsBelow(root: Node): Anchored {
  const byParsed = new Map<Node, Node>()
  const byName = new Map<string, Node>()
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.anchor !== undefined) {
      byName.set(node.anchor, node)
      byParsed.set(parsedNode(node) ?? node, node)
    }
    if (node.kind === 'seq') for (const item of node.items) open.push(item)
    if (node.kind === 'map') for (const entry of node.entries) open.push(entry.key, entry.value)
  }
  return { byParsed, byName }
}
