/** Changes a property of a resource, wherever its definition stands: in `resources`, or inside of a group. */

import { callOf } from '../../heat/calls.ts'
import { entryRead, mapStanding, standsIn } from '../../heat/merge-keys.ts'
import { call, entry, inPlaceOf, mapping, string, withEntries, withValue } from '../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, nameOf } from '../../text/document/read.ts'
import { type TypeReference, typeReferencesOf } from '../references.ts'
import { changeAt, type Trail } from '../trail.ts'
import type { Workspace } from '../workspace.ts'
import { Stuck } from './edit.ts'

/** A property: the resource by its ID, the type of the definition (a group and its member share the ID), the keys. */
interface PropertyLocation {
  readonly path: string
  readonly resource: string
  readonly type: string
  /** For example `['metadata', 'vnf_id']`. */
  readonly keys: readonly string[]
  /** The customary order of names beside the last key: a new one is inserted accordingly. */
  readonly order?: readonly string[]
}

/**
 * The package with another value of a property; undefined from `change` deletes it. Mappings on the way that
 * are missing are made.
 * @param change gets the value, undefined where there is none
 * @throws Stuck when an alias or anchor shares the location, or a function gives what the property is a part of
 */
export function withProperty(
  pkg: Workspace,
  location: PropertyLocation,
  change: (value: Node | undefined) => Node | undefined,
): Workspace {
  const { path, resource, type, keys, order = [] } = location
  const root = pkg.files.get(path)?.root
  const definition = definitionOf(root, resource, type)
  if (root === undefined || definition === undefined)
    throw new Stuck({ path, at: undefined, why: `there is no resource ${resource} of type ${type}` })
  const changed = changeAt(root, definition.trail, (map) =>
    changedIn(map, [definition.propertiesKey, ...keys], change, { path, at: definition.entry, order }),
  )
  if ('problem' in changed)
    throw new Stuck({ path, at: definition.entry, why: `an alias or anchor shares the resource ${resource}` })
  return pkg.withRoot(path, changed)
}

/** The entry of a property, undefined where there is none or an alias stands on the way to it. */
export function propertyEntry(
  pkg: Workspace,
  { path, resource, type, keys }: PropertyLocation,
): Entry | undefined {
  const root = pkg.files.get(path)?.root
  const definition = definitionOf(root, resource, type)
  if (root === undefined || definition === undefined) return undefined
  let found: Entry | undefined
  for (const key of [...definition.trail, definition.propertiesKey, ...keys]) {
    const map: Node = found?.value ?? root
    found = map.kind === 'map' ? entryRead(map, key) : undefined
    if (found === undefined || map.kind !== 'map' || !standsIn(map, found)) return undefined
  }
  return found
}

function definitionOf(root: Mapping | undefined, resource: string, type: string): TypeReference | undefined {
  return root === undefined ? undefined : typeReferencesOf(root, resource).find(({ name }) => name === type)
}

interface Where {
  readonly path: string
  readonly at: Entry
  readonly order: readonly string[]
}

function changedIn(
  map: Mapping,
  [key, ...rest]: Trail,
  change: (value: Node | undefined) => Node | undefined,
  where: Where,
): Mapping {
  if (key === undefined) return map
  const one = entryRead(map, key)
  if (one !== undefined && (one.value.kind === 'alias' || one.value.anchor !== undefined))
    throw new Stuck({ ...where, why: `an alias or anchor shares ${key}` })
  if (one === undefined) {
    const value = built(rest, change(undefined))
    return value === undefined ? map : withInserted(map, entry(key, value), key, where.order)
  }
  if (rest.length === 0) {
    const value = change(one.value)
    return replaced(value === undefined ? undefined : withValue(one, value))
  }
  const { value } = one
  const inner = isNull(value) ? mapping([], { for: value, style: 'block' }) : value
  if (inner.kind !== 'map') throw new Stuck({ ...where, why: `${key} is not a mapping` })
  const next = changedIn(inner, rest, change, { ...where, at: one })
  return replaced(withValue(one, next))

  /** @throws Stuck when a merge key brings the entry in, or would bring in another one instead */
  function replaced(made: Entry | undefined): Mapping {
    const changed = mapStanding(map, (other) => (other === one ? made : other))
    if (entryRead(changed, key ?? '') !== made)
      throw new Stuck({ ...where, why: `a merge key supplies ${key}` })
    return changed
  }
}

/** Behind the last of those that are listed before it, else before the first that is listed after it, else last. */
function withInserted(map: Mapping, added: Entry, name: string, order: readonly string[]): Mapping {
  const rank = order.indexOf(name)
  const ranks = map.entries.map((one) => order.indexOf(nameOf(one) ?? ''))
  const above = rank === -1 ? -1 : ranks.findLastIndex((one) => one !== -1 && one < rank)
  const below = rank === -1 ? -1 : ranks.findIndex((one) => one > rank)
  const at = above !== -1 ? above + 1 : below !== -1 ? below : map.entries.length
  return withEntries(map, [...map.entries.slice(0, at), added, ...map.entries.slice(at)])
}

/** Mappings of one key each around a value. */
function built(keys: Trail, value: Node | undefined): Node | undefined {
  if (value === undefined) return undefined
  return keys.reduceRight<Node>((inner, key) => mapping([entry(key, inner)], { style: 'block' }), value)
}

/**
 * `{get_param: name}` for a value; undefined for a new one. If the value reads another parameter, only the name
 * changes in the source.
 */
export function readingOf(name: string, value: Node | undefined): Node {
  const one = callOf(value)
  const isPlain = one?.name === 'get_param' && one.argument.kind === 'scalar' && value?.kind === 'map'
  if (!isPlain || value?.kind !== 'map' || one === undefined) return call('get_param', string(name), value)
  const { argument, entry } = one
  const style = argument.kind === 'scalar' ? { style: argument.style } : {}
  const named = inPlaceOf(string(name, { for: argument, ...style }), argument)
  return withEntries(value, [withValue(entry, named)])
}
