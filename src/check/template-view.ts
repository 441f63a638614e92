/** A template as rules look at it: its parts by name, through aliases and merge keys, made once. */
import type { Entry, Mapping, Node } from '../document/node.ts'
import { mapOf, nameOf, stringOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { section } from '../heat/sections.ts'
import type { CheckScope } from './scope.ts'
import { isResolved } from './vocabulary.ts'

export interface ResourceView {
  readonly name: string
  readonly entry: Entry
  readonly definition: Mapping
  /** Undefined where it is missing, or not a string. */
  readonly type: string | undefined
  /** Where the type is written; the entry where it is not. */
  readonly typeAt: Node | Entry
  /** Undefined where there are none, or a function gives them. */
  readonly properties: Mapping | undefined
  /** Whether a function gives them, so that nothing is known of them. */
  readonly isComputed: boolean
  /** Whether it exists already, so that Heat reads no properties of it. */
  readonly isExternal: boolean
  /** The value of a property; undefined where it is not given, or nothing is known of the properties. */
  readonly property: (name: string) => Node | undefined
}

export interface TemplateView extends Pick<CheckScope, 'root' | 'words' | 'beside' | 'declared'> {
  /** Those that are mappings, in the order of the source. */
  readonly resources: readonly ResourceView[]
}

export function templateView(
  scope: Pick<CheckScope, 'root' | 'words' | 'beside' | 'declared'>,
): TemplateView {
  const { root, words, beside, declared } = scope
  const resources = (section(root, 'resources')?.entries ?? []).flatMap((entry) => {
    const name = isMerge(entry) ? undefined : nameOf(entry)
    const definition = mapOf(entry.value)
    return name === undefined || definition === undefined
      ? []
      : [resourceView(name, entry, definition, words)]
  })
  return { root, words, beside, declared, resources }
}

function resourceView(
  name: string,
  entry: Entry,
  definition: Mapping,
  words: CheckScope['words'],
): ResourceView {
  const typeNode = readValue(definition, words.spell('type'))
  const given = mapOf(readValue(definition, words.spell('properties')))
  const isComputed = given !== undefined && isResolved(callOf(given), words)
  const properties = isComputed ? undefined : given
  return {
    name,
    entry,
    definition,
    type: stringOf(typeNode),
    typeAt: typeNode ?? entry,
    properties,
    isComputed,
    isExternal: words.version !== undefined && readValue(definition, 'external_id') !== undefined,
    property: (one) => readValue(properties, one),
  }
}
