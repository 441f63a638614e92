/** What can be written under a newer name, what is not to be used any more, and where a template does. */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { entryOf, mapOf, nameOf, seqOf, textOf, valueOf } from '../document/read.ts'
import {
  type Declined,
  declinedAttributes as declinedAttributesFacts,
  declinedProperties as declinedPropertiesFacts,
  declinedTypes,
  goneProperties,
  type MovedProperty,
  movedProperties,
  placeholderTypes,
  type RenamedType,
  renamedTypes,
} from './facts/facts.ts'
import { mapOldNames } from './moved-properties.ts'
import { inProperties, mapDefinitions, typeOf } from './nested-definitions.ts'
import { removedResourceType, resourceTypeFacts } from './resource-types.ts'
import { declarations } from './sections.ts'
import { callSites } from './values.ts'
import { type HotVersion, impliesRelease } from './versions.ts'

/** The other name of a type that means the same by both; undefined where there is none. */
export function renamedType(type: string): RenamedType | undefined {
  if (Object.hasOwn(renamedTypes, type)) return renamedTypes[type]
  for (const [name, { to, since }] of Object.entries(renamedTypes)) {
    const start = name.slice(0, -1)
    const other = to.slice(0, -1) + type.slice(start.length)
    // Heat would map any rest; a type that it does not have is none that it would find.
    if (name.endsWith('*') && type.startsWith(start) && resourceTypeFacts(other) !== undefined)
      return { to: other, since }
  }
  return undefined
}

/** The properties of a type that Heat translates into others, also under another name of the type. */
export function movedPropertiesOf(type: string): readonly MovedProperty[] {
  const name = nameInHeat(type)
  return movedProperties.filter((one) => one.type === name)
}

function nameInHeat(type: string): string {
  return resourceTypeFacts(type)?.name ?? type
}

/** What is to be said of a type that works, but is not to be used any more, as the predicate of a sentence. */
export function declinedType(type: string): string | undefined {
  const name = nameInHeat(type)
  return Object.hasOwn(declinedTypes, name) ? declinedText(declinedTypes[name]) : undefined
}

/** The same of a property at the top of a type; also of those that are gone. */
export function declinedProperty(type: string, property: string): string | undefined {
  const name = nameInHeat(type)
  const gone = memberOf(goneProperties, name, property)
  if (gone !== undefined) {
    const place = gone.replacement?.replace(/^#(.*)$/, 'the key $1 of the resource')
    return `is gone since ${gone.removedIn}${instead(place)}`
  }
  return declinedText(memberOf(declinedPropertiesFacts, name, property))
}

/** The same of an attribute of a type. */
export function declinedAttribute(type: string, attribute: string): string | undefined {
  return declinedText(memberOf(declinedAttributesFacts, nameInHeat(type), attribute))
}

function memberOf<T>(
  table: Readonly<Record<string, Readonly<Record<string, T>>>>,
  type: string,
  member: string,
): T | undefined {
  const own = Object.hasOwn(table, type) ? table[type] : undefined
  return own !== undefined && Object.hasOwn(own, member) ? own[member] : undefined
}

function declinedText(declined: Declined | undefined): string | undefined {
  if (declined === undefined) return undefined
  const since = declined.since === undefined ? '' : ` since ${declined.since}`
  return `is not to be used any more${since}. ${declined.why}`
}

/**
 * What became of a type that is gone, as the predicate of a sentence: removed, or a placeholder that
 * accepts everything and makes nothing; undefined for all others.
 */
export function goneType(type: string): string | undefined {
  const removed = renamedType(type) === undefined ? removedResourceType(type) : undefined
  if (removed !== undefined) return `is gone since ${removed.removedIn}${instead(removed.replacement)}`
  const end = placeholderEnd(type)
  return end === undefined ? undefined : end + instead(placeholderTypes[type]?.replacement)
}

function placeholderEnd(type: string): string | undefined {
  const placeholder = Object.hasOwn(placeholderTypes, type) ? placeholderTypes[type] : undefined
  return placeholder === undefined ? undefined : `makes nothing any more since ${placeholder.since}`
}

function instead(replacement: string | undefined): string {
  if (replacement === undefined) return '; nothing came instead'
  const end = placeholderEnd(replacement)
  return `; ${replacement} came instead${end === undefined ? '' : `, and ${end}`}`
}

interface DeclinedName {
  readonly kind: 'type' | 'property' | 'attribute'
  readonly at: Node | Entry
  /** A sentence without full stop. */
  readonly message: string
}

/**
 * Every such name of a HOT template that every cloud which takes `version` has something better for. Types
 * that are gone are not among them (`goneType`).
 */
export function declinedNames(root: Mapping, version: HotVersion): readonly DeclinedName[] {
  const found: DeclinedName[] = []
  mapDefinitions(root, (definition) => {
    found.push(...declinedInType(definition, version), ...oldProperties(root, definition, version))
    found.push(...declinedProperties(definition))
    return definition
  })
  return [...found, ...declinedAttributes(root)]
}

function declinedInType(definition: Mapping, version: HotVersion): readonly DeclinedName[] {
  const entry = entryOf(definition, 'type')
  const type = textOf(entry?.value)
  if (entry === undefined || type === undefined) return []
  const renamed = renamedType(type)
  const fate = declinedType(type)
  const messages = [
    ...(renamed !== undefined && impliesRelease(version, renamed.since)
      ? [`${type} is called ${renamed.to} since ${renamed.since}`]
      : []),
    ...(fate === undefined ? [] : [`${type} ${fate}`]),
  ]
  return messages.map((message) => ({ kind: 'type', at: entry.value, message }))
}

function oldProperties(root: Mapping, definition: Mapping, version: HotVersion): readonly DeclinedName[] {
  const found: DeclinedName[] = []
  const moves = movedPropertiesOf(typeOf(definition)).filter(({ since }) => impliesRelease(version, since))
  inProperties(definition, 'own', (properties, use) => {
    for (const move of moves) {
      mapOldNames(root, properties, use, move, ({ map, entry }) => {
        found.push({ kind: 'property', at: entry, message: moveText(move) })
        return map
      })
    }
    return properties
  })
  return found
}

/** What a move is, as a sentence. */
export function moveText({ type, from, to, since }: MovedProperty): string {
  return `${from} of ${type} is called ${to} since ${since}`
}

/** Properties of a definition that Heat does not want used, and translates into no others. */
export function declinedProperties(definition: Mapping): readonly DeclinedName[] {
  const type = typeOf(definition)
  const properties = valueOf(definition, 'properties')
  return (properties?.kind === 'map' ? properties.entries : []).flatMap((at): DeclinedName[] => {
    const name = nameOf(at) ?? ''
    const fate = declinedProperty(type, name)
    return fate === undefined ? [] : [{ kind: 'property', at, message: `${name} of ${type} ${fate}` }]
  })
}

/** Calls of `get_attr` for attributes that Heat does not want used. */
export function declinedAttributes(root: Mapping): readonly DeclinedName[] {
  return callSites(root).flatMap(({ call, at }): DeclinedName[] => {
    const asked = call.name === 'get_attr' ? attributeAsked(call.argument, root) : undefined
    const fate = asked === undefined ? undefined : declinedAttribute(asked.type, asked.attribute)
    if (asked === undefined || fate === undefined) return []
    return [{ kind: 'attribute', at, message: `${asked.attribute} of ${asked.type} ${fate}` }]
  })
}

/** The attribute that a call of `get_attr` names, and the type of its resource. */
function attributeAsked(
  argument: Node,
  root: Mapping,
): { readonly type: string; readonly attribute: string } | undefined {
  const [resource, attribute] = (seqOf(argument)?.items ?? []).map((item) => textOf(item))
  const definition = mapOf(declarations(root).resources.get(resource ?? ''))
  if (definition === undefined || attribute === undefined) return undefined
  return { type: typeOf(definition), attribute }
}
