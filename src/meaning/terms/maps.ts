/** Laws of functions on maps; heat/engine/hot/functions.py: MapMerge, MapReplace. */
import { type Key, pythonEquals } from '../../heat/values/value.ts'
import { isFew } from './lists.ts'
import { type Choice, kinds, type MapTerm, mayBeOmitted, type Term, type Terms } from './term.ts'

/** Later entries win; nested merges flatten, neighbouring literals become one map. */
export function merged(terms: Terms, maps: readonly Term[]): Term {
  const flat: (Term | Map<Key, Term>)[] = []
  const put = (map: Term): void => {
    const last = flat.at(-1)
    if (map.tag === 'apply' && map.name === 'map_merge') for (const one of map.args) put(one)
    else if (map.tag !== 'map') {
      if (map !== terms.null && map !== last) flat.push(map)
    } else if (last instanceof Map) addEntries(terms, last, map)
    else if (map.entries.size > 0) flat.push(new Map(map.entries))
  }
  const decided = maps.map((map) => decidedWithin(terms, map))
  const choice = decided.findIndex(({ tag }) => tag === 'choice')
  if (choice >= 0 && isFew(decided))
    return terms.each(decided[choice] as Term, (one) => merged(terms, decided.with(choice, one)))
  for (const map of decided) put(map)
  const made = flat.map((one) => (one instanceof Map ? terms.map(one) : one))
  const [first, second] = made
  if (first === undefined) return terms.map(new Map())
  // Each is required to be a map, so that this one is one; null would become a map.
  if (second === undefined && (first.kinds & kinds.null) === 0) return first
  return terms.apply('map_merge', made, kinds.map)
}

/** A later entry that may be left out leaves the earlier one. */
function addEntries(terms: Terms, to: Map<Key, Term>, { entries }: MapTerm): void {
  for (const [key, value] of entries)
    to.set(
      ownKey(to, key),
      terms.each(value, (one) => (one === terms.omitted ? (to.get(key) ?? one) : one)),
    )
}

/** `c ? {a: 1} : {}` as `{a: c ? 1 : (left out)}`: what is there is decided for each entry. */
function decidedWithin(terms: Terms, map: Term, done = new Map<Term, Term>()): Term {
  if (map.tag !== 'choice') return map
  const known = done.get(map)
  if (known !== undefined) return known
  const made = oneMap(
    terms,
    map,
    decidedWithin(terms, map.then, done),
    decidedWithin(terms, map.otherwise, done),
  )
  done.set(map, made)
  return made
}

function oneMap(terms: Terms, map: Choice, then: Term, otherwise: Term): Term {
  if (then.tag !== 'map' || otherwise.tag !== 'map' || !inOneOrder(then, otherwise)) return map
  const condition = terms.condition(map.atom)
  const entries = new Map<Key, Term>()
  for (const key of [...then.entries.keys(), ...otherwise.entries.keys()])
    entries.set(
      ownKey(entries, key),
      terms.choice(
        condition,
        then.entries.get(ownKey(then.entries, key)) ?? terms.omitted,
        otherwise.entries.get(ownKey(otherwise.entries, key)) ?? terms.omitted,
      ),
    )
  return terms.map(entries)
}

/** Whether the entries of both are in the same order when those of the second follow those of the first. */
function inOneOrder(first: MapTerm, second: MapTerm): boolean {
  const common = [...first.entries.keys()].filter((key) => second.entries.has(key))
  const start = [...second.entries.keys()].slice(0, common.length)
  return start.every((key, index) => key === common[index])
}

function ownKey(map: ReadonlyMap<Key, Term>, key: Key): Key {
  if (typeof key === 'string' || key === null) return key
  for (const own of map.keys())
    if (own !== null && typeof own !== 'string' && pythonEquals(own, key)) return own
  return key
}

/** New keys and values by the old ones, without those that replace nothing. */
interface Replacement {
  readonly keys: ReadonlyMap<string, Term>
  readonly values: ReadonlyMap<string, Term>
}

/** The table of a replacement; undefined where it is not written out. */
export function replacementIn(terms: Terms, table: Term): Replacement | undefined {
  if (table === terms.null) return { keys: new Map(), values: new Map() }
  if (table.tag !== 'map') return undefined
  for (const key of table.entries.keys()) if (key !== 'keys' && key !== 'values') return undefined
  const [keys, values] = ['keys', 'values'].map((name) =>
    tableIn(terms, table.entries.get(name) ?? terms.null),
  )
  if (keys === undefined || values === undefined) return undefined
  // A key that becomes null is preserved.
  const isKept = (key: string, to: Term) => to === terms.null || to === terms.constant(key)
  return {
    keys: new Map([...keys].filter(([key, to]) => !isKept(key, to))),
    values: new Map([...values].filter(([value, to]) => to !== terms.constant(value))),
  }
}

/** Keys of JSON are strings, so that nothing but strings is ever replaced. */
function tableIn(terms: Terms, table: Term): ReadonlyMap<string, Term> | undefined {
  if (table === terms.null) return new Map()
  if (table.tag !== 'map') return undefined
  const found = new Map<string, Term>()
  for (const [key, to] of table.entries) {
    if (typeof key !== 'string' || mayBeOmitted(to)) return undefined
    found.set(key, to)
  }
  return found
}

/** At most this many values are compared with the old ones. */
const mostReplaced = 256

/** A map with other keys and values; `keys collide` where Heat refuses that. */
export function replacedEntries(terms: Terms, map: Term, by: Replacement): Term | 'keys collide' {
  if (by.keys.size + by.values.size === 0) return merged(terms, [map])
  const uninterpreted = () => terms.apply('map_replace', [map, tableOf(terms, by)], kinds.map)
  if (map === terms.null) return terms.map(new Map())
  if (map.tag !== 'map' || map.entries.size * by.values.size > mostReplaced) return uninterpreted()
  const inside = [...map.entries.values()]
  const refused = inside.find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  if (inside.some(mayBeOmitted)) return uninterpreted()
  const replaced = new Map<Key, Term>()
  for (const [own, value] of map.entries) {
    const key = typeof own === 'string' ? by.keys.get(own) : terms.null
    const isKnown = key === undefined || (key.tag === 'constant' && typeof key.value === 'string')
    if (!isKnown) return uninterpreted()
    const name = key === undefined ? own : (key.value as string)
    if (name !== own && (map.entries.has(name) || replaced.has(name))) return 'keys collide'
    replaced.set(name, replacedValue(terms, value, by.values))
  }
  return terms.map(replaced)
}

function replacedValue(terms: Terms, value: Term, values: ReadonlyMap<string, Term>): Term {
  return terms.each(value, (one) => {
    let made = one
    for (const [old, to] of values) made = terms.choice(terms.equals(one, terms.constant(old)), to, made)
    return made
  })
}

/** The table without what replaces nothing, in an order of its own. */
function tableOf(terms: Terms, { keys, values }: Replacement): Term {
  const sorted = (table: ReadonlyMap<string, Term>) =>
    terms.map(new Map([...table].sort(([one], [other]) => (one < other ? -1 : 1))))
  return terms.map(
    new Map([
      ['keys', sorted(keys)],
      ['values', sorted(values)],
    ]),
  )
}
