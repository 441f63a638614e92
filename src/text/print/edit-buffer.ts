/** Text edits, and the buffer in which the edits of one source range are collected. */
import type { CommentIndex } from '../document/comments.ts'
import type { Comment } from '../document/node.ts'
import { countFirst } from '../document/sorted.ts'
import { indentAt, nextLine } from './lines.ts'
import type { Location } from './location.ts'

/** Replaces the source in `[start, end)` (UTF-16 offsets) by `text`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Applies edits to a source. Edits may come in any order; insertions at one offset preserve the order in which they
 * were given.
 *
 * @throws RangeError when two edits overlap or one reaches outside the source: an overlap is always a defect of whoever
 * made the edits, and dropping one of them would silently lose a change.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return text
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  const pieces: string[] = []
  let position = 0
  for (const edit of sorted) {
    if (edit.start < position || edit.end < edit.start || edit.end > text.length) {
      throw new RangeError(`the edit at ${edit.start} overlaps another one, or lies outside the source`)
    }
    pieces.push(text.slice(position, edit.start), edit.text)
    position = edit.end
  }
  pieces.push(text.slice(position))
  return pieces.join('')
}

/** The lines of a comment that will be written above the part that held it. */
export interface Lifted {
  readonly lines: readonly string[]
  /** The offset that the comment had: those that meet above one line preserve their order. */
  readonly from: number
}

/** A comment of replaced source that has no location in the output; it goes above the line at `offset`. */
interface Hoisted extends Lifted {
  readonly offset: number
}

/** A source that is edited: what is known of its lines. */
interface BufferedText {
  readonly text: string
  readonly layout: { readonly eol: string }
  readonly comments: CommentIndex
}

/** Collects the edits of one source range: of the whole, or of a node that is carried over. */
export interface EditBuffer {
  readonly edits: TextEdit[]
  readonly hoisted: Hoisted[]
  /** Comments that remain around a replaced value, although a part of it that moved might have had them. */
  readonly staying: Comment[]
  /** Nothing outside of these offsets may be edited. */
  readonly from: number
  readonly until: number
  /** Of a node that is carried over: what goes above its first line is written by whoever carries it. */
  readonly isPart: boolean
  /** The part of the new tree that has the range, where it has moved. */
  readonly home: Location | undefined
}

export function newEditBuffer(
  from: number,
  until: number,
  of: 'whole' | 'part',
  home: Location | undefined,
): EditBuffer {
  return { edits: [], hoisted: [], staying: [], from, until, isPart: of === 'part', home }
}

/** Whether lines above a line cannot be written by the edits of a buffer. */
export function isOutOfReach({ from, isPart }: EditBuffer, line: number): boolean {
  return line < from || (isPart && line === from)
}

/** The edits of a buffer, ready to be applied: comments hoisted, deletions that meet made one. */
export function finishedEdits(
  context: BufferedText,
  buffer: EditBuffer,
  hoisted: readonly Hoisted[],
): TextEdit[] {
  const above = [...hoisted]
    .sort((a, b) => a.from - b.from)
    .map(({ offset, lines }) => {
      const indent = indentAt(context.text, offset)
      const text = lines.map((line) => indent + line + context.layout.eol).join('')
      return { start: offset, end: offset, text }
    })
  // An entry that comes in above the same line comes before its comments.
  return [...withoutOverlaps(buffer.edits, context.text), ...above]
}

/**
 * The comments of a buffer that have to be hoisted, those above a line that goes moved above the line where the
 * deletion begins.
 */
export function reachable(context: BufferedText, buffer: EditBuffer): readonly Hoisted[] {
  if (buffer.hoisted.length === 0) return []
  const deletions = buffer.edits.filter((edit) => edit.end > edit.start).sort((a, b) => a.start - b.start)
  return buffer.hoisted.map((one) => {
    let { offset } = one
    for (let index = lastBefore(deletions, offset); index >= 0; index -= 1) {
      const edit = deletions[index] as TextEdit
      if (edit.end <= offset) break
      offset = context.comments.lineStart(edit.start)
    }
    return offset === one.offset ? one : { ...one, offset }
  })
}

function isTaken(deletions: readonly TextEdit[], { start }: Comment): boolean {
  const edit = deletions[lastBefore(deletions, start + 1)]
  return edit !== undefined && start < edit.end
}

/**
 * Removes comments that no other edit removes: they are written somewhere else now.
 * @param edits all that change the source
 */
export function withoutDoubled(
  { text }: BufferedText,
  edits: readonly TextEdit[],
  moved: readonly Comment[],
): readonly TextEdit[] {
  if (moved.length === 0) return edits
  const deletions = edits.filter((edit) => edit.end > edit.start).sort((a, b) => a.start - b.start)
  const left = moved.filter((comment) => !isTaken(deletions, comment))
  return [...edits, ...left.map((comment) => removal(text, deletions, comment))]
}

/** A comment goes with its line, or with the blanks before it. */
function removal(text: string, deletions: readonly TextEdit[], comment: Comment): TextEdit {
  const floor = deletions[lastBefore(deletions, comment.start)]?.end ?? 0
  let { start, end } = comment
  while (start > floor && ' \t'.includes(text.charAt(start - 1))) start -= 1
  if (comment.ownLine && (start === 0 || text.charAt(start - 1) === '\n')) end = nextLine(text, end)
  return { start, end, text: '' }
}

/** Index of the last of sorted edits that starts before an offset. */
function lastBefore(edits: readonly TextEdit[], offset: number): number {
  return countFirst(edits, ({ start }) => start < offset) - 1
}

/**
 * Two adjacent removed members may both remove the empty lines between them; what is inserted there preserves those
 * after it.
 */
function withoutOverlaps(edits: readonly TextEdit[], text: string): TextEdit[] {
  const deletions = edits.filter((edit) => edit.text === '' && edit.end > edit.start)
  if (deletions.length === 0 || edits.length === 1) return [...edits]
  const others = edits.filter((edit) => edit.text !== '' || edit.end === edit.start)
  const starts = new Set(deletions.map(({ start }) => start))
  return [...others, ...aroundInsertions(merged(deletions), starts, others, text)]
}

function merged(deletions: readonly TextEdit[]): TextEdit[] {
  const found: TextEdit[] = []
  for (const one of [...deletions].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last === undefined || one.start >= last.end) found.push(one)
    else if (one.end > last.end) found[found.length - 1] = { ...last, end: one.end }
  }
  return found
}

/**
 * Deletions that end where something is inserted among the empty lines that they would remove, and continue after what
 * is inserted where another one began, or above removed comments.
 * @param starts where deletions began before they were merged
 */
function aroundInsertions(
  deletions: readonly TextEdit[],
  starts: ReadonlySet<number>,
  others: readonly TextEdit[],
  text: string,
): TextEdit[] {
  const insertions = others.filter((edit) => edit.end === edit.start).map(({ start }) => start)
  if (insertions.length === 0) return [...deletions]
  insertions.sort((a, b) => a - b)
  let next = 0
  return deletions.flatMap((one) => {
    while (next < insertions.length && (insertions[next] as number) <= one.start) next += 1
    const at = insertions[next]
    if (at === undefined || at >= one.end) return [one]
    const [before, behind] = [{ ...one, end: at }, text.slice(at, one.end)]
    if (behind.trim() === '') return [before]
    const isSplit = starts.has(at) || behind.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
    return isSplit ? [before, { ...one, start: at }] : [one]
  })
}
