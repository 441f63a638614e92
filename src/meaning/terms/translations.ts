/** Types and properties under the names into which Heat itself translates them. */
import {
  declinedDefault,
  hasDeclinedDefaults,
  movedPropertiesOf,
  renamedType,
} from '../../heat/deprecations.ts'
import type { MovedProperty } from '../../heat/facts/facts.ts'
import { membersOf } from '../../heat/group-types.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import type { Key, Value } from '../../heat/values/value.ts'
import type { MapTerm, Term, Terms } from './term.ts'

/** The newest name of a type; the type itself where it has no other. */
export function newerType(type: Value): Value {
  return typeof type === 'string' ? (renamedType(type)?.to ?? type) : type
}

/** Whether properties of a type may have other names than they are written with. */
export function isTranslated(type: Value): boolean {
  if (typeof type !== 'string') return false
  return movesOf(type).length > 0 || membersIn(type) !== undefined || hasDeclinedDefaults(type)
}

/** Whether a property is given under two names, which Heat refuses, unless one of them is empty. */
export function hasBothNames(type: Value, properties: MapTerm): boolean {
  return typeof type === 'string' && movesOf(type).some(({ from }) => properties.entries.has(from))
}

/** Properties with each under its newest name, those of members of groups too. */
export function newerProperties(terms: Terms, type: Value, properties: Term): Term {
  if (typeof type !== 'string') return properties
  return terms.each(properties, (one) => {
    if (one.tag !== 'map') return one
    const moved = movesOf(type).reduce<Term>(
      (all, move) => (all.tag === 'map' ? withMove(terms, all, move) : all),
      one,
    )
    return moved.tag === 'map' ? withMembers(terms, type, withoutDefaults(terms, type, moved)) : moved
  })
}

/** What a property is anyway is as good as not given (`Properties._get_property_value`). */
function withoutDefaults(terms: Terms, type: string, properties: MapTerm): MapTerm {
  const isSaid = ([key, value]: readonly [Key, Term]) => {
    const preset = typeof key === 'string' ? declinedDefault(type, key) : undefined
    return preset === undefined || value.tag !== 'constant' || value.value !== preset
  }
  const entries = [...properties.entries]
  return entries.every(isSaid) ? properties : (terms.map(new Map(entries.filter(isSaid))) as MapTerm)
}

function movesOf(type: string): readonly MovedProperty[] {
  return movedPropertiesOf(String(newerType(type)))
}

/** `a`, `a[].b`: where a property was, and where it belongs now. */
function withMove(terms: Terms, properties: MapTerm, move: MovedProperty): Term {
  const { from, to, newNullIsNone } = move
  const [list, item] = from.split('[].')
  if (list === undefined || item === undefined)
    return renamed(terms, newNullIsNone === true ? withoutNull(terms, properties, to) : properties, move)
  const items = properties.entries.get(list)
  if (items === undefined) return properties
  const inItem = { ...move, from: item, to: to.slice(list.length + 2).replace(/^\./, '') }
  const changed = terms.each(items, (one) =>
    one.tag !== 'list'
      ? inRepeat(terms, one, (map) => renamed(terms, map, inItem), [item, inItem.to])
      : terms.list(
          one.items.map((each) =>
            terms.each(each, (map) =>
              map.tag === 'map' ? renamed(terms, withoutNull(terms, map, item), inItem) : map,
            ),
          ),
        ),
  )
  return withEntry(terms, properties, list, changed)
}

/** The items that a loop makes of one map, where no variable of the loop occurs in the names. */
function inRepeat(terms: Terms, list: Term, change: (map: MapTerm) => Term, names: readonly string[]): Term {
  if (list.tag !== 'apply' || list.name !== 'repeat') return list
  const [body, loops, ...rest] = list.args
  if (body?.tag !== 'map' || loops?.tag !== 'map') return list
  const variables = [...loops.entries.keys()]
  const isApart = variables.every(
    (one) => typeof one === 'string' && !names.some((name) => name.includes(one)),
  )
  return isApart ? terms.apply(list.name, [change(body), loops, ...rest], list.kinds) : list
}

/**
 * Without a null that is as good as nothing: under the old name in the items of a list, as Heat looks into what was given there
 * (`Translation.replace` with `value_name`); at the top it reads the value of the property, which null is.
 */
function withoutNull(terms: Terms, map: MapTerm, key: string): MapTerm {
  if (map.entries.get(key) !== terms.null) return map
  return terms.map(new Map([...map.entries].filter(([name]) => name !== key))) as MapTerm
}

type MoveInMap = Pick<MovedProperty, 'from' | 'to' | 'keys'>

/** Where both names are given, Heat decides, or refuses; nothing is the same as that. */
function renamed(terms: Terms, map: MapTerm, { from, to, keys = [] }: MoveInMap): Term {
  const value = map.entries.get(from)
  if (value === undefined) return map
  const others = new Map([...map.entries].filter(([key]) => key !== from))
  if (to === '') return value.tag === 'map' ? merged(terms, map, others, entriesOf(terms, value, keys)) : map
  const [key = '', inList] = to.split('[0]')
  if (map.entries.has(key)) return map
  const inner = terms.each(value, (one) => {
    if (inList === undefined || one === terms.omitted) return one
    return terms.list([inList === '' ? one : terms.map(new Map([[inList.slice(1), one]]))])
  })
  return terms.map(new Map<Key, Term>([...others, [key, inner]]))
}

function merged(
  terms: Terms,
  map: MapTerm,
  others: ReadonlyMap<Key, Term>,
  inner: ReadonlyMap<Key, Term>,
): Term {
  return [...inner.keys()].some((key) => others.has(key)) ? map : terms.map(new Map([...others, ...inner]))
}

/** The entries of a map that Heat moves; null is as good as nothing. */
function entriesOf(terms: Terms, map: MapTerm, keys: readonly string[]): ReadonlyMap<Key, Term> {
  return new Map(
    [...map.entries].filter(([key, value]) => keys.includes(String(key)) && value !== terms.null),
  )
}

function membersIn(type: string): Exclude<ReturnType<typeof membersOf>, { readonly by: 'template' }> {
  const members = membersOf(resourceTypeFacts(type)?.name ?? type)
  return members?.by === 'template' ? undefined : members
}

function withMembers(terms: Terms, type: string, properties: MapTerm): Term {
  const members = membersIn(type)
  const key = members?.property
  const definition = key === undefined ? undefined : properties.entries.get(key)
  if (members === undefined || key === undefined || definition === undefined) return properties
  const newer = (one: Term) =>
    terms.each(one, (each) => (each.tag === 'constant' ? terms.constant(newerType(each.value) as Key) : each))
  if (members.by === 'types')
    return definition.tag === 'list'
      ? withEntry(terms, properties, key, terms.list(definition.items.map(newer)))
      : properties
  if (definition.tag !== 'map') return properties
  const [member, passed] = [
    definition.entries.get('type') ?? terms.null,
    definition.entries.get('properties'),
  ]
  let changed = withEntry(terms, definition, 'type', newer(member))
  if (passed !== undefined && member.tag === 'constant' && changed.tag === 'map')
    changed = withEntry(terms, changed, 'properties', newerProperties(terms, member.value, passed))
  return withEntry(terms, properties, key, changed)
}

function withEntry(terms: Terms, map: MapTerm, key: Key, value: Term): Term {
  return terms.map(new Map<Key, Term>([...map.entries, [key, value]]))
}
