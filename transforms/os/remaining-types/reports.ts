/** What is reported of types that are not changed. */

import {
  listOf,
  type Mapping,
  mapOf,
  type Node,
  readValue,
  stringOf,
  type TemplateScope,
} from '../../../src/engine/authoring/authoring.ts'
import { membersOf } from '../../../src/heat/group-types.ts'
import { deadType } from '../../../src/heat/instead.ts'
import { nativeTypes, nearestService } from '../../../src/heat/native-types.ts'
import { resourceTypeFacts } from '../../../src/heat/resource-types.ts'
import { typeOf } from '../../hot/definitions.ts'

/** Types that become native together or not at all, and that are left where they are members. */
export function isOfFamily(type: string): boolean {
  return ['os/vpc', 'os/autoscaling'].includes(nativeTypes.get(type)?.transform ?? '')
}

function whyMember(type: string): string {
  return isOfFamily(type)
    ? 'natively it needs other resources beside it, and as the member of a group it stands alone'
    : 'it is a member of a group that is nested in another group or is an alias'
}

/** The members that a group lists by their types, of those that can no longer be created. */
export function reportListed(definition: Mapping, scope: TemplateScope): void {
  const members = membersOf(typeOf(definition))
  if (members?.by !== 'types') return
  const list = listOf(readValue(mapOf(readValue(definition, 'properties')), members.property))
  for (const item of list?.items ?? []) {
    const type = stringOf(item) ?? ''
    const dead = deadType(type, scope.cloud)
    if (dead !== undefined) scope.report('removed-resource-type', item, `${type} ${dead}`)
  }
}

/** @param isReported whether another transform says why it is left, if it is */
export function report(definition: Mapping, at: Node, isReported: boolean, scope: TemplateScope): void {
  const written = stringOf(at) ?? ''
  const type = typeOf(definition)
  const facts = nativeTypes.get(type)
  const dead = isReported && facts?.transform !== undefined ? undefined : deadType(written, scope.cloud)
  if (dead !== undefined) scope.report('removed-resource-type', at, `${written} ${dead}`)
  else if (facts?.advice !== undefined)
    scope.report(
      'native-manual',
      at,
      `${type} is not converted: no OpenStack type does the same`,
      facts.advice,
    )
  else if (facts !== undefined && !isReported)
    scope.report(
      'native-kept',
      at,
      `${type} is not converted: ${whyMember(type)}`,
      undefined,
      whyMember(type),
    )
  else if (written.startsWith('AWS::') && resourceTypeFacts(written) === undefined) {
    const { service, types = [] } = nearestService(written)
    const named = types.length === 0 ? '' : ` (${types.join(', ')})`
    const closest = service === null ? 'OpenStack has no such service' : `closest: ${service}${named}`
    scope.accepts('no-native-type', at, `Heat has no ${written}; ${closest}`)
  }
}
