/** Load balancers, their members, and names. */
import { type Data, type DataMap, data } from '../../../text/document/from-data.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { scalarOf, stringOf } from '../../../text/document/read.ts'
import type { Component, Requirement } from '../model.ts'
import { type ByUrl, existing, existingReference } from './existing.ts'
import { attribute, type LoweringScope, ofExisting, ofNumber } from './scope.ts'

export function lowerLoadBalancer(component: Component, scope: LoweringScope): void {
  const { id, at } = component
  const pointing = scope.blueprint.components.flatMap(({ requires, nodespec }) =>
    [...requires, ...(nodespec?.requires ?? [])].filter(
      ({ type, fulfillment }) =>
        type === 'loadbalancer' && fulfillment.some((one) => one.kind === 'component' && one.id === id),
    ),
  )
  const [requirement, ...more] = pointing
  for (const one of more) scope.lose(one.at, joins(id))
  addLoadBalancer(id, requirement, at, scope, component)
  for (const one of component.requires)
    if (one.type === 'dns')
      addName(one, component, data({ get_attr: [scope.name(id), 'vip_address'] }), scope)
  if (component.content !== undefined) scope.lose(component.content, 'a load balancer has no content')
}

function joins(balancer: string): string {
  return `"${balancer}" balances by its first requirement, and this one joins; give it a load balancer of its own`
}

/** Values of `algorithm`, as Octavia has them (OS::Octavia::Pool, lb_algorithm). */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['round-robin', 'ROUND_ROBIN'],
  ['least-connections', 'LEAST_CONNECTIONS'],
  ['source-ip', 'SOURCE_IP'],
])

/**
 * Values of `protocol`, with those of the listener and of the pool behind it: what a listener of Octavia decrypts goes
 * on to the pool in the clear (OS::Octavia::Listener, OS::Octavia::Pool, protocol).
 */
const protocols: ReadonlySet<string> = new Set(['TCP', 'HTTP', 'HTTPS', 'UDP'])

const balancerAttributes = ['publicPort', 'membersPort', 'protocol', 'algorithm']

/** @param component the load balancer of the blueprint; undefined for one that a component has for itself */
function addLoadBalancer(
  id: string,
  requirement: Requirement | undefined,
  at: Node | Entry,
  scope: LoweringScope,
  component?: Component,
): void {
  const balancing = balancingOf(requirement, at, scope)
  const subnet = ofExisting('neutron.subnet', (owner) => `Subnet of the address of ${owner}`)
  const isPlaced = component !== undefined && placing.some((name) => attribute(component, name) !== undefined)
  const properties = new Map<string, Data | Entry | undefined>([
    ['vip_subnet', isPlaced ? undefined : scope.parameter(id, 'subnet', subnet, at)],
  ])
  if (component === undefined) scope.add(scope.name(id), 'OS::Octavia::LoadBalancer', properties, at)
  else {
    scope.pass(component, 'OS::Octavia::LoadBalancer', properties)
    const waits = scope.reportRequirements(component, ['dns'])
    scope.own(component, 'OS::Octavia::LoadBalancer', properties, waits)
  }
  addPool(id, balancing, scope)
}

interface Balancing {
  readonly at: Node | Entry
  readonly protocol: string
  readonly balance: string
  readonly port: Node | undefined
}

function balancingOf(
  requirement: Requirement | undefined,
  at: Node | Entry,
  scope: LoweringScope,
): Balancing {
  const attributes = requirement?.attributes ?? new Map<string, Node>()
  scope.loseAttributes(attributes, 'a load balancer', balancerAttributes)
  const wanted = stringOf(attributes.get('algorithm')) ?? 'round-robin'
  const balance = algorithms.get(wanted) ?? 'ROUND_ROBIN'
  if (!algorithms.has(wanted))
    scope.lose(
      attributes.get('algorithm') ?? at,
      `Octavia does not balance by "${wanted}"; ROUND_ROBIN is written`,
    )
  const written = String(scalarOf(attributes.get('protocol'))?.value ?? 'TCP').toUpperCase()
  const protocol = protocols.has(written) ? written : 'TCP'
  if (protocol !== written)
    scope.lose(attributes.get('protocol') ?? at, `Octavia does not balance ${written}; TCP is written`)
  return { at, protocol, balance, port: attributes.get('publicPort') }
}

/** A listener of a load balancer, and the pool behind it. */
function addPool(id: string, { at, protocol, balance, port }: Balancing, scope: LoweringScope): void {
  const publicPort = ofNumber((owner) => `Port on which ${owner} listens`)
  const listener = data({
    loadbalancer: data({ get_resource: scope.name(id) }),
    protocol,
    protocol_port: port === undefined ? scope.parameter(id, 'port', publicPort, at) : scope.value(port),
  })
  scope.add(scope.name(id, 'listener'), 'OS::Octavia::Listener', listener, at)
  const pool = data({
    listener: data({ get_resource: scope.name(id, 'listener') }),
    lb_algorithm: balance,
    protocol,
  })
  scope.add(scope.name(id, 'pool'), 'OS::Octavia::Pool', pool, at)
}

/** The properties of a load balancer that say where its address is. */
const placing = ['vip_subnet', 'vip_network', 'vip_port']

/**
 * The pool that a component with the requirement `loadbalancer` is a member of; made here, with its load balancer,
 * where the requirement names none.
 */
export function poolOf({ id, at }: Component, requirement: Requirement, scope: LoweringScope): Data {
  const [target, ...more] = scope.targetsOf(requirement)
  for (const one of more)
    scope.lose(requirement.at, `"${id}" is a member of one pool, not of "${one.id}" too`)
  if (target !== undefined && target.type === 'loadbalancer') {
    return scope.reference(scope.outermost.name(target.id, 'pool'), `Pool of the load balancer ${target.id}`)
  }
  const [elsewhere] = requirement.fulfillment
  if (elsewhere !== undefined) {
    const known = elsewhere.kind === 'url' ? existingPool(elsewhere, requirement, scope) : undefined
    const url = elsewhere.kind === 'url' ? elsewhere.url : elsewhere.id
    const pool = ofExisting('octavia.pool', () => `Pool of the load balancer ${url}`)
    return known ?? scope.parameter(id, 'pool', pool, requirement.at)
  }
  const own = scope.name(id, 'loadbalancer')
  addLoadBalancer(own, requirement, at, scope)
  return data({ get_resource: scope.name(own, 'pool') })
}

const balancing = ['OS::Octavia::LoadBalancer', 'OS::Octavia::Pool']

/** A pool that exists, or one that is made for a load balancer that does. */
function existingPool(one: ByUrl, requirement: Requirement, scope: LoweringScope): Data | undefined {
  const known = scope.outermost.existing.has(one.url)
  const found = existing(one, requirement, scope, balancing)
  if (found === undefined) return undefined
  if (found.type === 'OS::Octavia::Pool') return existingReference(found, scope)
  const { outermost } = scope
  const { name } = found
  if (known) scope.lose(requirement.at, joins(one.url))
  else addPool(name, balancingOf(requirement, requirement.at, outermost), outermost)
  return scope.reference(outermost.name(name, 'pool'), `Pool of the load balancer ${found.id}`)
}

export function memberProperties(
  { attributes, at }: Requirement,
  pool: Data,
  address: Data,
  scope: LoweringScope,
): DataMap {
  const port = attributes.get('membersPort') ?? attributes.get('publicPort')
  const asked = ofNumber(() => 'Port of the members')
  return data({
    pool,
    address,
    protocol_port:
      port === undefined ? scope.parameter(undefined, 'members_port', asked, at) : scope.value(port),
  })
}

export function addMember(
  requirement: Requirement,
  component: Component,
  address: Data,
  scope: LoweringScope,
): void {
  const properties = memberProperties(requirement, poolOf(component, requirement, scope), address, scope)
  scope.add(scope.name(component.id, 'member'), 'OS::Octavia::PoolMember', properties, requirement.at, {
    from: requirement.at,
  })
}

export function addName(
  requirement: Requirement,
  { id }: Component,
  address: Data,
  scope: LoweringScope,
): void {
  const hostname = stringOf(requirement.attributes.get('hostname'))
  scope.loseAttributes(requirement.attributes, 'dns', ['hostname'])
  if (hostname === undefined) {
    scope.lack(requirement.at, `dns of "${id}" has no hostname`)
    return
  }
  const zone = ofExisting('designate.zone', () => 'Zone of the names')
  const properties = data({
    name: hostname.endsWith('.') ? hostname : `${hostname}.`,
    type: 'A',
    zone: scope.parameter(undefined, 'dns_zone', zone, requirement.at),
    records: [address],
  })
  scope.add(scope.name(id, 'dns'), 'OS::Designate::RecordSet', properties, requirement.at, {
    from: requirement.at,
  })
}
