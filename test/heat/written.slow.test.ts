import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { engineFor } from '../engine/run-text.ts'
import { hasHeatFor } from './installed.ts'
import { type Answer, askHeat } from './refusal.ts'

const hasHeat = hasHeatFor('asking Heat about results')
const withHeat = hasHeat ? describe : describe.skip

const project = join(__dirname, '../..')
const own = [ownCorpus, ...['transforms', 'test/upgrade/fixtures'].map((name) => join(project, name))]
const real = hasSharedCorpus
  ? ['hot', 'onap', 'cfn-json', 'cfn-yaml'].map((name) => join(sharedCorpus, name))
  : []

interface Command extends Pick<EngineOptions, 'to'> {
  readonly chain: 'migrate' | 'upgrade'
}

interface Written {
  readonly path: string
  readonly text: string
}

interface Judged {
  readonly path: string
  readonly before: Answer
  readonly after: Answer
}

/** Whether a path is among those that a version between the first and the latest is tried with. */
const isSampled = (_path: string, index: number) => index % 3 === 0

function pathsBelow(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => filesBelow(folder).map((name) => join(folder, name)))
}

/** What a command makes of every template that it changes. */
function written(options: Command): readonly Written[] {
  const engine = engineFor(options)
  const isBetween = options.chain === 'upgrade' && options.to !== 'latest'
  const paths = [...pathsBelow(own), ...pathsBelow(real).filter(isBetween ? isSampled : () => true)]
  return paths.flatMap((path) => {
    // About blueprints Heat is asked in a test of their own, with the files that they become.
    if (/[\\/]blueprint[\\/]/.test(path)) return []
    if (!/(?:input|^(?!.*fixtures).*)\.(?:ya?ml|json|template)$/.test(path)) return []
    const { after, status } = engine.run({ path, bytes: readFileSync(path) })
    return status === 'changed' && after !== undefined ? [{ path, text: after }] : []
  })
}

/** What Heat says of results and of their originals. */
function judged(all: readonly Written[]): readonly Judged[] {
  const answers = askHeat(all.flatMap(({ path, text }) => [{ path }, { path, text }]))
  return all.map(({ path }, index) => ({
    path,
    before: answers[2 * index] as Answer,
    after: answers[2 * index + 1] as Answer,
  }))
}

/** What a rewrite has no hand in: types, properties and attributes are what they were. */
const aboutTypes = /Propert|could not be found|Referenced Attribute|must be a string; got|deletion policy not/

/** Results that Heat refuses for something that AWS takes, or that only this release of Heat refuses. */
const known: readonly (readonly [path: RegExp, error: RegExp, why: string])[] = [
  [
    /expand-short-tags\/fixtures\//,
    /Circular Dependency/,
    'the original waits for itself, behind short tags',
  ],
  [
    /parameters\/fixtures\/aws-values\//,
    /replace\(\) argument 2/,
    'a parameter of the original is named null',
  ],
  [/./, /EllipsisType takes no arguments/, 'Heat 19 cannot copy an if of two items; later releases can'],
]

/** Whether Heat says less of the result than it said of the original. */
function isWorse({ path, before, after }: Judged, chain: Command['chain']): boolean {
  const [said] = after.refused
  if (said === undefined) return false
  if (before.refused.length === 0) return true
  // An upgrade mends nothing that Heat refuses already; a migration has to where only AWS takes the original.
  if (chain === 'upgrade') return false
  const isSame = errorClass(said) === errorClass(before.refused[0] ?? '')
  return !isSame && !aboutTypes.test(said) && !known.some(([of, error]) => of.test(path) && error.test(said))
}

function errorClass(said: string): string | undefined {
  return /^\w+: (\w+)/.exec(said)?.[1]
}

const commands: readonly Command[] = [
  { chain: 'migrate', to: 'oldest' },
  { chain: 'migrate', to: '2013-05-23' },
  { chain: 'migrate', to: '2018-08-31' },
  { chain: 'migrate', to: 'latest' },
  { chain: 'upgrade', to: '2015-10-15' },
  { chain: 'upgrade', to: '2018-08-31' },
  { chain: 'upgrade', to: 'latest' },
]

withHeat('what is written', () => {
  // Heat takes seconds to start, so it is asked once about all.
  let all: ReadonlyMap<Command, readonly Judged[]>
  beforeAll(() => {
    const made = commands.map((command) => [command, written(command)] as const)
    judged(made.flatMap(([, some]) => some))
    all = new Map(made.map(([command, some]) => [command, judged(some)]))
  })

  it.each(commands)('by $chain --to $to is taken by Heat, if the original was, or was for AWS', (command) => {
    const some = all.get(command) ?? []
    expect(some.length).toBeGreaterThan(20)
    expect(some.filter((one) => isWorse(one, command.chain))).toEqual([])
  })
})
