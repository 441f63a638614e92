/**
 * Heat's custom constraints that need no cloud (heat/engine/constraint/common_constraints.py). Only what every release
 * of Heat refuses, whichever releases of netaddr and croniter it uses, is a problem.
 */

import { isIPv4, isIPv6 } from '../text/document/addresses.ts'

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
export function customProblem(name: string, value: string): string | undefined {
  return Object.hasOwn(tests, name) ? tests[name]?.(value) : undefined
}

/** Whether a constraint of that name is decided here for strings; what is no string, and not as good as nothing, it refuses. */
export function testsStrings(name: string): boolean {
  return Object.hasOwn(tests, name)
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
