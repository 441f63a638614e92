/**
 * Constraints of parameters and properties: which kinds of values each can test, the test, and what it says
 * (heat/engine/constraints.py). One table; whatever holds a value against a constraint asks it.
 */

import { customProblem, testsStrings } from './custom-constraints.ts'
import type { HotParameterType } from './dialects.ts'
import type { Constraint, SchemaType } from './facts/resource-types.ts'
import { nearNames } from './near-names.ts'
import { matchesWhole } from './python-pattern.ts'
import { truthOfWord } from './values/convert.ts'
import { pythonLength, pythonStr, toNumber } from './values/python-text.ts'
import { Failure, Float, isList, isMap, isTrue, Opaque, pythonEquals, type Value } from './values/value.ts'

/** What a constraint belongs to: a parameter of a type, or a property. */
type ConstrainedKind = HotParameterType | SchemaType

/** The end of a sentence about a value that a constraint refuses; undefined where it accepts it, or only a stack knows. */
type Problem = string | undefined

interface ConstraintRow<Kind extends Constraint['kind']> {
  /** The types whose values it can test (`valid_types`). */
  readonly kinds: ReadonlySet<ConstrainedKind>
  readonly problem: (
    constraint: Extract<Constraint, { readonly kind: Kind }>,
    value: Value,
    kind: ConstrainedKind,
  ) => Problem
  /** What it asks for, in words; `code` marks what a template would have. */
  readonly words: (
    constraint: Extract<Constraint, { readonly kind: Kind }>,
    code: (text: string) => string,
  ) => string
  /** What can be said of it without converting values. */
  readonly limits?: (constraint: Extract<Constraint, { readonly kind: Kind }>) => Limits
}

/** What values of a constraint are within, for who cannot ask the table of each. */
interface Limits {
  readonly range?: Bounds
  readonly length?: Bounds
  readonly allowed?: readonly Value[]
  /** A regular expression that means the same to Python and to JavaScript; it matches the whole value. */
  readonly pattern?: string
}

const numbers = new Set<ConstrainedKind>(['number', 'integer'])
const sized = new Set<ConstrainedKind>(['string', 'comma_delimited_list', 'json', 'list', 'map'])
const comparable = new Set<ConstrainedKind>([
  'string',
  'number',
  'integer',
  'boolean',
  'comma_delimited_list',
  'list',
])

const table: { readonly [Kind in Constraint['kind']]: ConstraintRow<Kind> } = {
  range: {
    kinds: numbers,
    problem: (bounds, value) => rangeProblem(sizeOf(value), bounds),
    words: boundsText,
    limits: ({ min, max }) => ({ range: { min, max } }),
  },
  modulo: {
    kinds: numbers,
    problem: ({ step, offset }, value) => moduloProblem(sizeOf(value), step, offset),
    words: ({ step, offset }) => `a multiple of ${step}${offset === 0 ? '' : ` plus ${offset}`}`,
  },
  length: {
    kinds: sized,
    problem: lengthProblem,
    words: (bounds) => `length ${boundsText(bounds)}`,
    limits: ({ min, max }) => ({ length: { min, max } }),
  },
  allowed_values: {
    kinds: comparable,
    problem: ({ values }, value, kind) => allowedProblem(values, value, kind),
    words: ({ values }, code) => `one of ${values.map((value) => code(pythonStr(value))).join(', ')}`,
    limits: ({ values }) => ({ allowed: values }),
  },
  allowed_pattern: {
    kinds: new Set(['string']),
    problem: ({ pattern }, value) => patternProblem(pattern, value),
    words: ({ pattern }, code) => `matches ${code(pattern)}`,
    // Classes such as \d hold other characters in Python.
    limits: ({ pattern }) => (/\\[^-.]|\(\?/.test(pattern) ? {} : { pattern: `^(?:${pattern})$` }),
  },
  custom_constraint: {
    kinds: comparable,
    problem: ({ name }, value) => namedProblem(name, value),
    words: ({ name }, code) => code(name),
  },
}

/** Whether a kind of constraint can test values of a type; Heat refuses a schema in which it cannot. */
export function canTest(constraint: Constraint['kind'], kind: ConstrainedKind): boolean {
  return table[constraint].kinds.has(kind)
}

/** Why a constraint refuses a value, as the end of a sentence about it. What is open in the value may be anything. */
export function constraintProblem(constraint: Constraint, value: Value, kind: ConstrainedKind): Problem {
  if (value instanceof Opaque) return undefined
  const row = table[constraint.kind] as ConstraintRow<Constraint['kind']>
  return row.problem(constraint as never, value, kind)
}

/** What a constraint asks for, in words. @param mark around what a template would have */
export function constraintText(constraint: Constraint, mark = ''): string {
  const row = table[constraint.kind] as ConstraintRow<Constraint['kind']>
  return row.words(constraint as never, (text) => `${mark}${text}${mark}`)
}

/** The values that one of some constraints lists; undefined where none does. */
export function allowedValues(constraints: readonly Constraint[]): readonly Value[] | undefined {
  return limitsOf(constraints).allowed
}

/** The limits of some constraints; of several of one kind the first counts. */
export function limitsOf(constraints: readonly Constraint[]): Limits {
  const each = constraints.map((one) => {
    const row = table[one.kind] as ConstraintRow<Constraint['kind']>
    return row.limits?.(one as never)
  })
  return Object.assign({}, ...each.reverse()) as Limits
}

// Numbers

interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

function boundsText({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`
  return min === undefined ? `at most ${max}` : `at least ${min}`
}

/** `str_to_num`; NaN where Python raises an error. */
function sizeOf(value: Value): number {
  try {
    const number = toNumber(value)
    return number instanceof Float ? number.value : Number(number)
  } catch (error) {
    if (error instanceof Failure) return Number.NaN
    throw error
  }
}

/** Why a number is not within bounds, as the end of a sentence; an absent bound is open. */
function rangeProblem(number: number, { min, max }: Bounds): Problem {
  const side = sideOf(number, { min, max })
  if (side === undefined) return undefined
  if (min !== undefined && max !== undefined) return `is outside the range ${min}–${max}`
  return side === 'below' ? `is less than ${min}` : `is more than ${max}`
}

function sideOf(number: number, { min, max }: Bounds): 'below' | 'above' | undefined {
  if (min !== undefined && number < min) return 'below'
  return max !== undefined && number > max ? 'above' : undefined
}

/** Python's `%` has the sign of the step. */
function moduloProblem(number: number, step: number, offset: number): Problem {
  const rest = number - step * Math.floor(number / step)
  return rest === offset ? undefined : `is not a multiple of ${step} with offset ${offset}`
}

// Lengths

/** Python's `len`. What a function gives for an item may be left out. */
function lengthProblem(bounds: Bounds, value: Value): Problem {
  if (isList(value) && value.some((item) => item instanceof Opaque)) return undefined
  const size = isList(value)
    ? value.length
    : isMap(value)
      ? value.size
      : typeof value === 'string'
        ? pythonLength(value)
        : undefined
  if (size === undefined) return 'has no length; quote it'
  const side = sideOf(size, bounds)
  if (side === undefined) return undefined
  const [few, many] =
    typeof value === 'string' ? ['is shorter than', 'is longer than'] : ['has fewer than', 'has more than']
  const items = typeof value === 'string' ? '' : isList(value) ? ' items' : ' keys'
  return side === 'below' ? `${few} ${bounds.min}${items}` : `${many} ${bounds.max}${items}`
}

// Allowed values

/** How many values a message lists. */
const mostShown = 10

/** Lists are compared item by item as they are; all else as the type of the schema (`Schema.to_schema_type`). */
function allowedProblem(allowed: readonly Value[], value: Value, kind: ConstrainedKind): Problem {
  if (isList(value)) {
    const strange = value.find(
      (item) => !(item instanceof Opaque) && !allowed.some((one) => pythonEquals(one, item)),
    )
    if (strange === undefined) return undefined
    const shown = isList(strange) || isMap(strange) ? 'a list or mapping' : `"${pythonStr(strange)}"`
    return `holds ${shown}, which is ${choices(allowed)}`
  }
  const own = ofSchemaType(kind, value)
  if (own === undefined) return `is ${choices(allowed)}`
  const isAllowed = allowed.some((one) => {
    const other = ofSchemaType(kind, one)
    return other !== undefined && pythonEquals(other, own)
  })
  return isAllowed ? undefined : `is ${choices(allowed, pythonStr(value))}`
}

/** Undefined where Python raises an error. */
function ofSchemaType(kind: ConstrainedKind, value: Value): Value | undefined {
  if (kind === 'string') return pythonStr(value)
  if (kind === 'boolean') return truthOfWord(value)
  if (kind !== 'integer' && kind !== 'number') return value
  try {
    const number = toNumber(value)
    return kind === 'integer' && number instanceof Float ? undefined : number
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function choices(allowed: readonly Value[], value = ''): string {
  const names = allowed.map(pythonStr)
  if (names.length <= mostShown) return `not one of ${names.map((one) => one || "''").join(', ')}`
  const near = nearNames(value, names, 1)
  return `not among the allowed values${near.length === 0 ? '' : `; did you mean "${near[0]}"?`}`
}

// Strings

function patternProblem(pattern: string, value: Value): Problem {
  if (typeof value !== 'string') return 'is not a string, so no pattern can test it; quote it'
  if (matchesWhole(pattern, value) !== false) return undefined
  // Only double quotes have escapes: elsewhere a doubled backslash is one for the pattern to match.
  const single = pattern.replaceAll('\\\\', '\\')
  return single !== pattern && matchesWhole(single, value) === true
    ? 'does not match the pattern, which asks for a backslash where two are written; with one it would match'
    : `does not match the pattern ${pattern}`
}

/** Lists are tested as a whole; a test that takes an empty string takes whatever is false to Python. */
function namedProblem(name: string, value: Value): Problem {
  if (typeof value === 'string') return customProblem(name, value)
  if (!testsStrings(name) || (!isTrue(value) && customProblem(name, '') === undefined)) return undefined
  return isList(value)
    ? `is a list, and ${name} tests strings`
    : `is not a string, which ${name} tests; quote it`
}
