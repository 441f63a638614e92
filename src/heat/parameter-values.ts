/** Whether a literal value is of a parameter's type and meets its constraints; Heat refuses a default that does not. */

import type { Node, Scalar } from '../document/node.ts'
import { listOf, mapOf, scalarOf } from '../document/read.ts'
import type { HotParameterType } from './dialects.ts'
import { matchesWhole } from './python-pattern.ts'

/** A constraint whose limits are literal. */
export type Limits =
  | { readonly kind: 'range' | 'length'; readonly min?: number; readonly max?: number; readonly at: Node }
  | { readonly kind: 'modulo'; readonly step: number; readonly offset: number; readonly at: Node }
  | { readonly kind: 'allowed_values'; readonly items: readonly Node[]; readonly at: Node }
  | { readonly kind: 'allowed_pattern'; readonly pattern: string; readonly at: Node }

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
  if (text === '' || /\b(?:NaN|Infinity)\b/.test(text)) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export function limitProblem(limits: Limits, type: HotParameterType, value: Node): string | undefined {
  switch (limits.kind) {
    case 'allowed_values':
      return allowedProblem(limits.items, type, value)
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
      const length = lengthOf(type, value)
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

/** Python's `len`; undefined for what has none. */
function lengthOf(type: HotParameterType, value: Node): number | undefined {
  // An empty string has one part when the default is tested, and no item when it is used.
  if (type === 'comma_delimited_list' && scalarOf(value)?.value === '') return 0
  if (type === 'comma_delimited_list') return listItems(value)?.length
  const scalar = scalarOf(value)
  if (scalar !== undefined) return scalar.type === 'str' ? [...String(scalar.value)].length : undefined
  return listOf(value)?.items.length ?? mapOf(value)?.entries.length
}

/** `Schema._validate_default`: a string is split at every comma, the items of a list become strings. */
function listItems(value: Node): readonly string[] | undefined {
  const scalar = scalarOf(value)
  if (scalar?.type === 'str') return String(scalar.value).split(',')
  return listOf(value)?.items.map((item) => String(scalarOf(item)?.value))
}

function allowedProblem(allowed: readonly Node[], type: HotParameterType, value: Node): string | undefined {
  const known = allowed.flatMap((item) => scalarOf(item) ?? [])
  if (type === 'comma_delimited_list') {
    const isAllowed = (text: string) => known.some((one) => one.type === 'str' && one.value === text)
    const strange = listItems(value)?.find((item) => !isAllowed(item))
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
