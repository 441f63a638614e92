/** What a report for people says of single files. */
import type { Severity } from '../engine/finding.ts'
import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import { verdictOf as verdictOfImpact } from '../impact/model.ts'
import type { RunMode } from '../runner/run-report.ts'
import { acceptanceOf, acceptanceText, isAcceptable } from './acceptance.ts'
import { type FileVerdict, quantity, SEVERITIES, SEVERITY_WIDTH, verdictOf } from './counts.ts'
import { undeployableText } from './deployable.ts'
import { excerptOf } from './excerpt.ts'
import { impactExcerpt } from './impact.ts'
import { headline } from './impact-tally.ts'
import type { LookUpCode } from './reporter.ts'
import {
  type ChooseFindings,
  type ChosenFindings,
  isError,
  type NamedFindings,
  type ShownFinding,
} from './shown-findings.ts'
import { oneLine, type Style, severityStyle, verdictStyle, wrap } from './style.ts'

/** `quiet` leaves the files that need attention, with their errors, and the totals; `verbose` shows all findings. */
export type Verbosity = 'quiet' | 'normal' | 'verbose'

const VERDICT_WIDTH = 'unchanged'.length

/** Writes what became of single files. */
interface FileLines {
  of(outcome: FileOutcome, findings: readonly LocatedFinding[]): string
  /** Whether findings were left out so far. */
  hasLeftOut(): boolean
  /** Whether that is so of some that no line counts either. */
  hasUncounted(): boolean
}

interface FileLinesOptions {
  readonly style: Style
  readonly lookUp: LookUpCode
  readonly choose: ChooseFindings
  readonly mode: RunMode
  /** Characters in a line of the terminal; undefined where no one line is as long as another. */
  readonly width: number | undefined
  readonly verbosity: Verbosity
  /** Whether a blocked file ends with what can be accepted. */
  readonly isAccepting: boolean
}

/** Whether all that could be said of a file is what was found in it. */
function isIdle({ status, impact }: FileOutcome): boolean {
  return (
    (status === 'unchanged' || status === 'skipped') &&
    (impact === undefined || verdictOfImpact(impact) === 'nothing')
  )
}

/** Help for a code is given once per run. */
export function fileLinesWriter(options: FileLinesOptions): FileLines {
  const { style, lookUp, choose, mode, width, verbosity, isAccepting } = options
  let hasLeftOut = false
  let hasUncounted = false
  const given = new Set<string>()
  const helpOf = ({ code, help = lookUp(code)?.help }: LocatedFinding): string | undefined => {
    if (help === undefined || given.has(`${code} ${help}`)) return undefined
    given.add(`${code} ${help}`)
    return help
  }
  // What is written or blocked is what a person reads for; of the rest a run of a hundred files says enough.
  const isExplained = (finding: LocatedFinding, { status }: FileOutcome): boolean =>
    // The last line of a blocked file says what can be accepted.
    (finding.severity === 'error' &&
      !(isAccepting && status === 'blocked' && isAcceptable(finding, lookUp))) ||
    mode === 'checked' ||
    verbosity === 'verbose' ||
    (finding.help !== undefined && !finding.help.startsWith(lookUp(finding.code)?.help ?? ''))
  const acceptanceLines = (outcome: FileOutcome): readonly string[] => {
    const acceptance = isAccepting && verbosity !== 'quiet' ? acceptanceOf(outcome, lookUp) : undefined
    if (acceptance === undefined) return []
    const [first = '', ...rest] = wrap(
      acceptanceText(acceptance, lookUp),
      width === undefined ? undefined : width - 2,
    )
    return [`  ${first}`, ...rest.map((line) => `  ${line}`)]
  }
  const shownLines = (outcome: FileOutcome, one: ShownFinding, columns: Columns): readonly string[] => {
    const { finding, more } = one
    const help = isExplained(finding, outcome) ? helpOf(finding) : undefined
    // Lines of the source may hold secrets that other templates hide: the screen of their author shows them, a log does not.
    const isShown = width !== undefined && mode === 'checked' && verbosity !== 'quiet'
    const source = isShown ? excerptOf(outcome, finding, width - EXCERPT_INDENT) : []
    const lines = findingLines(one, { help, source }, columns, style)
    if (more === 0 || finding.severity !== 'error') return lines
    return [...lines, style.dim(`${columns.indent}and ${more} more like this`)]
  }
  const linesOf = (outcome: FileOutcome, findings: readonly LocatedFinding[]): string => {
    const { shown, named } = choose(findings, outcome.status)
    const errors = shown.filter(({ finding }) => isError(finding))
    const said = named.flatMap(({ findings: all }) => all.filter(isError)).length
    const elsewhere = errors.reduce(
      (rest, { more, also }) => rest - 1 - more - also.length,
      findings.filter(isError).length - said,
    )
    hasLeftOut ||= shown.length < findings.length
    const counted = shown.reduce((sum, { more, also }) => sum + 1 + more + also.length, 0)
    const isCounted = named.reduce((sum, { findings: all }) => sum + all.length, counted) >= findings.length
    hasUncounted ||= !isCounted
    if (shown.length === 0 && named.length === 0 && isIdle(outcome) && verbosity !== 'quiet') return ''
    const lines = [verdictLine(outcome, verdictOf(outcome, mode), { shown, named, elsewhere, style, width })]
    const locations = Math.max(0, ...shown.map(({ finding }) => locationOf(finding).length))
    const indent = ' '.repeat(2 + locations + 2 + SEVERITY_WIDTH + 2)
    const columns = { locations, indent, width }
    for (const severity of SEVERITIES) {
      for (const one of shown)
        if (one.finding.severity === severity) lines.push(...shownLines(outcome, one, columns))
      if (!isShort({ shown, named })) lines.push(...namedLines(named, severity, columns, style))
    }
    if (shown.length > 0 && elsewhere > 0) {
      lines.push(style.dim(`${indent}and ${elsewhere} more like those of other files`))
    }
    lines.push(...impactLines(outcome, style, verbosity), ...acceptanceLines(outcome))
    return `${lines.join('\n')}\n`
  }
  return { of: linesOf, hasLeftOut: () => hasLeftOut, hasUncounted: () => hasUncounted }
}

/** How many resources and changes of the effect on a stack are shown for each file. */
const IMPACT_SHOWN = {
  normal: { resources: 8, changes: 3 },
  verbose: { resources: Infinity, changes: Infinity },
}

/** The effect on a stack created from the file, unless that is nothing: the summary counts those. */
function impactLines({ impact }: FileOutcome, style: Style, verbosity: Verbosity): readonly string[] {
  if (impact === undefined || verbosity === 'quiet' || verdictOfImpact(impact) === 'nothing') return []
  const shown = impactExcerpt(impact, style, IMPACT_SHOWN[verbosity])
  return [`  effect on a live stack: ${headline(impact)}`, ...shown.map((line) => `  ${line}`)]
}

/** Blanks before a line of the source: it has little room in a terminal. */
const EXCERPT_INDENT = 6

/** How the findings of one file are lined up, whose path stands above them. */
interface Columns {
  /** Characters of the longest location. */
  readonly locations: number
  /** Blanks as far as the codes: what goes on in a further line begins there. */
  readonly indent: string
  readonly width: number | undefined
}

function locationOf({ line, column }: LocatedFinding): string {
  return `${line}:${column}`
}

function findingLines(
  { finding, more, also }: ShownFinding,
  { help, source }: { readonly help: string | undefined; readonly source: readonly string[] },
  { locations, indent, width }: Columns,
  style: Style,
): string[] {
  const { severity, code } = finding
  const room = width === undefined ? undefined : width - indent.length
  const location = locationOf(finding).padEnd(locations)
  const mark = severityStyle(style, severity)(severity.padEnd(SEVERITY_WIDTH))
  const others =
    (more > 0 && severity !== 'error' ? ` (and ${more} more)` : '') +
    (also.length > 0 ? ` (also at ${locationsOf(also)})` : '')
  const [first = '', ...rest] = wrap(oneLine(`${code}  ${said(finding, help)}${others}`), room)
  const helpLines = help === undefined ? [] : wrap(`help: ${oneLine(help)}`, room)
  return [
    `  ${location}  ${mark}  ${style.bold(first.slice(0, code.length))}${first.slice(code.length).trimEnd()}`,
    ...rest.map((line) => indent + line),
    ...source.map((line, index) => {
      const marks = index === 1 ? severityStyle(style, severity) : (text: string) => text
      return ' '.repeat(EXCERPT_INDENT) + marks(line)
    }),
    ...relatedLines(finding, room).map((line) => indent + style.dim(line)),
    ...helpLines.map((line) => indent + style.dim(line)),
  ]
}

/** So many locations of one kind are said in a line. */
const LOCATIONS = 6

/** `2:3 4:5 6:7 and 8 more`. */
function locationsOf(findings: readonly LocatedFinding[]): string {
  const more = findings.length - LOCATIONS
  const first = findings.slice(0, LOCATIONS).map(locationOf).join(' ')
  return more > 0 ? `${first} and ${more} more` : first
}

/** Codes that the run has explained, each with its locations. */
function namedText(named: readonly NamedFindings[]): string {
  return named.map(({ code, findings }) => `${code} ${locationsOf(findings)}`).join(', ')
}

/** What is only named of one severity, in one line. */
function namedLines(
  named: readonly NamedFindings[],
  severity: Severity,
  { locations, indent, width }: Columns,
  style: Style,
): readonly string[] {
  const own = named.filter((one) => one.severity === severity)
  if (own.length === 0) return []
  const mark = severityStyle(style, severity)(severity.padEnd(SEVERITY_WIDTH))
  const [first = '', ...rest] = wrap(namedText(own), width === undefined ? undefined : width - indent.length)
  const blanks = locations === 0 ? '' : ' '.repeat(locations + 2)
  return [`  ${blanks}${mark}  ${first}`, ...rest.map((line) => indent + line)]
}

/** The message. About a requirement it says what was found, so that a repair has to be said too, here or in the help. */
function said({ message, requirement }: LocatedFinding, help: string | undefined): string {
  const isToSay = requirement?.isRepaired === true && help?.startsWith('Repaired') !== true
  return isToSay ? `${message} (repaired)` : message
}

/** Whether a file has errors that the run has explained, and nothing else: they stand behind its name. */
function isShort({ shown, named }: ChosenFindings): boolean {
  return shown.length === 0 && named.length > 0 && named.every(({ severity }) => severity === 'error')
}

interface VerdictOptions extends Pick<ChosenFindings, 'shown' | 'named'> {
  /** Findings that are left out because there were others like them. */
  readonly elsewhere: number
  readonly style: Style
  readonly width: number | undefined
}

function verdictLine(
  outcome: FileOutcome,
  verdict: FileVerdict,
  { shown, named, elsewhere, style, width }: VerdictOptions,
): string {
  const { path, newPath, status, reason, transforms } = outcome
  const word = status === 'changed' && outcome.isNew === true ? 'created' : verdict
  const mark = verdictStyle(style, verdict)(word.padEnd(VERDICT_WIDTH))
  const name = newPath === undefined ? oneLine(path) : `${oneLine(path)} -> ${oneLine(newPath)}`
  const changes = transforms.reduce((sum, transform) => sum + transform.changes, 0)
  const undeployable = undeployableText(outcome)
  const remarks = [
    ...(status === 'changed' && changes > 0
      ? [`${quantity(changes, 'change')} by ${quantity(transforms.length, 'transform')}`]
      : []),
    ...(undeployable === '' ? [] : [oneLine(undeployable)]),
    // The findings say it with their location.
    ...(shown.length === 0 && named.length === 0 && reason !== undefined ? [oneLine(reason)] : []),
    ...(isShort({ shown, named }) ? [namedText(named)] : []),
    ...(shown.length === 0 && elsewhere > 0
      ? [`${quantity(elsewhere, 'finding')} like those of other files`]
      : []),
  ]
  if (remarks.length === 0) return `${mark}  ${style.bold(name)}`
  const remark = remarks.join('; ')
  const isLong = width !== undefined && VERDICT_WIDTH + name.length + remark.length + 4 > width
  if (!isLong) return `${mark}  ${style.bold(name)}${style.dim(`  ${remark}`)}`
  const indent = ' '.repeat(VERDICT_WIDTH + 2)
  const below = wrap(remark, width - indent.length).map((line) => indent + style.dim(line))
  return [`${mark}  ${style.bold(name)}`, ...below].join('\n')
}

/** So many other locations of a finding are listed: a circle may have any number. */
const RELATED = 5

/** The other locations that a finding is about. */
function relatedLines({ related = [] }: LocatedFinding, room: number | undefined): readonly string[] {
  const more = related.length - RELATED
  const lines = related.slice(0, RELATED).flatMap(({ path, line, column, message }) => {
    const file = path === undefined ? '' : `${path}:`
    return wrap(oneLine(`see ${file}${line}:${column}: ${message}`), room)
  })
  return more > 0 ? [...lines, `and ${more} more`] : lines
}
