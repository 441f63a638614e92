/**
 * `npm run corpus:impact`: every property of every class of Heat changed in every way, what diff says and what Heat's
 * `Resource.update` does, as a matrix with the causes; then the pairs of templates that were made by hand, resource by resource.
 * `-- --pairs` only these; `-- --type OS::Nova` only types with that in their name;
 * `-- --list FILE` writes every pair on which they part; `-- --answers FILE` takes what update_matrix.py has printed before.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Value } from '../../src/heat/values/value.ts'
import { impactBetween } from '../impact/impact-of.ts'
import { pairs } from '../impact/pairs.ts'
import { python } from './installed.ts'
import {
  type JudgedChange,
  judgedChange,
  type Outcome,
  type SingleChange,
  saidOf,
  type Verdict,
  verdictOn,
} from './update-verdicts.ts'

const verdicts: readonly Verdict[] = ['right', 'hedged', 'wrong', 'dangerous']

function askHeat(root: string, script: string, options: readonly string[], input = ''): string {
  const { stdout, stderr } = spawnSync(python, [join(root, 'test/heat', script), ...options], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (stdout === '') throw new Error(stderr)
  return stdout
}

interface Answers {
  readonly cases: readonly SingleChange[]
  readonly refused: number
}

function answersIn(printed: string): Answers {
  const answers = printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SingleChange & { refused?: Record<string, number> })
  const refused = Object.values(answers.at(-1)?.refused ?? {}).reduce((sum, count) => sum + count, 0)
  return { cases: answers.slice(0, -1), refused }
}

/** `OS::Nova::Server image changed` without the way, for counting. */
function subjectOf({ name }: SingleChange): string {
  return name.split(' ').slice(0, 2).join(' ')
}

function counted(all: readonly JudgedChange[], by: (one: JudgedChange) => string): readonly string[] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(by(one), (counts.get(by(one)) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([what, count]) => `  ${String(count).padStart(6)}  ${what}`)
}

/** The resources of the pairs that were made by hand, each with what Heat decides. */
function judgedPairs(root: string): readonly JudgedChange[] {
  const input = pairs.map(({ before, after, values }) => JSON.stringify([before, after, values])).join('\n')
  const lines = askHeat(root, 'update_decisions.py', [], `${input}\n`).trimEnd().split('\n')
  return pairs.flatMap(({ name, before, after, values }, index) => {
    const decisions = JSON.parse(lines[index] ?? '{}') as Readonly<Record<string, Outcome>>
    const impact = impactBetween(before, after, values as Readonly<Record<string, Value>>)
    return Object.entries(decisions).map(([resource, outcome]) => {
      const said = saidOf(impact, resource)
      return { name: `${name}: ${resource}`, before, after, outcome, said, verdict: verdictOn(said, outcome) }
    })
  })
}

function pairLines(root: string): readonly string[] {
  const all = judgedPairs(root)
  const counts = verdicts.map((one) => `${all.filter(({ verdict }) => verdict === one).length} ${one}`)
  const parted = all.filter(({ verdict }) => verdict !== 'right')
  return [
    `${pairs.length} pairs made by hand, ${all.length} resources: ${counts.join(', ')}`,
    ...parted.map(({ name, said, outcome }) => `  ${name}: said ${said ?? 'perhaps'}, Heat: ${outcome}`),
  ]
}

function main([root = '.', ...options]: readonly string[]): void {
  if (options.includes('--pairs')) {
    process.stdout.write(`${pairLines(root).join('\n')}\n`)
    return
  }
  const option = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined)
  const recorded = option('--answers')
  const printed =
    recorded === undefined
      ? askHeat(root, 'update_matrix.py', [option('--type') ?? ''])
      : readFileSync(recorded, 'utf8')
  const { cases, refused } = answersIn(printed)
  const all = cases.map(judgedChange)
  const lines = [`${all.length} changes judged; ${refused} more that Heat does not load`]
  for (const verdict of verdicts) {
    const some = all.filter((one) => one.verdict === verdict)
    lines.push(
      '',
      `${verdict}  ${some.length}  ${((100 * some.length) / Math.max(1, all.length)).toFixed(1)} %`,
    )
    const by = ({ said, outcome }: JudgedChange) => `said ${said ?? 'perhaps'}, Heat: ${outcome}`
    lines.push(...counted(some, by))
    if (verdict !== 'right')
      lines.push('  by property:', ...counted(some, (one) => `${subjectOf(one)}: ${by(one)}`).slice(0, 30))
  }
  process.stdout.write(`${[...lines, '', ...pairLines(root)].join('\n')}\n`)
  const file = option('--list')
  const parted = all.filter(({ verdict }) => verdict !== 'right')
  if (file !== undefined) writeFileSync(file, parted.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

main(process.argv.slice(2))
