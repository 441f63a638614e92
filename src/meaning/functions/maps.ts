/** Functions that make or read maps; heat/engine/hot/functions.py, heat/engine/cfn/functions.py. */
import { memberListToMap as pairsOf } from '../../heat/functions/literals.ts'
import { keyText } from '../../heat/values/python-text.ts'
import {
  entryOf,
  Failure,
  isList,
  isMap,
  type Key,
  setEntry,
  type Value,
  type ValueMap,
} from '../../heat/values/value.ts'
import { type Lowering, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { merged, replacedEntries, replacementIn } from '../terms/maps.ts'
import { kinds, mayBeOmitted, type Term, type Terms } from '../terms/term.ts'
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

/** `hot.functions.MapReplace` */
export const mapReplace: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    const args = lowering.value(argument)
    const [source, table] = args.tag === 'list' ? args.items : []
    const isPair = args.tag === 'list' && args.items.length === 2 && !args.items.some(mayBeOmitted)
    return lowering.computedOr(this, args, () =>
      isPair && source !== undefined && table !== undefined
        ? lowerReplacement(lowering, source, table, name)
        : lowering.applied('map_replace of', [args], kinds.map),
    )
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

/** What must hold, then the laws; keys that the table itself makes collide are refused. */
function lowerReplacement(lowering: Lowering, source: Term, table: Term, name: string): Term {
  const { terms } = lowering
  return lowering.eachUnder(source, (from) =>
    lowering.eachUnder(table, (by) => {
      const [map, given] = [from, by].map((one) => replaceParts.maps.require(lowering, one, name)) as [
        Term,
        Term,
      ]
      const refused = [map, given].find(({ tag }) => tag === 'refused')
      if (refused !== undefined) return refused
      const known = replacementIn(terms, given)
      if (known === undefined) return lowering.applied('map_replace', [map, given], kinds.map)
      const made = replacedEntries(terms, map, known)
      if (made === 'keys collide') return lowering.refuse(valueError('key replacement collides with a key'))
      if (made.tag === 'apply' && made.name === 'map_replace' && known.keys.size > 0)
        lowering.requireThat('taken', made, () => valueError('key replacement collides with a key'))
      return made
    }),
  )
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
    lower(lowering) {
      const args = lowering.value(argument)
      const members = args.tag === 'list' ? args.items[2] : undefined
      return lowering.computedOr(
        this,
        args,
        () =>
          (members && membersTerm(lowering.terms, keyName, valueName, members)) ??
          lowering.applied('cfn.functions.MemberListToMap', [args]),
      )
    },
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

/** The map where the names of all members and the keys are written out. */
function membersTerm(terms: Terms, keyName: string, valueName: string, members: Term): Term | undefined {
  if (members.tag !== 'list') return undefined
  const values: Term[] = []
  const named: string[] = []
  for (const member of members.items) {
    const [first, ...rest] = member.tag === 'concat' ? member.parts : [member]
    const text = first?.tag === 'constant' && typeof first.value === 'string' ? first.value : ''
    const end = text.indexOf('=')
    if (end < 0) return undefined
    named.push(`${text.slice(0, end)}=${values.length}`)
    values.push(terms.concat([terms.constant(text.slice(end + 1)), ...rest]))
  }
  const entries = new Map<Key, Term>()
  for (const pair of pairsOf(keyName, valueName, named) ?? []) {
    const [key, value] = pair.map((number) => values[Number(number)])
    if (key?.tag !== 'constant' || value === undefined) return undefined
    entries.set(key.value, value)
  }
  return terms.map(entries)
}
