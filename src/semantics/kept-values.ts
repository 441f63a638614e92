/** Values of parameters, made once for all samples that give the same. */
import { orFailure } from './failing.ts'
import { type ParameterSchema, parameterValue } from './parameters.ts'
import type { Value } from './value.ts'

/** The value of the type for what was given; the same object as long as the same is given. */
export function keptValue(schema: ParameterSchema, raw: Value): Value {
  let values = kept.get(schema)
  if (values === undefined) {
    values = new Map()
    kept.set(schema, values)
  }
  let value = values.get(raw)
  if (value === undefined) {
    value = orFailure(() => parameterValue(schema.type, raw))
    values.set(raw, value)
  }
  return value
}

const kept = new WeakMap<ParameterSchema, Map<Value, Value>>()
