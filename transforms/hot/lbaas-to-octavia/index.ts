import { isThere } from '../../../src/heat/cloud.ts'
import { successorTypes } from '../../../src/heat/native-types.ts'
import { resourceTypeFacts } from '../../../src/heat/resource-types.ts'
import { eachNative, type NativeFamily, type Natives } from '../../os/family.ts'
import type { Resource } from '../../os/resources.ts'
import { retype } from '../../os/retype.ts'

const types = [...successorTypes].flatMap(([type, { family }]) => (family === 'lbaas' ? [type] : []))

export const lbaasToOctavia = retype(
  {
    title: 'Make load balancers of Neutron LBaaS those of Octavia',
    description:
      'Writes the types of Neutron LBaaS v2 as those of Octavia, all of a template together, on request, for a live stack gets new load balancers.',
  },
  { types, mentions: 'OS::Neutron::LBaaS::', natives, isWhole: true },
)

function natives(family: NativeFamily): Natives {
  const { members, scope } = family
  const [first] = members
  const missing = targetsOf(members).find((type) => !isThere(scope, sinceOf(type)))
  if (first !== undefined && missing !== undefined)
    return {
      resource: first,
      why: `${missing} came with Heat ${sinceOf(missing)}, and ${scope.cloud?.release === undefined ? scope.target : 'the cloud'} is older`,
    }
  return eachNative(family)
}

function targetsOf(members: readonly Resource[]): readonly string[] {
  return members.flatMap(({ type }) => successorTypes.get(type)?.targets ?? [])
}

function sinceOf(type: string): string {
  return resourceTypeFacts(type)?.since ?? ''
}
