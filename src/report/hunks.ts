/** A change as lines and hunks: what diffs show, and what people choose among. */
import { diffLines, type LineEdit } from './line-diff.ts'

/** Lines of context around the edits of a hunk. */
export const CONTEXT = 3

/** Edits whose contexts touch; never empty. */
export type Hunk = readonly LineEdit[]

/** The lines of a text, each with its line end; only `\n` ends a line, as for git. */
export function splitLines(text: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length
    lines.push(text.slice(start, end))
    start = end
  }
  return lines
}

/** How to get from one text to the other, line by line. */
export function lineEdits(before: string, after: string): readonly LineEdit[] {
  return before === after ? [] : diffLines(splitLines(before), splitLines(after))
}

/** The edits as the hunks of a diff, from top to bottom. */
export function hunksOf(edits: readonly LineEdit[]): readonly Hunk[] {
  const hunks: LineEdit[][] = []
  for (const edit of edits) {
    const hunk = hunks.at(-1)
    const previous = hunk?.at(-1)
    if (hunk !== undefined && previous !== undefined && edit.oldStart - previous.oldEnd <= 2 * CONTEXT)
      hunk.push(edit)
    else hunks.push([edit])
  }
  return hunks
}
