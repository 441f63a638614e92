// `npm run corpus:onap`: the packages of the corpus by requirement: found, repaired without and with loss, left; and what each
// gate says of them before and after; and what is said of packages like SDC's own fixtures, beside what SDC says.
// The numbers of another build: `npm run corpus:onap -- ../other/bin/hotshift.cjs`.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type GateName, gates } from '../../src/show/report/gates.ts'
import { printFixtures } from '../onap/sdc/fixture-table.ts'

const root = process.argv[2] ?? '.'
const corpus = resolve(root, '../shared/corpus/onap')

interface Reported {
  readonly files: readonly {
    readonly findings: readonly {
      readonly code: string
      readonly requirement?: { readonly repair: string }
    }[]
  }[]
}

const columns = ['found', 'safe', 'supplied', 'lossy', 'left'] as const

type Row = Record<(typeof columns)[number], number>

const noRow = (): Row => ({ found: 0, safe: 0, supplied: 0, lossy: 0, left: 0 })

/** What a build finds, and what it says of each place. */
function countedBy(executable: string): ReadonlyMap<string, Row> {
  const args = [executable, 'check', '--profile', 'onap', '--repairs', '.', '--format', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: corpus,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (!stdout.startsWith('{')) throw new Error(stderr)
  const rows = new Map<string, Row>()
  for (const { findings } of (JSON.parse(stdout) as Reported).files) {
    for (const { code, requirement } of findings) {
      if (requirement === undefined) continue
      const row = rows.get(code) ?? noRow()
      rows.set(code, row)
      row.found += 1
      row[columns.find((column) => column === requirement.repair) ?? 'left'] += 1
    }
  }
  return rows
}

interface GateRow {
  passed: number
  failed: number
  unknown: number
  locations: number
}

/** What each gate says of the packages, as a report in CSV has it. */
function verdictsBy(
  executable: string,
  cwd: string,
  args: readonly string[],
): ReadonlyMap<GateName, GateRow> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [executable, ...args, '--profile', 'onap,sdc', '.', '--format', 'csv'],
    { cwd, encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  if (!stdout.startsWith('path,')) throw new Error(stderr)
  const rows = new Map(
    gates.map((gate): [GateName, GateRow] => [gate, { passed: 0, failed: 0, unknown: 0, locations: 0 }]),
  )
  for (const line of stdout.split('\n')) {
    const [, name, verdict, count = '0'] = /,gate,\w+,,,,,(\w+): ([a-z ]+)(?: \((\d+)\))?,/.exec(line) ?? []
    const row = gates.includes(name as GateName) ? rows.get(name as GateName) : undefined
    if (row === undefined) continue
    if (verdict === 'passed') row.passed += 1
    else if (verdict?.trim() === 'failed') row.failed += 1
    else row.unknown += 1
    row.locations += Number(count)
  }
  return rows
}

/** A copy of the packages that may be written to: what cannot be written is not repaired. */
function writableCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-'))
  cpSync(corpus, folder, { recursive: true })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isFile() ? 0o644 : 0o755)
  return folder
}

function printGates(executable: string): void {
  const folder = writableCopy()
  try {
    const runs = [
      ['before', ['check']],
      ['safe', ['remediate']],
      ['--lossy', ['remediate', '--lossy']],
    ] as const
    process.stdout.write('\ngate  packages    passed  failed  not known  locations\n')
    for (const [title, args] of runs)
      for (const [gate, { passed, failed, unknown, locations }] of verdictsBy(executable, folder, args)) {
        const [a, b, c, d] = [passed, failed, unknown, locations].map(String)
        const numbers = `${a?.padStart(8)}${b?.padStart(8)}${c?.padStart(11)}${d?.padStart(11)}`
        process.stdout.write(`${gate.padEnd(6)}${title.padEnd(10)}${numbers}\n`)
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lineOf(name: string, cells: readonly (string | number)[]): string {
  return `${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(10)).join('')}`
}

if (existsSync(corpus)) {
  const executable = resolve(process.argv[3] ?? join(root, 'bin', 'hotshift.cjs'))
  const rows = countedBy(executable)
  const sum = noRow()
  process.stdout.write(`${lineOf('requirement', columns)}\n`)
  for (const [code, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
    process.stdout.write(
      `${lineOf(
        code,
        columns.map((column) => row[column]),
      )}\n`,
    )
    for (const column of columns) sum[column] += row[column]
  }
  process.stdout.write(
    `${lineOf(
      'all',
      columns.map((column) => sum[column]),
    )}\n`,
  )
  printGates(executable)
  const table = resolve(root, '../shared/facts/sdc-onboarding.md')
  if (existsSync(table))
    printFixtures(
      readFileSync(join(root, 'test/onap/sdc/fixtures.yaml'), 'utf8'),
      readFileSync(table, 'utf8'),
    )
} else {
  process.stderr.write(`there is no corpus at ${corpus}\n`)
  process.exitCode = 1
}
