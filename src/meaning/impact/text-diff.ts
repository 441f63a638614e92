/** The lines in which two scripts differ. */

/** So many lines around a difference, and of one, are shown. */
const context = 2
const mostLines = 40

/**
 * Lines with `-`, `+` or a space in front, from the first that differs to the last; undefined where one line is all there is.
 */
export function lineChanges(before: string, after: string): readonly string[] | undefined {
  if (!before.includes('\n') || !after.includes('\n')) return undefined
  const [old, next] = [before, after].map((text) => text.replace(/\n$/, '').split('\n')) as [
    string[],
    string[],
  ]
  let start = 0
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start += 1
  let end = 0
  const most = Math.min(old.length, next.length) - start
  while (end < most && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1
  // Only how they end differs.
  if (start === old.length && start === next.length) return undefined
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark}${line}`)
  const lines = [
    ...marked(' ', old.slice(Math.max(0, start - context), start)),
    ...marked('-', old.slice(start, old.length - end)),
    ...marked('+', next.slice(start, next.length - end)),
    ...marked(' ', old.slice(old.length - end, old.length - end + context)),
  ]
  const left = lines.length - mostLines
  return left > 0 ? [...lines.slice(0, mostLines), ` (${left} more lines)`] : lines
}
