import { entry, freeName, mapping } from '../../../src/engine/authoring/authoring.ts'
import { externalNetwork } from '../external-network.ts'
import { eachNative, type NativeFamily, type Natives } from '../family.ts'
import { referenceTo, resourceBeside, withProperty } from '../resources.ts'
import { retype } from '../retype.ts'
import { blockerOf, connectedTables, referred, types, zoneOfSubnet } from './belonging.ts'

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

function natives(family: NativeFamily): Natives {
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
    if (type === types.gateway || type === types.attachment) return 'removed'
    if (type === types.vpc) {
      const router = resourceBeside(resource.definition, 'OS::Neutron::Router', [])
      return { ...native, beside: [entry(routers.get(name) ?? '', router)] }
    }
    if (type === types.table && attached.has(referred(resource, 'VpcId', family)?.name)) {
      const info = mapping([entry('network', externalNetwork(family.scope))], { style: 'flow' })
      return { definition: withProperty(native.definition, entry('external_gateway_info', info)) }
    }
    if (type === types.subnet && !associated.has(name)) {
      const router = routers.get(referred(resource, 'VpcId', family)?.name ?? '') ?? ''
      const parts = [entry('router', referenceTo(router)), entry('subnet', referenceTo(name))]
      const beside = entry(
        freeName(family.scope.root, `${name}_interface`, []),
        resourceBeside(resource.definition, 'OS::Neutron::RouterInterface', parts),
      )
      return { ...native, beside: [beside] }
    }
    return native
  })
}
