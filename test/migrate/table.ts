/** `npm run corpus:migrate`: what becomes of real CloudFormation templates, by what is asked for. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine, type EngineOptions } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow } from '../engine/corpus-files.ts'

/** Columns of the table, with what the command line would say. */
const manners: Readonly<Record<string, Pick<EngineOptions, 'to' | 'from'>>> = {
  default: { to: 'auto' },
  '--from aws': { to: 'auto', from: 'aws' },
  '--to oldest': { to: 'oldest' },
}

function outcomes(corpus: string, options: Pick<EngineOptions, 'to' | 'from'>): readonly FileOutcome[] {
  const engine = createEngine({
    chain: 'migrate',
    accept: [],
    partial: false,
    registry: transforms,
    ...options,
  })
  return ['cfn-json', 'cfn-yaml'].flatMap((folder) =>
    filesBelow(join(corpus, folder)).flatMap((name) => {
      const path = join(folder, name)
      const outcome = engine.run({ path, bytes: readFileSync(join(corpus, path)) })
      return outcome.status === 'skipped' ? [] : [outcome]
    }),
  )
}

function blockedBy({ status, findings }: FileOutcome): string | undefined {
  if (status !== 'blocked') return undefined
  const codes = new Set(findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : [])))
  return `blocked: ${[...codes].sort().join(', ')}`
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

function table(corpus: string): string {
  const runs = Object.values(manners).map((options) => outcomes(corpus, options))
  const reasons = [...new Set(runs.flat().flatMap((one) => blockedBy(one) ?? []))].sort()
  const rows = [
    ['', ...Object.keys(manners)],
    ...Object.entries(counts).map(([name, test]) => [
      name,
      ...runs.map((run) => `${run.filter(test).length}`),
    ]),
    ...reasons.map((reason) => [
      reason,
      ...runs.map((run) => `${run.filter((one) => blockedBy(one) === reason).length || '-'}`),
    ]),
  ]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const [head = [], ...body] = rows
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...body.map(line)].join('\n')
}

const corpus = join(process.argv[2] ?? '.', '../shared/corpus')
if (existsSync(corpus)) {
  process.stdout.write(`${table(corpus)}\n`)
} else {
  process.stderr.write('hotshift: the real templates belong into ../shared/corpus, beside the project\n')
  process.exitCode = 1
}
