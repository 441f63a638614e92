/** Values of properties: what check says is wrong, Heat's schemas refuse, and the other way round. */
import { resourceTypeSchema } from '../../src/heat/facts/resource-types.ts'
import { hasHeat } from './installed.ts'
import { type Asked, ask, comparable, errors, every, requiredOf, strange } from './schema-values.ts'

const withHeat = hasHeat ? describe : describe.skip

function questions(names: readonly string[]): readonly Asked[] {
  const isTurn = every(7)
  return names.flatMap((type) => {
    const {
      properties = {},
      placeholder,
      translationRules,
    } = resourceTypeSchema(type) ?? { name: type, class: '' }
    if (placeholder) return []
    const moved = new Set(translationRules?.flatMap((one) => (one.rule === 'resolve' ? [] : movedBy(one))))
    const base = requiredOf(properties)
    return [
      { type, properties: base },
      ...Object.entries(properties)
        .filter(([name]) => !moved.has(name))
        .flatMap(([name, schema]) =>
          strange(schema).map((value) => ({ type, properties: { ...base, [name]: value } })),
        )
        .filter(isTurn),
    ]
  })
}

/** What rules are about, which are not applied here. */
function movedBy(rule: {
  readonly path: readonly string[]
  readonly [detail: string]: unknown
}): readonly string[] {
  const { value_path = [] } = rule as { readonly value_path?: readonly string[] }
  return [rule.path[0] ?? '', value_path[0] ?? '']
}

/** What Heat refuses for reasons that are not in the text alone. */
const milder = ['Expiration time is out of date']

/** The rule of all that schemas say; what classes, services and templates as a whole say has others. */
const ofSchemas = 'Template Guide, OpenStack Resource Types'

withHeat('values of properties', () => {
  it('are errors where Heat refuses them, and only there', () => {
    const asked = questions(comparable())
    const answers = ask('property_values.py', asked.map((one) => JSON.stringify(one)).join('\n'))
    expect(answers.length).toBe(asked.length)
    const unlike = asked.flatMap((one, index) => {
      const refusal = JSON.parse(answers[index] ?? 'null') as string | null
      const found = errors(one).filter(({ source }) => source.startsWith(ofSchemas))
      if ((refusal === null) === (found.length === 0) || milder.some((text) => refusal?.includes(text)))
        return []
      return [
        `${one.type} ${JSON.stringify(one.properties)} Heat: ${refusal} check: ${found.map(({ message }) => message).join()}`,
      ]
    })
    expect(asked.length).toBeGreaterThan(10_000)
    expect(unlike).toEqual([])
  })
})
