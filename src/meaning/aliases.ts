import type { FollowAlias } from '../heat/values/data.ts'
import { type Alias, type Node, parsedNode } from '../text/document/node.ts'
import { Budget } from './budget.ts'

/**
 * How aliases of a tree are followed. In a changed tree the node under an anchor may be another one
 * than the alias was parsed with: the one made from it counts, or the one of the same name.
 */
export function aliasesOf(root: Node): FollowAlias {
  let anchored: Anchored | undefined
  return (alias) => {
    if (anchored === undefined) {
      const found = anchorsBelow(root)
      refuseEndless(root, found)
      // Only now: whoever asks again is refused again.
      anchored = found
    }
    return targetOf(alias, anchored)
  }
}

/** How aliases are followed in what was merged from trees: the name of an anchor leads elsewhere in each of them. */
export function aliasesOfMerged(trees: readonly FollowAlias[]): FollowAlias {
  const [only, ...others] = trees
  if (only !== undefined && others.length === 0) return only
  return (alias) => {
    // Each of them refuses aliases without an end.
    for (const follow of trees) follow(alias)
    return alias.target
  }
}

function targetOf(alias: Alias, anchored: Anchored): Node {
  return anchored.byParsed.get(alias.target) ?? anchored.byName.get(alias.name) ?? alias.target
}

/** How much longer a template is, in characters, than it has nodes. */
const perNode = 5

/** Aliases of aliases can expand to more values than any walk could visit; Heat would not terminate either. */
function refuseEndless(root: Node, anchored: Anchored): void {
  const sizes = new Map<Node, number>()
  const sizeOf = (node: Node): number => {
    const known = sizes.get(node)
    if (known !== undefined) return known
    // An alias inside of its own target never ends.
    sizes.set(node, Number.POSITIVE_INFINITY)
    const parts =
      node.kind === 'seq' ? node.items : node.kind === 'map' ? node.entries.map(({ value }) => value) : []
    const size =
      node.kind === 'alias'
        ? sizeOf(targetOf(node, anchored))
        : parts.reduce((sum, part) => sum + sizeOf(part), 1)
    sizes.set(node, size)
    return size
  }
  const size = sizeOf(root)
  Budget.ofTerms(perNode * sizes.size).spend(size, 0)
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
