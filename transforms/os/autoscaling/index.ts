import type { Mapping } from '../../../src/engine/authoring/authoring.ts'
import type { NativeFamily, Natives } from '../family.ts'
import type { Native } from '../native.ts'
import type { Resource, Uses } from '../resources.ts'
import { retype } from '../retype.ts'
import { launchedServer, memberAddresses, types } from './members.ts'
import { group, policy } from './native-group.ts'

const links = new Map<string, readonly string[]>([
  [types.group, ['LaunchConfigurationName']],
  [types.policy, ['AutoScalingGroupName']],
])

export const autoscaling = retype(
  {
    title: 'Make autoscaling groups native, with their configurations and policies',
    description:
      'Writes `AWS::AutoScaling::AutoScalingGroup` as `OS::Heat::AutoScalingGroup` with its launch configuration inside, and its policies as `OS::Heat::ScalingPolicy`, on request, for members are tagged and updated otherwise.',
  },
  { types: Object.values(types), natives, rewrite: memberAddresses, apart: unusedLaunch, links },
)

/** What no group has has no members to be the definition of. */
function unusedLaunch({ type, name }: Resource, uses: Uses): string | undefined {
  return type === types.launch && uses.of(name).length === 0 ? 'no group of the template uses it' : undefined
}

function natives(family: NativeFamily): Natives {
  const made = new Map<string, Native | 'removed'>()
  const launches = new Map<string, Mapping>()
  for (const resource of family.members) {
    if (resource.type !== types.launch) continue
    const definition = launchedServer(resource, family)
    if (typeof definition === 'string') return { resource, why: definition }
    launches.set(resource.name, definition)
    made.set(resource.name, 'removed')
  }
  for (const resource of family.members) {
    if (resource.type === types.launch) continue
    const native =
      resource.type === types.group ? group(resource, launches, family) : policy(resource, family)
    if (typeof native === 'string') return { resource, why: native }
    made.set(resource.name, native)
  }
  return made
}
