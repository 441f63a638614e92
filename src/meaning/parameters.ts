/** Parameters as declared, and the values that they give; heat/engine/parameters.py. */

import { type Dialect, isAws, knows } from '../heat/dialect.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import { isHeatParameterType, parameterType } from '../heat/parameter-types.ts'
import { awsText } from '../heat/reading.ts'
import { convertParameter, Refusal } from '../heat/values/convert.ts'
import { dataOf, effectiveEntries, type FollowAlias } from '../heat/values/data.ts'
import { pythonStr } from '../heat/values/python-text.ts'
import { Failure, isList, isMap, isTrue, type Value, type ValueMap } from '../heat/values/value.ts'
import type { Node } from '../text/document/node.ts'
import { constraintsIn, type DeclaredConstraint } from './constraints.ts'

export interface ParameterSchema {
  readonly name: string
  readonly type: HotParameterType
  /** The type as written. */
  readonly writtenType: string
  /** As written, before it is made a value of the type; null is no default. */
  readonly default: Value
  readonly hidden: boolean
  readonly constraints: readonly DeclaredConstraint[]
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

/** `Parameter.value` of the class for the type, for a value that was given or is the default; throws what Heat raises. */
export function parameterValue(type: HotParameterType, raw: Value): Value {
  const value = convertParameter(type, raw)
  if (value instanceof Refusal) throw value
  return value
}
