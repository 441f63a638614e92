/** Mutants of stacks with nested templates: `verify` is asked of the whole, and Heat for what the bottom is made of. */
import { join } from 'node:path'
import fc from 'fast-check'
import { type VerifyInput, verify } from '../../../src/engine/proof/verify.ts'
import { environments, hotTemplates } from '../generated-hot.ts'
import { type Layers, layersOf } from '../layers-of.ts'
import { aimed } from './aimed.ts'
import { at, type Data, dataOf, printed, replaced } from './data.ts'
import { equal } from './equal.ts'
import { general } from './general.ts'
import { Random, Template } from './mutator.ts'
import type { Proof } from './run.ts'

type Files = Readonly<Record<string, string>>

export interface NestedPair {
  readonly name: string
  readonly kind: 'equal' | 'other'
  readonly before: Files
  readonly after: Files
}

export interface NestedOutcome extends NestedPair {
  /** What Heat builds; `refused` if it takes the original with no values. */
  readonly heat: 'differs' | 'same' | 'refused'
  readonly how: string
  readonly proof: Proof
}

const version = '2018-08-31'

/** How a template calls the nested one, and what the environment says. */
const layouts: readonly { readonly type: string; readonly isGroup?: true; readonly env?: string }[] = [
  { type: 'leaf.yaml' },
  { type: 'My::Leaf', env: 'resource_registry: {"My::Leaf": leaf.yaml}\n' },
  { type: 'My::Leaf', env: 'resource_registry: {resources: {nested: {"My::Leaf": leaf.yaml}}}\n' },
  { type: 'My::Alias', env: 'resource_registry: {"My::Alias": "My::Leaf", "My::Leaf": leaf.yaml}\n' },
  { type: 'leaf.yaml', isGroup: true },
]

/** With what Heat needs of a server and of a group to look further. */
function completed(template: Data): Data {
  const member = dataOf({ type: 'OS::Heat::Value', properties: { value: 'member' } })
  const withMember = replaced(template, ['resources', 'group', 'properties', 'resource_def'], member)
  return replaced(withMember, ['resources', 'server', 'properties', 'flavor'], 'm1')
}

/** The template with a resource that passes on to a nested template what its server has. */
function caller(template: Data, type: string, isGroup: boolean): Data {
  const server = ['resources', 'server', 'properties']
  const passed = dataOf({ type, properties: {} })
  const given: readonly (readonly [string, Data])[] = [
    ['word', at(template, [...server, 'user_data']) ?? 'x'],
    ['words', at(template, [...server, 'security_groups']) ?? []],
    ['tree', at(template, [...server, 'scheduler_hints']) ?? new Map()],
    ['given', 'told'],
  ]
  const call = replaced(passed, ['properties'], new Map(given))
  const group = { type: 'OS::Heat::ResourceGroup', properties: { count: 2 } }
  const nested = isGroup ? replaced(dataOf(group), ['properties', 'resource_def'], call) : call
  return replaced(template, ['resources', 'nested'], nested)
}

/** The templates of a stack as data, and its other files as they are. */
interface Base {
  readonly called: string
  readonly data: { readonly 't.yaml': Data; readonly 'leaf.yaml': Data }
  readonly rest: Files
}

const printedOf = ({ data, rest }: Base): Files => ({
  't.yaml': printed(data['t.yaml']),
  'leaf.yaml': printed(data['leaf.yaml']),
  ...rest,
})

/** Stacks of two layers that Heat takes with their defaults; most that are made at random it refuses. */
function bases(folder: string, seed: number): readonly Base[] {
  const numRuns = 2 * tries
  const made = fc
    .sample<object>(hotTemplates(version), { seed, numRuns })
    .map((one) => completed(dataOf(one)))
  const all = Array.from({ length: tries }, (_, index): Base => {
    const { type, isGroup = false, env } = layouts[index % layouts.length] as (typeof layouts)[number]
    const [top, leaf] = made.slice(2 * index) as [Data, Data]
    return {
      called: `${isGroup ? 'a group of ' : ''}${type}`,
      data: { 't.yaml': caller(top, type, isGroup), 'leaf.yaml': leaf },
      rest: { 'boot.sh': 'echo __word__\n', ...(env === undefined ? {} : { 't.env': env }) },
    }
  })
  const asked = all.map((base) => ({ files: printedOf(base), parameters: { given: 'told' } }))
  const answers = layersOf(asked, folder)
  return all.filter((_, index) => answers[index]?.refused === null)
}

/** As many stacks are made at random. */
const tries = 400

/** Pairs of stacks, changed in one place of either layer, without end. */
function* nestedPairs(all: readonly Base[], seed: number): Generator<NestedPair> {
  const random = new Random(seed)
  for (let round = 0; ; round += 1) {
    const base = random.choice(all)
    const mutator = random.choice(round % 3 === 0 ? equal : [...general, ...aimed])
    const changed = random.below(2) === 0 ? 't.yaml' : 'leaf.yaml'
    if (base === undefined || mutator === undefined) return
    const pair = mutator.mutant(new Template(changed, base.data[changed] as Template['data']), random)
    if (pair === undefined) continue
    const [before, after] = [pair.before, pair.after].map((own) => ({
      ...printedOf(base),
      [changed]: printed(own),
    })) as [Files, Files]
    const kind = mutator.kind === 'equal' ? 'equal' : 'other'
    yield { name: `${mutator.name}, in ${changed}, called as ${base.called}`, kind, before, after }
  }
}

/** A side as `verify` takes it, its files in memory. */
function sideOf(files: Files): VerifyInput {
  const encoder = new TextEncoder()
  const given = (path: string) => ({ path, bytes: encoder.encode(files[path]) })
  const environments = files['t.env'] === undefined ? [] : [given('t.env')]
  const read = (path: string) => (files[path] === undefined ? undefined : given(path).bytes)
  return { ...given('t.yaml'), environments, read }
}

function proofOf({ before, after }: NestedPair): Proof {
  try {
    const said = verify(sideOf(before), sideOf(after))
    return 'problem' in said ? 'failed' : said.verdict.verdict
  } catch {
    return 'failed'
  }
}

/** Values for the parameters of the template, besides its defaults. */
function worlds(seed: number): readonly Readonly<Record<string, unknown>>[] {
  const given = fc.sample(environments, { seed, numRuns: 4 }).map(({ parameters }) => parameters)
  return [{}, ...given].map((parameters) => ({ ...parameters, given: 'told' }))
}

/** What Heat builds at the bottom, in the order of the names: resources and properties have no order of their own. */
function built({ paths, servers }: Layers): string {
  const propertiesOf = (server: Readonly<Record<string, unknown>> = {}) => Object.entries(server).sort()
  return JSON.stringify(paths.map((path, index) => [path, propertiesOf(servers[index])] as const).sort())
}

function judged(before: readonly Layers[], after: readonly Layers[]): Pick<NestedOutcome, 'heat' | 'how'> {
  if (before.every(({ refused }) => refused !== null))
    return { heat: 'refused', how: before[0]?.refused ?? '' }
  for (const [index, one] of before.entries()) {
    const other = after[index] as Layers
    if (one.refused !== null) continue
    if (other.refused !== null) return { heat: 'differs', how: other.refused }
    if (built(one) !== built(other)) return { heat: 'differs', how: `${built(one)} ${built(other)}` }
  }
  return { heat: 'same', how: '' }
}

/**
 * At most `count` mutants that Heat judges.
 * @param folder the project's
 */
export function nestedOutcomes(folder: string, seed: number, count: number): readonly NestedOutcome[] {
  const pairs: NestedPair[] = []
  const judges = join(folder, 'test/heat')
  for (const pair of nestedPairs(bases(judges, seed), seed)) {
    pairs.push(pair)
    if (pairs.length === count) break
  }
  const given = pairs.map((_, index) => worlds(seed + index))
  const ask = (side: 'before' | 'after') =>
    pairs.flatMap((pair, index) =>
      (given[index] ?? []).map((parameters) => ({ files: pair[side], parameters })),
    )
  const [before, after] = (['before', 'after'] as const).map((side) => layersOf(ask(side), judges)) as [
    readonly Layers[],
    readonly Layers[],
  ]
  let start = 0
  return pairs.map((pair, index) => {
    const end = start + (given[index]?.length ?? 0)
    const verdict = judged(before.slice(start, end), after.slice(start, end))
    start = end
    return { ...pair, ...verdict, proof: proofOf(pair) }
  })
}

/** Heat shows a difference, and `verify` calls them equal. */
export const isNestedEscape = ({ heat, proof }: NestedOutcome) => heat === 'differs' && proof === 'equal'

/** The outcomes, counted. */
export function nestedSummary(all: readonly NestedOutcome[]): readonly string[] {
  const different = all.filter(({ heat }) => heat === 'differs')
  const equal = all.filter(({ kind, heat }) => kind === 'equal' && heat === 'same')
  const proved = (some: readonly NestedOutcome[]) => some.filter(({ proof }) => proof === 'equal').length
  const why = all.flatMap(({ heat, how }) => (heat === 'refused' ? [how.slice(0, 100)] : []))
  return [
    `nested: ${all.length} stacks of two layers, ${all.filter(({ heat }) => heat === 'refused').length} rejected by Heat`,
    `escapes: ${proved(different)} of ${different.length} that Heat shows to be different`,
    `proved: ${proved(equal)} of ${equal.length} that are equal by construction`,
    `failed: ${all.filter(({ proof }) => proof === 'failed').length}`,
    ...new Set(why),
  ]
}
