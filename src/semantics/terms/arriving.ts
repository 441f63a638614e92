/** What arrives in a parameter of a nested template. */

import type { HotParameterType } from '../../heat/dialects.ts'
import { orFailure } from '../failing.ts'
import { jsonText } from '../json-text.ts'
import { type ParameterSchema, parameterValue } from '../parameters.ts'
import { pythonStr, toNumber } from '../python-text.ts'
import { Failure, isInteger, isList, isMap, Opaque, type Value } from '../value.ts'
import { kinds, type Term, type Terms, valueOf } from './term.ts'

/**
 * The value of the parameter's type: the property of the caller, else the default of an environment, else that of the
 * template; omitted when there is none.
 */
export function arrivingTerm(
  terms: Terms,
  schema: ParameterSchema,
  passed: Term | undefined,
  fromEnvironment: Value | undefined,
): Term {
  const preset = fromEnvironment ?? schema.default
  const own = preset === null ? terms.omitted : typedTerm(terms, schema, preset)
  if (passed === undefined) return own
  return terms.each(passed, (one) => (one === terms.omitted ? own : passedTerm(terms, schema, one)))
}

/** A given value, as one of the parameter's type. */
export function typedTerm(terms: Terms, { type }: ParameterSchema, raw: Value): Term {
  return terms.data(orFailure(() => parameterValue(type, raw)))
}

/** A property becomes a value of the parameter (`from_parameter` of heat/engine/properties.py). */
function passedTerm(terms: Terms, schema: ParameterSchema, passed: Term): Term {
  const { type } = schema
  if (passed.tag === 'refused') return passed
  if (passed.isData) {
    const value = passedValue(type, valueOf(passed))
    return value instanceof Failure ? terms.refused(value) : typedTerm(terms, schema, value)
  }
  if (type === 'string' && (passed.kinds & ~(kinds.str | kinds.null | kinds.int)) === 0)
    return terms.concat([passed])
  if (type === 'boolean' && passed.kinds === kinds.bool) return passed
  return terms.apply(`passed as ${type}`, [passed], type === 'string' ? kinds.str : kinds.any)
}

// The value that a parameter of a nested template receives for a property of its caller.

/**
 * The raw value for the parameter, or a `Failure` where Heat refuses the property: first as a property of the type that
 * represents the parameter's (heat/engine/properties.py: `from_parameter`, `get_value`), then as
 * `TemplateResource.child_params` hands it on. Null is not absent: it becomes an empty value.
 */
function passedValue(type: HotParameterType, value: Value): Value {
  if (value instanceof Opaque || value instanceof Failure) return value
  return orFailure(() => converted(type, value))
}

function converted(type: HotParameterType, value: Value): Value {
  switch (type) {
    case 'string':
      if (value === null || typeof value === 'string') return value ?? ''
      if (isInteger(value)) return pythonStr(value)
      throw new Failure('ValueError', 'Value must be a string')
    case 'number':
      return value === null ? 0 : toNumber(value)
    case 'boolean':
      return flag(value)
    case 'comma_delimited_list':
      return delimited(value)
    case 'json':
      if (value === null) return new Map()
      if (isMap(value) || typeof value === 'string') return value
      if (isList(value)) return jsonText(value, 'as it is')
      throw new Failure('TypeError', 'the value is not a map')
  }
}

function flag(value: Value): Value {
  if (value === null) return false
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (typeof word === 'boolean') return word
  if (word === 'true' || word === 'false') return word === 'true'
  throw new Failure('ValueError', 'the value is not a valid boolean')
}

/** A list arrives as one string, so that an item with a comma becomes two. */
function delimited(value: Value): Value {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (!isList(value)) throw new Failure('TypeError', 'the value is not a list')
  if (isMap(value[0] ?? null)) return members(value)
  const texts = value.map((item) => item ?? '')
  if (texts.some((item) => typeof item !== 'string'))
    throw new Failure('TypeError', 'expected strings in the list')
  return texts.join(',')
}

function members(list: readonly Value[]): Value {
  const parts = list.flatMap((item, index) => {
    if (!isMap(item)) throw new Failure('AttributeError', "object has no attribute 'items'")
    return [...item].map(([key, value]) => `.member.${index}.${pythonStr(key)}=${pythonStr(value)}`)
  })
  return parts.join(',')
}
