import type { ReportedOutcome } from '../engine/outcome.ts'
import type { RunReport } from '../runner/run-report.ts'
import {
  countFindings,
  countReasons,
  countTransforms,
  countVerdicts,
  type FindingCount,
  heldText,
  labelOf,
  proofCount,
  proofText,
  quantity,
  secondsText,
  type TransformCount,
  type Verdict,
} from './counts.ts'
import { countColumns, countedOf, isLeftToPeople, sumOf, tallyRequirements } from './requirements.ts'
import { oneLine, renderTable, type Style, severityStyle, verdictStyle, wrap } from './style.ts'

/** Distinct reasons for skipping that are named before the rest is summed up. */
const REASONS_SHOWN = 4

export interface SummaryOptions {
  /** What the run took. */
  readonly seconds: number
  readonly style: Style
  /** Characters in a line of the terminal; undefined where no one line is as long as another. */
  readonly width?: number | undefined
}

/** The closing tables: files per status, per transform, findings by code. */
export function renderSummary(report: RunReport, { seconds, style, width }: SummaryOptions): string {
  const { files } = report
  const parts = [
    renderTotals(report, { seconds, style, width }),
    renderTransforms(countTransforms(files), style),
    renderRequirements(report, style),
    renderFindings(countFindings(files.map(withoutRequirements)), style),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** The totals in one line: `3 files: 1 changed, 2 unchanged`. */
export function totalsLine(report: RunReport): string {
  const counts = countVerdicts(report).flatMap(([verdict, count]) =>
    count === 0 ? [] : [`${count} ${labelOf(verdict)}`],
  )
  return [quantity(report.files.length, 'file'), ...(counts.length === 0 ? [] : [counts.join(', ')])].join(
    ': ',
  )
}

function renderTotals(report: RunReport, { seconds, style, width }: SummaryOptions): string[] {
  const { files } = report
  const verdicts = countVerdicts(report)
  const title = `${quantity(files.length, 'file')} in ${secondsText(seconds)}`
  const rows = verdicts.map(([verdict, count]) => [labelOf(verdict), `${count}`])
  const lines = renderTable(rows, ['left', 'right']).flatMap((line, i) => {
    const [verdict, count] = verdicts[i] ?? ['changed', 0]
    const column = 2 + line.length + 2
    const [note = '', ...more] = wrap(notes(files, verdict), width === undefined ? undefined : width - column)
    const whole = `${line}  ${note}`.trimEnd()
    const { length } = labelOf(verdict)
    const marked =
      count === 0
        ? style.dim(whole)
        : verdictStyle(style, verdict)(whole.slice(0, length)) + whole.slice(length)
    return [`  ${marked}`, ...more.map((text) => ' '.repeat(column) + text)]
  })
  return [style.bold(title), ...lines, ...ignoredLine(files)]
}

/** How many findings count nowhere, and by what. */
function ignoredLine(files: readonly ReportedOutcome[]): readonly string[] {
  const ignored = files.flatMap((file) => file.ignored ?? [])
  if (ignored.length === 0) return []
  const by = (['comment', 'baseline', 'waiver'] as const).flatMap((kind) => {
    const count = ignored.filter(({ ignoredBy }) => ignoredBy.kind === kind).length
    return count === 0 ? [] : [`${count} by ${kind === 'baseline' ? 'the baseline' : `a ${kind}`}`]
  })
  return [`  ${quantity(ignored.length, 'finding')} ignored: ${by.join(', ')}`]
}

/** Why files were skipped; most of them are simply no templates. */
function notes(files: readonly ReportedOutcome[], verdict: Verdict): string {
  if (verdict === 'changed') return changedNote(files)
  if (verdict === 'blocked') return blockedNote(files)
  if (verdict !== 'skipped') return ''
  const reasons = countReasons(files.filter((file) => file.status === verdict))
  const [first] = reasons
  if (first !== undefined && reasons.length === 1) return oneLine(first.reason)
  const named = reasons.slice(0, REASONS_SHOWN).map(({ reason, files }) => `${oneLine(reason)} (${files})`)
  const rest = reasons.slice(REASONS_SHOWN).reduce((sum, { files }) => sum + files, 0)
  return [...named, ...(rest > 0 ? [`other reasons (${rest})`] : [])].join(', ')
}

/** How many files are new, and how many were shown to mean the same; nothing where no proof was asked for. */
function changedNote(files: readonly ReportedOutcome[]): string {
  const created = files.filter(({ status, isNew }) => status === 'changed' && isNew === true).length
  const notes = [
    created > 0 ? `${created} created` : '',
    proofText(proofCount(files)),
    ...versionNotes(files),
    ...undeployableNote(files),
  ]
  return notes.filter((note) => note !== '').join(', ')
}

/** `3 in 2013-05-23`, for files that the usual version cannot say all of. */
function versionNotes(files: readonly ReportedOutcome[]): readonly string[] {
  const others = files.filter(({ findings }) => findings.some(({ code }) => code === 'other-version'))
  const counts = new Map<string, number>()
  for (const { version } of others)
    if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1)
  return [...counts].map(([version, count]) => `${count} in ${version}`)
}

function undeployableNote(files: readonly ReportedOutcome[]): readonly string[] {
  const count = files.filter(({ missingTypes = [] }) => missingTypes.length > 0).length
  return count === 0 ? [] : [`${count} not deployable (resource types that Heat does not have)`]
}

/** What keeps files as they are: the proof, or requirements alone, for which this run has no repair. */
function blockedNote(files: readonly ReportedOutcome[]): string {
  const left = files.filter(isLeftToPeople).length
  const notes = [left > 0 ? `${left} without any repair` : '', heldText(proofCount(files))]
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

/** Findings about requirements of a profile have a table of their own. */
function withoutRequirements(file: ReportedOutcome): ReportedOutcome {
  return { ...file, findings: file.findings.filter(({ requirement }) => requirement === undefined) }
}

function renderRequirements({ files, mode }: RunReport, style: Style): string[] {
  const tallies = tallyRequirements(files, () => undefined).filter(
    ({ repaired, left }) => repaired.length + left.length > 0,
  )
  if (tallies.length === 0) return []
  const counts = countColumns(mode)
  const rows = tallies.map((tally) => [
    tally.code,
    tally.keyword,
    ...counts.map(({ of }) => `${of(countedOf(tally))}`),
  ])
  if (rows.length > 1) rows.push(['all', '', ...counts.map(({ of }) => `${of(sumOf(tallies))}`)])
  const header = ['requirement', 'keyword', ...counts.map(({ name }) => name)]
  const alignments = ['left', 'left', ...counts.map(() => 'right' as const)] as const
  const [head = '', ...lines] = renderTable([header, ...rows], alignments)
  return [style.bold(head), ...lines]
}

function renderFindings(counts: readonly FindingCount[], style: Style): string[] {
  if (counts.length === 0) return []
  const rows = counts.map(({ code, severity, files, places }) => [code, severity, `${files}`, `${places}`])
  const header = ['finding', 'severity', 'files', 'places']
  const [head = '', ...lines] = renderTable([header, ...rows], ['left', 'left', 'right', 'right'])
  const colour = (line: string, i: number) => {
    const severity = counts[i]?.severity ?? 'info'
    return line.replace(` ${severity} `, ` ${severityStyle(style, severity)(severity)} `)
  }
  return [style.bold(head), ...lines.map(colour)]
}
