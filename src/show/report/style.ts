/** Strings for a terminal: colours, marks, wrapping, tables, and what must not reach it unescaped. */
import type { Severity } from '../../engine/findings/finding.ts'
import type { FileVerdict } from './counts.ts'
import { inOrder, spelled } from './in-order.ts'

/** Marks strings for a terminal; every function gives its string unchanged when colours are off. */
export interface Style {
  readonly enabled: boolean
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export const plainStyle: Style = makeStyle(false)
export const colouredStyle: Style = makeStyle(true)

/**
 * Whether to colour what goes to a stream: `--color` and `--no-color` first, then `FORCE_COLOR`
 * (as for Node, `0` and `false` turn colours off), then `NO_COLOR`, then whether it is a terminal.
 */
export function wantsColour(
  stream: { readonly isTTY: boolean },
  env: Readonly<Record<string, string | undefined>>,
  option: 'always' | 'never' | 'auto',
): boolean {
  if (option !== 'auto') return option === 'always'
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = env
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no !== undefined && no !== '') return false
  return stream.isTTY && terminal !== 'dumb'
}

function makeStyle(enabled: boolean): Style {
  const mark = (open: number, close: number) => (text: string) =>
    enabled && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text
  return {
    enabled,
    bold: mark(1, 22),
    dim: mark(2, 22),
    red: mark(31, 39),
    green: mark(32, 39),
    yellow: mark(33, 39),
    cyan: mark(36, 39),
  }
}

/**
 * Makes control characters visible, `\x1b` as `\x1b` spelled out, and what `inOrder` does: names and contents of files
 * must not be able to steer the terminal, or to show something else than there is.
 */
export function visible(text: string): string {
  return inOrder(text).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, spelled)
}

/** What `Style` and the progress line write, and the end of a line in a diff. */
const OWN_SEQUENCES = /(\x1b\[(?:1|2|22|3[1-6]|39)m|\r\x1b\[2K|\r\n)/

/** The last guard before a terminal: of all sequences that steer it, those of hotshift alone get through. */
export function forTerminal(text: string): string {
  return text
    .split(OWN_SEQUENCES)
    .map((part, index) => (index % 2 === 1 ? part : visible(part)))
    .join('')
}

/** `visible` for a string that has to remain on one line. */
export function oneLine(text: string): string {
  return visible(text.replace(/\s*\r?\n\s*/g, ' ').replaceAll('\t', ' '))
}

/** The colour of a verdict. */
export function verdictStyle(style: Style, verdict: FileVerdict): (text: string) => string {
  switch (verdict) {
    case 'changed':
    case 'clean':
      return style.green
    case 'blocked':
    case 'warnings':
      return style.yellow
    case 'failed':
    case 'errors':
      return style.red
    case 'unchanged':
    case 'skipped':
      return style.dim
  }
}

/** The colour of a severity. */
export function severityStyle(style: Style, severity: Severity): (text: string) => string {
  switch (severity) {
    case 'error':
      return style.red
    case 'warning':
      return style.yellow
    case 'info':
      return style.cyan
  }
}

/** Room for words that is too narrow to be worth a column of its own. */
const NARROWEST = 20

/**
 * Breaks a string at its blanks into lines of at most `width` characters; a word that is longer stands
 * alone. With an unknown width, or next to none, it remains on one line.
 */
export function wrap(text: string, width: number | undefined): readonly string[] {
  if (width === undefined || width < NARROWEST) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** One column of a table: how its cells line up. */
type ColumnAlignment = 'left' | 'right'

/** Lines of cells in aligned columns, two blanks apart, without blanks at their ends. @param given cells without style */
export function renderTable(
  given: readonly (readonly string[])[],
  alignments: readonly ColumnAlignment[],
): string[] {
  const rows = given.map((row) => row.map(oneLine))
  const widths = alignments.map((_, i) => Math.max(...rows.map((row) => width(row[i] ?? ''))))
  return rows.map((row) =>
    alignments
      .map((alignment, i) => {
        const cell = row[i] ?? ''
        const fill = ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell)))
        return alignment === 'left' ? cell + fill : fill + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

/** Code points; wide characters are rare in names of templates. */
function width(text: string): number {
  return [...text].length
}
