/**
 * Constraints of parameters, the same from either dialect; heat/engine/parameters.py, heat/engine/hot/parameters.py.
 */

import { readConstraint } from '../heat/constraint-reading.ts'
import type { Dialect } from '../heat/dialect.ts'
import type { Constraint } from '../heat/facts/resource-types.ts'
import { cfnBounds, cfnSingle, constraintOrder } from '../heat/parameters.ts'
import { Failure, isList, isMap, type Value, type ValueMap } from '../heat/values/value.ts'

/** One with what Heat says where a value does not meet it. */
export type DeclaredConstraint = Constraint & { readonly description: Value }

/** The constraints in Heat's order; throws InvalidSchemaError. */
export function constraintsIn(parameter: ValueMap, dialect: Dialect): readonly DeclaredConstraint[] {
  return dialect.kind === 'hot'
    ? hotConstraints(parameter, dialect.version >= '2017-02-24')
    : cfnConstraints(parameter)
}

function cfnConstraints(parameter: ValueMap): readonly DeclaredConstraint[] {
  const description = parameter.get('ConstraintDescription') ?? null
  const found: DeclaredConstraint[] = []
  for (const { kind, min, max } of cfnBounds) {
    if (!parameter.has(min) && !parameter.has(max)) continue
    const limits = new Map([
      ['min', parameter.get(min) ?? null] as const,
      ['max', parameter.get(max) ?? null] as const,
    ])
    found.push(declared(kind, limits, description))
  }
  for (const { kind, key } of cfnSingle) {
    const value = parameter.get(key)
    if (value !== undefined) found.push(declared(kind, value, description))
  }
  return found
}

function hotConstraints(parameter: ValueMap, withModulo: boolean): readonly DeclaredConstraint[] {
  const list = parameter.get('constraints') ?? null
  if (list === null) return []
  if (!isList(list)) throw invalid('the constraints are not a list')
  return list.map((one) => hotConstraint(one, withModulo))
}

const known: ReadonlySet<Value> = new Set(['description', ...constraintOrder])

/** Of several constraints in one entry the first in this order counts. */
function hotConstraint(one: Value, withModulo: boolean): DeclaredConstraint {
  if (!isMap(one)) throw invalid('Invalid parameter constraints, expected a mapping')
  for (const key of one.keys())
    if (!known.has(key)) throw invalid(`Invalid key '${String(key)}' for parameter constraints`)
  const kind = constraintOrder.find((name) => one.has(name) && (name !== 'modulo' || withModulo))
  if (kind === undefined) throw invalid('No constraint expressed')
  return declared(kind, one.get(kind) as Value, one.get('description') ?? null)
}

function declared(kind: Constraint['kind'], value: Value, description: Value): DeclaredConstraint {
  const constraint = readConstraint(kind, value, undefined)
  if (typeof constraint === 'string') throw invalid(constraint)
  return { ...constraint, description }
}

function invalid(reason: string): Failure {
  return new Failure('InvalidSchemaError', reason)
}
