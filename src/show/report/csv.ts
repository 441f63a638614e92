import type { LocatedFinding, ReportedOutcome } from '../../engine/outcome.ts'
import type { WrittenLocation } from '../../run/run-report.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { gates } from './gates.ts'
import { type PackageTally, tallyPackages } from './packages.ts'
import { releaseText } from './release.ts'
import { type FullReport, gathered, type LookUpCode, type Reporter, type Write } from './reporter.ts'
import { oneLine } from './style.ts'
import { beforeText, commandLine } from './written.ts'

/** The columns, in their order. */
export const csvColumns = [
  'path',
  'line',
  'column',
  'code',
  'severity',
  'keyword',
  'repair',
  'repaired',
  'transform',
  'message',
  'help',
  'rule',
  'link',
  'tested by',
] as const

/**
 * The findings as CSV (RFC 4180): a header, for a profile its verdict on each package, then one row per finding in the
 * order of the paths.
 */
export function csvReporter(write: Write, lookUp: LookUpCode): Reporter {
  return gathered(async (report) => {
    const verdicts = tallyPackages(report, lookUp).flatMap((one) => [
      row(verdictCells(one)),
      ...gateRows(one),
    ])
    const left = report.written && groupedBy(report.written.left, ({ was }) => was)
    const head = [row(csvColumns), ...verdicts, ...releaseRows(report)]
    await write([...head, ...goneRows(report), ...writtenRows(report)].join(''))
    for (const outcome of report.files) {
      const findings = outcome.findings.filter((one) => left === undefined || !isLeft(one))
      const rows = [
        ...findings.map((finding) => row(cellsOf(outcome, finding, lookUp))),
        ...(left?.get(outcome.path) ?? []).map((one) => row(cellsOfLeft(one, lookUp))),
      ]
      if (rows.length > 0) await write(rows.join(''))
    }
  })
}

const severityOfVerdict = { violated: 'error', 'not-in-full': 'warning', met: 'info' } as const

/** The verdict in the columns of a finding: path of the package, code, severity and the sentence. */
function verdictCells({ path, verdict, said, checksum, made }: PackageTally): readonly string[] {
  const rest = csvColumns.slice(csvColumns.indexOf('message') + 1).map(() => '')
  const now = made === undefined ? '' : `; ${made.path}: SHA-256 ${made.checksum}`
  const message = checksum === undefined ? said : `${said}; SHA-256 ${checksum}${now}`
  return [path, '', '', 'verdict', severityOfVerdict[verdict], '', '', '', '', message, ...rest]
}

/** What each gate says of a package. */
function gateRows({ path, gates: verdicts }: PackageTally): readonly string[] {
  const rest = csvColumns.slice(csvColumns.indexOf('message') + 1).map(() => '')
  return gates.map((gate) => {
    const severity = verdicts[gate].startsWith('failed') ? 'error' : 'info'
    return row([path, '', '', 'gate', severity, '', '', '', '', `${gate}: ${verdicts[gate]}`, ...rest])
  })
}

/** The release of the requirements, of a run that does not say it with what it has made. */
function releaseRows({ requirements, written }: FullReport): readonly string[] {
  if (requirements === undefined || written !== undefined) return []
  const rest = csvColumns.slice(csvColumns.indexOf('message') + 1).map(() => '')
  return [row(['', '', '', 'release', 'info', '', '', '', '', releaseText(requirements), ...rest])]
}

/** What an earlier report had and this run has not. */
function goneRows({ since }: FullReport): readonly string[] {
  const rest = csvColumns.slice(csvColumns.indexOf('help') + 1).map(() => '')
  return (since?.gone ?? []).map(({ path, code, message }) =>
    row([path, '', '', 'gone', 'info', '', '', '', '', message, code, ...rest]),
  )
}

/** What a repair has made, as rows of their own: the code says what a row is about. */
function writtenRows(report: FullReport): readonly string[] {
  const { written, invocation, requirements } = report
  if (written === undefined) return []
  const { day, names, mentions, values, files } = written
  const release = requirements === undefined ? `ONAP ${written.requirements}` : releaseText(requirements)
  const about = (
    path: string,
    code: string,
    severity: string,
    message: string,
    place: readonly string[] = ['', ''],
  ) => row([path, ...place, code, severity, '', '', '', '', message, ...csvColumns.slice(10).map(() => '')])
  const command = invocation === undefined ? '' : `; ${commandLine(invocation)}`
  return [
    about('', 'run', 'info', `${day}; ${release}${command}`),
    ...names.map(({ path, kind, from, to }) =>
      about(path, 'new-name', 'info', `${kind} "${from}" is "${to}"`),
    ),
    ...mentions.map(({ path, line, kind, from, to }) =>
      about(path, 'old-name', 'info', `${kind} "${from}" is "${to}"`, [`${line}`, '']),
    ),
    ...values.map(({ path, name, before }) =>
      about(path, 'value-needed', 'info', `"${name}" must be given; ${beforeText[before]}`),
    ),
    ...files.map(({ path, checksum }) => about(path, 'file', 'info', `SHA-256 ${checksum}`)),
  ]
}

function cellsOf({ path }: ReportedOutcome, finding: LocatedFinding, lookUp: LookUpCode): readonly string[] {
  const { line, column, code, severity, message, transform = '', requirement } = finding
  const repaired = requirement === undefined ? '' : requirement.isRepaired === true ? 'yes' : 'no'
  const known = lookUp(code)
  const help = finding.help ?? known?.help ?? ''
  const { keyword = '', repair = '' } = requirement ?? {}
  const { title = '', link = '', testedBy = '' } = (requirement === undefined ? undefined : known) ?? {}
  const what = [code, severity, keyword, repair, repaired, transform, message, help]
  return [path, `${line}`, `${column}`, ...what, title, link, testedBy]
}

function isLeft({ requirement }: LocatedFinding): boolean {
  return requirement !== undefined && requirement.isRepaired !== true
}

/** What is left after a repair, where it stands then. */
function cellsOfLeft(one: WrittenLocation, lookUp: LookUpCode): readonly string[] {
  const { path, line, column, code, keyword, repair, message, note, isNew } = one
  const { title = '', link = '', testedBy = '' } = lookUp(code) ?? {}
  const severity = keyword.startsWith('MUST') ? 'error' : 'warning'
  const what = [code, severity, keyword, repair, isNew ? 'new' : 'no', '', message, note]
  return [path, `${line}`, `${column}`, ...what, title, link, testedBy]
}

/** One row, with its line break. */
export function row(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * One cell. What a spreadsheet would take for a formula gets an apostrophe before it (OWASP, "CSV Injection"), also
 * behind what separates cells for readers of other countries: to them the quotes of a cell stand in the middle of one, and
 * protect nothing. So a cell has no line break either, and none begins like a command of a CI system (`::error::`). What
 * steers a terminal is spelled out: names of files and contents of templates are not ours.
 */
function cell(given: string): string {
  const text = oneLine(given).replace(/(^|[;,|])([ '"]*)([=+\-@])/g, "$1$2'$3")
  return /^:|[",;|']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
