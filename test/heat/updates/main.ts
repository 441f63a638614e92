/**
 * `npm run corpus:updates -- [count] [seed] [answers]`: stacks that are made up and edited, updated by a Heat, and what diff says of
 * each resource, as a table of verdicts; each that is untold or wrong with its update. A file of answers keeps what Heat did. With
 * `types:` before the seed the stacks are of resources of all types.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemasOfHeat } from '../type-mutants.ts'
import { answersIn, type Happened, happened, judge, planned, type Verdict } from './judge.ts'
import { someUpdates, type Update } from './stacks.ts'
import { typedUpdates } from './typed-stacks.ts'

const verdicts: readonly Verdict[] = ['right', 'open', 'over', 'wrong', 'untold']

/** What Heat does, or did when it was asked before. */
function answered(root: string, updates: readonly Update[], file: string | undefined): readonly Happened[] {
  if (file !== undefined && existsSync(file)) return answersIn(readFileSync(file, 'utf8'))
  const answers = happened(updates, join(root, 'test/heat/updating.py'))
  if (file !== undefined) writeFileSync(file, answers.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return answers
}

function main(root: string, count = '200', seed = '1', file?: string): number {
  const updates = seed.startsWith('types:')
    ? typedUpdates(Number(count), Number(seed.slice('types:'.length)), schemasOfHeat(join(root, 'test/heat')))
    : someUpdates(Number(count), Number(seed))
  const answers = answered(root, updates, file)
  const counts = new Map<Verdict, number>()
  let [changed, judgedUpdates] = [0, 0]
  for (const [index, update] of updates.entries()) {
    const answer = answers[index]
    if (answer === undefined || answer.error !== undefined) {
      console.log(`no stack: ${update.name}: ${answer?.error}`)
      continue
    }
    judgedUpdates += 1
    for (const { verdict, what } of judge(planned(update), answer)) {
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
      if (!what.endsWith('said nothing, Heat: none')) changed += 1
      if (verdict !== 'right' && verdict !== 'open') console.log(`${verdict}: ${update.name}\n    ${what}`)
    }
  }
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0)
  console.log(
    `${judgedUpdates} updates, ${total} judgements, ${changed} of something that happens or is said to`,
  )
  for (const verdict of verdicts) console.log(`${String(counts.get(verdict) ?? 0).padStart(6)}  ${verdict}`)
  return (counts.get('untold') ?? 0) > 0 ? 1 : 0
}

process.exitCode = main(...(process.argv.slice(2) as [string, ...string[]]))
