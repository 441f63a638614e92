/** A tier: a group of nodes, each of them a nested template. */

import { entry, mapping } from '../../../text/document/build.ts'
import { type Data, data, fromData } from '../../../text/document/from-data.ts'
import type { Entry } from '../../../text/document/node.ts'
import { nameOf } from '../../../text/document/read.ts'
import type { Component } from '../model.ts'
import { nativeType } from '../vocabulary.ts'
import { memberProperties, poolOf } from './network.ts'
import { LoweringScope, type NewParameter, ofNumber } from './scope.ts'
import { lowerServer } from './server.ts'

export function lowerTier(component: Component, scope: LoweringScope): void {
  const { id, at } = component
  const name = `${scope.making.base}-${id.replace(/[^A-Za-z0-9_.-]/g, '_')}.yaml`
  const { node, address } = nodeOf(component, scope)
  const passed = new Map<string, Data>()
  for (const [inner, { owner, what, from: _ofNode, ...facts }] of node.parameters)
    passed.set(
      inner,
      node.passed.get(inner) ?? scope.parameter(owner === undefined ? undefined : id, what, facts, at),
    )
  const description = entry('description', fromData(`One node of ${id}`))
  const outputs =
    address === undefined
      ? []
      : [entry('outputs', fromData(data({ address: data({ value: address }) }), { style: 'block' }))]
  scope.nested.set(name, mapping([...node.entries(description, []), ...outputs], { style: 'block' }))
  addGroup(component, data({ type: name, properties: passed.size === 0 ? undefined : passed }), scope)
  for (const one of component.requires)
    if (one.type === 'dns')
      scope.lose(one.at, 'the nodes of a tier have no address in common; require dns of its load balancer')
  scope.reportAttributes(component, ['initialSize', 'minSize', 'maxSize', 'nodespec'])
}

/** The template of one node; what it reports belongs to the blueprint, its parameters to the tier. */
function nodeOf(
  component: Component,
  scope: LoweringScope,
): { readonly node: LoweringScope; readonly address: Data | undefined } {
  const { nodespec, requires, at } = component
  const bare: Component = {
    id: 'server',
    isNamed: true,
    type: 'server',
    isInferred: true,
    content: undefined,
    attributes: [],
    requires: [],
    at,
  }
  const inner = new LoweringScope(scope.making, scope)
  const spec = nodespec ?? bare
  if (spec.type !== undefined && nativeType(spec.type) !== 'server')
    scope.lose(spec.at, `the nodes of a tier are servers, not of type ${spec.type}`)
  for (const one of spec.requires)
    if (one.type === 'dns') scope.lose(one.at, 'the nodes of a tier would all have the same name')
  const own = spec.requires.filter(({ type }) => type !== 'dns')
  const membership = requires.find(({ type }) => type === 'loadbalancer')
  const server = { ...spec, requires: own, id: 'server' }
  const address = lowerServer(server, inner, membership !== undefined)
  if (membership !== undefined && address !== undefined) {
    const outside = poolOf(component, membership, scope)
    const pool = inner.taken('pool', outside, 'Pool of the load balancer')
    inner.add(
      'member',
      'OS::Octavia::PoolMember',
      memberProperties(membership, pool, address, inner),
      membership.at,
      { from: membership.at },
    )
  }
  scope.findings.push(...inner.findings)
  scope.types.push(...inner.types.map(({ type }) => ({ type, at })))
  return { node: inner, address }
}

function addGroup(component: Component, node: Data, scope: LoweringScope): void {
  const waits = scope.reportRequirements(component, ['loadbalancer', 'dns'])
  const written = (name: string): Entry | undefined => {
    const one = component.attributes.find((one) => nameOf(one) === name)
    return one === undefined ? undefined : scope.taking(one)
  }
  const count = written('initialSize')
  const [least, most] = [written('minSize'), written('maxSize')]
  if (least === undefined && most === undefined) {
    const size = count ?? scope.parameter(component.id, 'size', sizeOf('Number of nodes'), component.at)
    scope.own(component, 'OS::Heat::ResourceGroup', data({ count: size, resource_def: node }), waits)
    return
  }
  const sizes = {
    min_size: least ?? 0,
    max_size:
      most ?? scope.parameter(component.id, 'max_size', sizeOf('Largest number of nodes'), component.at),
    desired_capacity: count,
    resource: node,
  }
  scope.own(component, 'OS::Heat::AutoScalingGroup', data(sizes), waits)
}

function sizeOf(what: string): NewParameter {
  return ofNumber((owner) => `${what} of ${owner}`)
}
