/** Replaces the text in `[start, end)` (UTF-16 offsets) by `text`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Applies edits to a text. Edits may come in any order; insertions at one offset
 * keep the order in which they were given.
 *
 * @throws RangeError when two edits overlap or one reaches outside the text: an
 * overlap is always a defect of whoever made the edits, and dropping one of them
 * would lose a change without a word.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return text
  const sorted = edits.map((edit, index) => ({ edit, index }))
  sorted.sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.index - b.index)
  const pieces: string[] = []
  let position = 0
  for (const { edit } of sorted) {
    if (edit.start < position || edit.end < edit.start || edit.end > text.length) {
      throw new RangeError(`edit [${edit.start}, ${edit.end}) overlaps another or leaves the text`)
    }
    pieces.push(text.slice(position, edit.start), edit.text)
    position = edit.end
  }
  pieces.push(text.slice(position))
  return pieces.join('')
}
