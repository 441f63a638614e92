/** How Python converts values to strings, and strings to numbers. */
import { pythonFloat } from '../../text/yaml/scalar-value.ts'
import { Failure, Float, isList, isMap, type Key, Opaque, type Value } from './value.ts'

/** Python's `str(value)`. */
export function pythonStr(value: Value): string {
  return typeof value === 'string' ? value : pythonRepr(value)
}

/** Python's `repr(value)`: a string in quotes. */
export function pythonRepr(value: Value): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value instanceof Float) return pythonFloat(value.value)
  if (isList(value)) return `[${value.map(pythonRepr).join(', ')}]`
  if (isMap(value))
    return `{${[...value].map(([key, one]) => `${pythonRepr(key)}: ${pythonRepr(one)}`).join(', ')}}`
  if (value instanceof Opaque) return `<${value.question}>`
  if (value instanceof Failure) return `<${value.error}>`
  return String(value)
}

/** A float as Python's `json` module writes it. */
export function jsonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  return pythonFloat(value)
}

/** A key as Python's `json` module writes it, which has strings only. */
export function keyText(key: Key): string {
  if (typeof key === 'string') return key
  return key instanceof Float ? jsonFloat(key.value) : String(key)
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }

/** Single quotes unless the string has those and no double ones; unprintable characters are escaped. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = text.replace(/[\\'\n\r\t]|[^\x20-\x7e]/gu, (char) => {
    if (char === "'") return quote === "'" ? "\\'" : "'"
    return escapes[char] ?? (/[\p{C}\p{Z}]/u.test(char) ? escapedPoint(char.codePointAt(0) as number) : char)
  })
  return quote + body + quote
}

function escapedPoint(point: number): string {
  const hex = point.toString(16)
  if (point <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return point <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** The number of characters (code points) of a string. */
export function pythonLength(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length
}

/** Order of strings by code points, as Python sorts them. */
export function byCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (one === other) continue
    const [oneHigh, otherHigh] = [isSurrogate(one), isSurrogate(other)]
    return oneHigh === otherHigh ? one - other : oneHigh ? 1 : -1
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

/** Keys in Python's order; a TypeError for keys of several kinds, which Python cannot compare. */
export function sortedKeys(keys: Iterable<Key>): Key[] {
  const all = [...keys]
  if (all.every((key) => typeof key === 'string')) return (all as string[]).sort(byCodePoints)
  if (all.length < 2) return all
  if (all.some((key) => typeof key === 'string' || key === null)) {
    throw new Failure('TypeError', "'<' not supported between instances of 'str' and 'int'")
  }
  const size = (key: Key) => Number(key instanceof Float ? key.value : key)
  return all.sort((a, b) => size(a) - size(b))
}

/** Python's `int(text)`; undefined where it raises ValueError. */
export function intOfText(text: string): number | bigint | undefined {
  const bare = text.trim()
  if (!/^[+-]?\d+(?:_\d+)*$/.test(bare)) return undefined
  const digits = bare.replaceAll('_', '')
  const near = Number(digits)
  return Number.isSafeInteger(near) ? near + 0 : BigInt(digits.replace(/^\+/, ''))
}

/** Python's `float(text)`; undefined where it raises ValueError. */
export function floatOfText(text: string): Float | undefined {
  const bare = text.trim().toLowerCase()
  const named = /^([+-]?)(inf|infinity|nan)$/.exec(bare)
  if (named !== null) {
    const size = named[2] === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY
    return new Float(named[1] === '-' ? -size : size)
  }
  const digits = '\\d+(?:_\\d+)*'
  const shape = new RegExp(`^[+-]?(?:${digits}\\.?(?:${digits})?|\\.${digits})(?:e[+-]?${digits})?$`)
  return shape.test(bare) ? new Float(Number(bare.replaceAll('_', ''))) : undefined
}

/** Python's `int(value)` of any value; throws what Python raises. */
export function toInt(value: Value): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') {
    const parsed = intOfText(value)
    if (parsed !== undefined) return parsed
    throw new Failure('ValueError', `invalid literal for int() with base 10: ${quoted(value)}`)
  }
  if (value instanceof Float) return truncated(value.value)
  throw new Failure('TypeError', 'int() argument must be a string, a bytes-like object or a real number')
}

function truncated(value: number): number | bigint {
  if (Number.isNaN(value)) throw new Failure('ValueError', 'cannot convert float NaN to integer')
  if (!Number.isFinite(value)) throw new Failure('OverflowError', 'cannot convert float infinity to integer')
  const whole = Math.trunc(value)
  return Number.isSafeInteger(whole) ? whole + 0 : BigInt(whole)
}

/** `Schema.str_to_num` of heat/engine/constraints.py: numbers as they are, strings as int or else float. */
export function toNumber(value: Value): Value {
  if (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean' ||
    value instanceof Float
  )
    return value
  if (typeof value === 'string') {
    const found = intOfText(value) ?? floatOfText(value)
    if (found !== undefined) return found
    throw new Failure('ValueError', `could not convert string to float: ${quoted(value)}`)
  }
  throw new Failure('TypeError', 'int() argument must be a string, a bytes-like object or a real number')
}
