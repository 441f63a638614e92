/** Constraints of parameters, the same from either dialect; heat/engine/parameters.py, heat/engine/hot/parameters.py. */
import type { Dialect } from '../heat/dialect.ts'
import { toNumber } from './python-text.ts'
import { Failure, isList, isMap, isNumber, type Value, type ValueList, type ValueMap } from './value.ts'

export interface Constraint {
  readonly kind: 'length' | 'range' | 'modulo' | 'allowed_values' | 'allowed_pattern' | 'custom_constraint'
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
  const bounds = (kind: 'range' | 'length', min: string, max: string) => {
    if (!parameter.has(min) && !parameter.has(max)) return
    found.push({
      kind,
      limits: numbers([
        ['min', parameter.get(min)],
        ['max', parameter.get(max)],
      ]),
      description,
    })
  }
  bounds('range', 'MinValue', 'MaxValue')
  bounds('length', 'MinLength', 'MaxLength')
  const [values, pattern] = [parameter.get('AllowedValues'), parameter.get('AllowedPattern')]
  if (values !== undefined) found.push(single('allowed_values', values, description))
  if (pattern !== undefined) found.push(single('allowed_pattern', pattern, description))
  return found
}

function hotConstraints(parameter: ValueMap, withModulo: boolean): readonly Constraint[] {
  const list = parameter.get('constraints') ?? null
  if (list === null) return []
  if (!isList(list)) throw invalid('the constraints are not a list')
  return list.map((one) => hotConstraint(one, withModulo))
}

const known: ReadonlySet<Value> = new Set([
  'description',
  'length',
  'range',
  'modulo',
  'allowed_values',
  'allowed_pattern',
  'custom_constraint',
])

/** Of several constraints in one entry the first in this order counts. */
function hotConstraint(one: Value, withModulo: boolean): Constraint {
  if (!isMap(one)) throw invalid('Invalid parameter constraints, expected a mapping')
  for (const key of one.keys())
    if (!known.has(key)) throw invalid(`Invalid key '${String(key)}' for parameter constraints`)
  const description = one.get('description') ?? null
  const bounded =
    withModulo && one.has('modulo')
      ? 'modulo'
      : one.has('range')
        ? 'range'
        : one.has('length')
          ? 'length'
          : undefined
  if (bounded !== undefined) {
    const names = bounded === 'modulo' ? ['step', 'offset'] : ['min', 'max']
    const limits = one.get(bounded) as Value
    if (!isMap(limits) || [...limits.keys()].some((key) => !names.includes(String(key))))
      throw invalid(`Invalid ${bounded} constraint`)
    return { kind: bounded, limits: numbers(names.map((name) => [name, limits.get(name)])), description }
  }
  for (const kind of ['allowed_values', 'allowed_pattern', 'custom_constraint'] as const) {
    const value = one.get(kind)
    if (value !== undefined) return single(kind, value, description)
  }
  throw invalid('No constraint expressed')
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
