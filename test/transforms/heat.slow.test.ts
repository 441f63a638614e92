import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import { transforms } from '../../transforms/registry.ts'
import { hasHeatFor, python } from '../heat/installed.ts'
import { type FixtureCase, fixtureCases } from './fixture-cases.ts'

const compare = join(__dirname, '../heat/compare.py')
const heat = hasHeatFor('the comparison with Heat')

/** Cases that the comparison cannot judge, and why. */
const beyondComparison: Readonly<Record<string, string>> = {
  'cfn/sub-to-str-replace/scalar-variables':
    'it takes true and 1.50 as Python writes them, AWS as they stand there',
  'cfn/drop-aws-sections/rules-as-constraints':
    'it does not know the section Rules, which AWS holds values against',
  'cfn/conditions/aws-equality': 'it compares as Python does, AWS compares texts',
}

/** Findings of results that it cannot judge either. */
const beyondJudgement: Readonly<Record<string, string>> = {
  'meaning-accepted': 'what was accepted is no longer the same',
  'null-is-default': 'null and nothing are the same to a property only, and it compares templates',
}

/** What the whole chain makes of the input of a case, or undefined where it leaves or refuses it. */
function migrated(one: FixtureCase): { readonly text: string; readonly reading: 'heat' | 'aws' } | undefined {
  const { to = '2018-08-31', from = 'auto' } = one.options
  const engine = createEngine({
    chain: 'migrate',
    to,
    from,
    accept: [],
    partial: false,
    registry: transforms,
  })
  const { after, reading = 'heat', findings } = engine.run({ path: one.inputName, bytes: one.input })
  if (after === undefined || findings.some(({ code }) => code in beyondJudgement)) return undefined
  return { text: after, reading }
}

interface Result {
  readonly before: string
  readonly verdict: string
  readonly differences: readonly { readonly path: string }[]
}

/** Labels come from a section that Heat does not know. */
const isLabel = ({ path }: { readonly path: string }) => /^parameters\..*\.label$/.test(path)

function compared(
  pairs: readonly (readonly [string, string])[],
  ...options: readonly string[]
): readonly Result[] {
  const run = spawnSync(python, [compare, '--no-types', ...options, '--pairs', '-'], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return run.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Result]))
}

const withHeat = heat ? describe : describe.skip
withHeat('the inputs of all fixtures, migrated', () => {
  let folder = ''
  const pairs = { heat: [] as [string, string][], aws: [] as [string, string][] }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hotshift-fixtures-'))
    for (const id of transforms.keys()) {
      for (const one of fixtureCases(join(__dirname, '../../transforms'), id)) {
        const result = `${id}/${one.name}` in beyondComparison ? undefined : migrated(one)
        if (result === undefined) continue
        const home = join(folder, id, one.name)
        mkdirSync(home, { recursive: true })
        const pair: [string, string] = [join(home, one.inputName), join(home, 'migrated.yaml')]
        writeFileSync(pair[0], one.input)
        writeFileSync(pair[1], result.text)
        pairs[result.reading].push(pair)
      }
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['heat', 'aws'] as const)('mean to Heat what they meant, read as %s reads them', (reading) => {
    const results = compared(pairs[reading], ...(reading === 'aws' ? ['--only-aws'] : []))
    const wrong = results.filter(({ verdict, differences }) =>
      verdict === 'differs' ? !differences.every(isLabel) : verdict === 'after-invalid',
    )
    expect(
      wrong.map(({ before, verdict, differences }) => ({
        before: before.slice(folder.length + 1),
        verdict,
        differences,
      })),
    ).toEqual([])
    expect(results).toHaveLength(pairs[reading].length)
  })
})

const withPyYaml = spawnSync(python, ['-c', 'import yaml']).status === 0 ? describe : describe.skip
withPyYaml('JSON written as YAML', () => {
  it('holds the same data for PyYAML', () => {
    const cases = fixtureCases(join(__dirname, '../../transforms'), 'cfn/json-to-yaml')
    const pairs = cases
      .filter(({ expected }) => expected !== undefined)
      .map(({ folder, inputName }): [string, string] => [
        join(folder, inputName),
        join(folder, 'expected.yaml'),
      ])
    expect(compared(pairs, '--data-equal').map(({ verdict }) => verdict)).toEqual(pairs.map(() => 'equal'))
  })
})
