import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { openArchive, readMembers } from '../../src/run/archive/archive.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import type { RunReport } from '../../src/run/run-report.ts'
import { xlsxReporter } from '../../src/show/report/xlsx.ts'
import { finding } from '../run/fake-engine.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { profileLookUp, profileOutcomes } from './profile-outcomes.ts'
import { feed, outcome } from './sample-outcomes.ts'

afterEach(removeTemporaryTrees)

async function workbookOf(files: readonly FileOutcome[], more: Partial<RunReport> = {}): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  await feed(
    xlsxReporter((bytes) => void pieces.push(bytes), '1.2.3', profileLookUp),
    files,
    'dry-run',
    more,
  )
  return Buffer.concat(pieces)
}

interface Workbook {
  /** By their names, rows as texts; numbers are numbers. */
  readonly sheets: Record<string, (string | number)[][]>
  /** What the filter of each sheet is over. */
  readonly filters: readonly (string | undefined)[]
}

async function sheetsOf(files: readonly FileOutcome[]): Promise<Workbook['sheets']> {
  return (await workbook(files)).sheets
}

async function workbook(files: readonly FileOutcome[], more: Partial<RunReport> = {}): Promise<Workbook> {
  const path = join(temporaryTree({}).root, 'report.zip')
  writeFileSync(path, await workbookOf(files, more))
  const opened = await openArchive('report.zip', path, realFileSystem)
  if ('problem' in opened) throw new Error(opened.problem.message)
  const members = readMembers(opened)
  if ('problem' in members) throw new Error(members.problem.message)
  const text = new Map([...members].map(([{ name }, bytes]) => [name, new TextDecoder().decode(bytes)]))
  const plain = (xml: string) =>
    xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const shared = [
    ...(text.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs),
  ].map(([, own = '']) => plain(own))
  const names = [...(text.get('xl/workbook.xml') ?? '').matchAll(/<sheet [^>]*name="([^"]*)"/g)]
  const xmlOf = (at: number) => text.get(`xl/worksheets/sheet${at + 1}.xml`) ?? ''
  const filters = names.map((_name, at) => /<autoFilter ref="([^"]*)"\/>/.exec(xmlOf(at))?.[1])
  const sheets = Object.fromEntries(
    names.map(([, name = ''], at) => {
      const xml = xmlOf(at)
      const rows = [...xml.matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
        [...row.matchAll(/<c ([^>]*)>.*?<v>(.*?)<\/v>/gs)].map(([, attributes = '', value = '']) =>
          attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : Number(value),
        ),
      )
      return [name, rows]
    }),
  )
  return { sheets, filters }
}

describe('xlsx', () => {
  it('is the same file whenever it is made', async () => {
    const now = jest.spyOn(Date, 'now')
    try {
      now.mockReturnValue(1e12)
      const first = await workbookOf(profileOutcomes)
      now.mockReturnValue(1.5e12)
      expect(first.equals(await workbookOf(profileOutcomes))).toBe(true)
    } finally {
      now.mockRestore()
    }
  })

  it('has the verdict, the requirements with their links, and each place with what became of it', async () => {
    const sheets = await sheetsOf(profileOutcomes)
    expect(Object.keys(sheets)).toEqual(['Summary', 'Requirements', 'Locations', 'Files', 'Findings'])
    expect(sheets.Summary).toContainEqual([
      '.',
      'does not meet what it MUST in 2 locations, once this is written',
    ])
    expect(sheets.Requirements).toContainEqual([
      'R-90526',
      'MUST NOT',
      'No defaults.',
      3,
      1,
      2,
      1,
      1,
      0,
      'test_x.py',
      'https://example.org/a%20b.html?x&y#R-90526',
    ])
    expect(sheets.Locations?.map((row) => [row[0], row[3], row[5]])).toEqual([
      ['file', 'requirement', 'state'],
      ['base.yaml', 'R-11111', 'left'],
      ['base.yaml', 'R-90526', 'left'],
      ['vol.yaml', 'R-90526', 'left'],
      ['base.yaml', 'R-90526', 'repaired'],
    ])
    expect(sheets.Locations?.[1]).toEqual([
      'base.yaml',
      12,
      3,
      'R-11111',
      'SHOULD',
      'left',
      '<script>alert(1)</script> is not a name',
      'Take vm_name.',
    ])
    expect(sheets.Files?.[1]).toContain('87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7')
  })

  it('has a sheet for each table of a repair, each with a filter', async () => {
    const written = {
      day: '2026-11-25',
      requirements: 'Honolulu',
      archives: [{ path: 'new.zip', checksum: 'cd' }],
      files: [{ path: 'new.zip/base.yaml', was: 'old.zip/base.yaml', checksum: 'ef' }],
      refused: [],
      left: [
        {
          path: 'new.zip/base.yaml',
          was: 'base.yaml',
          line: 7,
          column: 2,
          code: 'R-11111',
          keyword: 'SHOULD',
          repair: 'by-hand',
          message: 'is not a name',
          note: '',
          isNew: true,
        },
      ],
      names: [{ path: 'base.yaml', kind: 'parameter', from: 'a', to: 'b' }],
      mentions: [{ path: 'README', line: 3, kind: 'parameter', from: 'a', to: 'b' }],
      values: [{ path: 'base.yaml', name: 'b', before: 'given' }],
    } as const
    const { sheets, filters } = await workbook(profileOutcomes, { written })
    expect(Object.keys(sheets)).toEqual([
      'Summary',
      'Requirements',
      'Locations',
      'New names',
      'Old names elsewhere',
      'Values',
      'Files now',
      'Files',
      'Findings',
    ])
    expect(sheets.Summary).toContainEqual(['day', '2026-11-25'])
    expect(sheets.Summary).toContainEqual(['SHA-256 of new.zip', 'cd'])
    expect(sheets['New names']?.[1]).toEqual(['base.yaml', 'parameter', 'a', 'b'])
    expect(sheets['Old names elsewhere']?.[1]).toEqual(['README:3', 'parameter', 'a', 'b'])
    expect(sheets.Values?.[1]).toEqual(['base.yaml', 'b', 'the package gave it'])
    expect(sheets['Files now']?.[1]).toEqual(['new.zip/base.yaml', 'old.zip/base.yaml', 'ef'])
    expect(sheets.Locations?.filter(([, , , , , state]) => `${state}`.startsWith('left'))).toEqual([
      ['new.zip/base.yaml', 7, 2, 'R-11111', 'SHOULD', 'left, and not violated before', 'is not a name'],
    ])
    expect(filters).toEqual([
      undefined,
      `A1:J${sheets.Requirements?.length}`,
      `A1:H${sheets.Locations?.length}`,
      'A1:D2',
      'A1:D2',
      'A1:C2',
      'A1:C2',
      `A1:H${sheets.Files?.length}`,
      `A1:G${sheets.Findings?.length}`,
    ])
  })

  it('keeps text as text, and leaves out what a workbook cannot hold', async () => {
    const message = `=1+1 \u0001\ud800 ${'x'.repeat(40_000)}`
    const file = outcome({
      path: '=a.yaml',
      status: 'blocked',
      findings: [finding({ code: 'yaml-tag', message })],
    })
    const { Findings: rows = [] } = await sheetsOf([file])
    expect(rows[1]?.[0]).toBe('=a.yaml')
    expect(rows[1]?.[5]).toBe(`=1+1 ?? ${'x'.repeat(32_767 - 8)}`)
  })
})
