/** What attributes of resources give in a sample: symbols in the shape that the resource type declares. */
import { isGroupClass, pathChange } from '../heat/group-types.ts'
import { attributeOfEveryType, resourceTypeFacts, type SchemaType } from '../heat/resource-types.ts'
import { jsonText } from '../heat/values/json-text.ts'
import { pythonStr } from '../heat/values/python-text.ts'
import { Failure, isInteger, OpenMap, symbol, type Value } from '../heat/values/value.ts'
import { itemAt } from './functions/arguments.ts'
import type { Sample } from './sample.ts'

interface AttributeQuestion {
  readonly resource: string
  readonly type: string
  readonly attribute: Value
  readonly path: readonly Value[]
  readonly by: 'asking' | 'selecting'
}

/** The type that Heat declares for an attribute; undefined when that is not known. */
export function attributeType(type: string, attribute: Value): SchemaType | undefined {
  if (typeof attribute !== 'string') return undefined
  const declared = attributeOfEveryType(attribute) ?? resourceTypeFacts(type)?.attributes.get(attribute)
  return declared === 'unknown' || declared === 'any' ? undefined : declared
}

/** The parts of a sample that shape what only the cloud knows. */
type CloudSample = Pick<Sample, 'attributes' | 'keys' | 'delimiters' | 'items'>

/** A string that is split has this many parts, unless more are needed. */
const fewestParts = 6

/** A symbol; where the template splits strings, one of several parts. */
export function cloudText(label: string, { delimiters, items }: CloudSample): string {
  if (delimiters.length === 0) return symbol(label)
  const parts = indexes(Math.max(fewestParts, items))
  return delimiters
    .map((delimiter) => parts.map((index) => symbol(`${label}:${index}`)).join(delimiter))
    .join('')
}

/** @throws InvalidTemplateAttribute where Heat's resource class refuses the attribute */
export function attributeValue(question: AttributeQuestion, sample: CloudSample): Value {
  const { resource, type, attribute, path, by } = question
  if (sample.attributes === 'null') return null
  const change =
    typeof attribute === 'string' ? pathChange(type === '' ? undefined : type, attribute) : 'was-an-error'
  const asked = by === 'asking' && path.length > 0
  if (typeof attribute !== 'string' || (change === 'was-an-error' && !asked)) {
    throw new Failure('InvalidTemplateAttribute', `${pythonStr(attribute)} of ${resource}`)
  }
  const label = `attr:${resource}:${attribute}`
  if (change === 'names-member') return ofMember(resource, attribute.slice('resource.'.length), path, by)
  if (asked && change !== 'same' && change !== 'ignores-path') {
    return indexes(sample.items).map((index) => walked(symbol(`${label}:${index}`), path))
  }
  const inGroup = isGroupClass(resourceTypeFacts(type)?.attributePaths)
  const whole = wholeValue(label, attributeType(type, attribute), inGroup, sample)
  return asked && change === 'ignores-path' ? whole : walked(whole, path)
}

function indexes(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/**
 * `resource.NAME`: the reference of a member, or what the path selects from it; selecting from a string gives nothing.
 */
function ofMember(group: string, name: string, path: readonly Value[], by: 'asking' | 'selecting'): Value {
  const [attribute, ...rest] = path
  if (attribute === undefined) return symbol(`attr:${group}:refs_map:${name}`)
  return by === 'asking' ? walked(symbol(`attr:${group}:${pythonStr(attribute)}:${name}`), rest) : null
}

/**
 * The meaning of a lookup once "group-attribute-path" is accepted: a number still selects a member, which the rewrite
 * names; any other path is applied to the members.
 *
 * @param step the first of the path after the attribute, where it is known
 */
export function meantOnceAccepted(
  by: 'asking' | 'selecting',
  type: string | undefined,
  attribute: string,
  step: Value | undefined,
): 'asking' | 'selecting' {
  if (by === 'asking') return by
  const change = pathChange(type, attribute)
  if (change === 'names-member') return 'asking'
  return change === 'asks-members' && typeof step === 'string' && !/^\d+$/.test(step) ? 'asking' : 'selecting'
}

function wholeValue(
  label: string,
  declared: SchemaType | undefined,
  inGroup: boolean,
  sample: CloudSample,
): Value {
  const { attributes: shape, keys } = sample
  switch (declared) {
    case 'list':
      return listOf(label, sample)
    case 'map':
      return new OpenMap(label, keys)
    case 'integer':
    case 'number':
      return numberFor(label)
    case 'boolean':
      return shape === 'typed'
    case 'string':
      return shape === 'json' ? jsonFor(label, keys) : cloudText(label, sample)
    default:
      if (inGroup || shape === 'lists') return listOf(label, sample)
      if (shape === 'maps') return new OpenMap(label, keys)
      return shape === 'json' ? jsonFor(label, keys) : cloudText(label, sample)
  }
}

function listOf(label: string, { items }: CloudSample): Value {
  return indexes(items).map((index) => symbol(`${label}:${index}`))
}

function jsonFor(label: string, keys: readonly string[]): Value {
  return jsonText(new OpenMap(label, keys), 'as it is')
}

/** A number of four digits that depends on the name alone. */
function numberFor(label: string): number {
  let sum = 0
  for (let index = 0; index < label.length; index += 1) sum = (sum * 31 + label.charCodeAt(index)) % 9000
  return sum + 1000
}

/** `select_from_attribute` of heat/engine/attributes.py; a step into a symbol is a symbol. */
export function walked(value: Value, path: readonly Value[]): Value {
  let at = value
  for (const step of path) {
    if (typeof step !== 'string' && !isInteger(step)) return null
    if (typeof at === 'string' && at.startsWith('\u0001') && at.endsWith('\u0002')) {
      // No value has the same under a number and under its digits.
      const name = typeof step === 'string' && /^\d+$/.test(step) ? `'${step}'` : String(step)
      at = symbol(`${at.slice(1, -1)}:${name}`)
      continue
    }
    try {
      at = itemAt(at, step)
    } catch (error) {
      if (error instanceof Failure) return null
      throw error
    }
  }
  return at
}
