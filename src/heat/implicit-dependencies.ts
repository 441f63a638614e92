/**
 * What classes of resources wait for beyond their references: resources of the same stack that are about the same network,
 * router or subnet (`add_dependencies` of the classes in heat/engine/resources).
 */

/** A property, by a path; each step may have former names, which Heat translates into the first. */
type PropertyPath = readonly (readonly string[])[]

/** When one resource waits for another one. */
export type WaitingRule = {
  /** The type that waits. */
  readonly type: string
  /** The type that it waits for. */
  readonly on: string
} & (
  | {
      readonly by: 'same value'
      /** What both have alike; in lists any of the items. */
      readonly own: PropertyPath
      readonly other: PropertyPath
      /** Whether it waits, too, where either is not known before the stack is there, or its own is not given. */
      readonly orUnknown?: true
      /** Whether it waits for none whose value is empty, or not known before the stack is there. */
      readonly unlessEmpty?: true
    }
  | {
      /** It waits for a port, and that has an address in the subnet of the other. */
      readonly by: 'subnet of its port'
      /** Whether only the first address of the port counts. */
      readonly addresses: 'first' | 'all'
    }
)

const network = [['network', 'network_id']]
const router = [['router', 'router_id']]

/** In the order in which Heat asks; `heat/engine/resources/` stands before each path. */
export const waitingRules: readonly WaitingRule[] = [
  // openstack/neutron/port.py
  {
    type: 'OS::Neutron::Port',
    on: 'OS::Neutron::Subnet',
    by: 'same value',
    own: network,
    other: network,
  },
  // openstack/nova/server.py
  {
    type: 'OS::Nova::Server',
    on: 'OS::Neutron::Subnet',
    by: 'same value',
    own: [['networks'], ['network', 'uuid']],
    other: network,
    orUnknown: true,
  },
  // openstack/neutron/router.py
  {
    type: 'OS::Neutron::Router',
    on: 'OS::Neutron::Subnet',
    by: 'same value',
    own: [['external_gateway_info'], ['network']],
    other: network,
  },
  {
    type: 'OS::Neutron::RouterGateway',
    on: 'OS::Neutron::RouterInterface',
    by: 'same value',
    own: [['router_id']],
    other: router,
  },
  {
    type: 'OS::Neutron::RouterGateway',
    on: 'OS::Neutron::Subnet',
    by: 'same value',
    own: network,
    other: network,
  },
  // openstack/neutron/floatingip.py
  {
    type: 'OS::Neutron::FloatingIP',
    on: 'OS::Neutron::RouterGateway',
    by: 'same value',
    own: [['floating_network', 'floating_network_id']],
    other: network,
    unlessEmpty: true,
  },
  {
    type: 'OS::Neutron::FloatingIP',
    on: 'OS::Neutron::RouterInterface',
    by: 'subnet of its port',
    addresses: 'all',
  },
  {
    type: 'OS::Neutron::FloatingIP',
    on: 'OS::Neutron::Router',
    by: 'same value',
    own: [['floating_network', 'floating_network_id']],
    other: [['external_gateway_info'], ['network']],
  },
  {
    type: 'OS::Neutron::FloatingIPAssociation',
    on: 'OS::Neutron::RouterInterface',
    by: 'subnet of its port',
    addresses: 'first',
  },
  {
    type: 'OS::Neutron::FloatingIPPortForward',
    on: 'OS::Neutron::RouterInterface',
    by: 'subnet of its port',
    addresses: 'first',
  },
  // openstack/neutron/extraroute.py
  {
    type: 'OS::Neutron::ExtraRoute',
    on: 'OS::Neutron::RouterInterface',
    by: 'same value',
    own: [['router_id']],
    other: router,
  },
  {
    type: 'OS::Neutron::ExtraRoute',
    on: 'OS::Neutron::RouterGateway',
    by: 'same value',
    own: [['router_id']],
    other: [['router_id']],
  },
  // openstack/neutron/extrarouteset.py
  {
    type: 'OS::Neutron::ExtraRouteSet',
    on: 'OS::Neutron::RouterInterface',
    by: 'same value',
    own: [['router']],
    other: router,
  },
  // aws/ec2/internet_gateway.py
  {
    type: 'AWS::EC2::VPCGatewayAttachment',
    on: 'AWS::EC2::RouteTable',
    by: 'same value',
    own: [['VpcId']],
    other: [['VpcId']],
  },
]

/** The port of a resource that has an address, and the subnet of an address, in the words of their classes. */
export const portType = 'OS::Neutron::Port'
export const subnetOfInterface: PropertyPath = [['subnet', 'subnet_id']]
export const addressesOfPort: PropertyPath = [['fixed_ips']]
export const subnetOfAddress: PropertyPath = [['subnet', 'subnet_id']]
