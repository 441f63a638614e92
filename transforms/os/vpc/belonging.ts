/** What belongs to a VPC: why it cannot be converted, and what replaces references to it. */

import { entryOf, type Node, stringOf, valueOf } from '../../../src/engine/authoring/authoring.ts'
import { referenceOf, resourceRead } from '../../../src/heat/reads.ts'
import type { FamilyBlocker, NativeFamily } from '../family.ts'
import { hasLinks, propertiesOf, type Resource } from '../resources.ts'

/** They become native together. */
export const types = {
  vpc: 'AWS::EC2::VPC',
  subnet: 'AWS::EC2::Subnet',
  table: 'AWS::EC2::RouteTable',
  association: 'AWS::EC2::SubnetRouteTableAssociation',
  gateway: 'AWS::EC2::InternetGateway',
  attachment: 'AWS::EC2::VPCGatewayAttachment',
} as const

/** The resource of the template that a property refers to. */
export function referred(
  resource: Resource,
  property: string,
  { resources }: NativeFamily,
): Resource | undefined {
  return resources.get(referenceOf(valueOf(propertiesOf(resource.definition), property)) ?? '')
}

/** Why the family cannot be converted: all that belongs to a VPC has to be known. */
export function blockerOf(family: NativeFamily): FamilyBlocker | undefined {
  const { members, resources, uses } = family
  for (const resource of members) {
    const { type, name, definition } = resource
    const has = (property: string, wanted: string) => referred(resource, property, family)?.type === wanted
    const isComplete =
      type === types.vpc ||
      type === types.gateway ||
      (type === types.association
        ? has('SubnetId', types.subnet) && has('RouteTableId', types.table)
        : has('VpcId', types.vpc))
    if (!isComplete) return { resource, why: 'its parent is not a resource of the template' }
    const asked = uses.of(name).some(({ by }) => by === 'get_attr')
    const zone = valueOf(propertiesOf(definition), 'AvailabilityZone')
    if (type === types.subnet && asked && (zone === undefined || hasLinks(zone)))
      return { resource, why: 'something reads its zone, which the native type lacks' }
    const isGone = type === types.gateway || type === types.attachment
    const isUsed = uses
      .of(name)
      .some(({ by, within }) => by !== 'depends_on' && resources.get(within ?? '')?.type !== types.attachment)
    if (isGone && isUsed) return { resource, why: 'something other than an attachment refers to it' }
    if (isGone && entryOf(definition, 'condition') !== undefined)
      return { resource, why: 'it has a condition, which a property of a router cannot have' }
  }
  const association = [...resources.values()].find(
    ({ type, definition }) =>
      type === 'AWS::EC2::EIPAssociation' && entryOf(propertiesOf(definition), 'AllocationId') !== undefined,
  )
  const [first] = members
  if (association !== undefined && first !== undefined)
    return { resource: first, why: `${association.name} looks for the router of the VPC by its name` }
  return undefined
}

/** What waits for an attachment waits for the routers that get its gateway. */
export function connectedTables(removed: Resource, family: NativeFamily): readonly string[] {
  if (removed.type !== types.attachment) return []
  const vpcName = referred(removed, 'VpcId', family)?.name
  return family.members
    .filter((one) => one.type === types.table && referred(one, 'VpcId', family)?.name === vpcName)
    .map(({ name }) => name)
}

/** Heat only echoes the property. */
export function zoneOfSubnet(node: Node, { resources }: NativeFamily): Node {
  const read = resourceRead(node)
  const subnet = resources.get(read?.name ?? '')
  if (subnet?.type !== types.subnet || stringOf(read?.path[0]) !== 'AvailabilityZone') return node
  return valueOf(propertiesOf(subnet.definition), 'AvailabilityZone') ?? node
}
