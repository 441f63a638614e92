/** Changes of one document, for the protocol. */
import type { TextDocumentEdit, TextEdit } from 'vscode-languageserver/node'
import type { Edit } from '../../engine/findings/fixes.ts'
import { diffLines } from '../../run/diff/line-diff.ts'
import type { OpenDocument } from './open-documents.ts'

/** Edits that make one source of another, by whole lines, without what their ends have in common. */
export function editsBetween(before: string, after: string): readonly Edit[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const starts = [0]
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length)
  return diffLines(old, next).map(({ oldStart, oldEnd, newStart, newEnd }) =>
    trimmed(before, {
      start: starts[oldStart] ?? before.length,
      end: starts[oldEnd] ?? before.length,
      text: next.slice(newStart, newEnd).join(''),
    }),
  )
}

function trimmed(before: string, { start, end, text }: Edit): Edit {
  const old = before.slice(start, end)
  const most = Math.min(old.length, text.length)
  let head = 0
  while (head < most && old[head] === text[head]) head++
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) }
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Edits of a document, for that version of it only. */
export function documentEdit(document: OpenDocument, edits: readonly Edit[]): TextDocumentEdit {
  const { uri, version } = document
  const changes = edits.map(
    ({ start, end, text }): TextEdit => ({ range: document.plainRange({ start, end }), newText: text }),
  )
  return { textDocument: { uri, version }, edits: changes }
}
