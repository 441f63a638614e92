import { CONTEXT, hunksOf, lineEdits, splitLines } from './hunks.ts'
import type { LineEdit } from './line-diff.ts'

/** One file before and after; paths relative to the root that the patch is applied in, `/` as separator. */
export interface FileChange {
  readonly path: string
  /** Given when the file gets another name. */
  readonly newPath?: string
  /** Absent for a new file. */
  readonly before?: string
  readonly after: string
}

/**
 * The change as a unified diff in git's extended form, which `git apply` and
 * `git am` take: renames and new files are said in its header. Files keep their line
 * ends and byte order mark.
 */
export function unifiedDiff(change: FileChange): string {
  const { path, newPath = path, before, after } = change
  const oldLines = splitLines(before ?? '')
  const newLines = splitLines(after)
  const edits = lineEdits(before ?? '', after)
  const header = [`diff --git ${gitPath(`a/${path}`)} ${gitPath(`b/${newPath}`)}\n`]
  if (before === undefined) {
    header.push('new file mode 100644\n')
  } else if (newPath !== path) {
    header.push(`similarity index ${similarity(oldLines, newLines, edits)}%\n`)
    header.push(`rename from ${gitPath(path)}\n`, `rename to ${gitPath(newPath)}\n`)
  }
  if (edits.length > 0) {
    header.push(`--- ${before === undefined ? '/dev/null' : gitFileLine(`a/${path}`)}\n`)
    header.push(`+++ ${gitFileLine(`b/${newPath}`)}\n`)
  }
  return header.join('') + renderHunks(oldLines, newLines, edits).join('')
}

/** The hunks of the change alone, each with its header line. */
export function diffHunks(before: string, after: string): readonly string[] {
  return renderHunks(splitLines(before), splitLines(after), lineEdits(before, after))
}

/** How much of the larger file is also in the other, in percent; 100 for equal files only. */
function similarity(before: readonly string[], after: readonly string[], edits: readonly LineEdit[]): number {
  const length = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0)
  const total = length(before)
  const removed = edits.reduce((sum, edit) => sum + length(before.slice(edit.oldStart, edit.oldEnd)), 0)
  const larger = Math.max(total, length(after))
  if (edits.length === 0) return 100
  return larger === 0 ? 0 : Math.min(99, Math.floor(((total - removed) * 100) / larger))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

/**
 * A path as git writes it in the header of a patch (`core.quotePath` off): as it is,
 * or in C-style quotes when it holds control characters, quotes or backslashes.
 */
function gitPath(path: string): string {
  if (!/[\x00-\x1f\x7f"\\]/.test(path)) return path
  const escaped = path.replace(
    /[\x00-\x1f\x7f"\\]/g,
    (c) => ESCAPES[c] ?? `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
  return `"${escaped}"`
}

/** Behind `---` and `+++`, where a tab marks the end of a name that holds blanks. */
function gitFileLine(path: string): string {
  const quoted = gitPath(path)
  return quoted === path && path.includes(' ') ? `${path}\t` : quoted
}

const HEADING_LENGTH = 80

/** The edits as hunks of a unified diff, with lines of context. */
function renderHunks(
  before: readonly string[],
  after: readonly string[],
  edits: readonly LineEdit[],
): readonly string[] {
  let heading: Heading = { line: -1, text: '' }
  return hunksOf(edits).map((hunk) => {
    const pieces: string[] = []
    const first = hunk[0] as LineEdit
    const last = hunk.at(-1) as LineEdit
    const lead = Math.min(CONTEXT, first.oldStart)
    const trail = Math.min(CONTEXT, before.length - last.oldEnd)
    const oldStart = first.oldStart - lead
    const newStart = first.newStart - lead
    heading = headingBefore(before, oldStart, heading)
    const oldSpan = span(oldStart, last.oldEnd + trail - oldStart)
    const newSpan = span(newStart, last.newEnd + trail - newStart)
    pieces.push(`@@ -${oldSpan} +${newSpan} @@${heading.text === '' ? '' : ` ${heading.text}`}\n`)
    let line = oldStart
    for (const edit of hunk) {
      pushLines(pieces, ' ', before, line, edit.oldStart)
      pushLines(pieces, '-', before, edit.oldStart, edit.oldEnd)
      pushLines(pieces, '+', after, edit.newStart, edit.newEnd)
      line = edit.oldEnd
    }
    pushLines(pieces, ' ', before, line, last.oldEnd + trail)
    return pieces.join('')
  })
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
