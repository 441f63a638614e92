import type { Cell, Row } from 'write-excel-file/node'
import { labelOf } from './counts.ts'
import { checksumOf, type Digest, digestOf, ELSEWHERE, proofSentence } from './digest.ts'
import { inOrder } from './in-order.ts'
import { packageColumns } from './packages.ts'
import {
  FirstRows,
  type FullReport,
  gathered,
  type LookUpCode,
  type ReportExtent,
  type Reporter,
} from './reporter.ts'
import { countColumns, countedOf, countsIn, type LocationState } from './requirements.ts'
import type { WrittenTable } from './written.ts'

/** Where bytes go; resolves once they may go on. */
type WriteBytes = (bytes: Uint8Array) => void | Promise<void>

/** A workbook (Office Open XML) with sheets to be sorted, filtered and filed: verdicts, requirements, locations, files, findings. */
export function xlsxReporter(
  write: WriteBytes,
  version: string,
  lookUp: LookUpCode,
  extent: ReportExtent = 'whole',
): Reporter {
  return gathered<string>(async (report) => {
    const { default: writeWorkbook } = await import('write-excel-file/node')
    const digest = digestOf(report, lookUp)
    const sheets =
      extent === 'totals' ? totalSheets(report, digest, version) : sheetsOf(report, digest, version)
    const workbook = writeWorkbook(
      sheets.map(({ name, head, rows, widths }) => ({
        sheet: name,
        data: [
          head.map((value): Cell => ({ value, fontWeight: 'bold' })),
          ...rows.rows.map((row) => row.map(cellOf)),
          ...leftOut(rows),
        ],
        columns: widths.map((width) => ({ width })),
        stickyRowsCount: 1,
      })),
      {
        features: [
          { files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform: withFilters(sheets) } } } },
        ],
      },
    )
    await write(withoutTimes(await workbook.toBuffer()))
  }, checksumOf)
}

/** Puts a filter over the head of each sheet that is a table (ECMA-376, 18.3.1.2: it stands right behind the data). */
function withFilters(sheets: readonly Worksheet[]) {
  return (xml: string, _options: unknown, { sheetIndex }: { readonly sheetIndex: number }): string => {
    const { head = [''], rows } = sheets[sheetIndex] ?? {}
    // The summary has no names of columns.
    if (rows === undefined || head.includes('') || rows.rows.length === 0) return xml
    const last = `${String.fromCharCode(64 + head.length)}${rows.rows.length + 1}`
    return xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${last}"/>`)
  }
}

/**
 * The archive of a workbook with the first day that an archive can name (APPNOTE.TXT of the zip format, 4.4.6) as the time of
 * all its members: the same report is the same file whenever it is made.
 */
function withoutTimes(bytes: Buffer): Uint8Array {
  const [FIRST_DAY, LIST_ENTRY, END] = [0x00210000, 0x02014b50, 0x06054b50] as const
  const made = Buffer.from(bytes)
  const end = made.length - 22
  // A comment would stand behind the end; the library writes none.
  if (end < 0 || made.readUInt32LE(end) !== END) return made
  let at = made.readUInt32LE(end + 16)
  while (at < end && made.readUInt32LE(at) === LIST_ENTRY) {
    made.writeUInt32LE(FIRST_DAY, at + 12)
    made.writeUInt32LE(FIRST_DAY, made.readUInt32LE(at + 42) + 10)
    at += 46 + made.readUInt16LE(at + 28) + made.readUInt16LE(at + 30) + made.readUInt16LE(at + 32)
  }
  return made
}

interface Worksheet {
  readonly name: string
  readonly head: readonly string[]
  readonly rows: Pick<FirstRows<readonly (string | number)[]>, 'rows' | 'length'>
  /** Of the columns, in characters. */
  readonly widths: readonly number[]
}

function sheetsOf(report: FullReport<string>, digest: Digest, version: string): readonly Worksheet[] {
  const { requirements, findings } = digest
  const ofProfile = digest.packages.length === 0 ? [] : [requirementSheet(digest), locationSheet(digest)]
  return [
    summarySheet(report, digest, version),
    ...(requirements.length === 0 ? [] : ofProfile),
    ...[...digest.since, ...digest.written.slice(1)].map(writtenSheet),
    fileSheet(report),
    ...(findings.length === 0 ? [] : [findingSheet(digest)]),
  ]
}

/** The numbers, and no file. */
function totalSheets(report: FullReport<string>, digest: Digest, version: string): readonly Worksheet[] {
  const { requirements, findings, transforms } = digest
  return [
    summarySheet(report, digest, version),
    ...(requirements.length === 0 ? [] : [requirementSheet(digest)]),
    {
      name: 'Findings',
      head: ['finding', 'severity', 'files', 'locations', 'meaning'],
      rows: few(
        findings.map(({ code, severity, files, places, title }) => [code, severity, files, places, title]),
      ),
      widths: [26, 10, 10, 10, 70],
    },
    {
      name: 'Changes',
      head: ['transform', 'files', 'changes'],
      rows: few(transforms.map(({ id, files, changes }) => [id, files, changes])),
      widths: [40, 10, 10],
    },
  ]
}

function summarySheet({ invocation }: FullReport, digest: Digest, version: string): Worksheet {
  const { packages, verdicts, mode, headline } = digest
  const proof = proofSentence(digest)
  const given = invocation === undefined ? [] : [['command', invocation.command, '']]
  return {
    name: 'Summary',
    head: ['hotshift report', '', ''],
    rows: few([
      ['hotshift', version, ''],
      ...(digest.written.length === 0 ? given : (digest.written[0]?.rows ?? []).map((row) => [...row, ''])),
      ['looked at', headline, ''],
      ...(proof === '' ? [] : [['proof', proof, '']]),
      ...packages.flatMap((one) => [
        [one.name, one.said, ''],
        ...(one.checksum === undefined ? [] : [[one.name, 'SHA-256', one.checksum]]),
        ...(one.made === undefined ? [] : [[one.made.path, 'SHA-256', one.made.checksum]]),
        ...packageColumns(packages, mode).map(({ name, of }) => [one.name, name, of(one)]),
      ]),
      ...verdicts.map(([verdict, count]) => ['all files', labelOf(verdict), count]),
    ]),
    widths: [40, 60, 70],
  }
}

function writtenSheet({ name, columns, rows }: WrittenTable): Worksheet {
  return {
    name,
    head: columns.map(({ name }) => name),
    rows: few(rows.slice(0, MOST_ROWS)),
    widths: columns.map(({ name }) => (name === 'SHA-256' ? 68 : 40)),
  }
}

function requirementSheet({ requirements, mode }: Digest): Worksheet {
  const counts = countColumns(mode, requirements.map(countedOf))
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
    rows: few(
      requirements.map((one) => [
        one.code,
        one.keyword,
        one.rule,
        ...counts.map(({ of }) => of(countedOf(one))),
        one.places['set-aside'].length,
        one.testedBy ?? '',
        one.link ?? '',
      ]),
    ),
    widths: [14, 12, 70, ...counts.map(() => 10), 10, 40, 60],
  }
}

const states: readonly (readonly [LocationState, string])[] = [
  ['left', 'left'],
  ['new', 'left, and not violated before'],
  ['repaired', 'repaired'],
  ['given-up', 'repaired, something given up'],
  ['set-aside', 'set aside'],
]

/** Several lists as one. */
function listed(lists: readonly Worksheet['rows'][]): Worksheet['rows'] {
  const rows = lists.flatMap((one) => one.rows).slice(0, MOST_ROWS)
  return { rows, length: lists.reduce((sum, { length }) => sum + length, 0) }
}

function locationSheet({ requirements }: Digest): Worksheet {
  return {
    name: 'Locations',
    head: ['file', 'line', 'column', 'requirement', 'keyword', 'state', 'what', 'note'],
    rows: listed(
      requirements.flatMap(({ code, keyword, places }) =>
        states.map(([state, said]) => ({
          length: places[state].length,
          rows: places[state].rows.map(({ path, line, column, message, note }) => [
            path,
            line,
            column,
            code,
            keyword,
            said,
            message,
            note.replaceAll('`', ''),
          ]),
        })),
      ),
    ),
    widths: [40, 7, 7, 14, 12, 18, 70, 70],
  }
}

function fileSheet({ files }: FullReport<string>): Worksheet {
  const rows = new FirstRows<readonly (string | number)[]>(MOST_ROWS)
  for (const file of files) {
    const { path, newPath = '', status, reason = '', proof, extra: checksum = '' } = file
    const { repaired, left } = countsIn(file)
    rows.add([path, newPath, status, reason, proof === 'none' ? '' : proof, repaired, left, checksum])
  }
  return {
    name: 'Files',
    head: ['file', 'new name', 'status', 'why', 'proof', 'repaired', 'left', 'SHA-256'],
    rows,
    widths: [50, 30, 11, 50, 12, 10, 10, 68],
  }
}

function findingSheet({ findings }: Digest): Worksheet {
  return {
    name: 'Findings',
    head: ['file', 'line', 'column', 'finding', 'severity', 'what', 'help'],
    rows: listed(
      findings.map(({ code, severity, help, spots }) => ({
        length: spots.length,
        rows: spots.rows.map(({ path, line, column, message }) => [
          path,
          line,
          column,
          code,
          severity,
          message,
          help.replaceAll('`', ''),
        ]),
      })),
    ),
    widths: [50, 7, 7, 26, 10, 70, 70],
  }
}

/** A workbook is made in memory, and nobody scrolls further; a sheet could have a million rows (ECMA-376). */
const MOST_ROWS = 50_000

function leftOut({ rows, length }: Worksheet['rows']): Row[] {
  return length === rows.length ? [] : [[`${length - rows.length} more ${ELSEWHERE}`]]
}

/** Rows of which there are few. */
function few(rows: readonly (readonly (string | number)[])[]): Worksheet['rows'] {
  return { rows: [...rows], length: rows.length }
}

/** Characters that a cell can hold. */
const mostCharacters = 32_767

/** What XML cannot have: control characters, and halves of characters. */
const unwritable =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A string as a string, whatever it begins with. */
function cellOf(value: string | number): Cell {
  if (typeof value === 'number') return value
  if (value === '') return null
  const shown = inOrder(value).slice(0, mostCharacters).replace(unwritable, '?')
  return { value: shown, type: String, wrap: true, alignVertical: 'top' }
}
