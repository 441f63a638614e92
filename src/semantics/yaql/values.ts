/** Values while a yaql expression is computed. */
import { pythonLength } from '../python-text.ts'
import { Failure, Float, isList, isMap, Opaque, OpenMap, pythonEquals, type Value } from '../value.ts'

/** Thrown for everything that this does not compute, errors of yaql's among it. */
export class NotKnown extends Error {}

/**
 * What Python has as an iterator or a view. An iterator can be gone through once only, and only a list
 * has an order to ask for items by.
 */
export class Stream {
  readonly kind: 'iterator' | 'keys' | 'values'
  readonly #items: readonly Data[]
  #isUsed = false

  constructor(items: readonly Data[], kind: 'iterator' | 'keys' | 'values' = 'iterator') {
    this.#items = items
    this.kind = kind
  }

  take(): readonly Data[] {
    if (this.#isUsed && this.kind === 'iterator') throw new NotKnown('an iterator is used twice')
    this.#isUsed = true
    return this.#items
  }
}

/** A regular expression. */
export class Pattern {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** Names that `let` binds. */
export class Bindings {
  readonly names: ReadonlyMap<string, Data>

  constructor(names: ReadonlyMap<string, Data>) {
    this.names = names
  }
}

export type Data = Value | Stream | Pattern | Bindings

/** Python's own lists and dicts among yaql's tuples and frozen dicts: they are no keys, and equal only their like. */
const mutable = new WeakSet<object>()

export function asMutable<Made extends object>(value: Made): Made {
  mutable.add(value)
  return value
}

export function isMutable(value: Data): boolean {
  return typeof value === 'object' && value !== null && mutable.has(value)
}

/** Larger data may meet yaql's limits (`yaql.limit_iterators`, `yaql.memory_quota`). */
const most = { items: 60, text: 1000, weight: 4000 }

export function withinLimits(value: Data): Data {
  if (typeof value === 'string' && value.length > most.text) throw new NotKnown('the data is large')
  if (isList(value) && value.length > most.items) throw new NotKnown('the data is large')
  if (isMap(value) && value.size > most.items) throw new NotKnown('the data is large')
  return value
}

/** About what Python keeps for values, each counted without what it holds. */
export function limitWeight(values: readonly Data[]): void {
  let weight = 0
  for (const value of values) {
    if (typeof value === 'string') weight += 80 + 4 * value.length
    else if (isList(value)) weight += 64 + 8 * value.length
    else weight += isMap(value) ? 300 + 100 * value.size : 64
  }
  if (weight > most.weight) throw new NotKnown('the data is large')
}

/** The data of a call; open maps, floats and what is not known cannot be computed with. */
export function inputData(value: Value): Value {
  if (value instanceof OpenMap || value instanceof Float) throw new NotKnown('the data is not known')
  if (value instanceof Opaque || value instanceof Failure) throw new NotKnown('the data is not known')
  withinLimits(value)
  if (isList(value)) return value.map(inputData)
  return isMap(value) ? new Map([...value].map(([key, one]) => [key, inputData(one)])) : value
}

/** The result as Heat sees it: everything iterable is a list. */
export function outputData(data: Data): Value {
  if (data instanceof Pattern || data instanceof Bindings) throw new NotKnown('the result is no data')
  if (data instanceof Stream) {
    // A view of keys is a set to yaql, and comes out as one.
    if (data.kind === 'keys') throw new NotKnown('the result is a set')
    return data.take().map(outputData)
  }
  if (isList(data)) return data.map(outputData)
  return isMap(data) ? new Map([...data].map(([key, one]) => [key, outputData(one)])) : data
}

export function asValue(data: Data): Value {
  if (data instanceof Stream || data instanceof Pattern || data instanceof Bindings)
    throw new NotKnown('a value is wanted')
  return data
}

/** The items of what yaql iterates over: lists, streams; no texts and no maps. */
export function itemsOf(data: Data): readonly Data[] {
  if (data instanceof Stream) return data.take()
  if (isList(data)) return data
  throw new NotKnown('not iterable')
}

/** Lists that know their items by number. */
export function sequenceOf(data: Data): readonly Value[] {
  if (isList(data)) return data
  throw new NotKnown('not a list')
}

export function mapOf(data: Data): ReadonlyMap<null | boolean | string | number | bigint | Float, Value> {
  if (isMap(data)) return data
  throw new NotKnown('not a map')
}

export function textOf(data: Data): string {
  if (typeof data === 'string') return data
  throw new NotKnown('not a text')
}

export function integerOf(data: Data): number {
  if (typeof data === 'number' && Number.isSafeInteger(data)) return data
  throw new NotKnown('not a number')
}

/** Python's truth. */
export function isTrue(data: Data): boolean {
  if (data instanceof Stream) {
    if (data.kind === 'iterator') return true
    return data.take().length > 0
  }
  if (data === null || data === '' || data === false || data === 0) return false
  if (isList(data)) return data.length > 0
  return isMap(data) ? data.size > 0 : true
}

function holdsMutable(value: Value): boolean {
  if (isMutable(value)) return true
  if (isList(value)) return value.some(holdsMutable)
  return isMap(value) && [...value.values()].some(holdsMutable)
}

/** Python's `==`; lists of either sort are not compared with one another. */
export function areEqual(one: Data, other: Data): boolean {
  const [a, b] = [asValue(one), asValue(other)]
  if (holdsMutable(a) || holdsMutable(b)) {
    const bothPlain = !isList(a) && !isMap(a) && !isList(b) && !isMap(b)
    if (!bothPlain) throw new NotKnown('Python tells lists from tuples')
  }
  return pythonEquals(a, b)
}

/** A value as Python could use it as a key or in a set. */
export function hashable(data: Data): Value {
  const value = asValue(data)
  if (holdsMutable(value)) throw new NotKnown('not hashable')
  return value
}

export function lengthOf(data: Data): number {
  if (typeof data === 'string') return pythonLength(data)
  if (data instanceof Stream) {
    if (data.kind === 'values') throw new NotKnown('no length')
    return data.take().length
  }
  if (isList(data)) return data.length
  return mapOf(data).size
}
