/** Functions on lists and maps; yaql/standard_library/collections.py, yaql/standard_library/queries.py. */
import { entryOf, isList, isMap, type Key, type Value } from '../value.ts'
import type { Arguments, Library } from './library.ts'
import { plus } from './operators.ts'
import {
  distinct,
  extreme,
  first,
  flattened,
  grouped,
  items,
  keyOf,
  listed,
  merged,
  ordered,
  pairsOf,
  reduced,
  required,
  zipped,
} from './steps.ts'
import {
  areEqual,
  asMutable,
  asValue,
  type Data,
  integerOf,
  isTrue,
  itemsOf,
  lengthOf,
  mapOf,
  NotKnown,
  Stream,
} from './values.ts'

export const methods: Library = {
  where: {
    parameters: ['collection', 'predicate'],
    run: (given) => {
      const predicate = required(given, 'predicate')
      return new Stream(items(given).filter((item) => isTrue(predicate(item))))
    },
  },
  select: {
    parameters: ['collection', 'selector'],
    run: (given) => new Stream(items(given).map((item) => required(given, 'selector')(item))),
  },
  selectMany: {
    parameters: ['collection', 'selector'],
    run: (given) => {
      const inner = (item: Data) => required(given, 'selector')(item)
      const apart = (data: Data) => (isList(data) || data instanceof Stream ? itemsOf(data) : [data])
      return new Stream(items(given).flatMap((item) => apart(inner(item))))
    },
  },
  flatten: { parameters: ['collection'], run: (given) => new Stream(flattened(items(given))) },
  groupBy: { parameters: ['collection', 'keySelector', 'valueSelector'], run: grouped },
  reduce: { parameters: ['collection', 'selector', 'seed'], run: reduced },
  aggregate: { parameters: ['collection', 'selector', 'seed'], run: reduced },
  sum: {
    parameters: ['collection', 'initial'],
    run: (given) => {
      const initial = given.optional('initial')
      const [start, ...others] = initial === undefined ? items(given) : [initial, ...items(given)]
      if (start === undefined) throw new NotKnown('there is nothing to add')
      return others.reduce(plus, start)
    },
  },
  max: { parameters: ['collection', 'initial'], run: extreme('>') },
  min: { parameters: ['collection', 'initial'], run: extreme('<') },
  orderBy: { parameters: ['collection', 'selector'], run: ordered(1) },
  orderByDescending: { parameters: ['collection', 'selector'], run: ordered(-1) },
  first: { parameters: ['collection', 'default'], run: first },
  last: {
    parameters: ['collection', 'default'],
    run: (given) => items(given).at(-1) ?? given.get('default'),
  },
  skip: {
    parameters: ['collection', 'count'],
    run: (given) => new Stream(items(given).slice(natural(given, 'count'))),
  },
  limit: {
    parameters: ['collection', 'count'],
    run: (given) => new Stream(items(given).slice(0, natural(given, 'count'))),
  },
  reverse: { parameters: ['collection'], run: (given) => new Stream([...items(given)].reverse()) },
  zip: { parameters: ['collection'], variadic: true, run: zipped },
  toList: { parameters: ['collection'], run: (given) => items(given).map(asValue) },
  toDict: {
    parameters: ['collection', 'keySelector', 'valueSelector'],
    run: (given) => {
      const [key, value] = [required(given, 'keySelector'), given.lambda('valueSelector')]
      const pairs = items(given).map((item) => [keyOf(key(item)), asValue(value?.(item) ?? item)] as const)
      return asMutable(new Map<Key, Value>(pairs))
    },
  },
  contains: {
    parameters: ['collection', 'value'],
    run: (given) => items(given).some((item) => areEqual(item, given.get('value'))),
  },
  indexOf: {
    parameters: ['collection', 'item'],
    run: (given) => items(given).findIndex((item) => areEqual(item, given.get('item'))),
  },
  repeat: {
    parameters: ['value', 'times'],
    run: (given) => new Stream(Array.from({ length: natural(given, 'times') }, () => given.get('value'))),
  },
  get: {
    parameters: ['dict', 'key', 'default'],
    run: (given) =>
      entryOf(mapOf(given.get('dict')), keyOf(given.get('key'))) ?? given.optional('default') ?? null,
  },
  keys: { parameters: ['dict'], run: (given) => new Stream([...mapOf(given.get('dict')).keys()], 'keys') },
  values: {
    parameters: ['dict'],
    run: (given) => new Stream([...mapOf(given.get('dict')).values()], 'values'),
  },
  items: {
    parameters: ['dict'],
    run: (given) =>
      new Stream(
        [...mapOf(given.get('dict'))].map(([key, value]) => [key, value]),
        'keys',
      ),
  },
  containsKey: {
    parameters: ['dict', 'key'],
    run: (given) => entryOf(mapOf(given.get('dict')), keyOf(given.get('key'))) !== undefined,
  },
  mergeWith: {
    parameters: ['dict', 'another'],
    run: (given) => merged(mapOf(given.get('dict')), mapOf(given.get('another'))),
  },
}

function natural(given: Arguments, name: string): number {
  const count = integerOf(given.get(name))
  if (count < 0 || count > 100) throw new NotKnown('a count is out of bounds')
  return count
}

/** Methods that may also be called as functions. */
export const extensions: Library = {
  len: { parameters: ['collection'], run: (given) => lengthOf(given.get('collection')) },
  distinct: {
    parameters: ['collection', 'keySelector'],
    run: (given) => new Stream(distinct(items(given), given.lambda('keySelector'))),
  },
  any: {
    parameters: ['collection', 'predicate'],
    run: (given) => {
      const predicate = given.lambda('predicate')
      return items(given).some((item) => predicate === undefined || isTrue(predicate(item)))
    },
  },
  all: {
    parameters: ['collection', 'predicate'],
    run: (given) => {
      const predicate = given.lambda('predicate') ?? ((item: Data) => item)
      return items(given).every((item) => isTrue(predicate(item)))
    },
  },
  append: {
    parameters: ['collection'],
    variadic: true,
    run: (given) => new Stream([...items(given), ...given.rest]),
  },
}

export const functions: Library = {
  list: { parameters: [], variadic: true, run: (given) => listed(given.rest) },
  dict: { parameters: ['items'], run: (given) => pairsOf(itemsOf(given.get('items'))) },
  range: {
    parameters: ['start', 'stop'],
    run: (given) => {
      const [one, stop] = [integerOf(given.get('start')), given.optional('stop')]
      const [from, to] = stop === undefined ? [0, one] : [one, integerOf(stop)]
      if (to - from > 60) throw new NotKnown('the data is large')
      return new Stream(Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index))
    },
  },
  isList: { parameters: ['arg'], run: (given) => isList(given.get('arg')) },
  isDict: { parameters: ['arg'], run: (given) => isMap(given.get('arg')) },
}
