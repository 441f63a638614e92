/** Functions that make or read maps; heat/engine/hot/functions.py, heat/engine/cfn/functions.py. */
import { memberListToMap as pairsOf } from '../../heat/functions/literals.ts'
import { keyText } from '../python-text.ts'
import { type Lowering, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { type Choice, kinds, type MapTerm, type Term, type Terms, valueOf } from '../terms/term.ts'
import {
  entryOf,
  Failure,
  isList,
  isMap,
  type Key,
  pythonEquals,
  setEntry,
  type Value,
  type ValueMap,
} from '../value.ts'
import { isKey, itemAt, typeError, unhashable, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'
import { type ArgumentPart, partsOf } from './parts.ts'

const emptyMap: ValueMap = new Map()

const mergeParts = partsOf('hot.functions.MapMerge')
const replaceParts = partsOf('hot.functions.MapReplace')

function mapOrNull(value: Value, part: ArgumentPart, name: string): ValueMap {
  part.check(value, name)
  return (value ?? emptyMap) as ValueMap
}

/** `hot.functions.MapMerge` */
export const mapMerge: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    const given = lowering.value(argument)
    if (given.tag !== 'list')
      return given === lowering.terms.empty
        ? lowering.terms.map(new Map())
        : lowering.applied('map_merge of', [given], kinds.map)
    return lowering.terms.present(given.items, (items) => {
      const taken = items.map((item) => mergeParts.maps.require(lowering, item, name))
      return taken.find(({ tag }) => tag === 'refused') ?? merged(lowering.terms, taken)
    })
  },
  run(world) {
    const maps = valueIn(argument, world)
    if (maps === '') return emptyMap
    if (!isList(maps)) throw typeError(`Incorrect arguments to "${name}"`)
    const merged = new Map<Key, Value>()
    for (const map of maps)
      for (const [key, value] of mapOrNull(map, mergeParts.maps, name)) setEntry(merged, key, value)
    return merged
  },
})

/** Later entries win; nested merges flatten, neighbouring literals become one map. */
function merged(terms: Terms, maps: readonly Term[]): Term {
  const flat: Term[] = []
  const put = (map: Term): void => {
    const last = flat.at(-1)
    if (map.tag === 'apply' && map.name === 'map_merge') for (const one of map.args) put(one)
    else if (map.tag === 'map' && last?.tag === 'map') {
      const both = new Map(last.entries)
      // A later entry that may be left out leaves the earlier one.
      for (const [key, value] of map.entries)
        both.set(
          ownKey(both, key),
          terms.each(value, (one) => (one === terms.omitted ? (both.get(key) ?? one) : one)),
        )
      flat[flat.length - 1] = terms.map(both)
    } else if (map !== terms.null && !(map.tag === 'map' && map.entries.size === 0)) flat.push(map)
  }
  for (const map of maps) put(decidedWithin(terms, map))
  const [first, second] = flat
  if (first === undefined) return terms.map(new Map())
  // Each is required to be a map, so that this one is one; null would become a map.
  if (second === undefined && (first.kinds & kinds.null) === 0) return first
  return terms.apply('map_merge', flat, kinds.map)
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

/** `hot.functions.MapReplace` */
export const mapReplace: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    const args = lowering.value(argument)
    const [source, table] = args.tag === 'list' ? args.items : []
    if (args.tag === 'list' && args.items.length === 2 && source !== undefined && replacesNothing(table))
      return withoutReplacement(lowering, source, name)
    const isPlain = args.tag === 'list' && args.items.length === 2 && source?.tag === 'map' && table?.isData
    if (args.isData || !isPlain || table === undefined || source?.tag !== 'map')
      return lowering.computedOr(this, args, () => lowering.applied('map_replace', [args], kinds.map))
    return renamedKeys(lowering, source, table) ?? lowering.applied('map_replace', [args], kinds.map)
  },
  run(world) {
    const args = valueIn(argument, world)
    const mapIn = (value: Value) => mapOrNull(value, replaceParts.maps, name)
    if (isMap(args)) throw new Failure('KeyError', '0')
    if (!isList(args) || args.length !== 2) {
      // The arguments are checked one after the other, so a bad map is found before a surplus one.
      if (isList(args) && args.length > 2) args.slice(0, 2).map(mapIn)
      throw typeError(`Incorrect arguments to "${name}"`)
    }
    const [source, table] = args.map(mapIn) as [ValueMap, ValueMap]
    for (const key of table.keys())
      if (key !== 'keys' && key !== 'values') throw valueError(`Incorrect arguments to "${name}"`)
    return withReplacements(source, mapIn(table.get('keys') ?? null), mapIn(table.get('values') ?? null))
  },
})

/** `{}`, `{keys: {}}` and the like. */
function replacesNothing(table: Term | undefined): boolean {
  if (table?.tag !== 'map') return false
  return [...table.entries].every(
    ([key, one]) => (key === 'keys' || key === 'values') && one.tag === 'map' && one.entries.size === 0,
  )
}

function withoutReplacement(lowering: Lowering, source: Term, name: string): Term {
  const map = replaceParts.maps.require(lowering, source, name)
  return map.tag === 'refused' ? map : merged(lowering.terms, [map])
}

/** A map that is written out, with other keys; undefined where values are replaced too, or something is refused. */
function renamedKeys(lowering: Lowering, source: MapTerm, table: Term): Term | undefined {
  const given = valueOf(table)
  const keys = isMap(given) && given.size === 1 ? given.get('keys') : undefined
  if (!isMap(keys)) return undefined
  const renamed = new Map<Key, Term>()
  for (const [own, value] of source.entries) {
    if (value.tag === 'refused') return value
    const key = keys.get(own) ?? own
    if (!isKey(key) || renamed.has(key) || (key !== own && source.entries.has(key))) return undefined
    renamed.set(key, value)
  }
  return lowering.terms.map(renamed)
}

function withReplacements(source: ValueMap, keys: ValueMap, values: ValueMap): ValueMap {
  const result = new Map<Key, Value>()
  for (const [own, value] of source) {
    const replacement = entryOf(keys, own) ?? null
    if (!isKey(replacement)) throw unhashable()
    const key = (replacement as Key) ?? own
    if (replacement !== null && key !== own && entryOf(source, key) !== undefined)
      throw valueError(`key replacement collides with a key in the input map`)
    if (replacement !== null && entryOf(result, key) !== undefined)
      throw valueError(`key replacement collides with a key in the output map`)
    const changed = isKey(value) ? entryOf(values, value) : undefined
    setEntry(result, key, changed === undefined ? value : changed)
  }
  return result
}

/** `cfn.functions.FindInMap` */
export const findInMap: FunctionClass = (argument) => {
  let parts: readonly Snippet[]
  try {
    parts = unpacked(argument, 3)
  } catch (error) {
    if (error instanceof Failure && error.error === 'ValueError') throw new Failure('KeyError', error.message)
    throw error
  }
  const [map, key, name] = parts as [Snippet, Snippet, Snippet]
  return {
    lower(lowering) {
      return lookedUp(
        lowering,
        [map, key, name].map((part) => lowering.value(part)),
        'keys as they are',
      )
    },
    run(world) {
      const table = itemAt(world.mappings, valueIn(map, world))
      const [row, column] = [valueIn(key, world), valueIn(name, world)]
      return itemAt(itemAt(table, row), column)
    },
  }
}

/** A lookup in `Mappings`: Heat refuses what is not there. To AWS all keys are strings. */
export function lookedUp(
  lowering: Lowering,
  steps: readonly Term[],
  keys: 'keys as they are' | 'keys are strings',
): Term {
  const { terms } = lowering
  const failure = new Failure('KeyError', 'no such entry in Mappings')
  const refused = steps.find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  const areTexts = steps.every((step) => (step.kinds & ~kinds.str) === 0)
  let at = lowering.mappings
  for (const [index, step] of steps.entries()) {
    const before = at
    at = terms.each(before, (one) =>
      terms.each(step, (key) =>
        areTexts && index > 0 && !(one.isData && key.isData && keys === 'keys as they are')
          ? terms.step(withTextKeys(terms, one), key, '')
          : terms.step(one, key, ''),
      ),
    )
    if (before.isData && step.isData) {
      if (at === terms.empty && terms.step(before, step, null) === terms.null) return lowering.refuse(failure)
    } else lowering.requireThat('found', at, failure)
  }
  return at
}

/** Keys as JSON has them, which is how a parameter of type json holds the table. */
function withTextKeys(terms: Terms, table: Term): Term {
  if (table.tag !== 'map') return table
  return terms.map(new Map([...table.entries].map(([key, one]) => [keyText(key), withTextKeys(terms, one)])))
}

const memberParts = partsOf('cfn.functions.MemberListToMap')

/** `cfn.functions.MemberListToMap` */
export const memberListToMap: FunctionClass = (argument, { name }) => {
  let parts: readonly Snippet[]
  try {
    parts = unpacked(argument, 3)
  } catch {
    throw typeError(`Wrong arguments to ${name}`)
  }
  const [keyName, valueName, list] = parts as [Snippet, Snippet, Snippet]
  if (typeof keyName !== 'string' || typeof valueName !== 'string')
    throw typeError(`${name} key and value name must be strings`)
  return {
    run(world) {
      const members = valueIn(list, world)
      const items =
        typeof members === 'string' ? [...members] : isMap(members) ? [...members.keys()] : members
      if (!isList(items)) throw memberParts.list.failure(name)
      if (items.some((item) => typeof item !== 'string')) throw typeError('Member list items must be strings')
      const pairs = pairsOf(keyName, valueName, items as readonly string[])
      if (pairs === undefined)
        throw valueError('dictionary update sequence element has length 1; 2 is required')
      return new Map<Key, Value>(pairs)
    },
  }
}
