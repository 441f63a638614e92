import { groupedBy } from '../document/multimap.ts'
import type { Severity } from '../engine/finding.ts'
import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import { verdictOf as verdictOfImpact } from '../impact/model.ts'
import type { RunMode, RunReport } from '../runner/run-report.ts'
import { AcceptanceCount, acceptanceOf } from './acceptance.ts'
import { quantity, type Verdict, verdictOf } from './counts.ts'
import { excerptOf } from './excerpt.ts'
import { headline, impactExcerpt } from './impact.ts'
import type { DiffOf, LookUpCode, Reporter, Write } from './reporter.ts'
import { oneLine, type Style, severityStyle, verdictStyle, visible, wrap } from './style.ts'
import { renderRepositories, renderSummary, totalsLine } from './summary.ts'
import { Tally } from './tally.ts'

export interface TerminalOptions {
  /** For the diff alone, so that it can be piped into `git apply`. */
  readonly out: { readonly write: Write; readonly style: Style }
  /** For everything else: standard output for a command whose result this is, standard error beside a diff. */
  readonly report: {
    readonly write: Write
    readonly style: Style
    /** Characters in a line; undefined unless it is a terminal. */
    readonly width?: number | undefined
  }
  /** `quiet` leaves the files that need attention, with their errors, and the totals; `verbose` shows all findings. */
  readonly verbosity: 'quiet' | 'normal' | 'verbose'
  /** What the files are gone through for. */
  readonly mode: RunMode
  /** The diff of a changed file; undefined when none is to be printed. */
  readonly diffOf: DiffOf | undefined
  readonly lookUp: LookUpCode
  /** How long the run took, asked at its end. */
  readonly seconds: () => number | undefined
  /** The line that says why the exit code is not 0; undefined where it is. */
  readonly exitReason: (report: RunReport) => string | undefined
  /** The lines that close the report. */
  readonly closing: (report: RunReport, tally: Tally) => readonly string[]
  /** What to type for a file, or for all of them, with some codes accepted; undefined where nothing can be accepted. */
  readonly accepting?: ((path: string | undefined, codes: readonly string[]) => string) | undefined
  /** Whether files are counted only, and none has a line of its own. */
  readonly isSummary?: boolean
}

/** The report for people: diff, what became of every file worth a line, closing tables. */
export function terminalReporter(options: TerminalOptions): Reporter {
  const { out, report: err, verbosity, lookUp, mode } = options
  const choose = verbosity === 'verbose' ? chooseAll : firstOfMany(lookUp)
  const { accepting } = options
  const fileLines = fileLinesWriter({
    style: err.style,
    lookUp,
    choose,
    mode,
    width: err.width,
    verbosity,
    accepting,
  })
  const acceptable = new AcceptanceCount()
  const isQuiet = verbosity === 'quiet'
  const tally = new Tally(mode)
  let needsGap = false
  let isAnyNotable = false
  let notReached = 0
  /** Files that stay as they are with a remark, which is the whole result where no file is worth more. */
  const remarked: FileOutcome[] = []
  return {
    async file(outcome) {
      tally.add(outcome)
      if (accepting !== undefined) acceptable.add(acceptanceOf(outcome, lookUp))
      // Of thousands of files that nobody has looked at there is one thing to say.
      const isLeft = isNotReached(outcome, lookUp)
      if (isLeft) notReached++
      if (options.isSummary === true || isLeft) return
      const diffOf = outcome.status === 'changed' && !isQuiet ? options.diffOf : undefined
      if (diffOf !== undefined) await out.write(colourDiff(await diffOf(outcome), out.style))
      const findings = isQuiet ? outcome.findings.filter(isError) : outcome.findings
      const isWorthALine = isQuiet ? needsAttention(outcome) : isNotable(outcome)
      isAnyNotable ||= isWorthALine
      if (!isWorthALine) {
        if (outcome.findings.length > 0 && remarked.length < REMARKS) remarked.push(outcome)
        return
      }
      // The verdict ends what its diff began; a blank line keeps it apart from the next one.
      const lines = fileLines.of(outcome, findings)
      if (lines === '') return
      await err.write(`${lines}${diffOf === undefined ? '' : '\n'}`)
      needsGap = diffOf === undefined
    },
    async end(report) {
      if (isQuiet) {
        const lines = [totalsLine(tally), ...notReachedLine(notReached), options.exitReason(report)]
        await err.write(lines.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join(''))
        return
      }
      for (const outcome of isAnyNotable ? [] : remarked) {
        await err.write(fileLines.of(outcome, outcome.findings))
        needsGap = true
      }
      const leftOut = fileLines.hasLeftOut()
        ? ['findings like others were left out; --verbose shows all']
        : []
      const closing = [
        ...leftOut,
        ...notReachedLine(notReached),
        ...acceptanceLines(acceptable, accepting),
        ...options.closing(report, tally),
      ]
        .flatMap((line) => wrap(line, err.width))
        .map((line) => `${line}\n`)
      const repositories = renderRepositories(report, err.style)
      const summary = renderSummary(tally, {
        seconds: options.seconds(),
        style: err.style,
        width: err.width,
        isWhole: verbosity === 'verbose' || options.isSummary === true,
      })
      await err.write(
        `${needsGap ? '\n' : ''}${summary}${repositories}${closing.length > 0 ? '\n' : ''}${closing.join('')}`,
      )
    },
  }
}

/** A file that a run was interrupted before. */
function isNotReached({ kind, findings: [first] }: FileOutcome, lookUp: LookUpCode): boolean {
  return kind === 'unread' && first !== undefined && lookUp(first.code)?.topic === 'interruption'
}

/** Which codes would do for how many files that are blocked now. */
function acceptanceLines(count: AcceptanceCount, accepting: TerminalOptions['accepting']): readonly string[] {
  return accepting === undefined
    ? []
    : count.steps().map(({ codes, files }) => {
        const blocked = `nothing else blocks ${quantity(files, 'file')}`
        return `${blocked}: ${accepting(undefined, codes)}`
      })
}

function notReachedLine(count: number): readonly string[] {
  return count === 0
    ? []
    : [`interrupted: ${quantity(count, 'file')} not looked at; the same command goes on with the rest`]
}

/** So many files that stay as they are get a line where no other file does. */
const REMARKS = 3

/** Files that stay as they are without a word of warning are only counted. */
function isNotable(outcome: FileOutcome): boolean {
  if (outcome.status !== 'unchanged' && outcome.status !== 'skipped') return true
  if (outcome.impact !== undefined && verdictOfImpact(outcome.impact) !== 'nothing') return true
  return outcome.findings.some(({ severity }) => severity !== ('info' satisfies Severity))
}

/** Whether all that could be said of a file is what was found in it. */
function isIdle({ status, impact }: FileOutcome): boolean {
  return (
    (status === 'unchanged' || status === 'skipped') &&
    (impact === undefined || verdictOfImpact(impact) === 'nothing')
  )
}

function needsAttention(outcome: FileOutcome): boolean {
  return outcome.status === 'failed' || outcome.status === 'blocked' || outcome.findings.some(isError)
}

function isError({ severity }: LocatedFinding): boolean {
  return severity === 'error'
}

/** A unified diff for a terminal: coloured, control characters made visible. Without colours it stays as it is. */
export function colourDiff(diff: string, style: Style): string {
  if (!style.enabled) return diff
  let isHeader = true
  const lines = diff.split('\n').map((line) => {
    if (line.startsWith('diff --git ')) isHeader = true
    else if (line.startsWith('@@ ')) isHeader = false
    // A carriage return before the line feed does no harm, and shown it would be noise in every line.
    const shown = line.endsWith('\r') ? visible(line.slice(0, -1)) : visible(line)
    if (isHeader) return style.bold(shown)
    return colourLine(shown, style)
  })
  return lines.join('\n')
}

function colourLine(line: string, style: Style): string {
  if (line.startsWith('+')) return style.green(line)
  if (line.startsWith('-')) return style.red(line)
  if (line.startsWith('\\')) return style.dim(line)
  const hunk = /^(@@ .*? @@)(.*)$/.exec(line)
  return hunk === null ? line : style.cyan(hunk[1] ?? '') + style.dim(hunk[2] ?? '')
}

const VERDICT_WIDTH = 'unchanged'.length

/** Writes what became of single files. */
interface FileLines {
  of(outcome: FileOutcome, findings: readonly LocatedFinding[]): string
  /** Whether findings were left out so far. */
  hasLeftOut(): boolean
}

interface FileLinesOptions {
  readonly style: Style
  readonly lookUp: LookUpCode
  readonly choose: ChooseFindings
  readonly mode: RunMode
  /** Characters in a line of the terminal; undefined where no one line is as long as another. */
  readonly width: number | undefined
  readonly verbosity: TerminalOptions['verbosity']
  readonly accepting: TerminalOptions['accepting']
}

/** Help for a code is given once per run. */
function fileLinesWriter(options: FileLinesOptions): FileLines {
  const { style, lookUp, choose, mode, width, verbosity } = options
  let hasLeftOut = false
  let infosShown = 0
  const given = new Set<string>()
  const helpOf = ({ code, help = lookUp(code)?.help }: LocatedFinding): string | undefined => {
    if (help === undefined || given.has(`${code} ${help}`)) return undefined
    given.add(`${code} ${help}`)
    return help
  }
  // What is written or blocked is what a person reads for; of the rest a run of a hundred files says enough.
  const isExplained = ({ severity, code, help }: LocatedFinding): boolean =>
    severity === 'error' ||
    mode === 'checked' ||
    verbosity === 'verbose' ||
    (help !== undefined && !help.startsWith(lookUp(code)?.help ?? ''))
  const linesOf = (outcome: FileOutcome, findings: readonly LocatedFinding[]): string => {
    const shown = choose(findings)
    const errors = shown.filter(({ finding }) => isError(finding))
    const elsewhere = errors.reduce((rest, { more }) => rest - 1 - more, findings.filter(isError).length)
    hasLeftOut ||= shown.length < findings.length
    if (shown.length === 0 && isIdle(outcome) && verbosity !== 'quiet') return ''
    const lines = [verdictLine(outcome, verdictOf(outcome, mode), { shown, elsewhere, style, width })]
    const infos = shown.filter(({ finding }) => finding.severity === 'info')
    const isFolded = mode !== 'checked' && verbosity === 'normal' && infosShown + infos.length > INFOS
    const remarks = isFolded ? infos : []
    infosShown += infos.length - remarks.length
    const locations = Math.max(0, ...shown.map(({ finding }) => locationOf(finding).length))
    const indent = ' '.repeat(2 + locations + 2 + SEVERITY_WIDTH + 2)
    for (const one of shown) {
      if (remarks.includes(one)) continue
      const { finding, more } = one
      const help = isExplained(finding) ? helpOf(finding) : undefined
      // Lines of the source may hold secrets that other templates hide: the screen of their author shows them, a log does not.
      const isShown = width !== undefined && mode === 'checked' && verbosity !== 'quiet'
      const source = isShown ? excerptOf(outcome, finding, width - EXCERPT_INDENT) : []
      lines.push(...findingLines(one, { help, source }, { locations, indent, width }, style))
      if (more > 0 && finding.severity === 'error')
        lines.push(style.dim(`${indent}and ${more} more like this`))
    }
    lines.push(...remarkLines(remarks, { locations, indent, width }, style))
    if (shown.length > 0 && elsewhere > 0) {
      lines.push(style.dim(`${indent}and ${elsewhere} more like those of other files`))
    }
    lines.push(...acceptanceOfFile(outcome, options).map((line) => style.dim(line)))
    lines.push(...impactLines(outcome, style, verbosity))
    return `${lines.join('\n')}\n`
  }
  return { of: linesOf, hasLeftOut: () => hasLeftOut }
}

/** What to type where nothing blocks a file but what can be accepted, and what that costs. */
function acceptanceOfFile(
  outcome: FileOutcome,
  { lookUp, accepting, width, verbosity }: FileLinesOptions,
): readonly string[] {
  const acceptance = accepting === undefined ? undefined : acceptanceOf(outcome, lookUp)
  if (accepting === undefined || acceptance === undefined || verbosity === 'quiet') return []
  return [
    ...wrap(`accept it: ${oneLine(accepting(outcome.path, acceptance.codes))}`, width && width - 2),
    ...wrap(`it costs: ${acceptance.costs.join(', ')}`, width && width - 2),
  ].map((line) => `  ${line}`)
}

/** So much of what a stack feels is shown of each file. */
const IMPACT_SHOWN = {
  normal: { resources: 8, changes: 3 },
  verbose: { resources: Infinity, changes: Infinity },
}

/** What a stack feels that was made from the file, unless that is nothing: the summary counts those. */
function impactLines(
  { impact }: FileOutcome,
  style: Style,
  verbosity: TerminalOptions['verbosity'],
): readonly string[] {
  if (impact === undefined || verbosity === 'quiet' || verdictOfImpact(impact) === 'nothing') return []
  const shown = impactExcerpt(impact, style, IMPACT_SHOWN[verbosity])
  return [`  effect on a live stack: ${headline(impact)}`, ...shown.map((line) => `  ${line}`)]
}

/** Blanks before a line of the source: it has little room in a terminal. */
const EXCERPT_INDENT = 6
const SEVERITY_WIDTH = 'warning'.length
/** So many infos of a run have a line of their own. */
const INFOS = 5

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
  { finding, more }: ShownFinding,
  { help, source }: { readonly help: string | undefined; readonly source: readonly string[] },
  { locations, indent, width }: Columns,
  style: Style,
): string[] {
  const { severity, code } = finding
  const room = width === undefined ? undefined : width - indent.length
  const location = locationOf(finding).padEnd(locations)
  const mark = severityStyle(style, severity)(severity.padEnd(SEVERITY_WIDTH))
  const others = more > 0 && severity !== 'error' ? ` (and ${more} more)` : ''
  const [first = '', ...rest] = wrap(oneLine(`${code}  ${said(finding, help)}${others}`), room)
  const helpLines = help === undefined ? [] : wrap(`help: ${oneLine(help)}`, room)
  return [
    `  ${location}  ${mark}  ${style.bold(first.slice(0, code.length))}${first.slice(code.length).trimEnd()}`,
    ...rest.map((line) => indent + line),
    ...source.map((line, index) => {
      const marks = index === 1 ? severityStyle(style, severity) : (text: string) => text
      return ' '.repeat(EXCERPT_INDENT) + marks(line)
    }),
    ...helpLines.map((line) => indent + style.dim(line)),
  ]
}

/** Infos in one line, by their codes. */
function remarkLines(
  remarks: readonly ShownFinding[],
  { locations, indent, width }: Columns,
  style: Style,
): readonly string[] {
  if (remarks.length === 0) return []
  const codes = remarks.map(({ finding, more }) =>
    more > 0 ? `${finding.code} (${more + 1})` : finding.code,
  )
  const mark = severityStyle(style, 'info')('info'.padEnd(SEVERITY_WIDTH))
  const [first = '', ...rest] = wrap(
    codes.join(', '),
    width === undefined ? undefined : width - indent.length,
  )
  return [`  ${' '.repeat(locations)}  ${mark}  ${first}`, ...rest.map((line) => indent + line)]
}

/** The message. About a requirement it says what was found, so that a repair has to be said too, here or in the help. */
function said({ message, requirement }: LocatedFinding, help: string | undefined): string {
  const isToSay = requirement?.isRepaired === true && help?.startsWith('Repaired') !== true
  return isToSay ? `${message} (repaired)` : message
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
    ...undeployableRemark(outcome),
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

function undeployableRemark({ missingTypes = [], undeployable }: FileOutcome): readonly string[] {
  const reasons = [
    ...(missingTypes.length === 0 ? [] : [`Heat has no ${listed(missingTypes)}`]),
    ...(undeployable === undefined ? [] : [undeployable.why]),
  ]
  return reasons.length === 0 ? [] : [`not deployable: ${reasons.join('; ')}`]
}

/** So many names stand in a line before the rest is counted. */
const NAMES_SHOWN = 3

/** `A, B, C and 4 more`. */
function listed(names: readonly string[]): string {
  const rest = names.length - NAMES_SHOWN
  return `${names.slice(0, NAMES_SHOWN).map(oneLine).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** So many of one kind in one file are shown; when there are only a few more, all are. */
const SHOWN = { inFile: 3, allUpTo: 5 }
/** So many of one kind are shown in a whole run. */
const SHOWN_IN_RUN = 20

/** A finding to show, or how many are left out after it. */
interface ShownFinding {
  readonly finding: LocatedFinding
  /** Findings of its kind in this file that are left out, said after the last one shown. */
  readonly more: number
}

/** Chooses, file by file, which findings are worth a line, and in which order. */
type ChooseFindings = (findings: readonly LocatedFinding[]) => readonly ShownFinding[]

/** Shows all. */
export const chooseAll: ChooseFindings = (findings) => findings.map((finding) => ({ finding, more: 0 }))

/**
 * Shows errors first, of those that are alike the first few in a file and in the whole run: with the same code and the same
 * message but for names and numbers. Of warnings, and then of infos, the first of each code. What is about how a whole
 * run is read is shown once. A file in which nothing is shown is left to its reason.
 */
export function firstOfMany(lookUp: LookUpCode): ChooseFindings {
  const shownInRun = new Map<string, number>()
  const saidOfRun = new Set<string>()
  return (findings) => {
    const chosen = new Map<LocatedFinding, number>()
    const errors = findings.filter(isError)
    for (const [kind, alike] of groupedBy(errors, kindOf)) {
      const before = shownInRun.get(kind) ?? 0
      if (before >= SHOWN_IN_RUN) continue
      const count = alike.length <= SHOWN.allUpTo ? alike.length : SHOWN.inFile
      shownInRun.set(kind, before + count)
      alike.slice(0, count).forEach((finding, i) => {
        chosen.set(finding, i === count - 1 ? alike.length - count : 0)
      })
    }
    // In their own order, which is that of their places.
    const shown = errors.flatMap((finding) => {
      const more = chosen.get(finding)
      return more === undefined ? [] : [{ finding, more }]
    })
    for (const severity of ['warning', 'info'] as const) {
      const byCode = groupedBy(
        findings.filter((one) => one.severity === severity),
        ({ code }) => code,
      )
      for (const [code, alike] of byCode) {
        const [finding] = alike
        if (finding === undefined || saidOfRun.has(code)) continue
        if (lookUp(code)?.isOfRun === true) saidOfRun.add(code)
        const before = shownInRun.get(code) ?? 0
        if (before >= SHOWN_IN_RUN) continue
        shownInRun.set(code, before + 1)
        shown.push({ finding, more: alike.length - 1 })
      }
    }
    return shown
  }
}

/** Code, severity and message without what is in quotes, names with dots and numbers. */
function kindOf({ code, severity, message }: LocatedFinding): string {
  const shape = message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"')
    .replace(/[\w-]+(?:[./:][\w-]+)+/g, '.')
    .replace(/\d+/g, '0')
  return `${severity} ${code} ${shape}`
}
