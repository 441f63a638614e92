import {
  entryOf,
  listOf,
  type Mapping,
  mapOf,
  mapRead,
  type Node,
  readValue,
  rewriteTemplate,
  stringOf,
  type TemplateScope,
} from '../../../src/engine/authoring.ts'
import { nameInHeat, renamedType } from '../../../src/heat/deprecations.ts'
import { membersOf } from '../../../src/heat/group-types.ts'
import { deadType } from '../../../src/heat/instead.ts'
import { nativeTypes, nearestService } from '../../../src/heat/native-types.ts'
import { resourceTypeFacts } from '../../../src/heat/resource-types.ts'
import { hasType, mapDefinitions, typeOf } from '../../hot/definitions.ts'
import { isHotNow, membersIn, resourcesOf, stringFor } from '../resources.ts'

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
    const told = new Set([
      ...[...resources.values()].map(({ definition }) => definition),
      ...membersIn(resources).flatMap(({ member }) => (isOfFamily(member.type) ? [] : [member.definition])),
    ])
    return mapDefinitions(root, (definition, use) => {
      const type = entryOf(definition, 'type')
      if (type === undefined) return definition
      report(definition, type.value, told.has(definition), scope)
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

/** Types that become native together or not at all, and that stay where they are members. */
function isOfFamily(type: string): boolean {
  return ['os/vpc', 'os/autoscaling'].includes(nativeTypes.get(type)?.transform ?? '')
}

function whyMember(type: string): string {
  return isOfFamily(type)
    ? 'natively it needs other resources beside it, and as the member of a group it stands alone'
    : 'it is the member of a group that stands in another group or comes in by an alias'
}

/** The members that a group lists by their types, of those that can no longer be created. */
function reportListed(definition: Mapping, scope: TemplateScope): void {
  const members = membersOf(typeOf(definition))
  if (members?.by !== 'types') return
  const list = listOf(readValue(mapOf(readValue(definition, 'properties')), members.property))
  for (const item of list?.items ?? []) {
    const type = stringOf(item) ?? ''
    const dead = deadType(type, scope.cloud)
    if (dead !== undefined) scope.report('removed-resource-type', item, `${type} ${dead}`)
  }
}

/** @param isTold whether another transform says why it stays, if it does */
function report(definition: Mapping, at: Node, isTold: boolean, scope: TemplateScope): void {
  const written = stringOf(at) ?? ''
  const type = typeOf(definition)
  const facts = nativeTypes.get(type)
  const dead = isTold && facts?.transform !== undefined ? undefined : deadType(written, scope.cloud)
  if (dead !== undefined) scope.report('removed-resource-type', at, `${written} ${dead}`)
  else if (facts?.advice !== undefined)
    scope.report('native-manual', at, `${type} stays, for nothing native does the same`, facts.advice)
  else if (facts !== undefined && !isTold)
    scope.report('native-kept', at, `${type} stays: ${whyMember(type)}`)
  else if (written.startsWith('AWS::') && resourceTypeFacts(written) === undefined) {
    const { service, types = [] } = nearestService(written)
    const named = types.length === 0 ? '' : ` (${types.join(', ')})`
    const closest = service === null ? 'OpenStack has no such service' : `closest to it is ${service}${named}`
    scope.accepts('no-native-type', at, `Heat never had ${written}; ${closest}`)
  }
}
