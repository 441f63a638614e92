/**
 * Our evaluator against Heat's own engine on whole templates: both resolve the same samples, and every
 * parameter, condition, property, dependency and output must be the same.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Agreement, agreements, questionOf } from './agreement.ts'
import { hasHeatFor } from './installed.ts'

const project = join(__dirname, '../..')
const heat = hasHeatFor('the comparison with Heat')

function templatesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => /\.(json|ya?ml|template)$/.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => join(folder, name))
}

function agreementsBelow(folder: string): Agreement[] {
  return agreements(templatesBelow(folder).flatMap((path) => questionOf(path) ?? []))
}

/** Where we and Heat may differ, by the end of the path, and why; docs/proof.md says the same. */
const expected: Readonly<Record<string, string>> = {
  'cfn/hot-version/fixtures/empty-conditions/input.yaml': 'Heat rejects an empty section Conditions',
  'cfn/hot-version/fixtures/names-that-are-no-text/input.yaml':
    'Heat fails on the name true of a condition, which none but Heat sees',
  'cfn/parameters/fixtures/defaults/input.yaml':
    'the name null of a parameter is None to Heat, and its text to us',
  'cfn/resources/fixtures/change/input.yaml': 'Heat rejects a policy of a resource that is not there',
}

const corpora = [
  { name: 'corpus', folder: join(project, 'corpus'), least: 50 },
  { name: 'fixtures of transforms', folder: join(project, 'transforms'), least: 300 },
  { name: 'fixtures of upgrades', folder: join(project, 'test/upgrade/fixtures'), least: 50 },
  { name: '../shared/corpus', folder: join(project, '../shared/corpus'), least: 230 },
]

describe.each(corpora)('$name', ({ name, folder, least }) => {
  const isThere = heat && existsSync(folder)
  const test = isThere ? it : it.skip
  let found: Agreement[] = []
  beforeAll(() => {
    if (isThere) found = agreementsBelow(folder)
  })

  test('resolves to what Heat resolves it to', () => {
    const loaded = found.filter(({ refused }) => refused === undefined)
    const samples = loaded.reduce((sum, one) => sum + one.samples, 0)
    const unknown = loaded.reduce((sum, one) => sum + one.unknown, 0)
    console.info(
      `${name}: ${loaded.length} templates in ${samples} samples, ${unknown} with unknown conditions; Heat rejects ${found.length - loaded.length}`,
    )
    expect(loaded.length).toBeGreaterThanOrEqual(least)
    const open = found.filter(({ path }) => !Object.keys(expected).some((end) => path.endsWith(end)))
    expect(open.flatMap(({ path, disagreements }) => disagreements.map((one) => `${path}: ${one}`))).toEqual(
      [],
    )
  })
})
