import {
  countOf,
  type Entry,
  entry,
  inPlaceOf,
  isMerge,
  list,
  type Mapping,
  mapping,
  type Node,
  nameOf,
  rewriteTemplate,
  type TemplateContext,
  valueOf,
  withEntries,
  withKey,
  withoutEntry,
  withReplaced,
  withValue,
} from '../../../src/engine/authoring.ts'
import { isThere } from '../../../src/heat/cloud.ts'
import {
  declinedDefault,
  declinedProperty,
  movedPropertiesOf,
  oldPropertiesOf,
} from '../../../src/heat/deprecations.ts'
import type { MovedProperty } from '../../../src/heat/facts/facts.ts'
import {
  inProperties,
  isRegistered,
  mapDefinitions,
  mayBeOlder,
  mentionsOld,
  typeOf,
  type Use,
} from '../definitions.ts'
import { mapOldNames, type OldName } from './old-names.ts'

export const modernizeProperties = rewriteTemplate(
  {
    title: 'Write properties under the names that Heat has now',
    description:
      'Renames and moves the properties that Heat itself translates, such as `network_id` to `network`, where every cloud that takes the target version knows the new name, and reports properties that nothing replaces exactly.',
    references: ['heat/engine/translation.py: TranslationRule', 'heat/engine/resources: translation_rules'],
    safety: 'exact',
    keeps: 'what Heat translates',
    preset: 'modernize',
    readsRegistry: true,
    kinds: 'hot',
    concerns: (template) => mentionsOld(template, oldPropertiesOf),
  },
  (scope) => {
    const { root, report } = scope
    return mapDefinitions(root, (given, use) => {
      if (isRegistered(given, scope)) return given
      const definition = withoutDefaults(given, use, scope)
      for (const { at, message } of declinedProperties(definition)) report('deprecated-name', at, message)
      const moves = movedPropertiesOf(typeOf(definition))
      return inProperties(definition, use, (properties, inside) =>
        moves.reduce(
          (map, move) =>
            mapOldNames(root, map, inside, move, (old) =>
              isThere(scope, move.since) ? renamed(old, scope) : left(old, scope),
            ),
          properties,
        ),
      )
    })
  },
)

/** Without properties that are not to be used any more, and say nothing: their value is what Heat takes without them. */
function withoutDefaults(definition: Mapping, use: Use, context: TemplateContext): Mapping {
  const type = typeOf(definition)
  return inProperties(definition, use, (properties, inside) => {
    const surplus = properties.entries.filter((one) => saysNothing(one, type, properties))
    if (inside === 'shared' || surplus.length === 0 || surplus.length === properties.entries.length)
      return properties
    for (const one of surplus) context.change(one, `Leave out ${nameOf(one)}, which has its default`)
    return surplus.reduce((map, one) => withoutEntry(map, one), properties)
  })
}

function saysNothing(one: Entry, type: string, properties: Mapping): boolean {
  const name = nameOf(one)
  const preset = name === undefined ? undefined : declinedDefault(type, name)
  if (name === undefined || preset === undefined || one.value.kind !== 'scalar') return false
  const isAlone = properties.entries.every((other) => !isMerge(other)) && countOf(properties, name) === 1
  return isAlone && one.value.anchor === undefined && one.value.value === preset
}

function renamed({ move, map, entry: old, to, stays }: OldName, context: TemplateContext): Mapping {
  if (stays !== undefined) {
    context.report('deprecated-name', old, `${moveText(move)}. It stays: ${stays}`)
    return map
  }
  context.change(old, `Write ${move.to} in place of ${move.from}`)
  if (to === '') return withInner(map, old)
  return withReplaced(map, old, rewritten(old, to))
}

/** A cloud that takes the target version may be older than the new name; whether it is only the user knows. */
function left({ move, map, entry: old, stays }: OldName, context: TemplateContext): Mapping {
  if (context.cloud?.release !== undefined || stays !== undefined) return map
  context.report('deprecated-name', old, `${moveText(move)}. It stays: ${mayBeOlder(context.target)}`)
  return map
}

/** The mapping with the entries of a value in place of that entry, the first of them under its comments. */
function withInner(map: Mapping, old: Entry): Mapping {
  const [first, ...rest] = old.value.kind === 'map' ? old.value.entries : []
  const inner = first === undefined ? [] : [entry(first.key, first.value, { for: old }), ...rest]
  return withEntries(
    map,
    map.entries.flatMap((one) => (one === old ? inner : [one])),
  )
}

/** `network`, or a new list (`l3_agent_ids[0]`), or a mapping in one (`character_classes[0].class`). */
function rewritten(old: Entry, to: string): Entry {
  const [, key, inList] = /^(\w+)\[0\](?:\.(\w+))?$/.exec(to) ?? []
  if (key === undefined) return withKey(old, to)
  return withValue(withKey(old, key), inPlaceOf(inNewList(old.value, inList), old.value))
}

/** `x` as `[x]`, or as `[{key: x}]`. */
function inNewList(value: Node, key: string | undefined): Node {
  const item = key === undefined ? value : mapping([entry(key, value)], { style: 'flow' })
  return list([item], { style: 'flow' })
}

// Properties of a template that are deprecated, and have no exact other names.

interface DeclinedName {
  readonly at: Node | Entry
  /** A sentence without full stop. */
  readonly message: string
}

/** What a move is, as a sentence. */
function moveText({ type, from, to, since }: MovedProperty): string {
  return `${from} of ${type} is called ${to} since ${since}`
}

/** Properties of a definition that Heat does not want used, and translates into no others. */
function declinedProperties(definition: Mapping): readonly DeclinedName[] {
  const type = typeOf(definition)
  const properties = valueOf(definition, 'properties')
  return (properties?.kind === 'map' ? properties.entries : []).flatMap((at): DeclinedName[] => {
    const name = nameOf(at) ?? ''
    const fate = declinedProperty(type, name)
    return fate === undefined ? [] : [{ at, message: `${name} of ${type} ${fate}` }]
  })
}
