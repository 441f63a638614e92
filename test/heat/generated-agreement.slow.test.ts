/** Our evaluator against Heat's engine on templates made at random, of every version, with environments. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { parseJson } from '../../src/heat/values/json-text.ts'
import type { Value } from '../../src/heat/values/value.ts'
import { hotVersions } from '../../src/heat/versions.ts'
import type { EnvironmentValues } from '../../src/meaning/sample.ts'
import { type Agreement, agreements, questionOf } from './agreement.ts'
import { environments, hotTemplates } from './generated-hot.ts'
import { cfnTemplates } from './generated-templates.ts'
import { hasHeatFor } from './installed.ts'

const heat = hasHeatFor('asking Heat about generated templates')

const folder = mkdtempSync(join(tmpdir(), 'hotshift-agreement-'))
afterAll(() => rmSync(folder, { recursive: true }))

const seed = 20250301
const count = 25

function environmentOf({
  parameters,
  defaults,
}: {
  readonly parameters: object
  readonly defaults: object
}): EnvironmentValues {
  const values = (from: object) => parseJson(JSON.stringify(from)) as ReadonlyMap<string, Value>
  return { parameters: values(parameters), defaults: values(defaults) }
}

/** All templates of a dialect, each with an environment. */
function questionsOf(name: string, templates: fc.Arbitrary<object>, hasEnvironment: boolean) {
  const made = fc.sample(fc.tuple(templates, environments), { seed, numRuns: count })
  const questions = made.flatMap(([template, environment], index) => {
    const path = join(folder, `${name}-${index}.json`)
    writeFileSync(path, JSON.stringify(template, null, 1))
    return questionOf(path, hasEnvironment ? environmentOf(environment) : undefined) ?? []
  })
  expect(questions).toHaveLength(count)
  return questions
}

const withHeat = heat ? describe : describe.skip
withHeat(`templates made at random (seed ${seed})`, () => {
  // Heat takes seconds to start, so it is asked once.
  let found: readonly Agreement[]
  beforeAll(() => {
    const hot = hotVersions.flatMap((version) => questionsOf(version, hotTemplates(version), true))
    found = agreements([...hot, ...questionsOf('cfn', cfnTemplates, false)])
  })
  const of = (name: string) => {
    const all = found.filter(({ path }) => basename(path).startsWith(`${name}-`))
    expect(all).toHaveLength(count)
    return all
  }

  it.each(hotVersions)('of version %s resolve to what Heat resolves them to', (version) => {
    const all = of(version)
    expect(all.flatMap(({ path, refused }) => (refused === undefined ? [] : `${path}: ${refused}`))).toEqual(
      [],
    )
    expect(all.flatMap(({ path, disagreements }) => disagreements.map((one) => `${path}: ${one}`))).toEqual(
      [],
    )
  })

  it('of CloudFormation resolve to what Heat resolves them to', () => {
    const all = of('cfn')
    expect(all.flatMap(({ path, disagreements }) => disagreements.map((one) => `${path}: ${one}`))).toEqual(
      [],
    )
  })
})
