/** What `check` accepts, no JSON schema refuses: over all templates that there are, and over values made to be odd. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { resourceTypeNames, resourceTypeSchema } from '../../src/heat/facts/resource-types.ts'
import { filesBelow } from '../engine/corpus-files.ts'
import { type Asked, errors, every, requiredOf, strange } from '../heat/schema-values.ts'
import { brokenTemplates, takenTemplates } from '../rules/broken-templates.ts'
import { filesOf } from '../rules/pairs.ts'
import { pairsBetween } from '../rules/pairs-between.ts'
import { pairsMisread } from '../rules/pairs-misread.ts'
import { pairsValues } from '../rules/pairs-values.ts'
import { type Judgement, judge, judgeText, refusals } from './judge.ts'

const project = join(__dirname, '../..')

/** What schemas say of files in which check finds no error: `path reading: what is refused`. */
function refusedAlthoughAccepted(judgements: readonly Judgement[]): readonly string[] {
  return judgements
    .filter(({ errors }) => errors.length === 0)
    .flatMap(({ path, refused }) =>
      [...refused].flatMap(([reading, said = []]) => said.map((one) => `${path} ${reading}: ${one}`)),
    )
}

const refused = (judgements: readonly Judgement[]) =>
  judgements.filter(({ refused }) => [...refused.values()].some((said = []) => said.length > 0)).length

describe.each([
  ['transforms', 1000, 100],
  ['test', 150, 40],
  ['../shared/corpus', 200, 20],
])('the files of %s', (name, least, leastRefused) => {
  const folder = join(project, name)
  const test = existsSync(folder) ? it : it.skip

  test('are refused by no reader of the schemas where check finds no error', () => {
    const judgements = filesBelow(folder)
      .filter((path) => /\.(?:ya?ml|json|template|env)$/.test(path))
      .flatMap((path) => judge(join(folder, path)) ?? [])
    expect(judgements.length).toBeGreaterThan(least)
    expect(refusedAlthoughAccepted(judgements)).toEqual([])
    // Schemas that take anything would pass the same.
    expect(refused(judgements)).toBeGreaterThan(leastRefused)
  })
})

it('templates that only look wrong are refused by no schema', () => {
  const texts = [...pairsBetween, ...pairsMisread, ...pairsValues].flatMap(({ what, sound, wrong }) =>
    [sound, wrong].flatMap((side) => {
      const own = filesOf(side)
      const text = own['t.yaml'] ?? ''
      return Object.keys(own).length > 1 ? [] : [{ what, text }]
    }),
  )
  texts.push(...takenTemplates, ...brokenTemplates)
  const judgements = texts.flatMap(({ what, text }) => judgeText(what, text) ?? [])
  expect(judgements.length).toBeGreaterThan(250)
  expect(refusedAlthoughAccepted(judgements)).toEqual([])
})

/** Every seventh of all questions, with a template of one resource each. */
function questions(): readonly Asked[] {
  const isTurn = every(7)
  return resourceTypeNames().flatMap((type) => {
    const { properties = {} } = resourceTypeSchema(type) ?? { name: type, class: '' }
    const base = requiredOf(properties)
    return [
      { type, properties: base },
      { type, properties: {} },
      ...Object.entries(properties)
        .flatMap(([name, schema]) =>
          strange(schema).map((value) => ({ type, properties: { ...base, [name]: value } })),
        )
        .filter(isTurn),
    ]
  })
}

it('odd values of properties are refused only where check refuses them', () => {
  const asked = questions()
  expect(asked.length).toBeGreaterThan(10_000)
  let both = 0
  const unlike = asked.flatMap(({ type, properties }) => {
    const template = { heat_template_version: '2018-08-31', resources: { r: { type, properties } } }
    const said = refusals('hot-2018-08-31.json', template)
    if (said.length === 0) return []
    if (errors({ type, properties }).length === 0) return [`${type} ${JSON.stringify(properties)} ${said[0]}`]
    both += 1
    return []
  })
  expect(unlike).toEqual([])
  expect(both).toBeGreaterThan(5000)
})
