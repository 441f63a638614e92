/** What two sequences have in common at their ends. */

/** With how many of the same parts two sequences begin and, of the rest, end. */
export function sharedEnds<Part>(
  one: readonly Part[],
  other: readonly Part[],
): readonly [start: number, end: number] {
  let start = 0
  const shorter = Math.min(one.length, other.length)
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  const most = shorter - start
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1
  return [start, end]
}
