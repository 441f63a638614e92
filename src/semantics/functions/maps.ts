/** Functions that make or read maps; heat/engine/hot/functions.py, heat/engine/cfn/functions.py. */
import { memberListToMap as pairsOf } from '../../heat/functions/literals.ts'
import { type Snippet, unpacked, valueIn } from '../snippet.ts'
import { entryOf, Failure, isList, isMap, type Key, setEntry, type Value, type ValueMap } from '../value.ts'
import { isKey, itemAt, typeError, unhashable, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'

const emptyMap: ValueMap = new Map()

function mapOrNull(value: Value): ValueMap {
  if (value === null) return emptyMap
  if (!isMap(value)) throw typeError('Incorrect arguments: Items to merge must be maps.')
  return value
}

/** `hot.functions.MapMerge` */
export const mapMerge: FunctionClass = (argument, { name }) => ({
  run(world) {
    const maps = valueIn(argument, world)
    if (maps === '') return emptyMap
    if (!isList(maps)) throw typeError(`Incorrect arguments to "${name}"`)
    const merged = new Map<Key, Value>()
    for (const map of maps) for (const [key, value] of mapOrNull(map)) setEntry(merged, key, value)
    return merged
  },
})

/** `hot.functions.MapReplace` */
export const mapReplace: FunctionClass = (argument, { name }) => ({
  run(world) {
    const args = valueIn(argument, world)
    if (isMap(args)) throw new Failure('KeyError', '0')
    if (!isList(args) || args.length !== 2) {
      // The arguments are checked one after the other, so a bad map is found before a surplus one.
      if (isList(args) && args.length > 2) args.slice(0, 2).map(mapOrNull)
      throw typeError(`Incorrect arguments to "${name}"`)
    }
    const [source, table] = args.map(mapOrNull) as [ValueMap, ValueMap]
    for (const key of table.keys())
      if (key !== 'keys' && key !== 'values') throw valueError(`Incorrect arguments to "${name}"`)
    return withReplacements(
      source,
      mapOrNull(table.get('keys') ?? null),
      mapOrNull(table.get('values') ?? null),
    )
  },
})

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
    run(world) {
      const table = itemAt(world.mappings, valueIn(map, world))
      const [row, column] = [valueIn(key, world), valueIn(name, world)]
      return itemAt(itemAt(table, row), column)
    },
  }
}

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
      if (!isList(items)) throw typeError('Member list must be a list')
      if (items.some((item) => typeof item !== 'string')) throw typeError('Member list items must be strings')
      const pairs = pairsOf(keyName, valueName, items as readonly string[])
      if (pairs === undefined)
        throw valueError('dictionary update sequence element has length 1; 2 is required')
      return new Map<Key, Value>(pairs)
    },
  }
}
