/**
 * `npm run corpus:fixes`: the findings of check about real templates and environments by code, how many have a fix, and how many of
 * these fixes, made alone, repair what they are for.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { applied, areRepaired } from '../../src/engine/findings/fixes.ts'
import type { LocatedFinding } from '../../src/engine/outcome.ts'
import { filesBelow } from './corpus-files.ts'

interface Row {
  found: number
  fixable: number
  repaired: number
}

const checker = createChecker({
  readFile: (path) => (existsSync(path) ? readFileSync(path) : undefined),
  exists: existsSync,
})

function findingsIn(path: string, text: string): readonly LocatedFinding[] {
  return checker.run({ path, bytes: Buffer.from(text) }).findings
}

function countFile(path: string, rows: Map<string, Row>): void {
  const text = readFileSync(path, 'utf8')
  const before = findingsIn(path, text)
  const tried = new Map<string, boolean>()
  for (const finding of before) {
    const row = rows.get(finding.code) ?? { found: 0, fixable: 0, repaired: 0 }
    rows.set(finding.code, row)
    row.found += 1
    const [first] = finding.fixes ?? []
    if (first === undefined) continue
    row.fixable += 1
    const key = JSON.stringify([first.edits, finding.code, finding.message])
    const isRepaired =
      tried.get(key) ?? areRepaired([finding], before, findingsIn(path, applied(text, first.edits)))
    tried.set(key, isRepaired)
    if (isRepaired) row.repaired += 1
  }
}

function main(folder: string): void {
  const rows = new Map<string, Row>()
  for (const name of filesBelow(folder))
    if (/\.(?:ya?ml|json|template|env)$/.test(name)) countFile(join(folder, name), rows)
  const sum = { found: 0, fixable: 0, repaired: 0 }
  const lines = [...rows]
    .sort(([, a], [, b]) => b.found - a.found)
    .map(([code, row]) => {
      for (const key of ['found', 'fixable', 'repaired'] as const) sum[key] += row[key]
      return `| ${code} | ${row.found} | ${row.fixable} | ${row.repaired} |`
    })
  process.stdout.write(
    [
      '| code | findings | with a fix | whose first fix, alone, repairs them |',
      '|---|--:|--:|--:|',
      ...lines,
      `| all | ${sum.found} | ${sum.fixable} | ${sum.repaired} |`,
      '',
    ].join('\n'),
  )
}

const [, , project = '.', folder = '../shared/corpus'] = process.argv
if (existsSync(join(project, folder))) main(join(project, folder))
else {
  process.stderr.write(`hotshift: the real templates belong into ${folder}, beside the project\n`)
  process.exitCode = 1
}
