/** A tier: a group of nodes, each of them a nested template. */
import { entry, mapping } from '../../document/build.ts'
import { type Data, data, fromData } from '../../document/from-data.ts'
import type { Component } from '../model.ts'
import { addLoadBalancer, memberProperties, poolOf } from './network.ts'
import { attribute, Scope } from './scope.ts'
import { lowerServer } from './server.ts'

export function lowerTier(component: Component, scope: Scope): void {
  const { id, at, requires } = component
  const name = `${scope.base}-${id}.yaml`
  const node = nodeScope(component, scope)
  const passed = new Map<string, Data>()
  for (const [inner, parameter] of node.parameters) {
    const outer = inner.replace(/^server_/, `${id}_`)
    const description = parameter.description.replace(/\bserver\b/, id)
    const value =
      inner === 'pool' ? poolOf(component, scope) : scope.parameter(outer, { ...parameter, description }, at)
    passed.set(inner, value)
  }
  const address = data({ value: data({ get_attr: ['server', 'first_address'] }) })
  const outputs = entry('outputs', fromData(data({ address }), 'block'))
  const description = entry('description', fromData(`One node of ${id}`))
  scope.nested.set(name, mapping([...node.entries(description, []), outputs], { style: 'block' }))
  addGroup(component, data({ type: name, properties: passed.size === 0 ? undefined : passed }), scope)
  for (const one of requires) {
    if (one.type === 'loadbalancer' && scope.targetsOf(one).length === 0)
      addLoadBalancer(`${id}_loadbalancer`, one, at, scope)
    if (one.type === 'dns')
      scope.report(
        'blueprint-loss',
        one.at,
        'the nodes of a tier have no address in common; require dns of its load balancer',
      )
  }
  scope.reportRest(component, ['initialSize', 'minSize', 'maxSize', 'nodespec'], ['loadbalancer', 'dns'])
}

/** The template of one node; what it reports belongs to the blueprint, its parameters to the tier. */
function nodeScope({ nodespec, requires, at }: Component, scope: Scope): Scope {
  const bare = {
    id: 'server',
    isNamed: true,
    type: 'server',
    isInferred: true,
    content: undefined,
    attributes: [],
    requires: [],
    at,
  }
  const inner = new Scope(scope.blueprint, scope.base)
  lowerServer({ ...(nodespec ?? bare), id: 'server', at: fromData(data({})) }, inner)
  const membership = requires.find(({ type }) => type === 'loadbalancer')
  if (membership !== undefined) {
    inner.parameters.set('pool', { type: 'string', description: 'Pool of the load balancer' })
    const address = data({ get_attr: ['server', 'first_address'] })
    const properties = memberProperties(membership, data({ get_param: 'pool' }), address)
    inner.add('member', 'OS::Octavia::PoolMember', properties, membership.at)
  }
  scope.findings.push(...inner.findings.filter(({ code }) => code !== 'blueprint-parameter'))
  scope.types.push(...inner.types.map(({ type }) => ({ type, at })))
  return inner
}

function addGroup(component: Component, node: Data, scope: Scope): void {
  const count = attribute(component, 'initialSize')
  const [least, most] = [attribute(component, 'minSize'), attribute(component, 'maxSize')]
  if (least === undefined && most === undefined) {
    scope.own(component, 'OS::Heat::ResourceGroup', data({ count, resource_def: node }))
    return
  }
  if (most === undefined)
    scope.report(
      'blueprint-loss',
      component.at,
      `"${component.id}" has no maxSize; a group that scales needs one`,
    )
  const sizes = {
    min_size: least ?? 0,
    max_size: most ?? count ?? least,
    desired_capacity: count,
    resource: node,
  }
  scope.own(component, 'OS::Heat::AutoScalingGroup', data(sizes))
}
