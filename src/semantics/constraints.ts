/**
 * Constraints of parameters, the same from either dialect; heat/engine/parameters.py, heat/engine/hot/parameters.py.
 */

import type { Dialect } from '../heat/dialect.ts'
import { cfnBounds, cfnSingle, constraintOrder } from '../heat/parameters.ts'
import { toNumber } from './python-text.ts'
import { Failure, isList, isMap, isNumber, type Value, type ValueList, type ValueMap } from './value.ts'

export interface Constraint {
  readonly kind: (typeof constraintOrder)[number]
  /** `min` and `max`, `step` and `offset`, or the one value under the name of the kind. */
  readonly limits: ReadonlyMap<string, Value>
  readonly description: Value
}

/** The constraints in Heat's order; throws InvalidSchemaError. */
export function constraintsIn(parameter: ValueMap, dialect: Dialect): readonly Constraint[] {
  return dialect.kind === 'hot'
    ? hotConstraints(parameter, dialect.version >= '2017-02-24')
    : cfnConstraints(parameter)
}

function cfnConstraints(parameter: ValueMap): readonly Constraint[] {
  const description = parameter.get('ConstraintDescription') ?? null
  const found: Constraint[] = []
  for (const { kind, min, max } of cfnBounds) {
    if (!parameter.has(min) && !parameter.has(max)) continue
    const limits = [['min', parameter.get(min)] as const, ['max', parameter.get(max)] as const]
    found.push({ kind, limits: numbers(limits), description })
  }
  for (const { kind, key } of cfnSingle) {
    const value = parameter.get(key)
    if (value !== undefined) found.push(single(kind, value, description))
  }
  return found
}

function hotConstraints(parameter: ValueMap, withModulo: boolean): readonly Constraint[] {
  const list = parameter.get('constraints') ?? null
  if (list === null) return []
  if (!isList(list)) throw invalid('the constraints are not a list')
  return list.map((one) => hotConstraint(one, withModulo))
}

const known: ReadonlySet<Value> = new Set(['description', ...constraintOrder])

/** Of several constraints in one entry the first in this order counts. */
function hotConstraint(one: Value, withModulo: boolean): Constraint {
  if (!isMap(one)) throw invalid('Invalid parameter constraints, expected a mapping')
  for (const key of one.keys())
    if (!known.has(key)) throw invalid(`Invalid key '${String(key)}' for parameter constraints`)
  const description = one.get('description') ?? null
  const kind = constraintOrder.find((name) => one.has(name) && (name !== 'modulo' || withModulo))
  if (kind === undefined) throw invalid('No constraint expressed')
  const value = one.get(kind) as Value
  if (kind !== 'modulo' && kind !== 'range' && kind !== 'length') return single(kind, value, description)
  const names = kind === 'modulo' ? ['step', 'offset'] : ['min', 'max']
  if (!isMap(value) || [...value.keys()].some((key) => !names.includes(String(key))))
    throw invalid(`Invalid ${kind} constraint`)
  return { kind, limits: numbers(names.map((name) => [name, value.get(name)])), description }
}

function numbers(limits: readonly (readonly [string, Value | undefined])[]): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const [name, limit] of limits) {
    if (limit === undefined || limit === null) continue
    found.set(name, toNumber(limit))
  }
  if (found.size === 0) throw invalid('a constraint must have a limit')
  return found
}

function single(
  kind: 'allowed_values' | 'allowed_pattern' | 'custom_constraint',
  value: Value,
  description: Value,
): Constraint {
  if (kind === 'allowed_values' && !isList(value)) throw invalid('AllowedValues must be a list')
  if (kind === 'allowed_pattern' && typeof value !== 'string')
    throw invalid('AllowedPattern must be a string')
  return { kind, limits: new Map([[kind, value]]), description }
}

function invalid(reason: string): Failure {
  return new Failure('InvalidSchemaError', reason)
}

/** The values that an `allowed_values` names, or undefined for other constraints. */
export function allowedValues(constraint: Constraint): ValueList | undefined {
  const values = constraint.limits.get('allowed_values')
  return isList(values) ? values : undefined
}

/** A bound as a number; undefined where there is none. */
export function limitOf(constraint: Constraint, name: string): number | undefined {
  const limit = constraint.limits.get(name)
  if (limit === undefined || !isNumber(limit)) return undefined
  return typeof limit === 'object' ? limit.value : Number(limit)
}
