/** Whether a literal value fits the schema of a property (heat/engine/properties.py: Property.get_value). */

import type { Node } from '../document/node.ts'
import { isNull, resolved, scalarOf } from '../document/read.ts'
import { customProblem } from './custom-constraints.ts'
import type { PropertySchema, SchemaConstraint, SchemaType } from './facts/resource-types.ts'
import { nearNames } from './near-names.ts'
import { pythonNumber, rangeProblem } from './parameter-values.ts'
import { matchesWhole } from './python-pattern.ts'

/** Whether a value cannot be seen here: a function gives it, or something is put into it first. */
export type IsOpen = (node: Node) => boolean

/**
 * Why Heat refuses a literal for a property, as the end of a sentence about the value; undefined when it does not. The
 * contents of a list or map are not checked. Null counts as the default, or else as the empty value of the type.
 */
export function propertyProblem(schema: PropertySchema, value: Node, isOpen: IsOpen): string | undefined {
  const { type = 'string', constraints = [] } = schema
  if (isNull(value) && schema.default !== undefined) return undefined
  const problem = isNull(value) ? undefined : typeProblem(schema, value)
  if (problem !== undefined) return problem
  if (constraints.length === 0) return undefined
  const converted = isNull(value) ? emptyValue(type) : convertedValue(type, value, isOpen)
  if (converted === undefined) return undefined
  const found = constraints.map((one) => constraintProblem(one, converted)).find((one) => one !== undefined)
  return found === undefined || !isNull(value)
    ? found
    : `is empty, which counts as ${shownEmpty[type]}, and ${found}`
}

/** What is known of a value that a function gives. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'list' | 'map'

/** Whether a property may take a value of a kind; a scalar may be one that converts (`Property.get_value`). */
export function takesKind({ type = 'string', allowConversion }: PropertySchema, kind: ValueKind): boolean {
  const isCollection = kind === 'list' || kind === 'map'
  switch (type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return !isCollection
    case 'list':
      return kind === 'list' || (allowConversion === true && kind === 'string')
    case 'map':
      return kind === 'map' || (allowConversion === true && (kind === 'list' || kind === 'string'))
    case 'any':
    case 'unknown':
      return true
  }
}

function typeProblem({ type = 'string', allowConversion }: PropertySchema, value: Node): string | undefined {
  const node = resolved(value)
  const scalar = scalarOf(node)
  switch (type) {
    case 'string':
      // Python's `str` of an integer or boolean is taken, that of other numbers is not.
      if (scalar === undefined) return 'is not a string'
      return scalar.type === 'float' ? 'is a number with a fraction, not a string; quote it' : undefined
    case 'integer':
      return isWhole(node) ? undefined : 'is not a whole number'
    case 'number':
      return pythonNumber(node) === undefined ? 'is not a number' : undefined
    case 'boolean':
      return /^(?:true|false)$/i.test(String(scalar?.value)) && scalar?.type !== 'int'
        ? undefined
        : 'is neither true nor false'
    case 'list':
      if (allowConversion && scalar?.type === 'str') return undefined
      return node.kind === 'seq' ? undefined : 'is not a list'
    case 'map':
      if (allowConversion && (node.kind === 'seq' || scalar?.type === 'str')) return undefined
      return node.kind === 'map' ? undefined : 'is not a mapping'
    case 'any':
    case 'unknown':
      return undefined
  }
}

/** `int` cuts the fraction off a number, and refuses it in a string. */
function isWhole(node: Node): boolean {
  const number = pythonNumber(node)
  if (number === undefined || scalarOf(node)?.type !== 'float') return number?.isInteger === true
  return Number.isFinite(number.value)
}

/** The values that constraints check; a list without items that only a function determines. */
type Converted = string | number | { readonly items: readonly Node[]; readonly isComplete: boolean }

const emptyList: Converted = { items: [], isComplete: true }

function emptyValue(type: SchemaType): Converted | undefined {
  if (type === 'integer' || type === 'number') return 0
  if (type === 'list') return emptyList
  return type === 'string' ? '' : undefined
}

const shownEmpty: Readonly<Record<SchemaType, string>> = {
  string: "''",
  integer: '0',
  number: '0',
  boolean: 'false',
  list: '[]',
  map: '{}',
  any: 'null',
  unknown: 'null',
}

function convertedValue(type: SchemaType, value: Node, isOpen: IsOpen): Converted | undefined {
  const node = resolved(value)
  const scalar = scalarOf(node)
  if (type === 'string' && scalar !== undefined) {
    if (scalar.type === 'bool') return scalar.value === true ? 'True' : 'False'
    return String(scalar.value)
  }
  if (type === 'integer' || type === 'number') {
    const number = pythonNumber(node)
    return type === 'integer' && number !== undefined ? Math.trunc(number.value) : number?.value
  }
  if (type !== 'list' || node.kind !== 'seq') return undefined
  const items = node.items.filter((item) => !isOpen(item))
  return { items, isComplete: items.length === node.items.length }
}

function constraintProblem(constraint: SchemaConstraint, value: Converted): string | undefined {
  switch (constraint.kind) {
    case 'range':
      return typeof value === 'number' ? rangeProblem(value, constraint) : undefined
    case 'length':
      return lengthProblem(constraint, value)
    case 'allowed_values':
      return allowedProblem(constraint.values, value)
    case 'allowed_pattern': {
      if (typeof value !== 'string') return undefined
      const { pattern } = constraint
      return matchesWhole(pattern, value) === false ? `does not match the pattern ${pattern}` : undefined
    }
    case 'custom_constraint':
      return typeof value === 'string' ? customProblem(constraint.name, value) : undefined
  }
}

type Bounds = SchemaConstraint & { readonly kind: 'length' | 'range' }

function lengthProblem(bounds: Bounds, value: Converted): string | undefined {
  if (typeof value === 'number') return undefined
  // What a function gives in a list may be left out of it.
  if (typeof value !== 'string' && !value.isComplete) return undefined
  const length = typeof value === 'string' ? [...value].length : value.items.length
  const problem = rangeProblem(length, bounds)
  return problem === undefined ? undefined : `has a length of ${length}, which ${problem}`
}

/** How many values a message lists. */
const mostShown = 10

function allowedProblem(allowed: readonly unknown[], value: Converted): string | undefined {
  if (typeof value === 'object') {
    const strange = value.items.find((item) => !allowed.includes(String(scalarOf(item)?.value)))
    if (strange === undefined) return undefined
    const shown = scalarOf(strange) === undefined ? 'a list or mapping' : `"${scalarOf(strange)?.value}"`
    return `holds ${shown}, which is ${choices(allowed)}`
  }
  const isAllowed =
    typeof value === 'number'
      ? allowed.some((one) => Number(one) === value)
      : allowed.map(String).includes(value)
  return isAllowed ? undefined : `is ${choices(allowed, String(value))}`
}

function choices(allowed: readonly unknown[], value = ''): string {
  const names = allowed.map(String)
  if (names.length <= mostShown) return `none of ${names.map((one) => one || "''").join(', ')}`
  const near = nearNames(value, names, 1)
  return `not among the allowed values${near.length === 0 ? '' : `; did you mean "${near[0]}"?`}`
}
