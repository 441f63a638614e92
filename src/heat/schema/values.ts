/** The JSON schema of what a property may be given, as `check` reads it (heat/engine/properties.py: Property.get_value). */

import { defined } from '../../text/document/records.ts'
import { constraintProblem, limitsOf } from '../constraints.ts'
import { declinedPath } from '../deprecations.ts'
import type { Description } from '../describe.ts'
import type { PropertySchema, PropertySchemas } from '../facts/resource-types.ts'
import { withoutIndexes } from '../translation-rules.ts'
import { convert, Refusal } from '../values/convert.ts'
import type { Value } from '../values/value.ts'
import { closed, definition, inOneLine, type JsonSchema } from './json-schema.ts'

/** What holds for all properties of a type. */
export interface PropertyContext {
  /** The type, as Heat calls it. */
  readonly type: string
  /** Paths, without indexes, whose values Heat moves elsewhere before it looks at them. */
  readonly moved: ReadonlySet<string>
  /** Other names under which a key may be given, by its path. */
  readonly otherNames: ReadonlyMap<string, readonly string[]>
  /** What is said of the property at a path. */
  readonly describe: (path: string, schema: PropertySchema) => Description
}

/** The schemas of the keys of a mapping; those that Heat knows and refuses are left out. */
export function keySchemas(
  schemas: PropertySchemas,
  within: string,
  context: PropertyContext,
): Readonly<Record<string, JsonSchema>> {
  const known = Object.entries(schemas).filter(([, { implemented }]) => implemented !== false)
  return Object.fromEntries(
    known.map(([name, schema]) => [name, propertySchema(schema, `${within}${name}`, context)]),
  )
}

/** Keys that have to be given, each with the names that replace it. */
export function requirements(
  schemas: PropertySchemas,
  within: string,
  { otherNames }: PropertyContext,
): { readonly required?: readonly string[]; readonly allOf?: readonly JsonSchema[] } {
  const needed = Object.entries(schemas).filter(
    ([, { required, default: preset }]) => required === true && (within === '' || preset === undefined),
  )
  const others = (name: string) => otherNames.get(withoutIndexes(`${within}${name}`)) ?? []
  const alone = needed.flatMap(([name]) => (others(name).length === 0 ? [name] : []))
  const either = needed.flatMap(([name]) =>
    others(name).length === 0
      ? []
      : [{ anyOf: [name, ...others(name)].map((one) => ({ required: [one] })) } satisfies JsonSchema],
  )
  return {
    ...(alone.length === 0 ? {} : { required: alone }),
    ...(either.length === 0 ? {} : { allOf: either }),
  }
}

function propertySchema(schema: PropertySchema, path: string, context: PropertyContext): JsonSchema {
  return {
    description: inOneLine(context.describe(path, schema)),
    // Editors show a `deprecationMessage` as an error, and it is none.
    ...(declinedPath(context.type, path) === undefined ? {} : { doNotSuggest: true }),
    ...valueSchema(schema, path, context),
  }
}

/** What may be given: a literal, or a function. */
function valueSchema(schema: PropertySchema, path: string, context: PropertyContext): JsonSchema {
  if (context.moved.has(withoutIndexes(path))) return {}
  const { type = 'string' } = schema
  if (type === 'any' || type === 'unknown') return {}
  const own = literalSchema(schema, path, context)
  // A validator of draft 7 sees nothing beside a `$ref`.
  if (own === undefined) return { allOf: [definition(type)] }
  return { anyOf: [own, definition('function')] }
}

/** The literals of a property; undefined where any of its type will do. */
function literalSchema(
  schema: PropertySchema,
  path: string,
  context: PropertyContext,
): JsonSchema | undefined {
  const { type = 'string' } = schema
  switch (type) {
    case 'string':
      return limitedString(schema)
    case 'integer':
    case 'number':
      return limitedNumber(schema)
    case 'list':
      return listSchema(schema, path, context)
    case 'map':
      return mapSchema(schema, path, context)
    case 'boolean':
    case 'any':
    case 'unknown':
      return undefined
  }
}

/** Whether Heat takes a literal for a property. */
function isTaken(schema: PropertySchema, literal: Value): boolean {
  const { type = 'string', constraints = [] } = schema
  const value = convert(schema, literal)
  return (
    !(value instanceof Refusal) &&
    constraints.every((one) => constraintProblem(one, value, type) === undefined)
  )
}

function limitedString(schema: PropertySchema): JsonSchema | undefined {
  const { allowed, length: { min, max } = {}, pattern } = limitsOf(schema.constraints ?? [])
  const mayBeNull = isTaken(schema, null)
  if (allowed !== undefined) return { enum: [...literalsOf(allowed), ...(mayBeNull ? [null] : [])] }
  const limits = defined({ minLength: min, maxLength: max, pattern })
  if (Object.keys(limits).length === 0) return undefined
  return { type: ['string', 'integer', 'boolean', ...(mayBeNull ? ['null'] : [])], ...limits }
}

/** As strings, and as the other scalars that Heat makes them of. */
function literalsOf(allowed: readonly Value[]): readonly unknown[] {
  const strings = allowed.map(String)
  const numbers = strings.filter((one) => /^\d+$/.test(one)).map(Number)
  const booleans = strings.filter((one) => /^(?:True|False)$/.test(one)).map((one) => one === 'True')
  return [...new Set<unknown>([...strings, ...numbers, ...booleans])]
}

/** Booleans are numbers to Python, and null is the default, or else 0. */
function limitedNumber(schema: PropertySchema): JsonSchema | undefined {
  const { allowed, range: { min, max } = {} } = limitsOf(schema.constraints ?? [])
  if (allowed === undefined && min === undefined && max === undefined) return undefined
  const others = [null, false, true].filter((one) => isTaken(schema, one))
  const within = {
    type: 'number',
    ...(schema.type === 'integer' ? cutLimits(min, max) : defined({ minimum: min, maximum: max })),
  }
  const numbers =
    allowed === undefined
      ? [within, ...(others.length === 0 ? [] : [{ enum: others }])]
      : [{ enum: [...allowed.map(Number), ...others] }]
  return { anyOf: [...numbers, definition('numericString')] }
}

/** Heat takes the whole number before a fraction (`Property._get_integer`): -0.5 is 0. */
function cutLimits(min: number | undefined, max: number | undefined): JsonSchema {
  return {
    ...(min === undefined ? {} : min > 0 ? { minimum: min } : { exclusiveMinimum: min - 1 }),
    ...(max === undefined ? {} : max < 0 ? { maximum: max } : { exclusiveMaximum: max + 1 }),
  }
}

/** How many items there are is left to `check`: a function may give nothing for one. */
function listSchema(
  { items, constraints = [], allowConversion }: PropertySchema,
  path: string,
  context: PropertyContext,
): JsonSchema | undefined {
  const { allowed } = limitsOf(constraints)
  if (items === undefined && allowed === undefined && allowConversion !== true) return undefined
  const item =
    allowed !== undefined
      ? { anyOf: [{ enum: literalsOf(allowed) }, definition('function')] }
      : items?.implemented === false
        ? definition('function')
        : items && propertySchema(items, `${path}[]`, context)
  return {
    type: allowConversion === true ? ['array', 'string', 'null'] : ['array', 'null'],
    ...(item === undefined ? {} : { items: item }),
  }
}

function mapSchema(
  { schema, items, allowConversion }: PropertySchema,
  path: string,
  context: PropertyContext,
): JsonSchema | undefined {
  if (schema === undefined && items === undefined && allowConversion !== true) return undefined
  const { type: _type, ...keys } =
    schema === undefined ? { type: 'object' } : closed(keySchemas(schema, `${path}.`, context))
  return {
    type: allowConversion === true ? ['object', 'array', 'string', 'null'] : ['object', 'null'],
    ...keys,
    ...(schema === undefined ? {} : requirements(schema, `${path}.`, context)),
  }
}
