/** One constraint of a parameter; heat/engine/constraints.py. */

import type { Node } from '../document/node.ts'
import { isNull, mapOf, nameOf, scalarOf, seqOf, textOf } from '../document/read.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import { customConstraints } from '../heat/facts/facts.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { isBroken, type Limits, type PythonNumber, pythonNumber } from '../heat/parameter-values.ts'
import type { CheckScope } from './scope.ts'

/** The types whose values a kind of constraint can test (`valid_types`). */
const fittingTypes: Readonly<Record<string, readonly HotParameterType[]>> = {
  range: ['number'],
  modulo: ['number'],
  length: ['string', 'comma_delimited_list', 'json'],
  allowed_values: ['string', 'number', 'boolean', 'comma_delimited_list'],
  allowed_pattern: ['string'],
  custom_constraint: ['string', 'number', 'boolean', 'comma_delimited_list'],
}

/** Whether a kind of constraint can test values of a type; nothing is held against an unknown type. */
export function isFitting(kind: string, type: HotParameterType | undefined): boolean {
  return (
    type === undefined ||
    (Object.hasOwn(fittingTypes, kind) ? fittingTypes[kind] : undefined)?.includes(type) !== false
  )
}

/**
 * Checks one constraint, and gives its limits where they are literal.
 *
 * @param label the constraint as the dialect calls it
 */
export function oneConstraint(
  kind: string,
  value: Node,
  type: HotParameterType | undefined,
  scope: CheckScope,
  label = kind,
): Limits[] {
  const { report, words } = scope
  const rule = words.rule('constraints')
  const refuse = (message: string) => {
    report('bad-constraint', value, message, rule)
    return []
  }
  if (!isFitting(kind, type)) return refuse(`${label} cannot test a parameter of type ${type}`)
  switch (kind) {
    case 'range':
    case 'length':
      return bounds(kind, value, refuse)
    case 'modulo':
      return modulo(value, refuse)
    case 'allowed_values':
      return allowedValues(value, type, label, refuse)
    case 'allowed_pattern':
      return pattern(value, label, refuse)
    default: {
      const name = textOf(value)
      // Python cannot look up a list or mapping (`Environment.get_constraint`).
      if (scalarOf(value) === undefined) return refuse(`${label} is not the name of a constraint`)
      if (name !== undefined && !customConstraints.includes(name))
        report('unknown-constraint', value, `Heat itself has no custom constraint "${name}"`, rule)
      return []
    }
  }
}

type Refuse = (message: string) => never[]

/** A value that no parameter of the type can have makes Heat refuse all values (`Schema.to_schema_type`). */
function allowedValues(
  value: Node,
  type: HotParameterType | undefined,
  label: string,
  refuse: Refuse,
): Limits[] {
  const items = seqOf(value)?.items
  if (items === undefined) return refuse(`${label} is not a list`)
  const strange = type === 'number' ? items.find((item) => pythonNumber(item) === undefined) : undefined
  if (strange !== undefined) return refuse(`${label} of a number holds what is not a number`)
  return [{ kind: 'allowed_values', items, at: value }]
}

/** A pattern must match the whole value. */
function pattern(value: Node, label: string, refuse: Refuse): Limits[] {
  const source = textOf(value)
  if (source === undefined) return refuse(`${label} is not a string`)
  if (isBroken(source)) return refuse(`${label} is not a regular expression`)
  return [{ kind: 'allowed_pattern', pattern: source, at: value }]
}

function bounds(kind: 'range' | 'length', value: Node, refuse: Refuse): Limits[] {
  const found = numbersIn(kind, value, ['min', 'max'], refuse)
  if (found === undefined) return []
  const [min, max] = found
  if (min === undefined && max === undefined) return refuse(`${kind} needs min or max`)
  if (kind === 'length' && [min, max].some((one) => one?.isInteger === false))
    return refuse('the bounds of length are not whole numbers')
  return [limitsOf(kind, min, max, value)]
}

/** `Modulo.__init__` in heat/engine/constraints.py */
function modulo(value: Node, refuse: Refuse): Limits[] {
  const found = numbersIn('modulo', value, ['step', 'offset'], refuse)
  if (found === undefined) return []
  const [step, offset] = found.map((one) => one?.value)
  if (step === undefined || offset === undefined) return refuse('modulo needs step and offset')
  if (!Number.isInteger(step) || !Number.isInteger(offset))
    return refuse('step and offset of modulo are not whole numbers')
  if (step === 0) return refuse('the step of modulo is 0')
  if (Math.abs(offset) >= Math.abs(step)) return refuse('the offset of modulo is not smaller than its step')
  if (step * offset < 0) return refuse('step and offset of modulo have different signs')
  return [{ kind: 'modulo', step, offset, at: value }]
}

/** The numbers under two keys, where null is as good as nothing; undefined when something else was refused. */
function numbersIn(
  kind: string,
  value: Node,
  keys: readonly [string, string],
  refuse: Refuse,
): readonly (PythonNumber | undefined)[] | undefined {
  const map = mapOf(value)
  const strange = map?.entries.find((one) => !isMerge(one) && !keys.includes(nameOf(one) ?? ''))
  if (map === undefined) refuse(`${kind} is not a mapping of ${keys.join(' and ')}`)
  else if (strange !== undefined) refuse(`${kind} takes ${keys.join(' and ')}, not "${nameOf(strange)}"`)
  if (map === undefined || strange !== undefined) return undefined
  const nodes = keys.map((key) => readValue(map, key)).map((node) => (isNull(node) ? undefined : node))
  const numbers = nodes.map((node) => (node === undefined ? undefined : pythonNumber(node)))
  if (nodes.every((node, index) => node === undefined || numbers[index] !== undefined)) return numbers
  refuse(`the bounds of ${kind} are not numbers`)
  return undefined
}

export function limitsOf(
  kind: 'range' | 'length',
  min: PythonNumber | undefined,
  max: PythonNumber | undefined,
  at: Node,
): Limits {
  return {
    kind,
    ...(min === undefined ? {} : { min: min.value }),
    ...(max === undefined ? {} : { max: max.value }),
    at,
  }
}
