/**
 * What Heat makes of a literal; nothing else converts one. A property is converted by its schema
 * (`Property.get_value` of heat/engine/properties.py), the value of a parameter by its type (heat/engine/parameters.py).
 */

import { memoized } from '../../text/document/attached.ts'
import { defined } from '../../text/document/records.ts'
import type { HotParameterType } from '../dialects.ts'
import type { PropertySchema, PropertySchemas, SchemaType } from '../facts/resource-types.ts'
import { jsonText, parseJson } from './json-text.ts'
import { keyText, pythonStr, toInt, toNumber } from './python-text.ts'
import {
  Failure,
  isInteger,
  isKnown,
  isList,
  isMap,
  isTrue,
  type Key,
  Opaque,
  type Value,
  type ValueMap,
  valueOfJson,
} from './value.ts'

/** What Heat raises for a literal, also in words. */
export class Refusal extends Failure {
  /** The end of a sentence about the value. */
  readonly problem: string

  constructor(error: string, problem: string, reason = `the value ${problem}`) {
    super(error, reason)
    this.problem = problem
  }
}

/** A value one level deep: a scalar, the parts of a list, or those of a map. */
export type Shape<Part> = Key | readonly Part[] | ReadonlyMap<Key, Part>

/** How a kind of value is taken apart and made: data and terms are converted by the same rules. */
export interface Form<Part> {
  /** The result for each alternative that a part has. */
  readonly each: (part: Part, make: (one: Part) => Part) => Part
  /** Undefined for what only a stack knows, which is preserved. */
  readonly read: (part: Part) => Shape<Part> | undefined
  /** @param type of the property that it is the value of */
  readonly of: (value: Value, type?: SchemaType) => Part
  readonly list: (items: readonly Part[]) => Part
  readonly map: (entries: ReadonlyMap<Key, Part>) => Part
  /** The whole of a part; undefined where something in it is open. */
  readonly data: (part: Part) => Value | undefined
  readonly refused: (part: Part, refusal: Refusal) => Part
  /** Whether a part turns out not to be given. */
  readonly isAbsent: (part: Part) => boolean
  /** Whether maps get the keys of their schemas that are not given. */
  readonly keys: 'all' | 'given'
  /** What a map has under a key: the value, if one is given, and that of the schema. */
  readonly entry: (value: Part | undefined, preset: Part | undefined) => Part
}

/** What null stands for where a schema has no default. */
const nothingOf: Readonly<Record<SchemaType, Value>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  list: [],
  map: new Map(),
  any: null,
  unknown: null,
}

/**
 * `Property.get_value`: the value of a property as its class sees it, its items and keys too, and with the keys of
 * schemas that are not given. What is open in it is preserved.
 */
export function convert(schema: PropertySchema, value: Value): Value | Refusal {
  const form = new DataForm()
  const made = convertPart(form, schema, value)
  return form.refusal ?? made
}

class DataForm implements Form<Value> {
  readonly keys = 'all'
  refusal: Refusal | undefined

  each = (part: Value, make: (one: Value) => Value): Value => make(part)
  read = (part: Value): Shape<Value> | undefined =>
    part instanceof Opaque || part instanceof Failure ? undefined : part
  of = (value: Value): Value => value
  list = (items: readonly Value[]): Value => items
  map = (entries: ValueMap): Value => entries
  data = (part: Value): Value | undefined => (isKnown(part) ? part : undefined)
  isAbsent = (): boolean => false
  entry = (value: Value | undefined, preset: Value | undefined): Value => value ?? preset ?? null
  refused = (part: Value, refusal: Refusal): Value => {
    this.refusal ??= refusal
    return part
  }
}

function isParts<Part>(shape: Shape<Part>): shape is readonly Part[] {
  return Array.isArray(shape)
}

function isEntries<Part>(shape: Shape<Part>): shape is ReadonlyMap<Key, Part> {
  return shape instanceof Map
}

/** `convert` for a value of any form. */
function convertPart<Part>(form: Form<Part>, schema: PropertySchema, part: Part): Part {
  return form.each(part, (one) => {
    const shape = form.read(one)
    return shape === undefined ? one : convertShape(form, schema, one, shape)
  })
}

function convertShape<Part>(form: Form<Part>, schema: PropertySchema, part: Part, shape: Shape<Part>): Part {
  const { type = 'string', items } = schema
  if (shape === null) return ofNull(form, schema, part)
  const refusal = shapeRefusal(schema, shape)
  if (refusal !== undefined) return form.refused(part, refusal)
  if (type === 'any' || type === 'unknown') return part
  if (isEntries(shape)) return convertMap(form, schema, part, shape)
  if (isParts(shape)) {
    if (type === 'map') return inText(form, part)
    return items === undefined ? part : form.list(shape.map((item) => convertPart(form, items, item)))
  }
  if (type === 'map') return part
  if (type === 'list')
    return convertPart(form, { type, ...defined({ items }) }, form.of(listed(String(shape))))
  return form.of(convertScalar(type, shape), type)
}

/** `delim_string_to_list` of heat/common/param_utils.py */
function listed(text: string): readonly string[] {
  return text === '' ? [] : text.split(',')
}

/** `has_default() and default() or ''`, and the like: a default that is false to Python is what the type has for nothing. */
function ofNull<Part>(form: Form<Part>, schema: PropertySchema, part: Part): Part {
  const { type = 'string' } = schema
  if (type === 'any' || type === 'unknown') return part
  const own = hasDefault(schema) ? valueOfJson(schema.default) : nothingOf[type]
  const value = isTrue(own) ? own : nothingOf[type]
  return convertPart(form, schema, form.of(value))
}

function hasDefault({ default: preset }: PropertySchema): boolean {
  return preset !== undefined && preset !== null
}

/** A list that is passed as a json parameter (`Property._get_map` with `allow_conversion`). */
function inText<Part>(form: Form<Part>, part: Part): Part {
  const whole = form.data(part)
  return whole === undefined ? part : form.of(jsonText(whole, 'as it is'))
}

function convertMap<Part>(
  form: Form<Part>,
  { schema, items }: PropertySchema,
  part: Part,
  entries: ReadonlyMap<Key, Part>,
): Part {
  if (schema !== undefined) return form.map(convertKeys(form, schema, entries))
  if (items === undefined) return part
  return form.map(new Map([...entries].map(([key, item]) => [key, convertPart(form, items, item)])))
}

/**
 * `Properties`: what is given under the names of some schemas, or not. Entries that no schema has are preserved.
 * @param entry where it is another one for these names than for those of inner maps
 */
export function convertKeys<Part>(
  form: Form<Part>,
  schemas: PropertySchemas,
  entries: ReadonlyMap<Key, Part>,
  entry: Form<Part>['entry'] = form.entry,
): ReadonlyMap<Key, Part> {
  const made = new Map<Key, Part>()
  if (form.keys === 'all')
    for (const [name, schema] of Object.entries(schemas))
      made.set(name, convertKey(form, schema, entries.get(name), entry))
  for (const [key, part] of entries) {
    const schema = typeof key === 'string' && Object.hasOwn(schemas, key) ? schemas[key] : undefined
    if (schema === undefined) made.set(key, part)
    else if (form.keys === 'given') made.set(key, convertKey(form, schema, part, entry))
  }
  return made
}

/** What is under a name: what is given, or what the schema has. */
export function convertKey<Part>(
  form: Form<Part>,
  schema: PropertySchema,
  part: Part | undefined,
  entry: Form<Part>['entry'] = form.entry,
): Part {
  const preset = hasDefault(schema) ? convertPart(form, schema, form.of(null)) : undefined
  if (part === undefined) return entry(undefined, preset)
  return form.each(part, (one) =>
    form.isAbsent(one)
      ? entry(undefined, preset)
      : form.each(convertPart(form, schema, one), (made) => entry(made, preset)),
  )
}

// What Heat refuses

/** Why Heat refuses a value for a property, apart from what is in it; null counts as the default. */
export function shapeRefusal<Part>(schema: PropertySchema, shape: Shape<Part>): Refusal | undefined {
  const { type = 'string', allowConversion } = schema
  if (shape === null) return undefined
  switch (type) {
    case 'any':
    case 'unknown':
      return undefined
    case 'list':
      if (isParts(shape) || (allowConversion === true && typeof shape === 'string')) return undefined
      return new Refusal('TypeError', 'is not a list')
    case 'map':
      if (isEntries(shape) || (allowConversion === true && (isParts(shape) || typeof shape === 'string')))
        return undefined
      return new Refusal('TypeError', 'is not a mapping')
    default: {
      if (isParts(shape) || isEntries(shape)) return notOf(type)
      const made = convertScalar(type, shape)
      return made instanceof Refusal ? made : undefined
    }
  }
}

type ScalarType = Extract<SchemaType, 'string' | 'integer' | 'number' | 'boolean'>

const notScalar: Readonly<Record<ScalarType, readonly [error: string, problem: string]>> = {
  string: ['ValueError', 'is not a string'],
  integer: ['TypeError', 'is not a whole number'],
  number: ['TypeError', 'is not a number'],
  boolean: ['TypeError', 'is neither true nor false'],
}

function notOf(type: ScalarType): Refusal {
  const [error, problem] = notScalar[type]
  return new Refusal(error, problem)
}

/** `_get_string`, `_get_integer`, `_get_number` and `_get_bool` of what is not null. */
function convertScalar(type: ScalarType, value: Key): Key | Refusal {
  switch (type) {
    case 'string':
      if (typeof value === 'string') return value
      if (isInteger(value)) return pythonStr(value)
      return new Refusal('ValueError', 'is a number with a fraction, not a string; quote it')
    case 'integer':
      return orRefusal(type, () => toInt(value))
    case 'number':
      return orRefusal(type, () => toNumber(value) as Key)
    case 'boolean': {
      const word = typeof value === 'string' ? value.toLowerCase() : value
      if (typeof word === 'boolean') return word
      return word === 'true' || word === 'false' ? word === 'true' : notOf(type)
    }
  }
}

function orRefusal(type: ScalarType, make: () => Key): Key | Refusal {
  try {
    return make()
  } catch (error) {
    if (error instanceof Failure) return new Refusal(error.error, notScalar[type][1], error.message)
    throw error
  }
}

// Parameters

const trueWords: ReadonlySet<string> = new Set(['1', 't', 'true', 'on', 'y', 'yes'])
const falseWords: ReadonlySet<string> = new Set(['0', 'f', 'false', 'off', 'n', 'no'])

/** `bool_from_string(str(value), strict=True)` of oslo.utils; undefined where it raises ValueError. */
export function truthOfWord(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = pythonStr(value).trim().toLowerCase()
  return trueWords.has(word) ? true : falseWords.has(word) ? false : undefined
}

/** `Parameter.value` of the class for a type, for a value that is given or the default. */
export function convertParameter(type: HotParameterType, raw: Value): Value | Refusal {
  switch (type) {
    case 'string':
      return pythonStr(raw)
    case 'number':
      return orRefusal('number', () => toNumber(raw) as Key)
    case 'boolean':
      return (
        truthOfWord(raw) ??
        new Refusal('ValueError', 'is not a boolean', `Unrecognized value '${pythonStr(raw)}'`)
      )
    case 'comma_delimited_list':
      if (isList(raw)) return raw.map(pythonStr)
      if (typeof raw === 'string') return listed(raw)
      return new Refusal(
        'ValueError',
        'is neither a string nor a list',
        'Value must be a comma-delimited list string',
      )
    case 'json':
      return jsonValue(raw)
  }
}

function jsonValue(raw: Value): Value | Refusal {
  if (raw === '') return raw
  try {
    return typeof raw === 'string' ? parseJson(raw) : throughJson(raw)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return new Refusal(
      'ValueError',
      'is a string that is not JSON',
      `Value must be valid JSON: ${error.message}`,
    )
  }
}

/** A value after it is written as JSON and read again: all keys are strings. */
function throughJson(value: Value): Value {
  if (isList(value)) return value.map(throughJson)
  return isMap(value) ? mapThroughJson(value) : value
}

/** A default is read anew in each sample. */
const mapThroughJson = memoized((value: ValueMap): Value => {
  const map = new Map<Key, Value>()
  for (const [key, one] of value) map.set(keyText(key), throughJson(one))
  return map
})
