/** What the rewriting commands make of templates whose parameters have odd defaults, to be judged like mutants. */
import fc from 'fast-check'
import { parse } from 'yaml'
import type { EngineOptions } from '../../../src/engine/engine.ts'
import { hotVersions, latestVersion } from '../../../src/heat/versions.ts'
import { engineFor } from '../../engine/run-text.ts'
import { hotTemplates } from '../generated-hot.ts'
import { cfnTemplates } from '../generated-templates.ts'
import { type Data, dataOf, printed } from './data.ts'
import type { Judge } from './judge.ts'
import { type Mutator, Random, Template } from './mutator.ts'
import { withOddDefaults } from './odd-defaults.ts'
import type { Mutant } from './run.ts'

interface Rewriting {
  readonly name: string
  readonly of: 'hot' | 'cfn'
  readonly options: Partial<EngineOptions>
}

/** Heat is the judge, so CloudFormation is read as Heat reads it. */
const rewritings: readonly Rewriting[] = [
  { name: 'migrate', of: 'cfn', options: { from: 'heat' } },
  { name: 'migrate --to oldest', of: 'cfn', options: { from: 'heat', to: 'oldest' } },
  { name: `migrate --to ${latestVersion}`, of: 'cfn', options: { from: 'heat', to: latestVersion } },
  { name: 'upgrade', of: 'hot', options: { chain: 'upgrade', to: latestVersion } },
  { name: 'upgrade --modernize', of: 'hot', options: { chain: 'modernize', to: latestVersion } },
  { name: 'upgrade --to 2016-10-14', of: 'hot', options: { chain: 'upgrade', to: '2016-10-14' } },
]

const perBatch = 8

/** Templates that Heat loads with their odd defaults, without end; the same seed gives the same ones. */
async function* oddTemplates(judge: Judge, seed: number): AsyncGenerator<Template> {
  const random = new Random(seed)
  for (let batch = 0; ; batch += 1) {
    // Every other batch is CloudFormation.
    const version = batch % 2 === 0 ? undefined : hotVersions[((batch - 1) / 2) % hotVersions.length]
    const kind = version === undefined ? cfnTemplates : hotTemplates(version)
    const made = fc.sample<object>(kind, { seed: seed + batch, numRuns: perBatch }).map((one, index) => {
      const data = dataOf(one) as Template['data']
      return withOddDefaults(new Template(`${version ?? 'cfn'} ${batch}.${index}`, data), random)
    })
    const answers = await Promise.all(made.map(({ data }) => judge.load(printed(data))))
    yield* made.filter((_, index) => answers[index] !== undefined)
  }
}

/** At most `count` rewrites; those that a command leaves unchanged or blocks are passed over. */
export async function* rewrites(
  judge: Judge,
  { seed, count }: { readonly seed: number; readonly count: number },
): AsyncGenerator<Mutant> {
  const engines = rewritings.map(({ name, of, options }) => ({ name, of, engine: engineFor(options) }))
  let made = 0
  for await (const template of oddTemplates(judge, seed)) {
    for (const { name, of, engine } of engines) {
      if ((of === 'hot') !== template.isHot) continue
      const before = printed(template.data)
      const { status, proof, after } = engine.run({ path: 'stack.yaml', bytes: Buffer.from(before) })
      if (status !== 'changed' || after === undefined) continue
      const pair = { before: template.data, after: dataOf(parse(after, { mapAsMap: true })) as Data }
      const mutator: Mutator = { name, kind: 'rewrite', mutant: () => pair }
      yield { mutator, template, before, after, pair, proof: proof === 'equal' ? 'equal' : 'unproved' }
      made += 1
      if (made === count) return
    }
  }
}
