import type { RunReport } from '../../run/run-report.ts'
import {
  type AssumptionCount,
  type FileVerdict,
  type FindingCount,
  heldText,
  labelOf,
  proofText,
  quantity,
  readingText,
  secondsText,
  type TransformCount,
} from './counts.ts'
import { undeployableCountText } from './deployable.ts'
import type { LookUpCode } from './reporter.ts'
import { countColumns, sumOf } from './requirements.ts'
import { oneLine, renderTable, type Style, severityStyle, verdictStyle } from './style.ts'
import type { Tally } from './tally.ts'

/** Distinct reasons for skipping that are named before the rest is summed up. */
const REASONS_SHOWN = 4

interface SummaryOptions {
  /** What the run took; undefined in a report that is made later. */
  readonly seconds: number | undefined
  readonly style: Style
  /** Whether all is wanted: the transforms that changed something, and every code. */
  readonly isWhole?: boolean
  /** Whether findings are counted by code: so many that the lines above give no picture. */
  readonly hasKinds?: boolean
  /** The command that makes the fixes of a check; undefined where there is none. */
  readonly fixCommand?: string | undefined
  /** What codes give up, where a table says what was accepted. */
  readonly losses?: LookUpCode | undefined
}

/** So many codes have a line of their own, worst first, before the rest is counted; when there are a few more, all have. */
const CODES = { shown: 8, allUpTo: 10 }

/** The closing tables: files per status, per transform, findings by code. */
export function renderSummary(
  tally: Tally,
  { isWhole = true, hasKinds = true, ...options }: SummaryOptions,
): string {
  const { style } = options
  const parts = [
    renderTotals(tally, options),
    isWhole ? renderTransforms(tally.transforms(), style) : [],
    renderAssumed(tally.assumed(), style),
    renderFeeds(tally, style, isWhole),
    renderLosses(tally, options),
    renderRequirements(tally, style),
    hasKinds ? renderFindings(tally.findings(), style, isWhole) : [],
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** Files per status of each repository; empty where a report is about one. */
export function renderRepositories({ repositories = [] }: RunReport, style: Style): string {
  const [first] = repositories
  if (first === undefined) return ''
  const statuses = Object.keys(first.totals) as (keyof typeof first.totals)[]
  const rows = repositories.map(({ name, totals }) => [
    oneLine(name),
    ...statuses.map((status) => `${totals[status]}`),
  ])
  const table = [['repository', ...statuses], ...rows]
  const [head = '', ...lines] = renderTable(table, ['left', ...statuses.map(() => 'right' as const)])
  return `\n${[style.bold(head), ...lines].join('\n')}\n`
}

/** The totals in one line: `3 files: 1 changed, 2 unchanged`. */
export function totalsLine(tally: Tally): string {
  const counts = tally
    .verdicts()
    .flatMap(([verdict, count]) => (count === 0 ? [] : [`${count} ${labelOf(verdict)}`]))
  return [quantity(tally.files, 'file'), ...(counts.length === 0 ? [] : [counts.join(', ')])].join(': ')
}

function renderTotals(tally: Tally, options: SummaryOptions): string[] {
  const impact = tally.impact.sentence()
  return [
    ...(tally.mode === 'checked' ? checkTotals(tally, options) : rewriteTotals(tally, options)),
    ...readingLine(tally),
    ...ignoredLine(tally),
    ...(impact === '' ? [] : [`  ${impact}`]),
  ]
}

function rewriteTotals(tally: Tally, { seconds, style }: SummaryOptions): string[] {
  const verdicts = tally.verdicts().filter(([, count]) => count > 0)
  const rows = verdicts.map(([verdict, count]) => [labelOf(verdict), `${count}`])
  const lines = renderTable(rows, ['left', 'right']).map((line, i) => {
    const [verdict] = verdicts[i] ?? ['changed']
    const whole = `${line}  ${notes(tally, verdict)}`.trimEnd()
    const { length } = labelOf(verdict)
    return `  ${verdictStyle(style, verdict)(whole.slice(0, length))}${whole.slice(length)}`
  })
  return [style.bold(`${quantity(tally.files, 'file')}${timeText(seconds)}`), ...lines]
}

/** `3 files in 0.2 s: 1 with errors, 1 clean, 1 skipped (not a template)`, and the findings in numbers below. */
function checkTotals(tally: Tally, { seconds, style, fixCommand }: SummaryOptions): string[] {
  const verdicts = tally.verdicts().filter(([, count]) => count > 0)
  const files = verdicts.map(([verdict, count]) => {
    const note = notes(tally, verdict)
    const label = verdictStyle(style, verdict)(labelOf(verdict))
    return `${count} ${label}${note === '' ? '' : ` (${note.replaceAll(/ \((\d+)\)/g, ': $1')})`}`
  })
  const { error, warning, info } = tally.severities
  const found = (['error', 'warning'] as const).flatMap((severity) => {
    const count = tally.severities[severity]
    return count === 0 ? [] : [severityStyle(style, severity)(quantity(count, severity))]
  })
  const counts = [
    ...(error + warning === 0 ? ['no errors or warnings'] : found),
    ...(info === 0 ? [] : [quantity(info, 'info')]),
  ]
  const where = error + warning + info === 0 ? tally.files : tally.withFindings
  const isOfMany = tally.files !== 1 || tally.files !== tally.withFindings
  return [
    ...(isOfMany ? [`${quantity(tally.files, 'file')}${timeText(seconds)}: ${files.join(', ')}`] : []),
    `${style.bold(counts.join(', '))} in ${quantity(where, 'file')}${fixesText(tally, fixCommand)}`,
  ]
}

/** How many findings a command makes go away, and how many only with `=all`, which makes what the author has to choose. */
function fixesText({ fixable, choices }: Tally, command: string | undefined): string {
  if (command === undefined || fixable + choices === 0) return ''
  const have = (count: number) => `${count} ${count === 1 ? 'has' : 'have'} a fix`
  if (fixable === 0) return `; ${have(choices)} for you to choose: ${command}=all`
  const more =
    choices === 0
      ? ''
      : `, ${choices} more for you to choose: ${command.slice(command.lastIndexOf(' ') + 1)}=all`
  return `; ${have(fixable)}: ${command}${more}`
}

function timeText(seconds: number | undefined): string {
  return seconds === undefined ? '' : ` in ${secondsText(seconds)}`
}

/** How CloudFormation was read, in one line for the whole run. */
function readingLine(tally: Tally): readonly string[] {
  const text = readingText(tally.readings())
  return text === '' ? [] : [`  ${text}`]
}

/** How many findings count nowhere, and by what. */
function ignoredLine(tally: Tally): readonly string[] {
  const ignored = tally.ignored()
  if (ignored.length === 0) return []
  const all = ignored.reduce((sum, [, count]) => sum + count, 0)
  const by = ignored.map(
    ([kind, count]) => `${count} by ${kind === 'baseline' ? 'the baseline' : `a ${kind}`}`,
  )
  return [`  ${quantity(all, 'finding')} ignored: ${by.join(', ')}`]
}

/** Why files were skipped; most of them are simply no templates. */
function notes(tally: Tally, verdict: FileVerdict): string {
  if (verdict === 'changed') return changedNote(tally)
  if (verdict === 'blocked') return blockedNote(tally)
  if (verdict !== 'skipped') return ''
  const reasons = tally.reasons()
  const [first] = reasons
  if (first !== undefined && reasons.length === 1) return oneLine(first.reason)
  const named = reasons.slice(0, REASONS_SHOWN).map(({ reason, files }) => `${oneLine(reason)} (${files})`)
  const rest = reasons.slice(REASONS_SHOWN).reduce((sum, { files }) => sum + files, 0)
  return [...named, ...(rest > 0 ? [`other reasons (${rest})`] : [])].join(', ')
}

/** How many files are new, and how many were shown to mean the same; nothing where no proof was asked for. */
function changedNote(tally: Tally): string {
  const notes = [
    tally.created > 0 ? `${tally.created} created` : '',
    proofText(tally.proof()),
    // Files that the usual version cannot say all of.
    ...tally.versions().map(([version, count]) => `${count} in ${version}`),
    undeployableCountText(tally.undeployable),
  ]
  return notes.filter((note) => note !== '').join(', ')
}

/** What keeps files as they are: the proof, or requirements alone, for which this run has no repair. */
function blockedNote(tally: Tally): string {
  const notes = [
    tally.leftToPeople > 0 ? `${tally.leftToPeople} without any repair` : '',
    heldText(tally.proof()),
  ]
  return notes.filter((note) => note !== '').join(', ')
}

function renderTransforms(counts: readonly TransformCount[], style: Style): string[] {
  if (counts.length === 0) return []
  const rows = counts.map(({ id, files, changes }) => [id, `${files}`, `${changes}`])
  const [head = '', ...lines] = renderTable(
    [['transform', 'files', 'changes'], ...rows],
    ['left', 'right', 'right'],
  )
  return [style.bold(head), ...lines]
}

/** What proofs assume; reports in other formats have all of it. */
const ASSUMED_SHOWN = 5

function renderAssumed(counts: readonly AssumptionCount[], style: Style): string[] {
  if (counts.length === 0) return []
  const rows = counts.slice(0, ASSUMED_SHOWN).map(({ text, files }) => [oneLine(text), `${files}`])
  const [head = '', ...lines] = renderTable([['assumption', 'files'], ...rows], ['left', 'right'])
  const more = counts.length - rows.length
  return [style.bold(head), ...lines, ...(more > 0 ? [`and ${more} more`] : [])]
}

/** So many imports are named before the rest is counted. */
const FEEDS_SHOWN = 20

function renderFeeds({ feeds }: Tally, style: Style, isWhole: boolean): string[] {
  const all = feeds.rows()
  if (all.length === 0) return []
  const shown = isWhole ? all : all.slice(0, FEEDS_SHOWN)
  const rows = shown.map(({ from, to, isLeft }) => [
    oneLine(from),
    oneLine(to),
    isLeft ? 'not converted yet' : '',
  ])
  const [head = '', ...lines] = renderTable(
    [['output', 'feeds the parameter', ''], ...rows],
    ['left', 'left', 'left'],
  )
  const more = all.length - shown.length
  return [
    style.bold(head),
    ...lines.map((line) => line.trimEnd()),
    ...(more > 0 ? [style.dim(`and ${more} more; --verbose lists them`)] : []),
  ]
}

/** What `--lossy` gave up, which no line of a single file sums up. */
function renderLosses({ losses }: Tally, { style, losses: lookUp }: SummaryOptions): string[] {
  const rows = lookUp === undefined ? [] : losses.rows(lookUp)
  const [head = '', ...lines] = renderTable(rows, ['left', 'left', 'right', 'right'])
  return rows.length === 0 ? [] : [style.bold(head), ...lines]
}

function renderRequirements(tally: Tally, style: Style): string[] {
  const requirements = tally.requirements()
  if (requirements.length === 0) return []
  const counts = countColumns(tally.mode, requirements)
  const rows = requirements.map((one) => [one.code, one.keyword, ...counts.map(({ of }) => `${of(one)}`)])
  if (rows.length > 1) rows.push(['all', '', ...counts.map(({ of }) => `${of(sumOf(requirements))}`)])
  const header = ['requirement', 'keyword', ...counts.map(({ name }) => name)]
  const alignments = ['left', 'left', ...counts.map(() => 'right' as const)] as const
  const [head = '', ...lines] = renderTable([header, ...rows], alignments)
  return [style.bold(head), ...lines]
}

function renderFindings(all: readonly FindingCount[], style: Style, isWhole: boolean): string[] {
  if (all.length === 0) return []
  const counts = isWhole || all.length <= CODES.allUpTo ? all : all.slice(0, CODES.shown)
  const left = all.length - counts.length
  const rows = counts.map(({ code, severity, files, places }) => [code, severity, `${files}`, `${places}`])
  const header = ['finding', 'severity', 'files', 'locations']
  const [head = '', ...lines] = renderTable([header, ...rows], ['left', 'left', 'right', 'right'])
  const colour = (line: string, i: number) => {
    const severity = counts[i]?.severity ?? 'info'
    return line.replace(` ${severity} `, ` ${severityStyle(style, severity)(severity)} `)
  }
  const more = left === 0 ? [] : [style.dim(`and ${left} more kinds of findings; --verbose lists them`)]
  return [style.bold(head), ...lines.map(colour), ...more]
}
