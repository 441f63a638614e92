/** Properties that do not go together: what check refuses, the classes of Heat refuse, and the other way round. */
import { classRules } from '../../src/heat/class-rules.ts'
import facts from '../../src/heat/facts/class-rules.json' with { type: 'json' }
import { type PropertySchema, resourceTypeSchema } from '../../src/heat/facts/resource-types.ts'
import { hasHeat } from './installed.ts'
import { type Asked, ask, errors, fitting, type Json, numbers, requiredOf } from './schema-values.ts'

const withHeat = hasHeat ? describe : describe.skip

const random = numbers(7)

/** A value that the schema takes: one of those that rules ask for, or some other. */
function value(schema: PropertySchema): Json {
  const { type = 'string', constraints = [], items, schema: keys } = schema
  const allowed = constraints.flatMap((one) => (one.kind === 'allowed_values' ? one.values : []))
  if (type === 'list') {
    if (allowed.length > 0) return [allowed[random(allowed.length)] as Json]
    return Array.from({ length: random(3) }, () => (items === undefined ? 'a' : value(items)))
  }
  if (allowed.length > 0) return allowed[random(allowed.length)] as Json
  if (type === 'map') return keys === undefined ? {} : some(keys)
  if (type === 'boolean') return random(2) === 0
  const isBounded = constraints.some(({ kind }) => kind !== 'allowed_pattern')
  if (type === 'integer' || type === 'number') {
    const least = constraints.flatMap((one) => (one.kind === 'range' ? [one.min ?? 0] : []))[0] ?? 0
    return least + random(4)
  }
  if (isBounded || constraints.length > 0) return fitting(schema)
  return ['some', 'vda', 'default', ''][random(4)] as Json
}

/** About every second property, and those that must be there. */
function some(schemas: Readonly<Record<string, PropertySchema>>): { readonly [key: string]: Json } {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, one]) =>
      one.required || (one.implemented !== false && random(5) < 2) ? [[name, value(one)] as const] : [],
    ),
  )
}

/** The properties that rules name, and those that must be there. */
function about(type: string): Readonly<Record<string, PropertySchema>> {
  const { properties = {} } = resourceTypeSchema(type) ?? {}
  const words = new Set(JSON.stringify(classRules(type)?.rules).match(/\w+/g))
  const isNamed = (name: string) => words.has(name)
  const named = Object.entries(properties).filter(([name, { required }]) => required || isNamed(name))
  return Object.fromEntries(named)
}

/** What rules of other kinds than these refuse, and what Heat 19 says of newer properties. */
const others =
  /Unknown Property|Duplicate refs|Allowed values|not an allowed value|Pause ?Time|concurrency|base64|Interval must|microversion|policies|Up to 4094|Incorrect translation rule|Resource member is missing|frozen_definition/

/** Where the rules of Heat's classes stand; those of services have other sources. */
const ofClasses = /^heat\//

withHeat('rules of classes', () => {
  it('refuse what Heat refuses, and nothing else', () => {
    // What Heat takes as anything now is compared by the mutants of all types.
    const types = Object.keys(facts.types).filter((type) => resourceTypeSchema(type)?.placeholder !== true)
    const asked = types.flatMap((type): Asked[] => {
      const schemas = about(type)
      const each = Array.from({ length: 120 }, () => ({ type, properties: some(schemas) }))
      return [{ type, properties: requiredOf(schemas) }, ...each]
    })
    const fit = asked.filter((one) => errors(one).every(({ code }) => code === 'bad-combination'))
    const answers = ask('class_rules.py', fit.map((one) => JSON.stringify(one)).join('\n'))
    const unlike = fit.flatMap((one, index) => {
      const found = errors(one).filter(({ source }) => ofClasses.test(source))
      const refusal = JSON.parse(answers[index] ?? 'null') as string | null
      // A class that has asked the cloud says no more.
      if (refusal === 'cloud' || (refusal !== null && others.test(refusal))) return []
      if ((refusal === null) === (found.length === 0)) return []
      return [
        `${one.type} ${JSON.stringify(one.properties)} Heat: ${refusal} check: ${found.map(({ message }) => message).join()}`,
      ]
    })
    expect(fit.length).toBeGreaterThan(3000)
    expect(unlike).toEqual([])
  })
})
