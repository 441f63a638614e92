/** One definition for what a schema has more than once, so that it is smaller: types of Heat have many properties alike. */
import { definition, type JsonSchema } from './json-schema.ts'

/** What a reference and a definition cost beside what is defined, in characters. */
const COST = { reference: 24, definition: 10 }

/** The same schema, with references of its own to what it has more than once. */
export function shared(schema: JsonSchema): JsonSchema {
  const counts = new Map<string, { readonly part: JsonSchema; count: number }>()
  eachPart(schema, (part) => {
    if (!isWhole(part)) return
    const source = JSON.stringify(part)
    const known = counts.get(source)
    if (known === undefined) counts.set(source, { part, count: 1 })
    else known.count += 1
  })
  const names = new Map<string, string>()
  // A part is longer than those inside of it, which occur less often once it is written once.
  for (const [source, { part, count }] of [...counts].sort(([a], [b]) => b.length - a.length)) {
    const saved = (count - 1) * source.length - count * COST.reference - COST.definition
    if (saved <= 0) continue
    names.set(source, `shared${names.size + 1}`)
    eachPart(part, (inner) => {
      const known = counts.get(JSON.stringify(inner))
      if (known !== undefined) known.count -= count - 1
    })
  }
  const replaced = (part: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(part))
    return name === undefined ? within(part, replaced) : definition(name)
  }
  const definitions = [...names].map(
    ([source, name]) => [name, within(JSON.parse(source), replaced)] as const,
  )
  const { definitions: own, ...rest } = within(schema, replaced)
  return { ...rest, definitions: { ...(own as object), ...Object.fromEntries(definitions) } }
}

/** Keywords that say of values of any type what they say. */
const ofAnyType: ReadonlySet<string> = new Set([
  'description',
  'enum',
  'enumDescriptions',
  '$ref',
  'anyOf',
  'allOf',
])

/** Whether a schema says itself of which type values are, and not the one around it: validators may ask for that. */
function isWhole(schema: JsonSchema): boolean {
  if ('type' in schema) return true
  if (!Object.keys(schema).every((key) => ofAnyType.has(key))) return false
  let isSo = true
  within(schema, (part) => {
    isSo &&= isWhole(part)
    return part
  })
  return isSo
}

/** All schemas inside of one. */
function eachPart(schema: JsonSchema, see: (part: JsonSchema) => void): void {
  within(schema, (part) => {
    see(part)
    eachPart(part, see)
    return part
  })
}

/** A schema with what becomes of those directly inside of it. */
function within(schema: JsonSchema, become: (part: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, inside.get(key)?.(value, become) ?? value]),
  )
}

type Inside = (value: unknown, become: (part: JsonSchema) => JsonSchema) => unknown

const one: Inside = (value, become) => (typeof value === 'object' ? become(value as JsonSchema) : value)
const list: Inside = (value, become) => (value as readonly JsonSchema[]).map(become)
const named: Inside = (value, become) =>
  Object.fromEntries(
    Object.entries(value as Readonly<Record<string, JsonSchema>>).map(([name, part]) => [name, become(part)]),
  )

/** The keywords that hold schemas, of those that the schemas here have. */
const inside = new Map<string, Inside>([
  ['properties', named],
  ['patternProperties', named],
  ['definitions', named],
  ['additionalProperties', one],
  ['items', one],
  ['not', one],
  ['if', one],
  ['then', one],
  ['anyOf', list],
  ['allOf', list],
])
