/** Whether a literal value is of a parameter's type and meets its constraints; Heat refuses a default that does not. */

import type { Node, Scalar } from '../document/node.ts'
import { listOf, mapOf, scalarOf } from '../document/read.ts'
import { customProblem, testsStrings } from './custom-constraints.ts'
import type { HotParameterType } from './dialects.ts'
import { matchesWhole } from './python-pattern.ts'

/** A constraint whose limits are literal. */
export type Limits =
  | { readonly kind: 'range' | 'length'; readonly min?: number; readonly max?: number; readonly at: Node }
  | { readonly kind: 'modulo'; readonly step: number; readonly offset: number; readonly at: Node }
  | { readonly kind: 'allowed_values'; readonly items: readonly Node[]; readonly at: Node }
  | { readonly kind: 'allowed_pattern'; readonly pattern: string; readonly at: Node }
  | { readonly kind: 'custom_constraint'; readonly name: string; readonly at: Node }

/**
 * When Heat tests a value: a default as it is written, whatever value is given (`Schema._validate_default`), and any value
 * when it is used (`Parameter.validate`), after lists and JSON were parsed.
 */
type Tested = 'as written' | 'in use'

/** Why Heat refuses a value, as the end of a sentence about it, and the constraint that says so; the type does without one. */
interface Misfit {
  readonly problem: string
  readonly limit?: Limits
}

/** Why Heat refuses a value that it uses. */
export function misfitInUse(
  type: HotParameterType,
  limits: readonly Limits[],
  value: Node,
): Misfit | undefined {
  const problem = typeProblem(type, value)
  return problem === undefined ? firstMisfit(type, limits, value, 'in use') : { problem }
}

/** Why Heat refuses a template for a default, whatever other value is given. */
export function misfitAsWritten(
  type: HotParameterType,
  limits: readonly Limits[],
  value: Node,
): Misfit | undefined {
  const problem = typeProblem(type, value)
  // Every other constraint converts the value first.
  const isConverted = type === 'number' || type === 'boolean'
  const isTested =
    type === 'comma_delimited_list' ||
    (isConverted && limits.some(({ kind }) => kind !== 'custom_constraint'))
  if (problem !== undefined && isTested) return { problem }
  return problem === undefined || type === 'json' ? firstMisfit(type, limits, value, 'as written') : undefined
}

function firstMisfit(
  type: HotParameterType,
  limits: readonly Limits[],
  value: Node,
  tested: Tested,
): Misfit | undefined {
  for (const limit of limits) {
    const problem = limitProblem(limit, type, value, tested)
    if (problem !== undefined) return { problem, limit }
  }
  return undefined
}

/**
 * Why Heat refuses a value for a parameter of a type, as the end of a sentence about the value; undefined when it does
 * not (the classes `NumberParam` to `JsonParam` in heat/engine/parameters.py).
 */
export function typeProblem(type: HotParameterType, value: Node): string | undefined {
  const scalar = scalarOf(value)
  switch (type) {
    case 'number':
      return pythonNumber(value) === undefined ? 'is not a number' : undefined
    case 'boolean':
      return scalar === undefined || !isBoolean(scalar) ? 'is not a boolean' : undefined
    case 'comma_delimited_list':
      return listItems(value) === undefined ? 'is neither a string nor a list' : undefined
    case 'json':
      return scalar?.type === 'str' && !isJson(String(scalar.value))
        ? 'is a string that is not JSON'
        : undefined
    case 'string':
      return undefined
  }
}

/** `strutils.bool_from_string(value, strict=True)` */
function isBoolean({ type, value }: Scalar): boolean {
  return type === 'bool' || /^\s*(?:1|t|true|on|y|yes|0|f|false|off|n|no)\s*$/i.test(String(value))
}

/** Python's parser also accepts an empty string (here), `NaN`, and raw characters in strings that ours refuses. */
function isJson(text: string): boolean {
  return text === '' || /\b(?:NaN|Infinity)\b/.test(text) || parsedJson(text) !== undefined
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Why a constraint refuses a value of the type, as the end of a sentence about the value. */
export function limitProblem(
  limits: Limits,
  type: HotParameterType,
  value: Node,
  tested: Tested = 'in use',
): string | undefined {
  switch (limits.kind) {
    case 'allowed_values':
      return allowedProblem(limits.items, type, value, tested)
    case 'custom_constraint':
      return tested === 'in use' ? namedProblem(limits.name, type, value) : undefined
    case 'allowed_pattern':
      return patternProblem(limits.pattern, value)
    case 'modulo': {
      const number = pythonNumber(value)?.value ?? Number.NaN
      const rest = number - limits.step * Math.floor(number / limits.step)
      return rest === limits.offset
        ? undefined
        : `is not a multiple of ${limits.step} with offset ${limits.offset}`
    }
    case 'range':
      return rangeProblem(pythonNumber(value)?.value ?? Number.NaN, limits)
    case 'length': {
      const length = lengthOf(type, value, tested)
      if (length === 'open') return undefined
      if (length === undefined) return 'has no length; quote it'
      return outside(length, limits) ? `has a length that is not${between(limits)}` : undefined
    }
  }
}

function patternProblem(pattern: string, value: Node): string | undefined {
  const scalar = scalarOf(value)
  if (scalar?.type !== 'str') return 'is not a string, so no pattern can test it; quote it'
  const string = String(scalar.value)
  if (matchesWhole(pattern, string) !== false) return undefined
  // Only double quotes have escapes: elsewhere a doubled backslash is one for the pattern to match.
  const single = pattern.replaceAll('\\\\', '\\')
  return single !== pattern && matchesWhole(single, string) === true
    ? 'does not match the pattern, which asks for a backslash where two are written; with one it would match'
    : 'does not match the pattern'
}

interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** Why a number is not within bounds, as the end of a sentence; an absent bound is open. */
export function rangeProblem(number: number, bounds: Bounds): string | undefined {
  return outside(number, bounds) ? `is out of the range${between(bounds)}` : undefined
}

function outside(number: number, { min, max }: Bounds): boolean {
  return (min !== undefined && number < min) || (max !== undefined && number > max)
}

function between({ min, max }: Bounds): string {
  if (min === undefined) return ` up to ${max}`
  return max === undefined ? ` from ${min} on` : ` from ${min} to ${max}`
}

/** Python's `len`; undefined for what has none, `open` for what is not known here. */
function lengthOf(type: HotParameterType, value: Node, tested: Tested): number | 'open' | undefined {
  if (type === 'comma_delimited_list') return listItems(value, tested)?.length
  const scalar = scalarOf(value)
  if (scalar === undefined) return listOf(value)?.items.length ?? mapOf(value)?.entries.length
  if (scalar.type !== 'str') return undefined
  const text = String(scalar.value)
  return type === 'json' && tested === 'in use' && text !== '' ? jsonLength(text) : [...text].length
}

/** The length of what a string of JSON holds. */
function jsonLength(text: string): number | 'open' | undefined {
  const parsed = parsedJson(text)
  if (parsed === undefined) return 'open'
  const { value } = parsed
  if (typeof value === 'string') return [...value].length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}

/** A string is split at every comma, but for an empty one that is used; the items of a list become strings. */
function listItems(value: Node, tested: Tested = 'in use'): readonly string[] | undefined {
  const scalar = scalarOf(value)
  if (scalar?.type === 'str' && scalar.value === '' && tested === 'in use') return []
  if (scalar?.type === 'str') return String(scalar.value).split(',')
  return listOf(value)?.items.map((item) => String(scalarOf(item)?.value))
}

/** Lists are tested as a whole. */
function namedProblem(name: string, type: HotParameterType, value: Node): string | undefined {
  const scalar = scalarOf(value)
  if (type === 'comma_delimited_list') {
    const isEmpty = listItems(value)?.length === 0
    return isEmpty || !testsStrings(name) ? undefined : `is a list, and ${name} tests strings`
  }
  if (scalar?.type === 'str') return customProblem(name, String(scalar.value))
  const isNothing = scalar !== undefined && !scalar.value
  return isNothing || !testsStrings(name) ? undefined : `is not a string, which ${name} tests; quote it`
}

function allowedProblem(
  allowed: readonly Node[],
  type: HotParameterType,
  value: Node,
  tested: Tested,
): string | undefined {
  const known = allowed.flatMap((item) => scalarOf(item) ?? [])
  if (type === 'comma_delimited_list') {
    const isAllowed = (text: string) => known.some((one) => one.type === 'str' && one.value === text)
    const strange = listItems(value, tested)?.find((item) => !isAllowed(item))
    return strange === undefined ? undefined : `holds "${strange}", which is not allowed`
  }
  const scalar = scalarOf(value)
  if (scalar === undefined) return mapOf(value) === undefined ? undefined : 'is not among the allowed values'
  const same = sameness(type)
  const outcomes = known.map((one) => same(one, scalar))
  return outcomes.every((one) => one === false) ? 'is not among the allowed values' : undefined
}

/** Whether two values of a type are equal (`Schema.to_schema_type`); undefined where that is not decided here. */
function sameness(type: HotParameterType): (one: Scalar, other: Scalar) => boolean | undefined {
  if (type === 'number') return (one, other) => pythonNumber(one)?.value === pythonNumber(other)?.value
  if (type === 'boolean') return (one, other) => truth(one) === truth(other)
  return (one, other) => {
    const [a, b] = [pythonText(one), pythonText(other)]
    return a === undefined || b === undefined ? undefined : a === b
  }
}

function truth({ value }: Scalar): boolean {
  return /^\s*(?:1|t|true|on|y|yes)\s*$/i.test(String(value))
}

/** `str(value)`; undefined for a float, whose form in Python is not computed here. */
function pythonText({ type, value }: Scalar): string | undefined {
  if (type === 'float') return undefined
  if (type === 'bool') return value === true ? 'True' : 'False'
  return type === 'null' ? 'None' : String(value)
}

/** Whether Python certainly refuses a pattern; what only JavaScript refuses is none of our business. */
export function isBroken(pattern: string): boolean {
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

export interface PythonNumber {
  readonly value: number
  /** `int` and `bool` are, `float` is not, whatever its value. */
  readonly isInteger: boolean
}

const integer = /^\s*[-+]?\d+(?:_\d+)*\s*$/
const float =
  /^\s*[-+]?(?:(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+)?|inf(?:inity)?|nan)\s*$/i

/** Undefined where Python raises an error: for null, lists, mappings, and strings that hold no number. */
export function pythonNumber(node: Node): PythonNumber | undefined {
  const scalar = scalarOf(node)
  if (scalar === undefined || scalar.type === 'null') return undefined
  if (scalar.type !== 'str') return { value: Number(scalar.value), isInteger: scalar.type !== 'float' }
  const text = String(scalar.value)
  const plain = text.replaceAll('_', '').trim()
  if (integer.test(text)) return { value: Number(plain), isInteger: true }
  if (!float.test(text)) return undefined
  const value = /nan/i.test(plain) ? Number.NaN : /inf/i.test(plain) ? infinity(plain) : Number(plain)
  return { value, isInteger: false }
}

function infinity(text: string): number {
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
