/** Entries that a later one of the same mapping shadows. */
import { withEntries, withItems, withValue } from './build.ts'
import { duplicateEntries } from './data.ts'
import type { Entry, Mapping, Node } from './node.ts'

/**
 * A template without the entries that a later one of the same name shadows: Heat's loader uses the last, so nothing
 * inside the others can be wrong. Aliases still name what they named.
 */
export function asRead(root: Mapping): Mapping {
  const shadowed = new Set<Entry>(duplicateEntries(root))
  return shadowed.size === 0 ? root : (without(root, shadowed) as Mapping)
}

function without(node: Node, shadowed: ReadonlySet<Entry>): Node {
  if (node.kind === 'seq')
    return withItems(
      node,
      node.items.map((item) => without(item, shadowed)),
    )
  if (node.kind !== 'map') return node
  const kept = node.entries.filter((one) => !shadowed.has(one))
  return withEntries(
    node,
    kept.map((one) => withValue(one, without(one.value, shadowed))),
  )
}

/** At most this many duplicate keys of a file are listed: nobody corrects more of them one by one. */
export const mostShadowed = 1000

/** For the message about the last of the listed entries: how many more there are. */
export function andMore(index: number, total: number): string {
  const more = total - mostShadowed
  return more > 0 && index === mostShadowed - 1 ? ` (and ${more} more, which are not listed)` : ''
}
