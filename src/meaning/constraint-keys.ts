/** What the constraints of a parameter refuse, in one form for each way to declare it. */
import type { Constraint } from '../heat/facts/resource-types.ts'
import { jsonText } from '../heat/values/json-text.ts'
import { pythonRepr } from '../heat/values/python-text.ts'
import { type Value, valueOfJson } from '../heat/values/value.ts'
import type { DeclaredConstraint } from './constraints.ts'
import { orFailure } from './failing.ts'
import { type ParameterSchema, parameterValue } from './parameters.ts'

export interface ConstraintKey {
  readonly constraint: Constraint
  /** The same for constraints that refuse the same values with the same description. */
  readonly key: string
}

/**
 * The constraints of a parameter without those that refuse nothing more: Heat asks all of them
 * (`Schema.validate_constraints` of heat/engine/constraints.py), so that one with both bounds is two with one each.
 * Descriptions count, for `_build_parameter_constraints` of heat/engine/api.py shows them.
 */
export function constraintKeys(schema: ParameterSchema): readonly ConstraintKey[] {
  const parts = schema.constraints.flatMap(partsOf)
  const narrowest = new Map<string, number>()
  for (const { constraint, bound } of parts) {
    if (bound === undefined) continue
    for (const name of [bound.on, describedBound(bound, constraint)])
      narrowest.set(name, Math.min(narrowest.get(name) ?? bound.reach, bound.reach))
  }
  const keys = new Map<string, ConstraintKey>()
  for (const { constraint, bound } of parts) {
    if (bound !== undefined) {
      const name = constraint.description === null ? bound.on : describedBound(bound, constraint)
      if (bound.reach > (narrowest.get(name) ?? bound.reach)) continue
    }
    const key = keyOf(constraint, schema)
    if (!keys.has(key)) keys.set(key, { constraint, key })
  }
  return [...keys.values()]
}

export function sameConstraints(one: ParameterSchema, other: ParameterSchema): boolean {
  if (one.type !== other.type) return false
  const [own, others] = [one, other].map((schema) => constraintKeys(schema).map(({ key }) => key)) as [
    string[],
    string[],
  ]
  return own.length === others.length && own.every((key, index) => key === others[index])
}

/** A constraint with one bound at most: the kind and side of it, and a number that is smaller for a narrower one. */
interface Part {
  readonly constraint: DeclaredConstraint
  readonly bound?: { readonly on: string; readonly reach: number }
}

function partsOf(constraint: DeclaredConstraint): readonly Part[] {
  if (constraint.kind !== 'range' && constraint.kind !== 'length') return [{ constraint }]
  const { kind, description, min, max } = constraint
  return [
    ...(min === undefined
      ? []
      : [{ constraint: { kind, description, min }, bound: { on: `${kind} min`, reach: 0 - min } }]),
    ...(max === undefined
      ? []
      : [{ constraint: { kind, description, max }, bound: { on: `${kind} max`, reach: max } }]),
  ]
}

function describedBound({ on }: NonNullable<Part['bound']>, { description }: DeclaredConstraint): string {
  return `${on} ${pythonRepr(description)}`
}

function keyOf(constraint: DeclaredConstraint, schema: ParameterSchema): string {
  const { kind, description, ...limits } = constraint
  const typed = schema.type === 'string' || schema.type === 'number' || schema.type === 'boolean'
  const words = description === null ? '' : ` (${pythonRepr(description)})`
  if (constraint.kind !== 'allowed_values') return `${kind} ${textOf(valueOfJson(limits))}${words}`
  const values = constraint.values
    .map((value) => textOf(typed ? orFailure(() => parameterValue(schema.type, value)) : value))
    .toSorted()
  return `${kind} [${[...new Set(values)].join(', ')}]${words}`
}

function textOf(value: Value): string {
  try {
    return jsonText(value, 'sorted')
  } catch {
    return pythonRepr(value)
  }
}
