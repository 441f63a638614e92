/** Whether a literal value fits the schema of a property (heat/engine/properties.py: Property.get_value). */

import { isIPv4, isIPv6 } from '../document/addresses.ts'
import type { Node } from '../document/node.ts'
import { isNull, resolved, scalarOf } from '../document/read.ts'
import type { PropertySchema, SchemaConstraint, SchemaType } from './facts/resource-types.ts'
import { nearNames } from './near-names.ts'
import { pythonNumber, rangeProblem } from './parameter-values.ts'
import { matchesWhole } from './python-pattern.ts'

// Heat's custom constraints that need no cloud (heat/engine/constraint/common_constraints.py). Only what every release
// of Heat refuses, whichever releases of netaddr and croniter it uses, is a problem.

/** Explains why Heat refuses a string, as the end of a sentence about it. */
type StringTest = (value: string) => string | undefined

const tests: Readonly<Record<string, StringTest>> = {
  ip_addr: (value) => (isAddress(value) ? undefined : 'is not an IP address'),
  net_cidr: cidrProblem,
  ip_or_cidr: (value) =>
    value.includes('/') || isAddress(value) ? (value.includes('/') ? cidrProblem(value) : undefined) : noCidr,
  mac_addr: (value) => (macForms.some((form) => form.test(value)) ? undefined : 'is not a MAC address'),
  dns_name: domainProblem,
  rel_dns_name: (value) =>
    value.endsWith('.') ? 'is a relative name, and ends with no dot' : domainProblem(value),
  dns_domain: (value) =>
    domainProblem(value) ?? (value === '' || value.endsWith('.') ? undefined : 'has to end with a dot'),
  timezone: (value) => (value === '' || isTimezone(value) ? undefined : 'is not a time zone'),
  cron_expression: cronProblem,
  // Whether the time has passed by now depends on the day; `parse_isotime` of oslo.utils wants a year.
  expiration: (value) => (value === '' || /^\s*\d{4}/.test(value) ? undefined : 'is not a time in ISO 8601'),
  iso_8601: (value) => (/^\d{4}/.test(value) ? undefined : 'is not a time in ISO 8601'),
}

/** Why the constraint of a name refuses a string; undefined where it accepts it, or only a cloud can decide. */
function customProblem(name: string, value: string): string | undefined {
  return Object.hasOwn(tests, name) ? tests[name]?.(value) : undefined
}

const noCidr = 'is neither an IP address nor a network in CIDR notation'

/** `validate_ip_address` of neutron_lib: four decimal numbers without leading zeros, or IPv6. */
function isAddress(value: string): boolean {
  return isIPv4(value) || (isIPv6(value) && !value.includes('%'))
}

/** `validate_subnet` of neutron_lib; an IPv6 mask may be written as an address there. */
function cidrProblem(value: string): string | undefined {
  const [, address = '', prefix = ''] = /^([^/]*)\/(.*)$/s.exec(value) ?? []
  const problem = 'is not a network in CIDR notation'
  if (isIPv4(address)) return /^(?:0|[1-9]\d?)$/.test(prefix) && Number(prefix) <= 32 ? undefined : problem
  if (!isAddress(address)) return problem
  const isNumber = /^\+?\d+$/.test(prefix)
  return prefix.includes(':') || (isNumber && Number(prefix) <= 128) ? undefined : problem
}

/** `RE_MAC_FORMATS` of netaddr (netaddr/strategy/eui48.py) */
const macForms: readonly RegExp[] = [
  /^[\da-f]{1,2}(?::[\da-f]{1,2}){5}\n?$/i,
  /^[\da-f]{1,2}(?:-[\da-f]{1,2}){5}\n?$/i,
  /^[\da-f]{1,4}(?:([:.-])[\da-f]{1,4})(?:\1[\da-f]{1,4})\n?$/i,
  /^[\da-f]{5,6}[:-][\da-f]{5,6}\n?$/i,
  /^[\da-f]{11,12}\n?$/i,
]

/** `validate_dns_format` in heat/common/netutils.py */
function domainProblem(value: string): string | undefined {
  if (value === '') return undefined
  const trimmed = value.endsWith('.') ? value.slice(0, -1) : value
  const labels = trimmed.split('.')
  if (trimmed.length > 255) return 'is longer than a domain name may be'
  if (labels.some((label) => !/^(?!-)[a-z\d-]{1,63}(?<!-)\n?$/.test(label)))
    return 'is not a domain name: its parts are small letters, digits and hyphens within'
  const isNumeric = value.endsWith('.') && labels.length > 1 && /^\d+$/.test(labels.at(-1) ?? '')
  return isNumeric ? 'ends with a number, which no domain does' : undefined
}

/** By the time zones of Node, which are those of pytz and more. */
function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value.replaceAll(' ', '_') })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The least and most of each column: minute, hour, day of the month, month, day of the week. */
const columns = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Only numbers are checked: names, and the extensions of croniter, differ between its releases. */
function cronProblem(value: string): string | undefined {
  if (value === '' || value.startsWith('@')) return undefined
  const parts = value.trim().split(/\s+/)
  if (parts.length < 5 || parts.length > 7) return 'is not a cron expression: it needs five columns'
  const isOutside = columns.some(([min, max], index) => {
    const numbers = (parts[index] ?? '').split(',').filter((one) => /^\d+$/.test(one))
    return numbers.some((one) => Number(one) > max || (Number(one) < min && one !== '0'))
  })
  return isOutside ? 'is not a cron expression: a number is out of the range of its column' : undefined
}

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
