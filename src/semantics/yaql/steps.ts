/** Steps over collections that take more than a line; yaql/standard_library/queries.py. */
import { entryOf, isList, isMap, type Key, type Value, type ValueMap } from '../value.ts'
import type { Arguments } from './library.ts'
import { compareData, plus } from './operators.ts'
import {
  areEqual,
  asMutable,
  asValue,
  type Data,
  hashable,
  itemsOf,
  limitWeight,
  NotKnown,
  Stream,
} from './values.ts'

export const items = (given: Arguments) => itemsOf(given.get('collection'))

export function required(given: Arguments, name: string): (...items: readonly Data[]) => Data {
  const lambda = given.lambda(name)
  if (lambda === undefined) throw new NotKnown('an argument is missing')
  return lambda
}

export function keyOf(data: Data): Key {
  const key = hashable(data)
  if (isList(key) || isMap(key)) throw new NotKnown('a list or map is the key')
  return key as Key
}

/** Python's `set` keeps what came first of equal values. */
export function distinct(all: readonly Data[], key: (item: Data) => Data = (item) => item): Data[] {
  const seen: Value[] = []
  return all.filter((item) => {
    const own = hashable(key(item))
    if (seen.some((one) => areEqual(one, own))) return false
    seen.push(own)
    limitWeight(seen)
    return true
  })
}

export function flattened(all: readonly Data[]): Data[] {
  return all.flatMap((item) => (isList(item) || item instanceof Stream ? flattened(itemsOf(item)) : [item]))
}

/** Only iterators are taken apart, not lists. */
export function listed(all: readonly Data[]): Value[] {
  return all.flatMap((item) =>
    item instanceof Stream && item.kind === 'iterator' ? listed(item.take()) : [asValue(item)],
  )
}

export function pairsOf(all: readonly Data[]): ValueMap {
  const map = new Map<Key, Value>()
  for (const pair of all) {
    const [key, value] = itemsOf(pair)
    if (key === undefined || value === undefined) throw new NotKnown('a pair is short')
    map.set(keyOf(key), asValue(value))
  }
  limitWeight([map])
  return map
}

/** `_merge_dicts`: maps deeply, lists without repeats, else the second. */
export function merged(one: ValueMap, other: ValueMap): ValueMap {
  const result = new Map<Key, Value>(one)
  for (const [key, first] of one) {
    const second = entryOf(other, key)
    if (second === undefined) continue
    if (isMap(second)) {
      if (!isMap(first)) throw new NotKnown('a map meets something else')
      result.set(key, merged(first, second))
    } else if (isList(second)) {
      if (!isList(first)) throw new NotKnown('a list meets something else')
      result.set(key, distinct(itemsOf(plus(first, second))).map(asValue))
    } else result.set(key, second)
  }
  for (const [key, second] of other) if (entryOf(result, key) === undefined) result.set(key, second)
  return asMutable(result)
}

export function grouped(given: Arguments): Data {
  const [key, value] = [required(given, 'keySelector'), given.lambda('valueSelector')]
  const groups = new Map<Key, Value[]>()
  for (const item of items(given)) {
    const group = value === undefined ? item : value(item)
    const name = keyOf(key(item))
    const known = groups.get(name)
    if (known === undefined) groups.set(name, asMutable([asValue(group)]))
    else known.push(asValue(group))
  }
  limitWeight([groups])
  return new Stream([...groups].map(([name, group]) => [name, group]))
}

export function reduced(given: Arguments): Data {
  const selector = required(given, 'selector')
  const seed = given.optional('seed')
  const all = items(given)
  const [first, ...others] = seed === undefined ? all : [seed, ...all]
  if (first === undefined) throw new NotKnown('there is nothing to reduce')
  return others.reduce((so_far, item) => selector(so_far, item), first)
}

export function extreme(operator: '<' | '>') {
  return (given: Arguments): Data => {
    const initial = given.optional('initial')
    const [first, ...others] = initial === undefined ? items(given) : [initial, ...items(given)]
    if (first === undefined) throw new NotKnown('there is nothing to compare')
    return others.reduce((best, item) => (compareData(operator, item, best) ? item : best), first)
  }
}

export function ordered(direction: 1 | -1) {
  return (given: Arguments): Data => {
    const selector = required(given, 'selector')
    const keyed = items(given).map((item) => ({ item, key: selector(item) }))
    keyed.sort(
      (a, b) => direction * (compareData('<', a.key, b.key) ? -1 : compareData('>', a.key, b.key) ? 1 : 0),
    )
    return new Stream(keyed.map(({ item }) => item))
  }
}

export function first(given: Arguments): Data {
  const [found] = items(given)
  if (found !== undefined) return found
  return given.get('default')
}

export function zipped(given: Arguments): Data {
  const lists = [items(given), ...given.rest.map(itemsOf)]
  const shortest = Math.min(...lists.map(({ length }) => length))
  return new Stream(
    Array.from({ length: shortest }, (_, index) => lists.map((list) => asValue(list[index] as Data))),
  )
}
