/** Lines of a source with what a finding is about marked below, as compilers show them. */

import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import { visible } from './style.ts'

/**
 * The line of a finding and its marks, in so many characters; nothing where the line may not be shown, see `sourceLines`.
 */
export function excerptOf(
  { sourceLines }: FileOutcome,
  finding: LocatedFinding,
  room: number,
): readonly string[] {
  const line = sourceLines?.get(finding.line)
  return line === undefined || line.trim() === '' ? [] : excerpt(line, finding, room)
}

function excerpt(line: string, finding: LocatedFinding, room: number): readonly string[] {
  const number = String(finding.line)
  const gutter = ' '.repeat(number.length)
  const width = Math.max(20, room - number.length - 3)
  const start = Math.max(0, finding.column - 1)
  const end = endOf(line, finding, start)
  // What does not fit is cut off on the side that says less.
  const from = start < width - 10 ? 0 : Math.max(0, Math.min(start - 10, line.length - width))
  const [before, marked, after] = [line.slice(from, start), line.slice(start, end), line.slice(end)]
  const head = `${from > 0 ? '…' : ''}${shown(before)}`
  const all = `${head}${shown(marked)}${shown(after)}`
  const cut = all.length > width ? `${all.slice(0, width - 1)}…` : all.trimEnd()
  const marks = Math.max(1, Math.min(columns(shown(marked)), width - columns(head)))
  return [`${number} | ${cut}`, `${gutter} | ${' '.repeat(columns(head))}${'^'.repeat(marks)}`]
}

/** Marks go to the end of the line where the part goes on below it, and nowhere beyond its own end. */
function endOf(line: string, { line: first, endLine, endColumn }: LocatedFinding, start: number): number {
  const end =
    endLine === undefined || endColumn === undefined
      ? start + 1
      : endLine > first
        ? line.trimEnd().length
        : endColumn - 1
  return Math.max(start + 1, Math.min(end, line.length))
}

function shown(text: string): string {
  return visible(text.replaceAll('\t', ' '))
}

/** Characters of East Asian scripts, and emoji, take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u

function columns(text: string): number {
  let sum = 0
  for (const char of text) sum += /\p{Mark}/u.test(char) ? 0 : wide.test(char) ? 2 : 1
  return sum
}
