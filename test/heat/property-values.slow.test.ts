/** Values of properties: what check says is wrong, Heat's schemas refuse, and the other way round. */
import { type PropertySchema, resourceTypeSchema } from '../../src/heat/facts/resource-types.ts'
import { hasHeat } from './refusal.ts'
import { type Asked, ask, comparable, errors, type Json, requiredOf } from './schema-values.ts'

const withHeat = hasHeat ? describe : describe.skip

/** Values that fit some schemas and not others. */
const values: readonly Json[] = [
  ...[null, '', ' ', 'x', 'TRUE', '3', '1.5', '0x1f', 0, 3, -1, 1000, 2.5, true, [], {}, [null], ['a'], [{}]],
  ...[
    { a: 'b' },
    [{ a: 'b' }],
    'x'.repeat(300),
    'ingress',
    'CREATE',
    ['CREATE'],
    ['CREATE', 'x'],
    'tcp',
    'icmpv7',
  ],
  ...[
    '10.0.0.1',
    '10.0.0.01',
    '10.0.0',
    '10.0.0.0/24',
    '10.0.0.5/24',
    '10.0.0.0/33',
    '10.0.0.0/024',
    '::1',
    '::1%1',
  ],
  ...['fe80::/64', 'fe80::/129', 'fe80::/ffff::', '1.2.3.4/255.0.0.0', '::ffff:1.2.3.4', '1.2.3.4/'],
  ...['aa:bb:cc:dd:ee:ff', 'aabb.ccdd.eeff', 'aa:bb:cc:dd:ee', 'aabbccddeeff', 'a-b-c', 'gg:bb:cc:dd:ee:ff'],
  ...[
    'Europe/Berlin',
    'europe/berlin',
    'Europe/Nowhere',
    'UTC',
    '* * * * *',
    '*/5 0 1 1 0',
    '61 * * * *',
    '* * * *',
  ],
  ...[
    '@daily',
    '0 24 * * *',
    'a.example.',
    'a.example',
    'a..b',
    '-a',
    'A.b',
    'example.com.',
    '1.2.',
    '2018-01-01 10:10',
  ],
]

/** The schema with something strange at each place: a value, or a key that it has not. */
function strange(schema: PropertySchema): readonly Json[] {
  const inner = Object.entries(schema.schema ?? {}).flatMap(([name, one]) =>
    strange(one).map((value) => ({ ...requiredOf(schema.schema ?? {}), [name]: value })),
  )
  const unknown = schema.schema === undefined ? [] : [{ ...requiredOf(schema.schema), nope: 1 }]
  const items = schema.items === undefined ? [] : strange(schema.items).map((value) => [value])
  return [...values, ...inner, ...unknown, ...items]
}

/** Numbers of a fixed sequence, so that every run asks the same. */
function every(step: number): () => boolean {
  let count = 0
  return () => {
    count += 1
    return count % step === 0
  }
}

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

/** What is no question to the schemas of properties: the resource or the template as a whole is asked. */
const beyondSchemas =
  /^(?:bad-combination|missing-key|unknown-reference) |^bad-value Heat fetches "TemplateURL" from the network/

withHeat('values of properties', () => {
  it('are errors where Heat refuses them, and only there', () => {
    const asked = questions(comparable())
    const answers = ask('property_values.py', asked.map((one) => JSON.stringify(one)).join('\n'))
    expect(answers.length).toBe(asked.length)
    const unlike = asked.flatMap((one, index) => {
      const refusal = JSON.parse(answers[index] ?? 'null') as string | null
      const found = errors(one).filter((error) => !beyondSchemas.test(error))
      if ((refusal === null) === (found.length === 0) || milder.some((text) => refusal?.includes(text)))
        return []
      return [`${one.type} ${JSON.stringify(one.properties)} Heat: ${refusal} check: ${found.join()}`]
    })
    expect(asked.length).toBeGreaterThan(10_000)
    expect(unlike).toEqual([])
  })
})
