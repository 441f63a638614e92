/** The properties that requirements speak of, and where they stand in each type of resource. */

import { readValue } from '../../../heat/merge-keys.ts'
import { memoized } from '../../../text/document/attached.ts'
import type { Mapping, Node } from '../../../text/document/node.ts'
import { mapOf, oneOrAll } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import { type MetadataKey, metadataKeys } from '../naming/metadata-keys.ts'
import type { Resource } from './template.ts'

/** A property that a requirement is about. `instance-` and `interface-` are Contrail's. */
export type SlotName =
  | 'server-image'
  | 'server-flavor'
  | 'server-name'
  | 'server-zone'
  | `metadata-${MetadataKey}`
  | 'port-network'
  | 'port-address'
  | 'port-subnet'
  | 'port-pair'
  | 'instance-address'
  | 'instance-subnet'
  | 'instance-network'
  | 'interface-network'
  | 'interface-pair'
  | 'route-prefixes'
  | 'group-count'
  | 'volume-zone'
  | 'other-name'

/** One such property of one resource, with its value. */
export interface Slot {
  readonly name: SlotName
  readonly resource: Resource
  /** The property as a reader would name it, `fixed_ips.ip_address`. */
  readonly property: string
  readonly value: Node
}

type Collect = (
  resource: Resource,
  add: (name: SlotName, property: string, value: Node | undefined) => void,
) => void

const pairs = 'virtual_machine_interface_allowed_address_pairs'
const pair = `${pairs}_allowed_address_pair`

const collectors: Readonly<Record<string, Collect>> = {
  'OS::Nova::Server': ({ properties }, add) => {
    for (const name of ['image', 'flavor', 'name'] as const) {
      add(`server-${name}`, name, readValue(properties, name))
    }
    add('server-zone', 'availability_zone', readValue(properties, 'availability_zone'))
    const metadata = mapOf(readValue(properties, 'metadata'))
    for (const key of metadataKeys) add(`metadata-${key}`, `metadata.${key}`, readValue(metadata, key))
  },
  'OS::Neutron::Port': ({ properties }, add) => {
    add('port-network', 'network', portNetwork(properties))
    for (const item of itemsOf(properties, 'fixed_ips')) {
      add('port-address', 'fixed_ips.ip_address', readValue(item, 'ip_address'))
      add('port-subnet', 'fixed_ips.subnet', readValue(item, 'subnet') ?? readValue(item, 'subnet_id'))
    }
    for (const item of itemsOf(properties, 'allowed_address_pairs')) {
      add('port-pair', 'allowed_address_pairs.ip_address', readValue(item, 'ip_address'))
    }
  },
  'OS::ContrailV2::InstanceIp': ({ properties }, add) => {
    add('instance-address', 'instance_ip_address', readValue(properties, 'instance_ip_address'))
    add('instance-subnet', 'subnet_uuid', readValue(properties, 'subnet_uuid'))
    for (const value of valuesOf(properties, 'virtual_network_refs')) {
      add('instance-network', 'virtual_network_refs', value)
    }
  },
  'OS::ContrailV2::VirtualMachineInterface': ({ properties }, add) => {
    for (const value of valuesOf(properties, 'virtual_network_refs')) {
      add('interface-network', 'virtual_network_refs', value)
    }
    for (const one of itemsOf(mapOf(readValue(properties, pairs)), pair)) {
      const ip = mapOf(readValue(one, `${pair}_ip`))
      add('interface-pair', `${pair}_ip_ip_prefix`, readValue(ip, `${pair}_ip_ip_prefix`))
    }
  },
  'OS::ContrailV2::InterfaceRouteTable': ({ properties }, add) => {
    const routes = mapOf(readValue(properties, 'interface_route_table_routes'))
    const name = 'interface_route_table_routes_route'
    add('route-prefixes', name, readValue(routes, name))
  },
  'OS::Heat::ResourceGroup': ({ properties }, add) =>
    add('group-count', 'count', readValue(properties, 'count')),
  'OS::Cinder::Volume': ({ properties }, add) =>
    add('volume-zone', 'availability_zone', readValue(properties, 'availability_zone')),
}

/** The slots of a resource that have a value, in the order of the list above. */
export const slotsOf = memoized((resource: Resource): readonly Slot[] => {
  const found: Slot[] = []
  const add = (name: SlotName, property: string, value: Node | undefined): void => {
    if (value !== undefined) found.push({ name, resource, property, value })
  }
  const { type, properties } = resource
  ownValue(collectors, type)?.(resource, add)
  // A nested file's own parameter may be called `name` too.
  if (type !== 'OS::Nova::Server' && type.includes('::'))
    add('other-name', 'name', readValue(properties, 'name'))
  return found
})

/** `network_id` is the name that Heat has deprecated. */
function portNetwork(properties: Mapping | undefined): Node | undefined {
  return readValue(properties, 'network') ?? readValue(properties, 'network_id')
}

/** The mappings in a list property, or the one that stands there instead. */
function itemsOf(properties: Mapping | undefined, name: string): Mapping[] {
  return valuesOf(properties, name).flatMap((item) => mapOf(item) ?? [])
}

function valuesOf(properties: Mapping | undefined, name: string): readonly Node[] {
  return oneOrAll(readValue(properties, name))
}

/** The metadata of a resource itself, which is something else than the property `metadata` of a server. */
export function resourceMetadata({ definition }: Resource): Mapping | undefined {
  return mapOf(readValue(definition, 'metadata'))
}
