/**
 * `npm run mutate -- --seed N --count N`: what our proof says of mutants that Heat judges, or with `--rewrites` of what
 * our commands write, or with `--nested` of stacks of two layers. Bundled and started by bin/mutate.mjs.
 */
import { parseArgs } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { printed } from './data.ts'
import { Judge, type Judgement } from './judge.ts'
import { minimal } from './minimal.ts'
import { isNestedEscape, nestedOutcomes, nestedSummary } from './nested.ts'
import { rewrites } from './rewrites.ts'
import {
  isEscape,
  type Mutant,
  mutants,
  mutators,
  type Outcome,
  outcomes,
  proofOf,
  templates,
} from './run.ts'
import { summary, table } from './table.ts'

const [, , folder = '.', ...rest] = process.argv
const { values: options } = parseArgs({
  args: rest,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '2000' },
    // Only mutators whose name matches.
    only: { type: 'string', default: '' },
    // What the rewriting commands make of templates whose parameters have odd defaults, in place of mutants.
    rewrites: { type: 'boolean', default: false },
    // Stacks of two layers, in place of templates alone.
    nested: { type: 'boolean', default: false },
    // The table only.
    quiet: { type: 'boolean', default: false },
    // Show also what is not proved though it is equal by construction, and what differs though Heat shows nothing.
    doubts: { type: 'boolean', default: false },
  },
})

function isDoubtful({ mutant, judgement, proof }: Outcome): boolean {
  if (judgement.verdict === 'differs') return mutant.mutator.kind === 'equal'
  return (
    judgement.verdict === 'same' &&
    (proof === 'differs' || (mutant.mutator.kind === 'equal' && proof !== 'equal'))
  )
}

/** How far a run is that takes minutes, so that nobody takes it for one that hangs. */
class Progress {
  readonly #started = performance.now()
  #said = 0

  say(found: readonly Outcome[], count: number): void {
    const seconds = Math.round((performance.now() - this.#started) / 1000)
    if (seconds < this.#said + secondsBetween && found.length < count) return
    this.#said = seconds
    process.stderr.write(`${found.length} of ${count} in ${seconds} s; ${summary(found).join('; ')}\n`)
  }
}

const secondsBetween = 10

const how = (judgement: Judgement) =>
  judgement.verdict === 'differs' ? `differs: ${judgement.how}` : judgement.verdict

/** The pair as a patch; the templates of an escape are made as small as they can be. */
async function shown(title: string, { mutant, judgement, proof }: Outcome, judge: Judge): Promise<string> {
  // Where Heat shows no difference, each smaller pair would be asked for all its worlds.
  const isSmall = judgement.verdict === 'differs'
  const { before, after } = isSmall
    ? await minimal(mutant.pair, async (one, other) => {
        return proofOf(one, other) === proof && how(await judge.judge(one, other)) === how(judgement)
      })
    : mutant.pair
  const [one, other] = [printed(before), printed(after)]
  const patch = createTwoFilesPatch('before', 'after', one, other, '', '', { context: isSmall ? 99 : 3 })
  const said = JSON.stringify(await judge.judge(one, other))
  return `${title}: ${mutant.mutator.name} (${mutant.template.name})\nproof: ${proof}; Heat: ${said}\n${patch}\n`
}

async function mutated(judge: Judge, seed: number, count: number): Promise<Iterable<Mutant>> {
  const of = mutators.filter(({ name }) => new RegExp(options.only).test(name))
  const all = await templates(folder, judge, seed)
  process.stderr.write(`${all.length} templates, ${of.length} mutators, seed ${seed}\n`)
  return mutants(all, { seed, count, of })
}

/** @returns the exit code */
function nested(seed: number, count: number): number {
  const found = nestedOutcomes(folder, seed, count)
  const escapes = found.filter(isNestedEscape)
  const doubts = options.doubts
    ? found.filter(({ kind, heat, proof }) => kind === 'equal' && heat === 'same' && proof !== 'equal')
    : []
  for (const { name, how, before, after } of [...escapes, ...doubts].slice(0, 20)) {
    const patches = Object.entries(before).map(([path, text]) =>
      createTwoFilesPatch(path, path, text, after[path] ?? '', '', '', { context: 2 }),
    )
    process.stdout.write(`${name}: ${how.slice(0, 600)}\n${patches.join('')}\n`)
  }
  process.stdout.write(`${nestedSummary(found).join('\n')}\n`)
  return escapes.length > 0 ? 1 : 0
}

async function main(): Promise<number> {
  const [seed, count] = [Number(options.seed), Number(options.count)]
  if (options.nested) return nested(seed, count)
  const judge = new Judge(folder)
  const pairs = options.rewrites ? rewrites(judge, { seed, count }) : await mutated(judge, seed, count)
  const found: Outcome[] = []
  const progress = new Progress()
  // What is known by then is worth the table.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => {
      process.stdout.write(table(found))
      process.exit(code)
    })
  const titles = new Set<string>()
  for await (const outcome of outcomes(judge, pairs)) {
    found.push(outcome)
    progress.say(found, count)
    const title = isEscape(outcome) ? 'escape' : options.doubts && isDoubtful(outcome) ? 'doubt' : undefined
    // One of a kind is enough to see what is wrong.
    const kind = `${title} ${outcome.mutant.mutator.name}`
    if (title === undefined || titles.has(kind) || options.quiet) continue
    titles.add(kind)
    process.stdout.write(`${await shown(title, outcome, judge)}\n`)
  }
  await judge.close()
  process.stdout.write(table(found))
  return found.some(isEscape) ? 1 : 0
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exitCode = 2
  },
)
