import { rewriteTemplate } from '../../../src/engine/authoring/authoring.ts'
import { isThere } from '../../../src/heat/cloud.ts'
import { movedPropertiesOf, oldPropertiesOf } from '../../../src/heat/deprecations.ts'
import { inProperties, isRegistered, mapDefinitions, mentionsOld, typeOf } from '../definitions.ts'
import { declinedProperties, withoutDefaults } from './declined.ts'
import { left, renamed } from './moved.ts'
import { mapOldNames } from './old-names.ts'

export const modernizeProperties = rewriteTemplate(
  {
    title: 'Write properties under the names that Heat has now',
    description:
      'Renames and moves the properties that Heat itself translates, such as `network_id` to `network`, where every cloud that takes the target version knows the new name, and reports properties that nothing replaces exactly.',
    references: ['heat/engine/translation.py: TranslationRule', 'heat/engine/resources: translation_rules'],
    safety: 'exact',
    keeps: 'what Heat translates',
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

// Properties of a template that are deprecated, and have no exact other names.
