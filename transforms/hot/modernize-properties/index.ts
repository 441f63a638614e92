import { entry, inPlaceOf, withEntries, withKey, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping } from '../../../src/document/node.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { declinedAttributes, declinedProperties, moveText } from '../../../src/heat/declined-names.ts'
import { movedPropertiesOf } from '../../../src/heat/deprecations.ts'
import { mapOldNames, type OldName } from '../../../src/heat/moved-properties.ts'
import { inProperties, mapDefinitions, typeOf } from '../../../src/heat/nested-definitions.ts'
import { impliesRelease } from '../../../src/heat/releases.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { mapEntries } from '../../../src/heat/values.ts'
import { inNewList } from './new-list.ts'

export const modernizeProperties: Transform = {
  id: 'hot/modernize-properties',
  title: 'Write properties under the names that Heat has now',
  description:
    'Renames and moves the properties that Heat itself translates, such as `network_id` to `network`, where every cloud that takes the target version knows the new name, and reports properties and attributes that nothing replaces exactly.',
  references: ['heat/engine/translation.py: TranslationRule', 'heat/engine/resources: translation_rules'],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    const root = mapDefinitions(template.root, (definition, use) => {
      for (const { at, message } of declinedProperties(definition))
        context.report('declined-name', at, message)
      const moves = movedPropertiesOf(typeOf(definition)).filter(({ since }) =>
        impliesRelease(context.target, since),
      )
      return inProperties(definition, use, (properties, inside) =>
        moves.reduce(
          (map, move) => mapOldNames(template.root, map, inside, move, (old) => renamed(old, context)),
          properties,
        ),
      )
    })
    for (const { at, message } of declinedAttributes(root)) context.report('declined-name', at, message)
    return withRoot(template, root)
  },
}

function renamed({ move, map, entry: old, to, stays }: OldName, context: TransformContext): Mapping {
  if (stays !== undefined) {
    context.report('declined-name', old, `${moveText(move)}. It stays: ${stays}`)
    return map
  }
  context.change(old, `Write ${move.to} in place of ${move.from}`)
  if (to === '') return withInner(map, old)
  return mapEntries(map, (one) => (one === old ? rewritten(one, to) : one))
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
