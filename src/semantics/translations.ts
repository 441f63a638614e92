/** Types and properties under the names into which Heat itself translates them. */
import { movedPropertiesOf, renamedType } from '../heat/deprecations.ts'
import type { MovedProperty } from '../heat/facts/facts.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { isList, isMap, type Key, type Value, type ValueMap } from './value.ts'

/** The newest name of a type; the type itself where it has no other. */
export function newerType(type: Value): Value {
  return typeof type === 'string' ? (renamedType(type)?.to ?? type) : type
}

/** Whether properties of a type may have other names than they are written with. */
export function isTranslated(type: Value): boolean {
  return typeof type === 'string' && (movesOf(type).length > 0 || memberProperty(type) !== undefined)
}

/** Resolved properties with each under its newest name, those of members of groups too. */
export function newerProperties(type: Value, properties: Value): Value {
  if (typeof type !== 'string' || !isMap(properties)) return properties
  const moved = movesOf(type).reduce<ValueMap>(withMove, properties)
  return withMembers(type, moved)
}

function movesOf(type: string): readonly MovedProperty[] {
  return movedPropertiesOf(String(newerType(type)))
}

/** `a`, `a[].b`: where a property was, and where it belongs now. */
function withMove(properties: ValueMap, { from, to }: MovedProperty): ValueMap {
  const [list, item] = from.split('[].')
  if (list === undefined || item === undefined) return renamed(properties, from, to)
  const items = properties.get(list)
  if (!isList(items)) return properties
  const inItem = to.slice(list.length + 2).replace(/^\./, '')
  const changed = items.map((one) => (isMap(one) ? renamed(one, item, inItem) : one))
  return new Map([...properties, [list, changed]])
}

/** Where both names are given, Heat decides, or refuses; nothing is the same as that. */
function renamed(map: ValueMap, from: string, to: string): ValueMap {
  const value = map.get(from)
  if (value === undefined) return map
  const others = new Map([...map].filter(([key]) => key !== from))
  if (to === '') return isMap(value) ? merged(map, others, value) : map
  const [key = '', inList] = to.split('[0]')
  if (map.has(key)) return map
  const inner = inList === undefined ? value : [inList === '' ? value : new Map([[inList.slice(1), value]])]
  return new Map<Key, Value>([...others, [key, inner]])
}

function merged(map: ValueMap, others: ValueMap, inner: ValueMap): ValueMap {
  return [...inner.keys()].some((key) => others.has(key)) ? map : new Map([...others, ...inner])
}

/** The property that holds the definition of the members of a group. */
function memberProperty(type: string): 'resource_def' | 'resource' | 'resources' | undefined {
  switch (resourceTypeFacts(type)?.name) {
    case 'OS::Heat::ResourceGroup':
      return 'resource_def'
    case 'OS::Heat::AutoScalingGroup':
      return 'resource'
    case 'OS::Heat::ResourceChain':
      return 'resources'
    default:
      return undefined
  }
}

function withMembers(type: string, properties: ValueMap): ValueMap {
  const key = memberProperty(type)
  const definition = key === undefined ? undefined : properties.get(key)
  if (key === undefined || definition === undefined) return properties
  if (key === 'resources')
    return isList(definition) ? new Map([...properties, [key, definition.map(newerType)]]) : properties
  if (!isMap(definition)) return properties
  const [member, passed] = [definition.get('type') ?? null, definition.get('properties')]
  const inner = passed === undefined ? [] : [['properties', newerProperties(member, passed)] as const]
  return new Map([...properties, [key, new Map([...definition, ['type', newerType(member)], ...inner])]])
}
