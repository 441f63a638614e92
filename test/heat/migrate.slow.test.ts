import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followRenames } from '../../src/engine/names/follow-renames.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { engineFor } from '../engine/run-text.ts'
import { hasHeatFor } from './installed.ts'
import { type Verdict, verdicts } from './verdicts.ts'

const compare = join(__dirname, 'compare.py')
const hasHeat = hasHeatFor('asking Heat about results')

/** Differences that are meant: `file: kind path` to the reason. None is needed so far. */
const accepted: Readonly<Record<string, string>> = {}

const folder = mkdtempSync(join(tmpdir(), 'hotshift-migrate-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Migrates all templates of a folder together and asks Heat to compare those that changed. */
function migrated(from: string, paths: readonly string[], options: Options): readonly Verdict[] {
  const engine = engineFor(options)
  const read = (path: string) => readFileSync(join(from, path))
  const outcomes = paths.map((path) => engine.run({ path, bytes: read(path) }))
  const followed = followRenames(outcomes, (path) => read(path).toString('utf8'))
  return verdicts(
    compare,
    followed,
    from,
    mkdtempSync(join(folder, 'results-')),
    options?.from === 'aws' ? 'asks' : 'asks nothing',
  )
}

type Options = Parameters<typeof engineFor>[0]

function refused(verdicts: readonly Verdict[], from: string): readonly string[] {
  return verdicts.flatMap(({ before, verdict, differences, errors }) => {
    const file = before.slice(from.length + 1)
    if (verdict === 'before-invalid') return []
    const open = differences
      .map(({ kind, path }) => `${file}: ${kind} ${path}`)
      .filter((one) => !(one in accepted))
    return verdict === 'after-invalid' ? [`${file}: ${errors.join('; ')}`] : open
  })
}

function count(verdicts: readonly Verdict[], verdict: Verdict['verdict']): number {
  return verdicts.filter((one) => one.verdict === verdict).length
}

/** Kinds of difference that Heat's comparison lets pass; what each is stands in comparing.py. */
const tolerable = [
  // What only AWS knows is asked for.
  'asked',
  // CloudFormation describes all constraints of a parameter alike, and one of them is enough.
  'constraint-description',
  'constraint-order',
  'description-extended',
  'error-to-value',
  // Fn::Select fails in words of its own at AWS.
  'error-to-error',
  // The same resources are waited for, by depends_on in place of a reference that is gone.
  'explicit-dependency',
  'new-parameter',
  'null-for-absent',
  'null-before-ready',
  'renamed-file',
]

function intolerable(verdicts: readonly Verdict[]): readonly string[] {
  const kinds = verdicts.flatMap((one) => (one.tolerated ?? []).map(({ kind }) => kind))
  return [...new Set(kinds)].filter((kind) => !tolerable.includes(kind))
}

const withHeat = hasHeat ? describe : describe.skip

withHeat('what Heat makes of the results', () => {
  // An original that Heat refuses, because only AWS would take it, is compared by nobody here.
  it.each(['auto', '2018-08-31', 'oldest', 'latest'])('is what it made of our corpus, with --to %s', (to) => {
    const paths = filesBelow(ownCorpus).filter((path) => !path.endsWith('.md'))
    const verdicts = migrated(ownCorpus, paths, { to })
    expect(refused(verdicts, ownCorpus)).toEqual([])
    expect(count(verdicts, 'equal')).toBeGreaterThan(25)
    expect(intolerable(verdicts)).toEqual([])
  })

  const withSharedCorpus = hasSharedCorpus ? it : it.skip
  withSharedCorpus.each([{ to: 'auto' }, { to: 'auto', from: 'aws' as const }])(
    'is what it made of real templates, with %p',
    (options) => {
      const paths = ['cfn-json', 'cfn-yaml'].flatMap((kind) =>
        filesBelow(join(sharedCorpus, kind)).map((path) => join(kind, path)),
      )
      const verdicts = migrated(sharedCorpus, paths, options)
      expect(refused(verdicts, sharedCorpus)).toEqual([])
      expect(count(verdicts, 'equal')).toBeGreaterThan(45)
      expect(intolerable(verdicts)).toEqual([])
    },
  )
})
