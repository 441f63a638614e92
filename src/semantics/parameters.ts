/** Parameters as declared, and the values that they give; heat/engine/parameters.py. */

import { memoized } from '../document/attached.ts'
import type { Node } from '../document/node.ts'
import { type Dialect, isAws, knows } from '../heat/dialect.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import { isHeatParameterType, parameterType } from '../heat/parameter-types.ts'
import { awsText } from '../heat/reading.ts'
import { type Constraint, constraintsIn } from './constraints.ts'
import { dataOf, effectiveEntries, type FollowAlias } from './data.ts'
import { isTrue } from './functions/arguments.ts'
import { parseJson } from './json-text.ts'
import { keyText, pythonStr, toNumber } from './python-text.ts'
import { Failure, isList, isMap, type Key, type Value, type ValueMap } from './value.ts'

export interface ParameterSchema {
  readonly name: string
  readonly type: HotParameterType
  /** The type as written. */
  readonly writtenType: string
  /** As written, before it is made a value of the type; null is no default. */
  readonly default: Value
  readonly hidden: boolean
  readonly constraints: readonly Constraint[]
  readonly description: Value
  /** A `ConstraintDescription` that describes no constraint. */
  readonly unusedDescription: Value
  readonly label: Value
  readonly immutable: Value
  readonly tags: Value
}

/**
 * The declaration of one parameter; throws what Heat raises for it.
 * @param source of the document, where AWS's reading needs scalars as they were written
 */
export function parameterSchema(
  name: string,
  node: Node,
  dialect: Dialect,
  follow: FollowAlias,
  source?: string,
): ParameterSchema {
  const read = dataOf(node, follow)
  if (!isMap(read)) throw new Failure('InvalidSchemaError', `Invalid parameter (${name}), expected a mapping`)
  const map = isAws(dialect) ? withTexts(read, node, follow, source) : read
  checkKeys(map, dialect)
  const [spell, hot] =
    dialect.kind === 'hot' ? [(key: string) => key.toLowerCase(), true] : [(key: string) => key, false]
  const writtenType = map.get(spell('Type'))
  if (typeof writtenType !== 'string')
    throw new Failure('InvalidSchemaError', `Missing parameter type for parameter: ${name}`)
  const type = typeOf(writtenType, dialect)
  const noEcho = map.get('NoEcho')
  const constraints = constraintsIn(map, dialect)
  return {
    name,
    type,
    writtenType,
    default: defaultOf(map.get(spell('Default')) ?? null, type, dialect),
    hidden: hot ? isTrue(map.get('hidden') ?? false) : pythonStr(noEcho ?? 'false').toLowerCase() === 'true',
    constraints,
    description: map.get(spell('Description')) ?? null,
    unusedDescription: constraints.length > 0 ? null : (map.get('ConstraintDescription') ?? null),
    label: map.get(spell('Label')) ?? null,
    immutable: hot ? (map.get('immutable') ?? false) : false,
    tags: hot ? (map.get('tags') ?? null) : null,
  }
}

function checkKeys(map: ValueMap, dialect: Dialect): void {
  if (isAws(dialect)) return
  for (const key of map.keys()) {
    const name = String(key)
    if (!knows(dialect, 'parameterKeys', name))
      throw new Failure('InvalidSchemaError', `Invalid key '${name}' for parameter`)
  }
}

function typeOf(written: string, dialect: Dialect): HotParameterType {
  const invalid = () => new Failure('InvalidSchemaError', `Invalid type (${written})`)
  if (dialect.kind === 'hot') {
    if (!knows(dialect, 'parameterTypes', written)) throw invalid()
    return written as HotParameterType
  }
  if (!isAws(dialect) && !isHeatParameterType(written)) throw invalid()
  const meaning = parameterType(written)
  if (meaning === undefined) throw invalid()
  return 'hot' in meaning ? meaning.hot : 'string'
}

/** To AWS the default and the allowed values of strings and lists are strings, however they are written. */
function withTexts(map: ValueMap, node: Node, follow: FollowAlias, source: string | undefined): ValueMap {
  const target = node.kind === 'alias' ? follow(node) : node
  const meaning = parameterType(String(map.get('Type')))
  const isText =
    meaning !== undefined && 'hot' in meaning && /^(string|comma_delimited_list)$/.test(meaning.hot)
  if (target.kind !== 'map' || source === undefined || !isText) return map
  const textOf = (one: Node): Value =>
    one.kind === 'scalar' && one.type !== 'null' ? awsText(one, { text: source }) : dataOf(one, follow)
  const texts = new Map(map)
  for (const { key, value } of effectiveEntries(target, follow)) {
    const name = key.kind === 'scalar' ? key.value : undefined
    if (name === 'Default') texts.set(name, textOf(value))
    if (name === 'AllowedValues' && value.kind === 'seq') texts.set(name, value.items.map(textOf))
  }
  return texts
}

/** AWS trims the items of lists. */
function defaultOf(value: Value, type: HotParameterType, dialect: Dialect): Value {
  if (!isAws(dialect)) return value
  if (type !== 'comma_delimited_list' || isList(value) || value === null) return value
  return pythonStr(value)
    .split(',')
    .map((item) => item.trim())
    .join(',')
}

const trueWords: ReadonlySet<string> = new Set(['1', 't', 'true', 'on', 'y', 'yes'])
const falseWords: ReadonlySet<string> = new Set(['0', 'f', 'false', 'off', 'n', 'no'])

/** `Parameter.value` of the class for the type, for a value that was given or is the default. */
export function parameterValue(type: HotParameterType, raw: Value): Value {
  switch (type) {
    case 'string':
      return pythonStr(raw)
    case 'number':
      return toNumber(raw)
    case 'boolean': {
      const word = pythonStr(raw).trim().toLowerCase()
      if (trueWords.has(word)) return true
      if (falseWords.has(word)) return false
      throw new Failure('ValueError', `Unrecognized value '${word}'`)
    }
    case 'comma_delimited_list':
      if (isList(raw)) return raw.map(pythonStr)
      if (typeof raw === 'string') return raw === '' ? [] : raw.split(',')
      throw new Failure('ValueError', 'Value must be a comma-delimited list string')
    case 'json':
      return jsonValue(raw)
  }
}

function jsonValue(raw: Value): Value {
  if (raw === '') return raw
  try {
    return typeof raw === 'string' ? parseJson(raw) : throughJson(raw)
  } catch (error) {
    if (error instanceof Failure)
      throw new Failure('ValueError', `Value must be valid JSON: ${error.message}`)
    throw error
  }
}

/** A value after it is written as JSON and read again: all keys are strings. */
function throughJson(value: Value): Value {
  if (isList(value)) return value.map(throughJson)
  return isMap(value) ? mapThroughJson(value) : value
}

/** A default is read anew in each sample. */
const mapThroughJson = memoized((value: ValueMap): Value => {
  const map = new Map<Key, Value>()
  for (const [key, one] of value) map.set(keyText(key), throughJson(one))
  return map
})
