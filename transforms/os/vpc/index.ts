import {
  type Entry,
  entry,
  entryOf,
  freeName,
  type Mapping,
  mapping,
  type Node,
  string,
  stringOf,
  valueOf,
} from '../../../src/engine/authoring.ts'
import { referenceOf, resourceRead } from '../../../src/heat/reads.ts'
import { externalNetwork } from '../external-network.ts'
import { type Blocker, eachNative, type Family, type Natives } from '../family.ts'
import { hasLinks, propertiesOf, type Resource, withProperty } from '../resources.ts'
import { retype } from '../retype.ts'

const types = {
  vpc: 'AWS::EC2::VPC',
  subnet: 'AWS::EC2::Subnet',
  table: 'AWS::EC2::RouteTable',
  association: 'AWS::EC2::SubnetRouteTableAssociation',
  gateway: 'AWS::EC2::InternetGateway',
  attachment: 'AWS::EC2::VPCGatewayAttachment',
} as const

const links = new Map<string, readonly string[]>([
  [types.subnet, ['VpcId']],
  [types.table, ['VpcId']],
  [types.association, ['SubnetId', 'RouteTableId']],
  [types.attachment, ['VpcId', 'InternetGatewayId']],
  // It looks for the router of the VPC by its name.
  ['AWS::EC2::EIPAssociation', ['AllocationId']],
])

export const vpc = retype(
  {
    title: 'Make VPCs native, with their subnets, route tables and gateways',
    description:
      'Writes `AWS::EC2::VPC` as a network and its router, route tables as routers, and subnets with the interfaces by which routers reach them; gateways become a property of the routers.',
  },
  { types: Object.values(types), natives, rewrite: zoneOfSubnet, insteadOf: connectedTables, links },
)

/** The resource of the template that a property refers to. */
function referred(resource: Resource, property: string, { resources }: Family): Resource | undefined {
  return resources.get(referenceOf(valueOf(propertiesOf(resource.definition), property)) ?? '')
}

function natives(family: Family): Natives {
  const { members } = family
  const of = (type: string) => members.filter((one) => one.type === type)
  const blocker = blockerOf(family)
  if (blocker !== undefined) return blocker
  const attached = new Set(of(types.attachment).map((one) => referred(one, 'VpcId', family)?.name))
  const associated = new Set(of(types.association).map((one) => referred(one, 'SubnetId', family)?.name))
  const routers = new Map(
    of(types.vpc).map(({ name }) => [name, freeName(family.scope.root, `${name}_router`, [])]),
  )
  return eachNative(family, (native, resource) => {
    const { type, name } = resource
    const condition = entryOf(resource.definition, 'condition')
    if (type === types.gateway || type === types.attachment) return 'gone'
    if (type === types.vpc) {
      const router = newResource('OS::Neutron::Router', condition, [])
      return { ...native, beside: [entry(routers.get(name) ?? '', router)] }
    }
    if (type === types.table && attached.has(referred(resource, 'VpcId', family)?.name)) {
      const info = mapping([entry('network', externalNetwork(family.scope))], { style: 'flow' })
      return { definition: withProperty(native.definition, entry('external_gateway_info', info)) }
    }
    if (type === types.subnet && !associated.has(name)) {
      const router = routers.get(referred(resource, 'VpcId', family)?.name ?? '') ?? ''
      const parts = [entry('router', reference(router)), entry('subnet', reference(name))]
      const beside = entry(
        freeName(family.scope.root, `${name}_interface`, []),
        newResource('OS::Neutron::RouterInterface', condition, parts),
      )
      return { ...native, beside: [beside] }
    }
    return native
  })
}

/** Why the family cannot be converted: all that belongs to a VPC has to be known. */
function blockerOf(family: Family): Blocker | undefined {
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
    if (!isComplete) return { resource, why: 'what it belongs to is not a resource of the template' }
    const asked = uses.of(name).some(({ by }) => by === 'get_attr')
    const zone = valueOf(propertiesOf(definition), 'AvailabilityZone')
    if (type === types.subnet && asked && (zone === undefined || hasLinks(zone)))
      return { resource, why: 'something reads its zone, and the native one has none' }
    const isGone = type === types.gateway || type === types.attachment
    const isUsed = uses
      .of(name)
      .some(({ by, within }) => by !== 'depends_on' && resources.get(within ?? '')?.type !== types.attachment)
    if (isGone && isUsed) return { resource, why: 'something else than an attachment refers to it' }
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
function connectedTables(gone: Resource, family: Family): readonly string[] {
  if (gone.type !== types.attachment) return []
  const vpcName = referred(gone, 'VpcId', family)?.name
  return family.members
    .filter((one) => one.type === types.table && referred(one, 'VpcId', family)?.name === vpcName)
    .map(({ name }) => name)
}

/** Heat only echoes the property. */
function zoneOfSubnet(node: Node, { resources }: Family): Node {
  const read = resourceRead(node)
  const subnet = resources.get(read?.name ?? '')
  if (subnet?.type !== types.subnet || stringOf(read?.path[0]) !== 'AvailabilityZone') return node
  return valueOf(propertiesOf(subnet.definition), 'AvailabilityZone') ?? node
}

function reference(name: string): Mapping {
  return mapping([entry('get_resource', string(name))], { style: 'flow' })
}

function newResource(type: string, condition: Entry | undefined, properties: readonly Entry[]): Mapping {
  return mapping(
    [
      entry('type', string(type)),
      ...(condition === undefined ? [] : [entry('condition', condition.value)]),
      ...(properties.length === 0 ? [] : [entry('properties', mapping(properties, { style: 'block' }))]),
    ],
    { style: 'block' },
  )
}
