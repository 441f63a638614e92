/** Where the parts of a parsed collection begin and end. */
import type { Entry, Node } from '../yaml/node.ts'

/** The first character of an entry or item: of its `?` where there is one; the dash of an item is not part of it. */
export function childStart(child: Entry | Node): number {
  if (!('key' in child)) return child.propsStart ?? 0
  return child.explicit?.mark ?? child.key.propsStart ?? 0
}

export function childEnd(child: Entry | Node): number {
  if (!('key' in child)) return child.range?.end ?? 0
  const { key, value, explicit } = child
  const ends = [key.range?.end ?? 0, value.range?.end ?? 0]
  if (explicit !== undefined) ends.push((explicit.colon ?? explicit.mark) + 1)
  return Math.max(...ends)
}
