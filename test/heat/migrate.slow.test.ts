import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { engineFor } from '../engine/run-text.ts'

const python = '/usr/bin/python3'
const compare = join(__dirname, 'compare.py')
const hasHeat = spawnSync(python, ['-c', 'import heat.engine.template']).status === 0
if (!hasHeat)
  console.warn(
    'skipped: asking Heat about results needs python3-heat for /usr/bin/python3 (apt-get install python3-heat)',
  )

/** What Heat says of a pair. */
interface Verdict {
  readonly before: string
  readonly verdict: 'equal' | 'differs' | 'before-invalid' | 'after-invalid'
  readonly differences: readonly { readonly kind: string; readonly path: string }[]
  readonly tolerated?: readonly { readonly kind: string; readonly path: string }[]
  readonly errors: readonly string[]
}

/** Differences that are meant: `file: kind path` to the reason. None is needed so far. */
const accepted: Readonly<Record<string, string>> = {}

const folder = mkdtempSync(join(tmpdir(), 'hotshift-migrate-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Migrates all templates of a folder together and asks Heat to compare those that changed. */
function migrated(from: string, paths: readonly string[], to: string): readonly Verdict[] {
  const engine = engineFor({ to })
  const read = (path: string) => readFileSync(join(from, path))
  const outcomes = paths.map((path) => engine.run({ path, bytes: read(path) }))
  const followed = engine.followRenames(outcomes, (path) => read(path).toString('utf8'))
  const target = join(folder, to)
  const pairs = followed.flatMap((outcome) => pairOf(outcome, from, target))
  const { stdout, stderr } = spawnSync(python, [compare, '--no-types', '--pairs', '-'], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const verdicts = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (verdicts.length !== pairs.length)
    throw new Error(`${verdicts.length} of ${pairs.length} compared: ${stderr}`)
  return verdicts.map((line) => JSON.parse(line) as Verdict)
}

/** The original and its result as files; Heat reads the files that the result names beside it. */
function pairOf(
  { path, newPath, after }: FileOutcome,
  from: string,
  target: string,
): (readonly [string, string])[] {
  if (after === undefined) return []
  const result = join(target, newPath ?? path)
  mkdirSync(dirname(result), { recursive: true })
  writeFileSync(result, after)
  return [[join(from, path), result]]
}

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
  'constraint-order',
  'error-to-value',
  // The same resources are waited for, by depends_on in place of a reference that is gone.
  'explicit-dependency',
  'new-parameter',
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
    const verdicts = migrated(ownCorpus, paths, to)
    expect(refused(verdicts, ownCorpus)).toEqual([])
    expect(count(verdicts, 'equal')).toBeGreaterThan(25)
    expect(intolerable(verdicts)).toEqual([])
  })

  const withSharedCorpus = hasSharedCorpus ? it : it.skip
  withSharedCorpus('is what it made of real templates', () => {
    const paths = ['cfn-json', 'cfn-yaml'].flatMap((kind) =>
      filesBelow(join(sharedCorpus, kind)).map((path) => join(kind, path)),
    )
    const verdicts = migrated(sharedCorpus, paths, 'auto')
    expect(refused(verdicts, sharedCorpus)).toEqual([])
    expect(count(verdicts, 'equal')).toBeGreaterThan(20)
    expect(intolerable(verdicts)).toEqual([])
  })
})
