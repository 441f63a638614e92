/** The members of a group: what a launch configuration and the group say of them. */

import {
  call,
  type Entry,
  entry,
  entryOf,
  itemsOf,
  list,
  type Mapping,
  mapping,
  type Node,
  string,
  stringOf,
} from '../../../src/engine/authoring/authoring.ts'
import { resourceRead } from '../../../src/heat/reads.ts'
import type { NativeFamily } from '../family.ts'
import { hasLinks, type Resource, whyNotInside, withProperty } from '../resources.ts'

/** They become native together. */
export const types = {
  group: 'AWS::AutoScaling::AutoScalingGroup',
  launch: 'AWS::AutoScaling::LaunchConfiguration',
  policy: 'AWS::AutoScaling::ScalingPolicy',
} as const

/** The definition of a member; its section `metadata` goes along. */
export function launchedServer(resource: Resource, family: NativeFamily): Mapping | string {
  const native = family.convert(resource)
  if (typeof native === 'string') return native
  if (hasLinks(resource.definition)) return 'it contains an anchor or an alias'
  const why = whyNotInside(native.definition, ['type', 'properties', 'metadata'])
  if (why !== undefined) return why
  for (const { by, within } of family.uses.of(resource.name)) {
    if (by === 'depends_on') return 'something depends on it'
    if (within === undefined || family.resources.get(within)?.type !== types.group)
      return 'something other than a group refers to it'
  }
  return native.definition
}

/** Tags and the subnet of a group are those of its members. */
export function withMemberProperties(
  launched: Mapping,
  group: Mapping,
  toMap: (tags: Entry) => readonly Entry[] | string,
): Mapping | string {
  const tags = entryOf(group, 'Tags')
  const metadata = tags === undefined ? [] : toMap(tags)
  if (typeof metadata === 'string') return metadata
  const zone = entryOf(group, 'VPCZoneIdentifier')
  const subnets = itemsOf(zone?.value)
  const [subnet] = subnets
  if (zone !== undefined && (zone.value.kind !== 'seq' || subnet === undefined || subnets.length > 1))
    return 'VPCZoneIdentifier is not a literal list of one subnet'
  if (subnet === undefined) return metadata.reduce(withProperty, launched)
  const network = mapping([entry('subnet', subnet)], { style: 'flow' })
  const networks = entry('networks', list([network], { style: 'flow' }), { for: zone })
  return [...metadata, networks].reduce(withProperty, launched)
}

/** `InstanceList` is a string of addresses. */
export function memberAddresses(node: Node, { resources }: NativeFamily): Node {
  const read = resourceRead(node)
  if (read?.by !== 'get_attr' || resources.get(read.name ?? '')?.type !== types.group) return node
  const [attribute, ...rest] = read.path
  if (stringOf(attribute) !== 'InstanceList' || rest.length > 0) return node
  const addresses = call(
    'get_attr',
    list([read.at, string('outputs_list'), string('first_address')], { style: 'flow' }),
  )
  return call('list_join', list([string(','), addresses], { style: 'flow' }), node)
}
