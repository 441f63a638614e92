import {
  type Mapping,
  mapRead,
  rewriteTemplate,
  type TemplateContext,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import { membersOf } from '../../../src/heat/group-types.ts'
import { resourcesOf } from '../../os/resources.ts'
import { hasType, inProperties, mapDefinitions, type Sharing, typeOf, useOf } from '../definitions.ts'
import { hasFate, renamed, withType } from './fates.ts'

export const modernizeTypes = rewriteTemplate(
  {
    title: 'Write resource types under the names that Heat has now',
    description:
      'Renames resource types that have a newer name with the same meaning, and reports removed types, with the release and the replacement.',
    references: [
      'etc/heat/environment.d/default.yaml: resource_registry',
      'heat/engine/support.py: SupportStatus',
    ],
    safety: 'exact',
    keeps: 'what Heat translates',
    readsRegistry: true,
    kinds: 'hot',
    concerns: (template) => hasType(template, hasFate),
  },
  (scope) => {
    const own = new Set([...resourcesOf(scope.root).values()].map((one) => one.definition))
    return mapDefinitions(scope.root, (definition, use) => {
      const members = membersOf(typeOf(definition))
      const inner =
        members?.by === 'types'
          ? inProperties(definition, use, (map, inside) => chained(map, members.property, inside, scope))
          : definition
      return withType(inner, use, scope, own.has(definition) ? 'resource' : 'member')
    })
  },
)

/** Some groups list their members by their types. */
function chained(properties: Mapping, list: string, use: Sharing, context: TemplateContext): Mapping {
  return mapRead(properties, list, (value) => {
    if (value.kind !== 'seq') return value
    const inside = useOf(value, use)
    const items = value.items.map((item) => renamed(item, inside, context, 'member'))
    return inside === 'shared' ? value : withItems(value, items)
  })
}
