import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import type { RunMode } from '../runner/run-report.ts'
import type { ChooseFindings, ShownFinding } from './alike.ts'
import { severityStyle, verdictStyle } from './marks.ts'
import { quantity } from './quantity.ts'
import type { LookUpCode } from './reporter.ts'
import { oneLine, type Style } from './style.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { hasRoom, wrap } from './wrap.ts'

const VERDICT_WIDTH = 'unchanged'.length

/** Writes what became of single files. */
export interface FileLines {
  of(outcome: FileOutcome, findings: readonly LocatedFinding[]): string
  /** Whether findings were left out so far. */
  hasLeftOut(): boolean
}

export interface FileLinesOptions {
  readonly style: Style
  readonly lookUp: LookUpCode
  readonly choose: ChooseFindings
  readonly mode: RunMode
  /** Characters in a line of the terminal; undefined where no one line is as long as another. */
  readonly width: number | undefined
}

/** Help for a code is given once per run. */
export function fileLinesWriter({ style, lookUp, choose, mode, width }: FileLinesOptions): FileLines {
  let hasLeftOut = false
  const given = new Set<string>()
  const helpOf = ({ code, help = lookUp(code)?.help }: LocatedFinding): string | undefined => {
    if (help === undefined || given.has(`${code} ${help}`)) return undefined
    given.add(`${code} ${help}`)
    return help
  }
  const linesOf = (outcome: FileOutcome, findings: readonly LocatedFinding[]): string => {
    const shown = choose(findings)
    const elsewhere = shown.reduce((rest, { more }) => rest - 1 - more, findings.length)
    hasLeftOut ||= shown.length < findings.length
    const lines = [verdictLine(outcome, verdictOf(outcome, mode), { shown, elsewhere, style, width })]
    const columns = columnsOf(outcome.path, shown, width)
    for (const { finding, more } of shown) {
      lines.push(...findingLines(finding, helpOf(finding), columns, style))
      if (more > 0) lines.push(style.dim(`${columns.indent}and ${more} more like this`))
    }
    if (shown.length > 0 && elsewhere > 0) {
      lines.push(style.dim(`${columns.indent}and ${elsewhere} more like those of other files`))
    }
    return `${lines.join('\n')}\n`
  }
  return { of: linesOf, hasLeftOut: () => hasLeftOut }
}

/** How the findings of one file are lined up. */
interface Columns {
  readonly placeOf: (finding: LocatedFinding) => string
  readonly placeWidth: number
  readonly codeWidth: number
  /** Blanks as far as the codes. */
  readonly indent: string
  readonly width: number | undefined
}

function columnsOf(path: string, shown: readonly ShownFinding[], width: number | undefined): Columns {
  const placeOf = placesFor(path, shown, width)
  const placeWidth = Math.max(0, ...shown.map(({ finding }) => placeOf(finding).length))
  const codeWidth = Math.max(0, ...shown.map(({ finding }) => finding.code.length))
  return {
    placeOf,
    placeWidth,
    codeWidth,
    indent: ' '.repeat(2 + placeWidth + 2 + 'warning  '.length),
    width,
  }
}

function findingLines(
  finding: LocatedFinding,
  help: string | undefined,
  { placeOf, placeWidth, codeWidth, indent, width }: Columns,
  style: Style,
): string[] {
  const wrapped = (text: string, from: number) => wrap(text, width === undefined ? undefined : width - from)
  const place = placeOf(finding).padEnd(placeWidth)
  const severity = severityStyle(style, finding.severity)(finding.severity.padEnd('warning'.length))
  const code = style.bold(finding.code.padEnd(codeWidth))
  const head = `  ${place}  ${severity}  ${code}`
  const column = indent.length + codeWidth + 2
  const text = oneLine(said(finding, help))
  const isBeside = width === undefined || hasRoom(text, width - column)
  const message = wrapped(text, isBeside ? column : indent.length)
  const rest = message
    .slice(isBeside ? 1 : 0)
    .map((line) => `${isBeside ? ' '.repeat(column) : indent}${line}`)
  return [
    isBeside ? `${head}  ${message[0]}` : head.trimEnd(),
    ...rest,
    ...(help === undefined
      ? []
      : wrapped(oneLine(help), indent.length).map((line) => style.dim(indent + line))),
  ]
}

/** The message. About a requirement it says what was found, so that a repair has to be said too, here or in the help. */
function said({ message, requirement }: LocatedFinding, help: string | undefined): string {
  const isToSay = requirement?.isRepaired === true && help?.startsWith('Repaired') !== true
  return isToSay ? `${message} (repaired)` : message
}

/** Of a line so much may be a place before the path, which stands above anyway, is left out of it. */
const PLACE_SHARE = 1 / 3

/** How places are written: with the path, so that a terminal can open them, where that leaves room. */
function placesFor(
  path: string,
  shown: readonly ShownFinding[],
  width: number | undefined,
): (finding: LocatedFinding) => string {
  const withPath = ({ line, column }: LocatedFinding) => `${oneLine(path)}:${line}:${column}`
  const longest = Math.max(0, ...shown.map(({ finding }) => withPath(finding).length))
  if (width === undefined || longest <= width * PLACE_SHARE) return withPath
  return ({ line, column }) => `${line}:${column}`
}

interface VerdictOptions {
  readonly shown: readonly ShownFinding[]
  /** Findings that are left out because there were others like them. */
  readonly elsewhere: number
  readonly style: Style
  readonly width: number | undefined
}

function verdictLine(
  outcome: FileOutcome,
  verdict: Verdict,
  { shown, elsewhere, style, width }: VerdictOptions,
): string {
  const { path, newPath, status, reason, transforms } = outcome
  const word = status === 'changed' && outcome.isNew === true ? 'created' : verdict
  const mark = verdictStyle(style, verdict)(word.padEnd(VERDICT_WIDTH))
  const name = newPath === undefined ? oneLine(path) : `${oneLine(path)} -> ${oneLine(newPath)}`
  const changes = transforms.reduce((sum, transform) => sum + transform.changes, 0)
  const remarks = [
    ...(status === 'changed' && changes > 0
      ? [`${quantity(changes, 'change')} by ${quantity(transforms.length, 'transform')}`]
      : []),
    // The findings below say it with their place.
    ...(shown.length === 0 && reason !== undefined ? [oneLine(reason)] : []),
    ...(shown.length === 0 && elsewhere > 0
      ? [`${quantity(elsewhere, 'finding')} like those of other files`]
      : []),
  ]
  if (remarks.length === 0) return `${mark}  ${style.bold(name)}`
  const remark = remarks.join('; ')
  const isLong = width !== undefined && VERDICT_WIDTH + name.length + remark.length + 4 > width
  return `${mark}  ${style.bold(name)}${isLong ? `\n${' '.repeat(VERDICT_WIDTH)}` : ''}${style.dim(`  ${remark}`)}`
}
