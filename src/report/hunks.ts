import type { LineEdit } from './line-diff.ts'

const CONTEXT = 3
const HEADING_LENGTH = 80

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

/** The edits as hunks of a unified diff, with three lines of context. */
export function renderHunks(
  before: readonly string[],
  after: readonly string[],
  edits: readonly LineEdit[],
): string {
  const pieces: string[] = []
  let heading: Heading = { line: -1, text: '' }
  for (const group of groups(edits)) {
    const first = group[0] as LineEdit
    const last = group.at(-1) as LineEdit
    const lead = Math.min(CONTEXT, first.oldStart)
    const trail = Math.min(CONTEXT, before.length - last.oldEnd)
    const oldStart = first.oldStart - lead
    const newStart = first.newStart - lead
    heading = headingBefore(before, oldStart, heading)
    const oldSpan = span(oldStart, last.oldEnd + trail - oldStart)
    const newSpan = span(newStart, last.newEnd + trail - newStart)
    pieces.push(`@@ -${oldSpan} +${newSpan} @@${heading.text === '' ? '' : ` ${heading.text}`}\n`)
    let line = oldStart
    for (const edit of group) {
      pushLines(pieces, ' ', before, line, edit.oldStart)
      pushLines(pieces, '-', before, edit.oldStart, edit.oldEnd)
      pushLines(pieces, '+', after, edit.newStart, edit.newEnd)
      line = edit.oldEnd
    }
    pushLines(pieces, ' ', before, line, last.oldEnd + trail)
  }
  return pieces.join('')
}

/** Edits whose contexts touch share a hunk. */
function* groups(edits: readonly LineEdit[]): Generator<readonly LineEdit[]> {
  let group: LineEdit[] = []
  for (const edit of edits) {
    const previous = group.at(-1)
    if (previous !== undefined && edit.oldStart - previous.oldEnd > 2 * CONTEXT) {
      yield group
      group = []
    }
    group.push(edit)
  }
  if (group.length > 0) yield group
}

/** `start,count` as git writes it: counted from 1, the count left out when it is 1. */
function span(start: number, count: number): string {
  if (count === 0) return `${start},0`
  return count === 1 ? `${start + 1}` : `${start + 1},${count}`
}

function pushLines(
  pieces: string[],
  mark: string,
  lines: readonly string[],
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    const line = lines[i] ?? ''
    pieces.push(mark, line)
    if (!line.endsWith('\n')) pieces.push('\n\\ No newline at end of file\n')
  }
}

interface Heading {
  /** The first line that has not been looked at. */
  readonly line: number
  readonly text: string
}

/** As git does without a language driver: the last line above that begins with a letter, `_` or `$`. */
function headingBefore(lines: readonly string[], end: number, known: Heading): Heading {
  for (let i = end - 1; i >= Math.max(known.line, 0); i--) {
    const line = lines[i] ?? ''
    if (/^[A-Za-z_$]/.test(line)) return { line: end, text: line.slice(0, HEADING_LENGTH).trimEnd() }
  }
  return { line: end, text: known.text }
}
