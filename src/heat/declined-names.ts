/** Names in a template that Heat has replaced, or does not want used any more. */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { entryOf, mapOf, nameOf, seqOf, textOf, valueOf } from '../document/read.ts'
import { callSites } from './call-sites.ts'
import {
  declinedAttribute,
  declinedProperty,
  declinedType,
  movedPropertiesOf,
  renamedType,
} from './deprecations.ts'
import type { MovedProperty } from './facts/facts.ts'
import { mapOldNames } from './moved-properties.ts'
import { inProperties, mapDefinitions, typeOf } from './nested-definitions.ts'
import { impliesRelease } from './releases.ts'
import { declarations } from './sections.ts'
import type { HotVersion } from './versions.ts'

export interface DeclinedName {
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
