import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isFindingCode } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { hasHeat } from '../heat/installed.ts'
import { type FixtureCase, fixtureCases } from '../transforms/fixture-cases.ts'
import { changesOneLine, lostComments, table, type Upgrade, upgrades } from './corpus-run.ts'
import { askHeat, type Pair } from './heat.ts'

const withHeat = hasHeat ? it : it.skip

/** One line per upgrade that is not as it should be, so that a failure names all of them. */
function wrong(all: readonly Upgrade[], test: (one: Upgrade) => boolean): readonly string[] {
  return all
    .filter(test)
    .map(({ to, outcome: { path, status, reason } }) => `${path} to ${to}: ${status} ${reason}`)
}

/** The templates of a folder, and at least so many upgrades of them. */
const collections: readonly (readonly [
  title: string,
  corpus: string,
  folders: readonly string[],
  least: number,
])[] = [
  ['template of our corpus', ownCorpus, ['hot', 'nested', 'packages'], 50],
  ...(hasSharedCorpus ? [['real template', sharedCorpus, ['hot', 'onap'], 1000] as const] : []),
]

describe.each(collections)('every %s, to every version from its own on', (_title, corpus, folders, least) => {
  const all = upgrades(corpus, folders)
  const changed = all.filter(({ outcome }) => outcome.status === 'changed')

  it('is changed, unchanged, blocked with a precise finding, or skipped with a reason', () => {
    console.log(table(all))
    expect(all.length).toBeGreaterThan(least)
    expect(wrong(all, ({ outcome }) => !isClear(outcome))).toEqual([])
  })

  it('changes exactly one line where only the version had to change', () => {
    const only = changed.filter(({ outcome }) =>
      outcome.transforms.every(({ id }) => id === 'hot/target-version'),
    )
    expect(only.length).toBeGreaterThan(least)
    expect(wrong(only, ({ outcome: { before = '', after = '' } }) => !changesOneLine(before, after))).toEqual(
      [],
    )
  })

  it('has nothing left to do in a second run', () => {
    const isSilent = (again: FileOutcome | undefined) =>
      again?.status === 'unchanged' && again.findings.every(({ code }) => code === 'duplicate-key')
    expect(wrong(changed, ({ again }) => !isSilent(again))).toEqual([])
  })

  it('keeps all comments', () => {
    expect(wrong(changed, ({ outcome }) => lostComments(outcome).length > 0)).toEqual([])
  })

  it('is proved to mean the same', () => {
    expect(wrong(changed, ({ outcome }) => outcome.proof !== 'equal')).toEqual([])
  })

  withHeat.each(['2014-10-16', '2016-10-14', '2018-08-31', '2021-04-16'] as const)(
    'means the same to Heat in %s',
    (to) => {
      const verdicts = askHeat(changed.filter((one) => one.to === to).map((one) => pairOf(corpus, one)))
      const equal = verdicts.filter(({ verdict }) => verdict === 'equal').length
      console.log(
        `${to}: Heat calls ${equal} of ${verdicts.length} equal, and rejects the rest as they are now`,
      )
      expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([])
      expect(verdicts.filter(({ verdict }) => verdict !== 'equal' && verdict !== 'before-invalid')).toEqual(
        [],
      )
    },
  )
})

function isClear({ status, findings, reason }: FileOutcome): boolean {
  if (status === 'skipped') return reason !== undefined
  if (status === 'failed') return false
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (status !== 'blocked') return errors.length === 0
  return errors.length > 0 && errors.every(({ code, range }) => isFindingCode(code) && range !== undefined)
}

// --- Heat

const folder = mkdtempSync(join(tmpdir(), 'hotshift-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

function pairOf(corpus: string, { to, outcome }: Upgrade): Pair {
  const result = join(folder, to, outcome.path)
  mkdirSync(dirname(result), { recursive: true })
  writeFileSync(result, outcome.after ?? '')
  return [join(corpus, outcome.path), result]
}

describe('what changes with the version', () => {
  /** Attributes that are an error in Heat are null in the comparison, which has no group behind them. */
  const unlike = ['01-autoscaling-outputs-was-an-error', '01-group-attributes-was-an-error']
  /** What Heat refuses has no meaning; the comparison resolves it as if it had. */
  const isRefused = ({ name, findings }: FixtureCase) =>
    name.endsWith('refused-template') || findings.some(({ code }) => code === 'refused-template')

  withHeat('is kept or taken away as Heat itself has it', () => {
    const cases = fixtureCases(join(__dirname, '..'), 'upgrade').filter(
      (one) =>
        one.expected !== undefined &&
        !one.options.accept?.some((code) => code !== 'select-by-yaql') &&
        !unlike.includes(one.name) &&
        !isRefused(one),
    )
    const verdicts = askHeat(
      cases.map(({ folder: at }) => [join(at, 'input.yaml'), join(at, 'expected.yaml')]),
    )
    expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([])
    expect(verdicts.filter(({ verdict }) => verdict === 'equal').length).toBeGreaterThan(20)
    expect(verdicts.filter(({ verdict }) => verdict === 'after-invalid')).toEqual([])
  })
})
