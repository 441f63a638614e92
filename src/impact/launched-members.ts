/** Groups whose members are made from a launch configuration, as `InstanceGroup` of heat/engine/resources has them. */
import type { Term, Terms } from '../semantics/terms/term.ts'
import type { Definition } from './resource-comparison.ts'

/** The property that refers to the launch configuration. */
export const launchProperty = 'LaunchConfigurationName'

/** What their members are in the nested stack (`SCALED_RESOURCE_TYPE`), unless a registry says otherwise. */
export const scaledType = 'OS::Heat::ScaledResource'
export const instanceType = 'AWS::EC2::Instance'

const groups: ReadonlySet<string> = new Set(['OS::Heat::InstanceGroup', 'AWS::AutoScaling::AutoScalingGroup'])

/** Whether a type launches its members from a configuration. */
export function launchesMembers(type: string): boolean {
  return groups.has(type)
}

/** What a member is made with (`_get_conf_properties`): all that the configuration has, but for the server that it copies. */
export function launchedProperties(terms: Terms, configuration: Term): Term | undefined {
  if (configuration === terms.null) return terms.map(new Map())
  if (configuration.tag !== 'map' || configuration.entries.has('InstanceId')) return undefined
  return configuration
}

/** The resource that a group's property refers to; undefined where it is no plain reference of that stack. */
export function launchedBy({ properties }: Definition, scope: string): string | undefined {
  const named = properties.tag === 'map' ? properties.entries.get(launchProperty) : undefined
  const isOwn = named?.tag === 'input' && named.of === 'reference' && named.scope === scope
  return isOwn ? named.name : undefined
}
