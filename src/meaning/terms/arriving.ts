/** What arrives in a parameter of a nested template. */

import { Refusal } from '../../heat/values/convert.ts'
import { passedValue } from '../../heat/values/parameters.ts'
import type { Value } from '../../heat/values/value.ts'
import { orFailure } from '../failing.ts'
import { type ParameterSchema, parameterValue } from '../parameters.ts'
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
    return value instanceof Refusal ? terms.refused(value) : typedTerm(terms, schema, value)
  }
  if (type === 'string' && (passed.kinds & ~(kinds.str | kinds.null | kinds.int)) === 0)
    return terms.concat([passed])
  if (type === 'boolean' && passed.kinds === kinds.bool) return passed
  return terms.apply(`passed as ${type}`, [passed], type === 'string' ? kinds.str : kinds.any)
}
