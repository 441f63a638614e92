/** Types and properties under the names into which Heat itself translates them. */
import { movedPropertiesOf, renamedType } from '../heat/deprecations.ts'
import type { MovedProperty } from '../heat/facts/facts.ts'
import { membersOf } from '../heat/group-types.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { isList, isMap, type Key, type Value, type ValueMap } from './value.ts'

/** The newest name of a type; the type itself where it has no other. */
export function newerType(type: Value): Value {
  return typeof type === 'string' ? (renamedType(type)?.to ?? type) : type
}

/** Whether properties of a type may have other names than they are written with. */
export function isTranslated(type: Value): boolean {
  return typeof type === 'string' && (movesOf(type).length > 0 || membersIn(type) !== undefined)
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

function membersIn(type: string): Exclude<ReturnType<typeof membersOf>, { readonly by: 'template' }> {
  const members = membersOf(resourceTypeFacts(type)?.name ?? type)
  return members?.by === 'template' ? undefined : members
}

function withMembers(type: string, properties: ValueMap): ValueMap {
  const members = membersIn(type)
  if (members === undefined) return properties
  const key = members.property
  const definition = properties.get(key)
  if (definition === undefined) return properties
  if (members.by === 'types')
    return isList(definition) ? new Map([...properties, [key, definition.map(newerType)]]) : properties
  if (!isMap(definition)) return properties
  const [member, passed] = [definition.get('type') ?? null, definition.get('properties')]
  const inner = passed === undefined ? [] : [['properties', newerProperties(member, passed)] as const]
  return new Map([...properties, [key, new Map([...definition, ['type', newerType(member)], ...inner])]])
}
