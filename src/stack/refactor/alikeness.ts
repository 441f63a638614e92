/** How much two templates are alike. */
import { dataKey } from '../../text/document/data.ts'
import type { Node } from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'

/** The similarity of two trees, from 0 to 1: the share of equal scalars under the same keys; list order is ignored. */
export function alikeness(one: Node, other: Node): number {
  const [own, theirs] = [leavesOf(one), leavesOf(other)]
  let common = 0
  for (const [leaf, count] of own.counts) common += Math.min(count, theirs.counts.get(leaf) ?? 0)
  const all = own.size + theirs.size
  return all === 0 ? 1 : (2 * common) / all
}

interface Leaves {
  readonly counts: ReadonlyMap<string, number>
  readonly size: number
}

function leavesOf(root: Node): Leaves {
  const counts = new Map<string, number>()
  let size = 0
  const add = (leaf: string) => {
    counts.set(leaf, (counts.get(leaf) ?? 0) + 1)
    size += 1
  }
  const visit = (node: Node, trail: string): void => {
    if (node.kind === 'map' && node.entries.length > 0)
      for (const one of node.entries) visit(one.value, `${trail}\0${nameOf(one) ?? dataKey(one.key)}`)
    else if (node.kind === 'seq' && node.items.length > 0)
      for (const item of node.items) visit(item, `${trail}\0-`)
    else add(`${trail}\0${dataKey(node)}`)
  }
  visit(root, '')
  return { counts, size }
}
