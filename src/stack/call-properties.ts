/** The properties that a caller passes to a nested template. */

import { callRead } from '../heat/calls.ts'
import { entryRead, readValue } from '../heat/merge-keys.ts'
import { entry, mapping, withEntries } from '../text/document/build.ts'
import type { Entry, Mapping, Node, Sequence } from '../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, resolved, stringOf } from '../text/document/read.ts'
import type { NestedCall } from './calls.ts'
import { changeAt } from './trail.ts'
import { passedValue } from './values.ts'

/** Whether a chain makes resources of other types too, which get the same properties. */
export function hasOtherTypes(one: NestedCall): boolean {
  const chain = mapOf(readValue(mapOf(one.entry.value), 'properties'))
  return listOf(readValue(chain, 'resources'))?.items.some((item) => stringOf(item) !== one.name) ?? true
}

/** The definition of a resource, with one property more; unchanged when what is passed is no mapping. */
export function withProperty(definition: Mapping, one: NestedCall, added: Entry): Mapping {
  const existing = entryRead(definition, one.propertiesKey)
  // A function gives all of them; an entry beside its name would not be a property.
  if (isComputed(existing?.value)) return definition
  if (existing === undefined) {
    const properties = entry(one.propertiesKey, mapping([added], { style: 'block' }))
    return withEntries(definition, [...definition.entries, properties])
  }
  const changed = changeAt(definition, [one.propertiesKey], (map) =>
    map.entries.length === 0
      ? mapping([added], { for: map, style: 'block' })
      : withEntries(map, [...map.entries, added]),
  )
  return 'problem' in changed ? definition : changed
}

/** Whether a function gives the whole mapping of properties, so that no name of a property can be seen. */
export function isComputed(properties: Node | undefined): boolean {
  const name = callRead(properties)?.name
  return name !== undefined && /^(?:get_|map_|Fn::|yaql$|if$|repeat$)/.test(name)
}

/** `if` without a third argument leaves the property out (heat/engine/hot/functions.py, `If`). */
export function mayBeOmitted(value: Node): boolean {
  const one = callRead(value)
  if (one?.name !== 'if') return false
  const branches = listOf(one.argument)?.items ?? []
  return branches.length < 3 || branches.slice(1).some((branch) => isNull(branch) || mayBeOmitted(branch))
}

/**
 * Whether a value may come out as null, which a group leaves out
 * (heat/engine/resources/openstack/heat/resource_group.py).
 */
export function mayBeNull(value: Node): boolean {
  const one = callRead(value)
  if (one?.name === 'if') return (listOf(one.argument)?.items.slice(1) ?? []).some(mayBeNull)
  return one?.name === 'get_attr' || one?.name === 'yaql'
}

/**
 * Whether a caller gives a parameter a value for all inputs of the template: a value that is null or omitted is none.
 */
export function isSurelyPassed(call: NestedCall, name: string): boolean {
  const passed = passedValue(call, name)
  if (passed === undefined || isNull(passed) || mayBeOmitted(passed)) return false
  return call.how === 'type' || !mayBeNull(passed)
}

/**
 * Whether a list is the same when a caller passes it on: Heat joins the items by commas for the nested template, which
 * splits them there (heat/engine/resources/template_resource.py, `child_params`). Heat 19 leaves white space at the ends of
 * items as it is; that is not relied on.
 */
export function survivesJoining(list: Sequence): boolean {
  const items = list.items.map((item) => resolved(item))
  const isPlain = items.every(
    (item) => item.kind === 'scalar' && (typeof item.value !== 'string' || !/,|^\s|\s$/.test(item.value)),
  )
  // No item at all is what one empty item becomes.
  return isPlain && !(items.length === 1 && items[0]?.kind === 'scalar' && items[0].value === '')
}

/**
 * Whether the value of a json parameter can be passed on: a property of this type takes mappings and lists, and no
 * numbers (heat/engine/properties.py, `Property._get_map`).
 */
export function isPassableJson(node: Node): boolean {
  const value = resolved(node)
  if (value.kind !== 'scalar') return true
  const text = value.type === 'str' ? String(value.value).trim() : undefined
  return text !== undefined && (text === '' || /^[[{]/.test(text))
}

/** Whether a string occurs anywhere in a value. */
export function holdsText(node: Node, wanted: string): boolean {
  switch (node.kind) {
    case 'alias':
      return holdsText(node.target, wanted)
    case 'scalar':
      return typeof node.value === 'string' && node.value.includes(wanted)
    case 'seq':
      return node.items.some((item) => holdsText(item, wanted))
    case 'map':
      return node.entries.some(
        (one) => nameOf(one)?.includes(wanted) === true || holdsText(one.value, wanted),
      )
  }
}
