import type { Cell, Row } from 'write-excel-file/node'
import { Checksums } from './checksums.ts'
import { labelOf } from './counts.ts'
import { type Digest, digestOf, proofSentence } from './digest.ts'
import { type FullReport, gathered } from './gathered.ts'
import { packageCounts } from './packages.ts'
import type { LookUpCode, Reporter } from './reporter.ts'
import { countColumns, countedOf, type LocationState } from './requirements.ts'

/** Where bytes go; resolves once they may go on. */
type WriteBytes = (bytes: Uint8Array) => void | Promise<void>

/** A workbook (Office Open XML) with sheets to be sorted, filtered and filed: verdicts, requirements, places, files, findings. */
export function xlsxReporter(write: WriteBytes, version: string, lookUp: LookUpCode): Reporter {
  const checksums = new Checksums()
  return gathered(
    async (report) => {
      const { default: writeWorkbook } = await import('write-excel-file/node')
      const sheets = sheetsOf(report, digestOf(report, lookUp, checksums), version)
      const workbook = writeWorkbook(
        sheets.map(({ name, head, rows, widths }) => ({
          sheet: name,
          data: [head.map((value): Cell => ({ value, fontWeight: 'bold' })), ...fitting(rows)],
          columns: widths.map((width) => ({ width })),
          stickyRowsCount: 1,
        })),
      )
      await write(await workbook.toBuffer())
    },
    (outcome) => checksums.add(outcome),
  )
}

interface Table {
  readonly name: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** Of the columns, in characters. */
  readonly widths: readonly number[]
}

function sheetsOf(report: FullReport, digest: Digest, version: string): readonly Table[] {
  const { requirements, findings } = digest
  const ofProfile = digest.packages.length === 0 ? [] : [requirementSheet(digest), locationSheet(digest)]
  return [
    summarySheet(report, digest, version),
    ...(requirements.length === 0 ? [] : ofProfile),
    fileSheet(report, digest),
    ...(findings.length === 0 ? [] : [findingSheet(digest)]),
  ]
}

function summarySheet({ invocation }: FullReport, digest: Digest, version: string): Table {
  const { packages, verdicts, mode, headline } = digest
  const proof = proofSentence(digest)
  return {
    name: 'Summary',
    head: ['hotshift report', '', ''],
    rows: [
      ['hotshift', version, ''],
      ...(invocation === undefined ? [] : [['command', invocation.command, '']]),
      ['looked at', headline, ''],
      ...(proof === '' ? [] : [['proof', proof, '']]),
      ...packages.flatMap((one) => [
        [one.path, one.said, ''],
        ...(one.checksum === undefined ? [] : [[one.path, 'SHA-256', one.checksum]]),
        ...packageCounts(packages, mode).map(({ name, of }) => [one.path, name, of(one)]),
      ]),
      ...verdicts.map(([verdict, count]) => ['all files', labelOf(verdict), count]),
    ],
    widths: [40, 60, 70],
  }
}

function requirementSheet({ requirements, mode }: Digest): Table {
  const counts = countColumns(mode)
  return {
    name: 'Requirements',
    head: [
      'requirement',
      'keyword',
      'rule',
      ...counts.map(({ name }) => name),
      'set aside',
      'VVP test',
      'link',
    ],
    rows: requirements.map((one) => [
      one.code,
      one.keyword,
      one.rule,
      ...counts.map(({ of }) => of(countedOf(one))),
      one.setAside.length,
      one.testedBy ?? '',
      one.link ?? '',
    ]),
    widths: [14, 12, 70, ...counts.map(() => 10), 10, 40, 60],
  }
}

const states: Readonly<Record<LocationState, string>> = {
  left: 'left',
  repaired: 'repaired',
  'given-up': 'repaired, something given up',
  'set-aside': 'set aside',
}

function locationSheet({ requirements }: Digest): Table {
  return {
    name: 'Places',
    head: ['file', 'line', 'column', 'requirement', 'keyword', 'state', 'what', 'note'],
    rows: requirements.flatMap(({ code, keyword, left, repaired, setAside }) =>
      [...left, ...repaired, ...setAside].map(({ path, line, column, state, message, note }) => [
        path,
        line,
        column,
        code,
        keyword,
        states[state],
        message,
        note.replaceAll('`', ''),
      ]),
    ),
    widths: [40, 7, 7, 14, 12, 18, 70, 70],
  }
}

function fileSheet({ files }: FullReport, { checked, requirementFiles }: Digest): Table {
  const checksums = new Map(checked.map(({ path, checksum }) => [path, checksum]))
  const tallies = new Map(requirementFiles.map((one) => [one.path, one]))
  return {
    name: 'Files',
    head: ['file', 'new name', 'status', 'why', 'proof', 'repaired', 'left', 'SHA-256'],
    rows: files.map(({ path, newPath = '', status, reason = '', proof }) => [
      path,
      newPath,
      status,
      reason,
      proof === 'none' ? '' : proof,
      tallies.get(path)?.repaired ?? 0,
      tallies.get(path)?.left ?? 0,
      checksums.get(path) ?? '',
    ]),
    widths: [50, 30, 11, 50, 12, 10, 10, 68],
  }
}

function findingSheet({ findings }: Digest): Table {
  return {
    name: 'Findings',
    head: ['file', 'line', 'column', 'finding', 'severity', 'what', 'help'],
    rows: findings.flatMap(({ code, severity, help, spots }) =>
      spots.map(({ path, line, column, message }) => [
        path,
        line,
        column,
        code,
        severity,
        message,
        help.replaceAll('`', ''),
      ]),
    ),
    widths: [50, 7, 7, 26, 10, 70, 70],
  }
}

/** Rows that a sheet can have (ECMA-376), the head and a line about those that are left out not counted. */
const mostRows = 1_048_574

function fitting(rows: Table['rows']): Row[] {
  const shown = rows.slice(0, mostRows).map((row) => row.map(cellOf))
  const more = rows.length - mostRows
  return more <= 0 ? shown : [...shown, [`${more} more do not fit into a sheet; --format csv has them`]]
}

/** Characters that a cell can hold. */
const mostCharacters = 32_767

/** What XML cannot have: control characters, and halves of characters. */
const unwritable =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text as text, whatever it begins with. */
function cellOf(value: string | number): Cell {
  if (typeof value === 'number') return value
  if (value === '') return null
  const shown = value.slice(0, mostCharacters).replace(unwritable, '?')
  return { value: shown, type: String, wrap: true, alignVertical: 'top' }
}
