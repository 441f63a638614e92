/**
 * Values as Heat's Python has them. Strings, booleans and null are JavaScript's own; a JavaScript number is a Python
 * int (beyond 2^53 a bigint), and a float has a class of its own, for Python writes 3 and 3.0 differently. Maps
 * preserve Python's keys, which need not be strings.
 */

/** A Python float. */
export class Float {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** An exception of Heat's, thrown while a function is computed and stored as the value where it would surface. */
export class Failure extends Error {
  /** The class of the Python exception, such as `TypeError` or `UserParameterMissing`. */
  readonly error: string

  constructor(error: string, reason: string) {
    // The JavaScript stack is of no use to anybody, and recording it is slow.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(reason)
    Error.stackTraceLimit = stackTraceLimit
    this.error = error
  }
}

/**
 * A value that cannot be computed here: the result of a function that only the cloud, or another engine, knows. Two are
 * the same when they ask the same question about the same data.
 */
export class Opaque {
  readonly question: string
  readonly parts: readonly Value[]
  /** Why it is not known, as a sentence for the report. */
  readonly why: string

  constructor(question: string, parts: readonly Value[], why: string) {
    this.question = question
    this.parts = parts
    this.why = why
  }
}

export type Key = null | boolean | string | number | bigint | Float
export type ValueMap = ReadonlyMap<Key, Value>
export type ValueList = readonly Value[]
export type Value = Key | Opaque | Failure | ValueList | ValueMap

/** Python's `Ellipsis` as Heat uses it: the entry or item around it is left out. */
export const omitted = Symbol('omitted')
export type Resolved = Value | typeof omitted

const opening = '\u0001'
const closing = '\u0002'

/**
 * A string that represents what only the cloud knows, such as `ref:server`. It survives joining, splitting and
 * replacing; the marks around it are control characters that no template may hold unescaped, and that Latin-1, JSON and
 * URLs can carry.
 */
export function symbol(name: string): string {
  return `${opening}${name}${closing}`
}

export function isMap(value: unknown): value is ValueMap {
  return value instanceof Map
}

export function isList(value: unknown): value is ValueList {
  return Array.isArray(value)
}

/** Python's `isinstance(value, int)`: whole numbers and booleans. */
export function isInteger(value: Value): value is number | bigint | boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
}

export function isNumber(value: Value): value is number | bigint | boolean | Float {
  return isInteger(value) || value instanceof Float
}

/** Python's truth. */
export function isTrue(value: Value): boolean {
  if (value === null || value === '' || value === false || value === 0) return false
  if (value instanceof Float) return value.value !== 0
  if (isList(value)) return value.length > 0
  return !isMap(value) || value.size > 0
}

/** Whether nothing in a value is opaque. */
export function isKnown(value: Value): boolean {
  if (isList(value)) return value.every(isKnown)
  if (isMap(value)) return [...value.values()].every(isKnown)
  return !(value instanceof Opaque)
}

/**
 * A map that has an entry for every string key, each a symbol that names the key; to functions that list its entries it
 * has `keys`.
 */
export class OpenMap extends Map<Key, Value> {
  readonly label: string

  constructor(label: string, keys: readonly string[]) {
    super()
    this.label = label
    for (const key of keys) super.set(key, symbol(`${label}:${key}`))
  }

  override get(key: Key): Value | undefined {
    return typeof key === 'string' ? symbol(`${this.label}:${key}`) : super.get(key)
  }

  override has(key: Key): boolean {
    return typeof key === 'string' || super.has(key)
  }
}

/** The value under a key as Python finds it: `1`, `1.0` and `True` are one key. */
export function entryOf(map: ValueMap, key: Key): Value | undefined {
  if (typeof key === 'string' || key === null) return map.get(key)
  const own = equalKey(map, key)
  return own === undefined ? undefined : map.get(own)
}

function equalKey(map: ValueMap, key: Exclude<Key, string | null>): Key | undefined {
  for (const own of map.keys()) if (own === key || (isNumber(own) && sameNumber(own, key))) return own
  return undefined
}

/** Sets an entry as Python does: an equal key preserves its position and spelling and gets the new value. */
export function setEntry(map: Map<Key, Value>, key: Key, value: Value): void {
  if (typeof key === 'string' || key === null) map.set(key, value)
  else map.set(equalKey(map, key) ?? key, value)
}

type Numeric = number | bigint | boolean | Float

/** Python's `==` of two numbers, exact also where one is a large int and the other a float. */
function sameNumber(a: Numeric, b: Numeric): boolean {
  // JavaScript compares a bigint and a number by their mathematical value.
  const [one, other] = [a, b].map((n) =>
    n instanceof Float ? n.value : typeof n === 'boolean' ? Number(n) : n,
  )
  // biome-ignore lint/suspicious/noDoubleEquals: bigint and number
  return one == other
}

/** Python's `==`: 3 equals 3.0 and true equals 1, but "3" is not 3, and NaN is not itself. */
export function pythonEquals(a: Value, b: Value): boolean {
  if (isNumber(a)) return isNumber(b) && sameNumber(a, b)
  if (a === b && !isList(a) && !isMap(a)) return true
  return compared(a, b, pythonEquals)
}

/** Equal in value and type: 3, 3.0, true and "3" are four values. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a instanceof Float)
    return b instanceof Float && (a.value === b.value || (Number.isNaN(a.value) && Number.isNaN(b.value)))
  if (a instanceof Failure) return b instanceof Failure && a.error === b.error
  return compared(a, b, sameValue)
}

/** The same, maps also in their order. */
export function sameInOrder(a: Value, b: Value): boolean {
  if (isMap(a) && isMap(b) && !sameOrder([...a.keys()], [...b.keys()])) return false
  return compared(a, b, sameInOrder) || (!isList(a) && !isMap(a) && sameValue(a, b))
}

function sameOrder(one: readonly Key[], other: readonly Key[]): boolean {
  return one.length === other.length && one.every((key, index) => sameValue(key, other[index] as Key))
}

/** Equality of collections and opaque values. */
function compared(a: Value, b: Value, equals: (a: Value, b: Value) => boolean): boolean {
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => equals(item, b[index] as Value))
  if (a instanceof OpenMap && b instanceof OpenMap && a.label !== b.label) return false
  if (isMap(a)) return isMap(b) && sameEntries(a, b, equals)
  if (a instanceof Opaque)
    return b instanceof Opaque && a.question === b.question && compared(a.parts, b.parts, sameValue)
  return false
}

function sameEntries(a: ValueMap, b: ValueMap, equals: (a: Value, b: Value) => boolean): boolean {
  if (a.size !== b.size) return false
  for (const [key, value] of a) {
    const other = equals === pythonEquals ? entryOf(b, key) : b.get(strictKey(b, key))
    if (other === undefined || !equals(value, other)) return false
  }
  return true
}

/** The key of `map` that is the same as `key` in value and type, or `key` itself. */
export function strictKey(map: ValueMap, key: Key): Key {
  if (!(key instanceof Float)) return key
  for (const own of map.keys()) if (own instanceof Float && own.value === key.value) return own
  return key
}

/** The value of JSON, as Python reads it. */
export function valueOfJson(json: unknown): Value {
  if (Array.isArray(json)) return json.map(valueOfJson)
  if (typeof json === 'number') return Number.isInteger(json) ? json : new Float(json)
  if (typeof json !== 'object' || json === null) return json as Value
  return new Map(Object.entries(json).map(([key, value]) => [key, valueOfJson(value)]))
}
