/** Whether a literal default keeps the constraints beside it; Heat refuses the template where it does not. */
import type { Node, Scalar } from '../../document/node.ts'
import { scalarOf, seqOf } from '../../document/read.ts'
import type { HotParameterType } from '../hot-words.ts'
import { readValue } from '../merge-keys.ts'
import type { CheckScope, Part } from './scope.ts'

/** A constraint whose limits are literal. */
export type Limits =
  | { readonly kind: 'range' | 'length'; readonly min?: number; readonly max?: number; readonly at: Node }
  | { readonly kind: 'allowed_values'; readonly items: readonly Node[]; readonly at: Node }
  | { readonly kind: 'allowed_pattern'; readonly pattern: RegExp; readonly at: Node }

export function checkDefault(
  { name, map }: Part,
  type: HotParameterType | undefined,
  limits: readonly Limits[],
  { words, report }: CheckScope,
): void {
  const value = readValue(map, words.spell('default'))
  const scalar = scalarOf(value)
  if (value === undefined || type === undefined || scalar?.type === 'null') return
  const problem =
    typeProblem(type, value) ?? limits.map((one) => limitProblem(one, type, value)).find(Boolean)
  if (problem !== undefined)
    report('bad-value', value, `the default of "${name}" ${problem}`, words.rule('parameters'))
}

/** `NumberParam`, `BooleanParam` and `JsonParam` in heat/engine/parameters.py. */
function typeProblem(type: HotParameterType, value: Node): string | undefined {
  const scalar = scalarOf(value)
  if (type === 'number' && (scalar === undefined || !isNumber(scalar))) return 'is no number'
  if (type === 'boolean' && (scalar === undefined || !isBoolean(scalar))) return 'is no boolean'
  return undefined
}

function isNumber({ type, value }: Scalar): boolean {
  if (type === 'int' || type === 'float') return true
  return type === 'str' && /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(String(value))
}

/** `strutils.bool_from_string(value, strict=True)` */
function isBoolean({ type, value }: Scalar): boolean {
  return type === 'bool' || /^\s*(?:1|t|true|on|y|yes|0|f|false|off|n|no)\s*$/i.test(String(value))
}

function limitProblem(limits: Limits, type: HotParameterType, value: Node): string | undefined {
  const scalar = scalarOf(value)
  if (limits.kind === 'allowed_values') return allowedProblem(limits.items, type, value)
  if (limits.kind === 'allowed_pattern') {
    const isMatch = scalar?.type !== 'str' || limits.pattern.test(String(scalar.value))
    return isMatch ? undefined : 'does not match the pattern'
  }
  if (limits.kind === 'range') {
    const number = scalar === undefined ? Number.NaN : Number(scalar.value)
    return outside(number, limits) ? `is out of the range${between(limits)}` : undefined
  }
  const length = lengthOf(type, value)
  return length !== undefined && outside(length, limits)
    ? `has a length that is not${between(limits)}`
    : undefined
}

type Bounds = Limits & { readonly kind: 'range' | 'length' }

function outside(number: number, { min, max }: Bounds): boolean {
  return (min !== undefined && number < min) || (max !== undefined && number > max)
}

function between({ min, max }: Bounds): string {
  if (min === undefined) return ` up to ${max}`
  return max === undefined ? ` from ${min} on` : ` from ${min} to ${max}`
}

function lengthOf(type: HotParameterType, value: Node): number | undefined {
  if (type === 'comma_delimited_list') return listItems(value)?.length
  const scalar = scalarOf(value)
  return type === 'string' && scalar?.type === 'str' ? [...String(scalar.value)].length : undefined
}

/** `CommaDelimitedListParam.parse`: a text is split at every comma, an empty one has no items. */
function listItems(value: Node): readonly string[] | undefined {
  const scalar = scalarOf(value)
  if (scalar?.type === 'str') return scalar.value === '' ? [] : String(scalar.value).split(',')
  return seqOf(value)?.items.map((item) => String(scalarOf(item)?.value))
}

function allowedProblem(allowed: readonly Node[], type: HotParameterType, value: Node): string | undefined {
  const known = allowed.flatMap((item) => scalarOf(item) ?? [])
  if (known.length < allowed.length) return undefined
  const isAllowed = (text: string) => known.some((one) => sameText(String(one.value), text, type))
  if (type === 'comma_delimited_list') {
    const strange = listItems(value)?.find((item) => !isAllowed(item))
    return strange === undefined ? undefined : `holds "${strange}", which is not allowed`
  }
  const scalar = scalarOf(value)
  // What PyYAML reads as a number or date has lost its text; only texts are compared with texts.
  const isPlainText = scalar?.type === 'str' && known.every((one) => one.type === 'str')
  if (scalar === undefined || type === 'boolean' || (type === 'string' && !isPlainText)) return undefined
  return isAllowed(String(scalar.value)) ? undefined : `is not among the allowed values`
}

function sameText(one: string, other: string, type: HotParameterType): boolean {
  return one === other || (type === 'number' && Number(one) === Number(other))
}
