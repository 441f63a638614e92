import { entryOf, mapRead, rewriteTemplate, stringOf } from '../../../src/engine/authoring/authoring.ts'
import { nameInHeat, renamedType } from '../../../src/heat/deprecations.ts'
import { membersOf } from '../../../src/heat/group-types.ts'
import { deadType } from '../../../src/heat/instead.ts'
import { nativeTypes } from '../../../src/heat/native-types.ts'
import { hasType, mapDefinitions } from '../../hot/definitions.ts'
import { isHotNow, membersIn, resourcesOf, stringFor } from '../resources.ts'
import { isOfFamily, report, reportListed } from './reports.ts'

export const remainingTypes = rewriteTemplate(
  {
    title: 'Report the AWS types that stay, and rename aliases',
    description:
      'Replaces OpenStack types that are aliases by their current names, gives advice on AWS types without a direct counterpart, and names the closest service for types that Heat never had.',
    references: [
      'heat/engine/resources/aws',
      'https://docs.openstack.org/install-guide/openstack-services.html',
    ],
    safety: 'exact',
    keeps: 'correspondence',
    readsRegistry: true,
    kinds: 'all',
    mentions: '::',
    concerns: (template) => hasType(template, isRemaining),
  },
  (scope) => {
    const { root } = scope
    if (!isHotNow(root)) return root
    const resources = resourcesOf(root)
    const reported = new Set([
      ...[...resources.values()].map(({ definition }) => definition),
      ...membersIn(resources).flatMap(({ member }) => (isOfFamily(member.type) ? [] : [member.definition])),
    ])
    return mapDefinitions(root, (definition, use) => {
      const type = entryOf(definition, 'type')
      if (type === undefined) return definition
      report(definition, type.value, reported.has(definition), scope)
      reportListed(definition, scope)
      const alias = renamedType(stringOf(type.value) ?? '')
      if (alias === undefined || !alias.to.startsWith('OS::')) return definition
      if (use === 'shared' || type.value.kind !== 'scalar' || type.value.anchor !== undefined)
        return definition
      scope.change(type, `Name the type ${alias.to}`)
      return mapRead(definition, 'type', (old) =>
        old.kind === 'scalar' ? stringFor(old, alias.to, scope.template.document) : old,
      )
    })
  },
)

/** Whether there is something to say of a type: all that is AWS's, and what is dead, or has a newer name or a native counterpart. */
function isRemaining(type: string): boolean {
  if (type.startsWith('AWS::') || nativeTypes.has(nameInHeat(type))) return true
  return [renamedType, deadType].some((fate) => fate(type) !== undefined) || listsTypes(type)
}

function listsTypes(type: string): boolean {
  return membersOf(nameInHeat(type))?.by === 'types'
}
