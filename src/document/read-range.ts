import { type Entry, type Node, parsedEntry, placeOf, type Range } from '../yaml/node.ts'

/** Where a node or entry, or what it was made from, stands in the text that was read; for an entry its key. */
export function rangeOf(at: Node | Entry): Range | undefined {
  if ('kind' in at) return at.range ?? placeOf(at)?.range
  return parsedEntry(at)?.key.range
}
