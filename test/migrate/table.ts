/** `npm run corpus:migrate`: what becomes of real CloudFormation templates, by what is asked for. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, type EngineOptions } from '../../src/engine/engine.ts'
import { followRenames } from '../../src/engine/names/follow-renames.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow } from '../engine/corpus-files.ts'
import { hasHeat } from '../heat/installed.ts'
import { type Verdict, verdicts } from '../heat/verdicts.ts'
import { loadedByHeat, offersTable } from './offers.ts'

/** Columns of the table, with what the command line would say. */
const manners: Readonly<Record<string, Pick<EngineOptions, 'to' | 'from'>>> = {
  default: { to: 'auto' },
  '--from aws': { to: 'auto', from: 'aws' },
  '--to oldest': { to: 'oldest' },
}

type Asked = Pick<EngineOptions, 'to' | 'from'>

function engineFor(options: Asked, accept: readonly string[] = []) {
  return createEngine({ chain: 'migrate', accept, partial: false, registry: transforms, ...options })
}

function outcomes(corpus: string, options: Asked): readonly FileOutcome[] {
  const engine = engineFor(options)
  const paths = ['cfn-json', 'cfn-yaml'].flatMap((folder) =>
    filesBelow(join(corpus, folder)).map((name) => join(folder, name)),
  )
  const read = (path: string) => readFileSync(join(corpus, path))
  const made = paths.map((path) => engine.run({ path, bytes: read(path) }))
  const found = made.filter(({ status }) => status !== 'skipped')
  return followRenames(found, (path) => read(path).toString('utf8'))
}

/** The codes that block a file. */
function blockedBy({ status, findings }: FileOutcome): ReadonlySet<string> {
  if (status !== 'blocked') return new Set()
  return new Set(findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : [])))
}

/** What is counted, in the order of the rows. */
const counts: Readonly<Record<string, (outcome: FileOutcome) => boolean>> = {
  templates: () => true,
  written: ({ status }) => status === 'changed',
  'written, proved equal': ({ status, proof }) => status === 'changed' && proof === 'equal',
  'written, all types known to Heat': ({ missingTypes }) => missingTypes?.length === 0,
  'written, read as AWS reads it': ({ status, reading }) => status === 'changed' && reading === 'aws',
  failed: ({ status }) => status === 'failed',
}

/** What Heat makes of what was written, against the originals; each row counts pairs. */
const answers: Readonly<Record<string, (verdict: Verdict['verdict']) => boolean>> = {
  'Heat: equal': (verdict) => verdict === 'equal',
  'Heat: different': (verdict) => verdict === 'differs',
  'Heat: rejects the result only': (verdict) => verdict === 'after-invalid',
  'Heat: rejects the original': (verdict) => verdict === 'before-invalid',
}

type Row = readonly string[]

function tables(corpus: string, root: string): readonly string[] {
  const runs = Object.values(manners).map((options) => outcomes(corpus, options))
  const [first = []] = runs
  const again = (path: string, accept: readonly string[]) =>
    engineFor({ to: 'auto' }, accept).run({ path, bytes: readFileSync(join(corpus, path)) })
  const paths = first.map(({ path }) => path)
  const offers = hasHeat ? [offersTable(first, again, loadedByHeat(root, corpus, paths))] : []
  return [table(runs, corpus, root), ...offers.map(laidOut)]
}

function table(runs: readonly (readonly FileOutcome[])[], corpus: string, root: string): string {
  const codes = [...new Set(runs.flat().flatMap((one) => [...blockedBy(one)]))].sort()
  const rows: readonly Row[] = [
    ['', ...Object.keys(manners)],
    ...Object.entries(counts).map(([name, test]) => [
      name,
      ...runs.map((run) => `${run.filter(test).length}`),
    ]),
    ...answersOfHeat(runs, corpus, root),
    ['blocked', ...runs.map((run) => `${run.filter(({ status }) => status === 'blocked').length}`)],
    ...codes.map((code) => [
      `blocked, among others by ${code}`,
      ...runs.map((run) => `${run.filter((one) => blockedBy(one).has(code)).length || '-'}`),
    ]),
  ]
  return laidOut(rows)
}

function answersOfHeat(
  runs: readonly (readonly FileOutcome[])[],
  corpus: string,
  root: string,
): readonly Row[] {
  if (!hasHeat) return [['Heat is not installed', ...runs.map(() => '?')]]
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-migrate-'))
  try {
    const manner = Object.values(manners)
    const found = runs.map((run, index) => {
      const asks = manner[index]?.from === 'aws' ? 'asks' : 'asks nothing'
      return verdicts(join(root, 'test/heat/compare.py'), run, corpus, join(folder, `${index}`), asks)
    })
    for (const one of found.flat())
      if (one.verdict === 'differs' || one.verdict === 'after-invalid')
        process.stderr.write(`${one.verdict} ${one.before}\n`)
    return Object.entries(answers).map(([name, test]) => [
      name,
      ...found.map((run) => `${run.filter(({ verdict }) => test(verdict)).length}`),
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function laidOut([head = [], ...body]: readonly Row[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => row[at]?.length ?? 0)))
  const line = (row: Row) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...body.map(line)].join('\n')
}

const root = process.argv[2] ?? '.'
const corpus = join(root, '../shared/corpus')
if (existsSync(corpus)) {
  process.stdout.write(`${tables(corpus, root).join('\n\n')}\n`)
} else {
  process.stderr.write('hotshift: the real templates belong into ../shared/corpus, beside the project\n')
  process.exitCode = 1
}
