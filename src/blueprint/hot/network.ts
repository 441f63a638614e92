/** Load balancers, their members, and names. */
import { type Data, type DataMap, data } from '../../document/from-data.ts'
import type { Entry, Node } from '../../document/node.ts'
import { textOf } from '../../document/read.ts'
import type { Component, Requirement } from '../model.ts'
import type { Scope } from './scope.ts'

export function lowerLoadBalancer(component: Component, scope: Scope): void {
  const { id, at } = component
  const pointing = scope.blueprint.components.flatMap(({ requires }) =>
    requires.filter(
      ({ type, fulfillment }) =>
        type === 'loadbalancer' && fulfillment.some((one) => one.kind === 'component' && one.id === id),
    ),
  )
  const [requirement, ...more] = pointing
  for (const one of more)
    scope.report(
      'blueprint-loss',
      one.at,
      `"${id}" balances one tier; give this one a load balancer of its own`,
    )
  addLoadBalancer(id, requirement, at, scope, component)
  for (const one of component.requires)
    if (one.type === 'dns') addName(one, component, data({ get_attr: [id, 'vip_address'] }), scope)
  scope.reportRest(component, [], ['dns'])
}

/** Values of `algorithm`, as Octavia has them (OS::Octavia::Pool, lb_algorithm). */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['round-robin', 'ROUND_ROBIN'],
  ['least-connections', 'LEAST_CONNECTIONS'],
  ['source-ip', 'SOURCE_IP'],
])

const balancerAttributes: ReadonlySet<string> = new Set([
  'publicPort',
  'membersPort',
  'protocol',
  'algorithm',
])

/** @param component the load balancer of the blueprint; undefined for one that a tier has for itself */
export function addLoadBalancer(
  id: string,
  requirement: Requirement | undefined,
  at: Node | Entry,
  scope: Scope,
  component?: Component,
): void {
  const attributes = requirement?.attributes ?? new Map<string, Node>()
  for (const [name, node] of attributes)
    if (!balancerAttributes.has(name))
      scope.report('blueprint-loss', node, `"${name}" of a load balancer has no equivalent in HOT`)
  const wanted = textOf(attributes.get('algorithm')) ?? 'round-robin'
  if (!algorithms.has(wanted))
    scope.report(
      'blueprint-loss',
      requirement?.at ?? at,
      `Octavia does not balance by "${wanted}"; ROUND_ROBIN is written`,
    )
  const subnet = {
    type: 'string',
    description: `Subnet of the address of ${id}`,
    constraint: 'neutron.subnet',
  } as const
  const properties = data({ vip_subnet: scope.parameter(`${id}_subnet`, subnet, at) })
  if (component === undefined) scope.add(id, 'OS::Octavia::LoadBalancer', properties, at)
  else scope.own(component, 'OS::Octavia::LoadBalancer', properties)
  const protocol = (textOf(attributes.get('protocol')) ?? 'TCP').toUpperCase()
  const port = attributes.get('publicPort') ?? 80
  const listener = data({ loadbalancer: data({ get_resource: id }), protocol, protocol_port: port })
  scope.add(`${id}_listener`, 'OS::Octavia::Listener', listener, at)
  const balance = algorithms.get(wanted) ?? 'ROUND_ROBIN'
  const pool = data({ listener: data({ get_resource: `${id}_listener` }), lb_algorithm: balance, protocol })
  scope.add(`${id}_pool`, 'OS::Octavia::Pool', pool, at)
}

/** The pool that a component with the requirement `loadbalancer` is a member of. */
export function poolOf({ id, requires }: Component, scope: Scope): Data {
  const requirement = requires.find(({ type }) => type === 'loadbalancer')
  const target = requirement === undefined ? undefined : scope.targetsOf(requirement)[0]
  return data({ get_resource: `${target?.id ?? `${id}_loadbalancer`}_pool` })
}

export function memberProperties({ attributes }: Requirement, pool: Data, address: Data): DataMap {
  const port = attributes.get('membersPort') ?? attributes.get('publicPort') ?? 80
  return data({ pool, address, protocol_port: port })
}

export function addMember(requirement: Requirement, component: Component, address: Data, scope: Scope): void {
  const { id, at } = component
  if (scope.targetsOf(requirement).length === 0) addLoadBalancer(`${id}_loadbalancer`, requirement, at, scope)
  const properties = memberProperties(requirement, poolOf(component, scope), address)
  scope.add(`${id}_member`, 'OS::Octavia::PoolMember', properties, requirement.at)
}

export function addName(requirement: Requirement, { id }: Component, address: Data, scope: Scope): void {
  const hostname = textOf(requirement.attributes.get('hostname'))
  if (hostname === undefined) {
    scope.report('blueprint-loss', requirement.at, `dns of "${id}" has no hostname`)
    return
  }
  const zone = { type: 'string', description: 'Zone of the names', constraint: 'designate.zone' } as const
  const properties = data({
    name: hostname.endsWith('.') ? hostname : `${hostname}.`,
    type: 'A',
    zone: scope.parameter('dns_zone', zone, requirement.at),
    records: [address],
  })
  scope.add(`${id}_dns`, 'OS::Designate::RecordSet', properties, requirement.at)
}
