/** Constraints of parameters as they are declared; heat/engine/constraints.py, heat/engine/hot/parameters.py. */

import { canTest } from './constraints.ts'
import type { HotParameterType } from './dialects.ts'
import type { Constraint } from './facts/resource-types.ts'
import { convertParameter, Refusal } from './values/convert.ts'
import { pythonStr, toNumber } from './values/python-text.ts'
import { Failure, Float, isInteger, isList, isMap, type Key, type Value } from './values/value.ts'

/** How a dialect calls a constraint, and what gives its limits. */
interface ConstraintLabels {
  /** As the subject of a sentence. */
  readonly name: string
  readonly bounds: string
}

/**
 * Reads what is declared under a kind of constraint, in the form that HOT has. A string says why Heat refuses the
 * declaration.
 * @param type of the parameter; nothing is held against an unknown one
 */
export function readConstraint(
  kind: Constraint['kind'],
  value: Value,
  type: HotParameterType | undefined,
  labels: ConstraintLabels = { name: kind, bounds: `the bounds of ${kind}` },
): Constraint | string {
  const { name } = labels
  if (type !== undefined && !canTest(kind, type)) return `${name} cannot test a parameter of type ${type}`
  switch (kind) {
    case 'range':
    case 'length':
      return readBounds(kind, value, labels)
    case 'modulo':
      return readModulo(value, labels)
    case 'allowed_values':
      return readAllowed(value, type, name)
    case 'allowed_pattern':
      if (typeof value !== 'string') return `${name} is not a string`
      return isBroken(value) ? `${name} is not a regular expression` : { kind, pattern: value }
    case 'custom_constraint':
      // Python cannot look up a list or mapping (`Environment.get_constraint`).
      return isList(value) || isMap(value)
        ? `${name} is not the name of a constraint`
        : { kind, name: pythonStr(value) }
  }
}

function readBounds(kind: 'range' | 'length', value: Value, labels: ConstraintLabels): Constraint | string {
  const limits = numbersIn(value, ['min', 'max'], labels)
  if (typeof limits === 'string') return limits
  const { min, max } = limits
  if (min === undefined && max === undefined) return `${labels.name} needs min or max`
  if (kind === 'length' && ![min, max].every((one) => one === undefined || isInteger(one)))
    return `${labels.bounds} are not whole numbers`
  return {
    kind,
    ...(min === undefined ? {} : { min: sizeOf(min) }),
    ...(max === undefined ? {} : { max: sizeOf(max) }),
  }
}

/** `Modulo.__init__` */
function readModulo(value: Value, labels: ConstraintLabels): Constraint | string {
  const limits = numbersIn(value, ['step', 'offset'], labels)
  if (typeof limits === 'string') return limits
  if (limits.step === undefined || limits.offset === undefined) return 'modulo needs step and offset'
  const [step, offset] = [sizeOf(limits.step), sizeOf(limits.offset)]
  if (!Number.isInteger(step) || !Number.isInteger(offset))
    return 'step and offset of modulo are not whole numbers'
  if (step === 0) return 'the step of modulo is 0'
  if (Math.abs(offset) >= Math.abs(step)) return 'the offset of modulo is not smaller than its step'
  if (step * offset < 0) return 'step and offset of modulo have different signs'
  return { kind: 'modulo', step, offset }
}

/** A value that no parameter of the type can have makes Heat refuse all values (`Schema.to_schema_type`). */
function readAllowed(value: Value, type: HotParameterType | undefined, name: string): Constraint | string {
  if (!isList(value)) return `${name} is not a list`
  const isConverted = type === 'number' || type === 'boolean'
  if (isConverted && value.some((item) => convertParameter(type, item) instanceof Refusal))
    return `${name} of a ${type} holds what is not a ${type}`
  return { kind: 'allowed_values', values: value }
}

/** The numbers under two keys, where null is as good as nothing. */
function numbersIn<Name extends string>(
  value: Value,
  names: readonly [Name, Name],
  { name, bounds }: ConstraintLabels,
): Readonly<Partial<Record<Name, Value>>> | string {
  if (!isMap(value)) return `${name} is not a mapping of ${names.join(' and ')}`
  const strange = [...value.keys()].find((key: Key) => !names.includes(key as Name))
  if (strange !== undefined) return `${name} takes ${names.join(' and ')}, not "${pythonStr(strange)}"`
  const found: Partial<Record<Name, Value>> = {}
  for (const one of names) {
    const limit = value.get(one) ?? null
    if (limit === null) continue
    const number = numberOf(limit)
    if (number === undefined) return `${bounds} are not numbers`
    found[one] = number
  }
  return found
}

function numberOf(value: Value): Value | undefined {
  try {
    return toNumber(value)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function sizeOf(number: Value): number {
  return number instanceof Float ? number.value : Number(number)
}

/** Whether Python certainly refuses a pattern; what only JavaScript refuses is none of our business. */
function isBroken(pattern: string): boolean {
  if (/\(\?|[*+?}]\+|\\[AZzpP]/.test(pattern)) return false
  return compiled(pattern, 'u') === undefined && compiled(pattern, '') === undefined
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return undefined
  }
}
