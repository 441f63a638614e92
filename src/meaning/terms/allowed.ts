/** The few values that parameters may have: Heat checks them before anything is built (`Schema.validate_value`). */
import { allowedValues } from '../../heat/constraints.ts'
import { Failure, pythonEquals, sameValue, type Value } from '../../heat/values/value.ts'
import { orFailure } from '../failing.ts'
import { type ParameterSchema, parameterValue } from '../parameters.ts'
import type { Program } from '../program.ts'
import type { Both } from '../side.ts'
import type { Term, Terms } from './term.ts'

/** At most this many values are distinguished one by one. */
const most = 8

/** By parameter, the values that both sides allow; none where they do not allow the same. */
export function commonAllowed(
  terms: Terms,
  { before, after }: Both<Program>,
): ReadonlyMap<string, readonly Term[]> {
  const common = new Map<string, readonly Term[]>()
  for (const [name, schema] of before.parameters) {
    const [values, others] = [allowedBy(schema), allowedBy(after.parameters.get(name))]
    if (values !== undefined && others !== undefined && sameValue(values, others))
      common.set(
        name,
        values.map((value) => terms.data(value)),
      )
  }
  return common
}

/** Undefined where there are none, too many, or one of them twice. */
function allowedBy(schema: ParameterSchema | Failure | undefined): readonly Value[] | undefined {
  if (schema === undefined || schema instanceof Failure) return undefined
  const { type, constraints } = schema
  if (type !== 'string' && type !== 'number') return undefined
  const listed = allowedValues(constraints)
  if (listed === undefined || listed.length > most) return undefined
  const values = listed.map((value) => orFailure(() => parameterValue(type, value)))
  const isOdd = values.some(
    (value, index) =>
      value instanceof Failure || values.findIndex((other) => pythonEquals(other, value)) < index,
  )
  return isOdd ? undefined : values
}
