/** Fixes of what keeps a source from being read. Each is tried: the source can be read with it, or as far as what is wrong next. */

import { functionRow } from '../../heat/functions/table.ts'
import { readDocument } from '../../text/document/document.ts'
import type { Range } from '../../text/document/node.ts'
import { mapOf } from '../../text/document/read.ts'
import type { DocumentProblem } from '../../text/yaml/position.ts'
import { closersOf, lineAround } from './tolerant.ts'

interface SyntaxFix {
  /** As an order. */
  readonly title: string
  readonly edits: readonly (Range & { readonly text: string })[]
}

/** What is not closed is often noticed in one of the lines below it. */
const linesAbove = 3

/** The fixes of what is wrong first in a source, the likeliest first. */
export function syntaxFixes(text: string, problem: DocumentProblem): readonly SyntaxFix[] {
  const found = problem.code === 'yaml-tab' ? [withoutTabs(text)] : []
  for (const line of linesUp(text, problem.start)) found.push(...lineFixes(text, line))
  return found.filter(({ edits }) => edits.length > 0 && helps(text, edits, problem))
}

/** The line of an offset and those above it in which something stands. */
function linesUp(text: string, offset: number): readonly Range[] {
  const lines: Range[] = []
  let line = lineAround(text, Math.min(offset, text.length))
  while (lines.length <= linesAbove) {
    if (text.slice(line.start, line.end).trim() !== '') lines.push(line)
    if (line.start === 0) break
    line = lineAround(text, line.start - 1)
  }
  return lines
}

function lineFixes(text: string, line: Range): readonly SyntaxFix[] {
  const written = text.slice(line.start, line.end)
  return [...otherQuote(written, line), ...inBraces(written, line), ...closed(written, line)]
}

/** Brackets and quotes that nothing closes, before a comment. */
function closed(written: string, line: Range): readonly SyntaxFix[] {
  const closers = closersOf(written)
  if (closers === '') return []
  const comment = /["']/.test(closers) ? -1 : written.search(/[ \t]#/)
  const content = comment === -1 ? written : written.slice(0, comment)
  const end = line.start + content.trimEnd().length
  return [{ title: `Write ${closers} at the end of the line`, edits: [{ start: end, end, text: closers }] }]
}

/** `'a"` */
function otherQuote(written: string, line: Range): readonly SyntaxFix[] {
  const [quote = ''] = closersOf(written)
  const other = quote === "'" ? '"' : "'"
  const last = written.trimEnd().length - 1
  if (!/^["']$/.test(quote) || written[last] !== other) return []
  const start = line.start + last
  return [{ title: `Write ${quote} for ${other}`, edits: [{ start, end: start + 1, text: quote }] }]
}

/** `size: get_param: size`, where a function stands behind a key without braces. */
function inBraces(written: string, line: Range): readonly SyntaxFix[] {
  const [, head, name, argument] = /^(\s*(?:- )?[\w.-]+: +)([\w:]+): +([^#]*[^#\s])/.exec(written) ?? []
  if (head === undefined || name === undefined || functionRow(name) === undefined) return []
  const start = line.start + head.length
  const call = `${name}: ${argument}`
  const end = start + written.slice(head.length).trimEnd().length
  const behind = written.slice(head.length).trimEnd()
  const rest = behind.startsWith(call) ? behind.slice(call.length) : ''
  return [{ title: `Write {${call}}`, edits: [{ start, end: end - rest.length, text: `{${call}}` }] }]
}

/** Two blanks for each tab that a line begins with. */
function withoutTabs(text: string): SyntaxFix {
  const edits = [...text.matchAll(/^ *\t[ \t]*/gm)].map(({ index, 0: indent }) => ({
    start: index,
    end: index + indent.length,
    text: indent.replaceAll('\t', '  '),
  }))
  return { title: 'Write blanks for the tabs', edits }
}

function helps(text: string, edits: SyntaxFix['edits'], { start }: DocumentProblem): boolean {
  let whole = text
  for (const edit of [...edits].reverse())
    whole = whole.slice(0, edit.start) + edit.text + whole.slice(edit.end)
  const reading = readDocument(whole)
  if ('document' in reading) return mapOf(reading.document.root) !== undefined
  return reading.problem.start > lineAround(whole, start).end + whole.length - text.length
}
