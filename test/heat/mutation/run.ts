/** Mutants of many templates, judged by Heat and asked of our proof. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { hotVersions } from '../../../src/heat/versions.ts'
import { filesBelow } from '../../engine/corpus-files.ts'
import { compareTexts } from '../../meaning/pairs.ts'
import { hotTemplates } from '../generated-hot.ts'
import { cfnTemplates } from '../generated-templates.ts'
import { aimed } from './aimed.ts'
import { isMapping, printed } from './data.ts'
import { equal } from './equal.ts'
import { general } from './general.ts'
import type { Judge, Judgement } from './judge.ts'
import { type Mutator, type Pair, Random, Template } from './mutator.ts'
import { plantedPairs } from './planted.ts'

export const mutators: readonly Mutator[] = [...general, ...aimed, ...plantedPairs, ...equal]

export interface Mutant {
  readonly mutator: Mutator
  readonly template: Template
  readonly before: string
  readonly after: string
  readonly pair: Pair
  /** What was said of it when it was made; without it our proof is asked. */
  readonly proof?: Proof
}

export interface Outcome {
  readonly mutant: Mutant
  readonly judgement: Judgement
  /** What our proof says; `failed` if it throws. */
  readonly proof: Proof
}
export type Proof = 'equal' | 'differs' | 'unproved' | 'failed'

const generatedOfEach = 4

/** The texts of the real templates, where they lie beside the project, of our own, and of some made at random. */
function texts(folder: string, seed: number): readonly (readonly [name: string, text: string])[] {
  const files = ['corpus', '../shared/corpus'].flatMap((corpus) =>
    existsSync(join(folder, corpus))
      ? filesBelow(join(folder, corpus))
          .filter((path) => /\.(ya?ml|json|template)$/.test(path))
          .map((path) => [path, readFileSync(join(folder, corpus, path), 'utf8')] as const)
      : [],
  )
  const made = [
    ...hotVersions.map((version) => [version, hotTemplates(version)] as const),
    ['cfn', cfnTemplates] as const,
  ]
  const generated = made.flatMap(([kind, templates]) =>
    fc
      .sample<object>(templates, { seed, numRuns: generatedOfEach })
      .map((template, index) => [`generated ${kind} ${index}`, JSON.stringify(template)] as const),
  )
  return [...files, ...generated]
}

/** Those that Heat takes. */
export async function templates(folder: string, judge: Judge, seed: number): Promise<readonly Template[]> {
  const all = texts(folder, seed)
  const answers = await Promise.all(all.map(([, text]) => judge.load(text)))
  return all.flatMap(([name], index) => {
    const data = answers[index]
    return isMapping(data) ? [new Template(name, data)] : []
  })
}

/** At most so many templates are looked at for one that a mutator can change. */
const mostTries = 60

/** At most `count` mutants, of one mutator after the other; the same seed gives the same ones. */
export function* mutants(
  all: readonly Template[],
  {
    seed,
    count,
    of = mutators,
  }: { readonly seed: number; readonly count: number; readonly of?: readonly Mutator[] },
): Generator<Mutant> {
  const random = new Random(seed)
  const seen = new Set<string>()
  let active = [...of]
  let made = 0
  while (active.length > 0) {
    const idle = new Set<Mutator>()
    for (const mutator of active) {
      const mutant = oneOf(mutator, all, random, seen)
      if (mutant === undefined) idle.add(mutator)
      else yield mutant
      if (mutant !== undefined) made += 1
      if (made === count) return
    }
    active = active.filter((mutator) => !idle.has(mutator))
  }
}

function oneOf(
  mutator: Mutator,
  all: readonly Template[],
  random: Random,
  seen: Set<string>,
): Mutant | undefined {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const template = random.choice(all)
    const pair = template === undefined ? undefined : mutator.mutant(template, random)
    if (template === undefined || pair === undefined) continue
    const [before, after] = [printed(pair.before), printed(pair.after)]
    const hash = createHash('sha1').update(before).update(after).digest('base64')
    if (before === after || seen.has(hash)) continue
    seen.add(hash)
    return { mutator, template, before, after, pair }
  }
  return undefined
}

export function proofOf(before: string, after: string): Proof {
  try {
    return compareTexts(before, after).verdict
  } catch {
    return 'failed'
  }
}

/** What becomes of each mutant; while Heat judges some, our proof looks at them. */
export async function* outcomes(
  judge: Judge,
  all: Iterable<Mutant> | AsyncIterable<Mutant>,
): AsyncGenerator<Outcome> {
  const atOnce = 50
  let batch: Mutant[] = []
  for await (const mutant of all) {
    batch.push(mutant)
    if (batch.length < atOnce) continue
    yield* judged(judge, batch)
    batch = []
  }
  yield* judged(judge, batch)
}

async function* judged(judge: Judge, batch: readonly Mutant[]): AsyncGenerator<Outcome> {
  const asked = batch.map(({ before, after }) => judge.judge(before, after))
  // Heat starts with the first while our proof has not begun.
  await new Promise(setImmediate)
  const proofs = batch.map(({ before, after, proof }) => proof ?? proofOf(before, after))
  for (const [index, judgement] of (await Promise.all(asked)).entries()) {
    yield { mutant: batch[index] as Mutant, judgement, proof: proofs[index] as Proof }
  }
}

/** Heat shows a difference, and our proof calls them equal, for another reason than what it takes for granted. */
export const isEscape = (outcome: Outcome) =>
  outcome.judgement.verdict === 'differs' && outcome.proof === 'equal' && !isAssumed(outcome)

/**
 * Whether a difference is one that every rewrite is allowed (docs/proof.md): it is assumed that an item which
 * `Fn::Select` selects exists; where it does not, and before attributes are known, null may take the place of ''.
 */
function isAssumed({ mutant, judgement }: Outcome): boolean {
  return (
    mutant.mutator.kind === 'rewrite' &&
    judgement.verdict === 'differs' &&
    /^attribute/.test(judgement.world) &&
    judgement.values.join() === ',None'
  )
}
