/** Subnets beside static addresses. */

import { readValue } from '../../../heat/merge-keys.ts'
import { dependenciesOf, parameterRead } from '../../../heat/reads.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { withProperty } from '../../../stack/refactor/resource-property.ts'
import { mapEntries, withItems } from '../../../text/document/build.ts'
import { dataKey } from '../../../text/document/data.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import {
  holdsAnchor,
  isNull,
  listOf,
  mapOf,
  nameOf,
  resolved,
  stringOf,
} from '../../../text/document/read.ts'
import { byHand, type Remedy, type Repair, type Report, repairedBy } from '../rule.ts'
import { networkOf } from '../vnf/networks.ts'
import { parameterReadsIn, resourcesReadIn } from '../vnf/parameter-reads.ts'
import { propertyOf, type Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { isFedByOutput } from './idle-outputs.ts'
import { withoutIdle } from './unused-parameters.ts'

/** R-70964: a static address of an internal network already says the subnet. */
export function checkSubnets(vnf: Vnf, port: Resource, report: Report): void {
  if (networkOf(vnf, port).kind === 'external') return
  for (const item of listOf(propertyOf(port, 'fixed_ips'))?.items ?? []) {
    const map = mapOf(item)
    const subnet = subnetIn(map)
    const address = readValue(map, 'ip_address')
    if (subnet === undefined || address === undefined) continue
    report({
      requirement: 'R-70964',
      path: port.template.path,
      at: subnet,
      message: `port "${port.id}" sets a static address and a subnet on an internal network`,
      remedy: remedyOf(vnf, port, subnet, address),
      subject: { kind: 'property', resource: port.id, name: 'fixed_ips.subnet', type: port.type },
    })
  }
}

function subnetIn(item: Mapping | undefined): Node | undefined {
  return readValue(item, 'subnet') ?? readValue(item, 'subnet_id')
}

function remedyOf(vnf: Vnf, port: Resource, subnet: Node, address: Node): Remedy {
  if (mayBeEmpty(vnf, port, address))
    return byHand('Give the address a value; without one the subnet is what says where the port is.')
  const waitsFor = awaited(port, subnet)
  if (waitsFor !== undefined)
    return byHand(
      `Remove the subnet, and let the port depend on "${waitsFor}", for which it waits only because of it.`,
    )
  const isFed = parameterReadsIn(subnet).some(({ name }) => isFedByOutput(vnf, port.template, name))
  const output = isFed ? ', and the output of the base module once it feeds nothing else' : ''
  return repairedBy(
    staticSubnetRemoval,
    `deletes the subnet with its comments${output}; the address implies it`,
  )
}

/** Neutron finds the subnet of an address by itself, as those of a network do not overlap; of none it finds nothing. */
function mayBeEmpty(vnf: Vnf, { template }: Resource, address: Node): boolean {
  const isEmpty = (node: Node) => isNull(node) || stringOf(node) === ''
  const read = parameterRead(address)
  if (read === undefined) return isEmpty(address)
  return vnf.valuesOf(template, read.name).some(({ entry }) => isEmpty(entry.value))
}

/**
 * What the port would no longer wait for without the subnet. Heat lets a port wait for the subnets that its template makes on
 * its network (heat/engine/resources/openstack/neutron/port.py, add_dependencies).
 */
function awaited(port: Resource, subnet: Node): string | undefined {
  const { resources } = port.template
  const network = propertyOf(port, 'network') ?? propertyOf(port, 'network_id')
  const isOnNetwork = (id: string) =>
    resources.some((one) => {
      const own = propertyOf(one, 'network') ?? propertyOf(one, 'network_id')
      const isSame = own !== undefined && network !== undefined && keyOf(own) === keyOf(network)
      return one.id === id && one.type === 'OS::Neutron::Subnet' && isSame
    })
  const all = [
    ...resourcesReadIn(port.definition),
    ...dependenciesOf(port.definition).map(({ name }) => name),
  ]
  return resourcesReadIn(subnet).find(
    (id) => all.filter((one) => one === id).length === 1 && !isOnNetwork(id),
  )
}

function keyOf(node: Node): string {
  return dataKey(resolved(node))
}

export const staticSubnetRemoval: Repair = {
  id: 'onap/drop-static-subnets',
  title: 'Let static addresses say their subnets',
  description:
    'Deletes the subnet beside a static address of a port on an internal network, the parameter that only it reads, and the output of the base module that fed only that.',
  section: 'Property: fixed_ips',
  references: ['heat/engine/resources/openstack/neutron/port.py'],
  safety: 'lossy',
  loses: 'deleted subnet',
  requirements: ['R-70964'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'property' || subject.type === undefined) return pkg
    const { resource, type } = subject
    const read = new Set<string>()
    const without = withProperty(pkg, { path, resource, type, keys: ['fixed_ips'] }, (value) => {
      if (value?.kind !== 'seq')
        throw new Stuck({ path, at: value, why: 'an alias stands for the addresses' })
      for (const item of value.items) for (const { name } of readsOfSubnet(mapOf(item))) read.add(name)
      return withItems(
        value,
        value.items.map((item) => withoutSubnet(item, path)),
      )
    })
    return [...read].reduce((next, name) => withoutIdle(next, path, name), without)
  },
}

function readsOfSubnet(item: Mapping | undefined): readonly { readonly name: string }[] {
  const subnet = subnetIn(item)
  return subnet === undefined || readValue(item, 'ip_address') === undefined ? [] : parameterReadsIn(subnet)
}

function withoutSubnet(item: Node, path: string): Node {
  const map = mapOf(item)
  if (subnetIn(map) === undefined || readValue(map, 'ip_address') === undefined) return item
  if (item.kind !== 'map') throw new Stuck({ path, at: item, why: 'an alias stands for the address' })
  const made = mapEntries(item, (one) => (isSubnet(one) ? undefined : one))
  if (subnetIn(made) !== undefined)
    throw new Stuck({ path, at: item, why: 'a merge key supplies the subnet' })
  const anchored = item.entries.find((one) => isSubnet(one) && holdsAnchor(one.value))
  if (anchored !== undefined || item.anchor !== undefined)
    throw new Stuck({ path, at: item, why: 'an alias refers to the subnet' })
  return made
}

function isSubnet(entry: Entry): boolean {
  const name = nameOf(entry)
  return name === 'subnet' || name === 'subnet_id'
}
