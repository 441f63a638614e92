// `npm run corpus:onap`: the packages of the corpus by requirement: found, repaired without and with loss, left.
// The numbers of another build: `npm run corpus:onap -- ../other/bin/hotshift.cjs`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

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

interface Row {
  found: number
  safe: number
  lossy: number
  left: number
}

/** What a build finds, and what it says of each place. */
function countedBy(executable: string): ReadonlyMap<string, Row> {
  const args = [executable, 'check', '--profile', 'onap', '.', '--format', 'json']
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
      const row = rows.get(code) ?? { found: 0, safe: 0, lossy: 0, left: 0 }
      rows.set(code, row)
      row.found += 1
      if (requirement.repair === 'safe') row.safe += 1
      else if (requirement.repair === 'lossy') row.lossy += 1
      else row.left += 1
    }
  }
  return rows
}

function lineOf(name: string, { found, safe, lossy, left }: Row): string {
  return `${name.padEnd(12)}${[found, safe, lossy, left].map((one) => String(one).padStart(8)).join('')}`
}

if (existsSync(corpus)) {
  const rows = countedBy(resolve(process.argv[3] ?? join(root, 'bin', 'hotshift.cjs')))
  const sum = { found: 0, safe: 0, lossy: 0, left: 0 }
  process.stdout.write(`requirement    found    safe   lossy    left\n`)
  for (const [code, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
    process.stdout.write(`${lineOf(code, row)}\n`)
    sum.found += row.found
    sum.safe += row.safe
    sum.lossy += row.lossy
    sum.left += row.left
  }
  process.stdout.write(`${lineOf('all', sum)}\n`)
} else {
  process.stderr.write(`there is no corpus at ${corpus}\n`)
  process.exitCode = 1
}
