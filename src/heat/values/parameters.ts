/** Whether Heat takes a value for a parameter with constraints (heat/engine/parameters.py). */

import { constraintProblem } from '../constraints.ts'
import type { HotParameterType } from '../dialects.ts'
import type { Constraint, PropertySchema } from '../facts/resource-types.ts'
import { convert, convertParameter, Refusal } from './convert.ts'
import { pythonStr } from './python-text.ts'
import { isList, isMap, type Value } from './value.ts'

/** Why Heat refuses a value, as the end of a sentence about it, and the constraint that says so; the type does without one. */
interface Misfit<Limit extends Constraint = Constraint> {
  readonly problem: string
  readonly limit?: Limit
}

/** Why Heat refuses a value that it uses, after lists and JSON were parsed (`Parameter.validate`). */
export function misfitInUse<Limit extends Constraint>(
  type: HotParameterType,
  constraints: readonly Limit[],
  value: Value,
): Misfit<Limit> | undefined {
  // A collection is JSON, whatever is in it.
  if (type === 'json' && constraints.length === 0 && typeof value !== 'string') return undefined
  const made = convertParameter(type, value)
  if (made instanceof Refusal) return { problem: made.problem }
  const isParsed = type === 'comma_delimited_list' || type === 'json'
  return firstMisfit(type, constraints, isParsed ? made : value)
}

/**
 * Why Heat refuses a template for a default, whatever value is given: it tests the default as it is written, and custom
 * constraints only in use (`Schema._validate_default`).
 */
export function misfitAsWritten<Limit extends Constraint>(
  type: HotParameterType,
  constraints: readonly Limit[],
  value: Value,
): Misfit<Limit> | undefined {
  const tests = constraints.filter(({ kind }) => kind !== 'custom_constraint')
  if (type === 'comma_delimited_list') {
    if (!isList(value) && typeof value !== 'string') return { problem: 'is neither a string nor a list' }
    return firstMisfit(type, tests, isList(value) ? value.map(pythonStr) : value.split(','))
  }
  if (tests.length === 0) return undefined
  // Every other constraint of numbers and booleans converts the value first.
  const made = type === 'number' || type === 'boolean' ? convertParameter(type, value) : undefined
  return made instanceof Refusal ? { problem: made.problem } : firstMisfit(type, tests, value)
}

function firstMisfit<Limit extends Constraint>(
  type: HotParameterType,
  constraints: readonly Limit[],
  value: Value,
): Misfit<Limit> | undefined {
  for (const limit of constraints) {
    const problem = constraintProblem(limit, value, type)
    if (problem !== undefined) return { problem, limit }
  }
  return undefined
}

// What is passed to nested templates

/** The properties that stand for parameters (`Schema.from_parameter` of heat/engine/properties.py). */
export const propertiesFor: Readonly<Record<HotParameterType, PropertySchema>> = {
  string: { parameter: 'string' },
  number: { type: 'number', parameter: 'number' },
  boolean: { type: 'boolean', parameter: 'boolean' },
  comma_delimited_list: { type: 'list', allowConversion: true, parameter: 'comma_delimited_list' },
  json: { type: 'map', allowConversion: true, parameter: 'json' },
}

/**
 * What a nested template is given for a parameter by its caller, before it is a value of the parameter's type: first a
 * property, then what `TemplateResource.child_params` hands on. Null is not absent: it becomes an empty value.
 */
export function passedValue(type: HotParameterType, value: Value): Value | Refusal {
  const property = convert(propertiesFor[type], value)
  return type === 'comma_delimited_list' && isList(property) ? delimited(property) : property
}

/** A list arrives as one string, so that an item with a comma becomes two. */
function delimited(list: readonly Value[]): Value | Refusal {
  if (isMap(list[0] ?? null)) return members(list)
  const texts = list.map((item) => item ?? '')
  return texts.every((item) => typeof item === 'string')
    ? texts.join(',')
    : new Refusal('TypeError', 'holds what is not a string', 'expected strings in the list')
}

function members(list: readonly Value[]): Value | Refusal {
  const parts: string[] = []
  for (const [index, item] of list.entries()) {
    if (!isMap(item)) return new Refusal('AttributeError', 'holds what is not a mapping')
    for (const [key, value] of item) parts.push(`.member.${index}.${pythonStr(key)}=${pythonStr(value)}`)
  }
  return parts.join(',')
}
