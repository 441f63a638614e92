/** Resources of a template, and the definitions of resources inside the properties of groups. */

import {
  declarations,
  type Entry,
  entriesRead,
  type Mapping,
  mapOf,
  mapRead,
  mapSections,
  mapStanding,
  type Node,
  nameOf,
  readValue,
  stringOf,
  type Template,
  type TemplateContext,
  withValue,
} from '../../src/engine/authoring/authoring.ts'
import { nameInHeat } from '../../src/heat/deprecations.ts'
import { memberDefinitionOf } from '../../src/heat/group-types.ts'
import type { HotVersion } from '../../src/heat/versions.ts'
import { memoized } from '../../src/text/document/attached.ts'
import { mayMention } from '../../src/text/document/mentions.ts'

/** Whether aliases may repeat a location elsewhere, where a change may not be meant. */
export type Sharing = 'own' | 'shared'

/** Gives what replaces a mapping; what it makes of a shared one does not count. */
type DefinitionChange = (map: Mapping, use: Sharing) => Mapping

/** The type that a definition names, under the name that Heat has for it; an empty string without one. */
export function typeOf(definition: Mapping | undefined): string {
  return nameInHeat(stringOf(readValue(definition, 'type')) ?? '')
}

type Registering = Pick<TemplateContext, 'registers'>

/**
 * Why a type is preserved: an environment registers one of its names, and so it is another resource than Heat's facts
 * speak of. Undefined where none does.
 * @param names as it stands there, and those that Heat has for it
 */
export function registeredReason(names: readonly string[], { registers }: Registering): string | undefined {
  const registered = names.find((name) => registers(name))
  return registered === undefined ? undefined : `an environment registers ${registered}`
}

/** Whether an environment registers the type of a definition, under the name that stands there or under Heat's. */
export function isRegistered(definition: Mapping, context: Registering): boolean {
  const type = stringOf(readValue(definition, 'type'))
  return type !== undefined && registeredReason([type, typeOf(definition)], context) !== undefined
}

/** `shared` below an anchor. */
export function useOf(node: { readonly anchor?: string | undefined }, around: Sharing): Sharing {
  return node.anchor === undefined ? around : 'shared'
}

/**
 * Replaces the definition of every resource, those inside groups first. Definitions that an alias
 * brings are met where their anchor stands.
 */
export function mapDefinitions(root: Mapping, change: DefinitionChange): Mapping {
  return mapSections(root, (name, map) => {
    if (name !== 'resources') return map
    const use = useOf(map, 'own')
    const read = readIn(map)
    return mapStanding(map, (one) =>
      one.value.kind === 'map' && read.has(one) ? withValue(one, mapDefinition(one.value, use, change)) : one,
    )
  })
}

/**
 * The types that resources of a template have, those inside groups included, as they are written. Many transforms have
 * nothing to do without certain types, and ask in turn.
 */
const typesWithin = memoized((root: Mapping): ReadonlySet<string> => {
  const found = new Set<string>()
  const add = (definition: Mapping | undefined) => {
    const type = stringOf(readValue(definition, 'type'))
    if (type !== undefined) found.add(type)
  }
  mapDefinitions(root, (definition) => {
    add(definition)
    return definition
  })
  // Those that an alias brings may stand anywhere.
  for (const node of declarations(root).resources.values()) if (node.kind === 'alias') add(mapOf(node))
  return found
})

/** Whether some resource of a template has one of some types. */
export function hasType({ root }: Pick<Template, 'root'>, isOfInterest: (type: string) => boolean): boolean {
  for (const type of typesWithin(root)) if (isOfInterest(type)) return true
  return false
}

/** Whether the source of a template has one of the words that are old for its types. */
export function mentionsOld(
  { root, document }: Template,
  wordsOf: (type: string) => readonly string[],
): boolean {
  return hasType({ root }, (type) => wordsOf(type).some((word) => mayMention(document, word)))
}

/** The entries that count: of several with one name the last. Several transforms ask in turn. */
const readIn = memoized(
  (map: Mapping): ReadonlySet<Entry> =>
    new Set(new Map(entriesRead(map).map((one) => [nameOf(one), one])).values()),
)

function mapDefinition(definition: Mapping, around: Sharing, change: DefinitionChange): Mapping {
  const use = useOf(definition, around)
  const member = memberDefinitionOf(typeOf(definition))
  const inner =
    member === undefined
      ? definition
      : inProperties(definition, use, (properties, inside) =>
          mapRead(properties, member, (value) =>
            value.kind === 'map' ? mapDefinition(value, inside, change) : value,
          ),
        )
  return unlessShared(inner, use, change)
}

/** The definition with its properties changed, where they stand as a mapping of their own. */
export function inProperties(definition: Mapping, around: Sharing, change: DefinitionChange): Mapping {
  return mapRead(definition, 'properties', (value) =>
    value.kind === 'map' ? unlessShared(value, useOf(value, around), change) : value,
  )
}

function unlessShared(map: Mapping, use: Sharing, change: DefinitionChange): Mapping {
  const changed = change(map, use)
  return use === 'own' ? changed : map
}

/** Reports a name that is preserved though Heat has another one. @param what says so, as a sentence without full stop */
export function reportPreserved(
  { report }: Pick<TemplateContext, 'report'>,
  at: Node | Entry,
  what: string,
  why: string,
): void {
  report('deprecated-name', at, `${what}. It is not converted: ${why}`)
}

/** Why a name is preserved that the target version does not imply. */
export function mayBeOlder(target: HotVersion): string {
  return `a cloud with ${target} may be older; pass its release with --cloud`
}
