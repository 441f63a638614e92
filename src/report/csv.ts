import type { LocatedFinding, ReportedOutcome } from '../engine/outcome.ts'
import { type PackageTally, tallyPackages } from './packages.ts'
import { gathered, type LookUpCode, type Reporter, type Write } from './reporter.ts'
import { oneLine } from './style.ts'

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
    const verdicts = tallyPackages(report).map((one) => row(verdictCells(one)))
    await write([row(csvColumns), ...verdicts].join(''))
    for (const outcome of report.files) {
      const rows = outcome.findings.map((finding) => row(cellsOf(outcome, finding, lookUp)))
      if (rows.length > 0) await write(rows.join(''))
    }
  })
}

const severityOfVerdict = { violated: 'error', 'not-in-full': 'warning', met: 'info' } as const

/** The verdict in the columns of a finding: path of the package, code, severity and the sentence. */
function verdictCells({ path, verdict, said, checksum }: PackageTally): readonly string[] {
  const rest = csvColumns.slice(csvColumns.indexOf('message') + 1).map(() => '')
  const message = checksum === undefined ? said : `${said}; SHA-256 ${checksum}`
  return [path, '', '', 'verdict', severityOfVerdict[verdict], '', '', '', '', message, ...rest]
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

function row(cells: readonly string[]): string {
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
