/** Which network a port or a Contrail interface is on, and whether ONAP counts it as internal. */

import { callRead } from '../../../heat/calls.ts'
import { readValue } from '../../../heat/merge-keys.ts'
import { parameterRead, referenceOf, resourceRead } from '../../../heat/reads.ts'
import { memoized } from '../../../text/document/attached.ts'
import type { Node } from '../../../text/document/node.ts'
import { oneOrAll, resolved, stringOf } from '../../../text/document/read.ts'
import { matchName } from '../naming/pattern.ts'
import { type Slot, slotsOf } from './slots.ts'
import { propertyOf, type Resource, type VnfTemplate } from './template.ts'
import type { Vnf } from './vnf.ts'

interface Network {
  /** Internal ones connect the VMs of one VNF and are created by it (ONAP Heat Networking). */
  readonly kind: 'external' | 'internal'
  readonly role: string | undefined
  /** How the resource names it; `none` when it does not. */
  readonly by: 'get_param' | 'get_resource' | 'get_attr' | 'other' | 'none'
  /** The parameter or the resource that is named. */
  readonly name: string | undefined
  readonly value: Node | undefined
}

const slotOfType: ReadonlyMap<string, Slot['name']> = new Map([
  ['OS::Neutron::Port', 'port-network'],
  ['OS::ContrailV2::VirtualMachineInterface', 'interface-network'],
  ['OS::ContrailV2::InstanceIp', 'instance-network'],
])

/** Whether a resource makes a network; those of providers are none of the VNF's. */
export function isNetwork({ type }: Resource): boolean {
  return type === 'OS::Neutron::Net' || type === 'OS::ContrailV2::VirtualNetwork'
}

/** Whether a resource makes a network, be it one of a provider. */
function makesNetwork(resource: Resource): boolean {
  return isNetwork(resource) || resource.type === 'OS::Neutron::ProviderNet'
}

/** Whether a resource is what a server has on a network. */
export function isPort({ type }: Resource): boolean {
  return type === 'OS::Neutron::Port' || type === 'OS::ContrailV2::VirtualMachineInterface'
}

/** Patterns of names that say a network's role. */
const networkPatterns = [
  'int_{network-role}_net_id',
  'int_{network-role}_net_name',
  'int_{network-role}_net_fqdn',
  '{network-role}_net_id',
  '{network-role}_net_name',
  '{network-role}_net_fqdn',
] as const

/** The role in the name of a network's parameter. */
export function roleInParameter(name: string): string | undefined {
  for (const pattern of networkPatterns) {
    const found = matchName(pattern, name)
    if (found !== undefined) return found.role
  }
  return undefined
}

/** The role in the ID of a network. */
export function roleOfNetwork(id: string): string | undefined {
  return matchName('int_{network-role}_network', id)?.role
}

/**
 * The network of a port, interface or instance address. Internal are those that the VNF makes, in this template or in another
 * one, or that are named `int_`; an address is where its interface is.
 */
export function networkOf({ whole }: Vnf, resource: Resource): Network {
  const known = networksIn(whole)
  let found = known.get(resource)
  if (found === undefined) {
    found = findNetwork(whole, resource)
    known.set(resource, found)
  }
  return found
}

/** A resource is the same in the next state of a package, where its network may be another one. */
const networksIn = memoized((_vnf: Vnf) => new Map<Resource, Network>())

function findNetwork(vnf: Vnf, resource: Resource): Network {
  const slot = slotOfType.get(resource.type)
  const value = slotsOf(resource).find((one) => one.name === slot)?.value
  if (value === undefined && resource.type === 'OS::ContrailV2::InstanceIp') {
    const of = interfaceOf(resource)
    if (of !== undefined) return networkOf(vnf, of)
  }
  const made = madeElsewhere(vnf, resource.template, value)
  const named =
    made === undefined ? namedNetwork(value) : { ...namedNetwork(value), role: roleOfNetwork(made.id) }
  const isInternal =
    isMadeHere(resource, named) ||
    (made !== undefined && !isRouterExternal(made)) ||
    named.name?.startsWith('int_') === true ||
    /(?:^|_)int_/.test(resource.id) ||
    isMadeByCallers(vnf, resource, named.name)
  return { value, kind: isInternal ? 'internal' : 'external', ...named }
}

function namedNetwork(value: Node | undefined): Pick<Network, 'role' | 'by' | 'name'> {
  if (value === undefined) return { by: 'none', name: undefined, role: undefined }
  const read = parameterRead(value)
  if (read !== undefined) return { by: 'get_param', name: read.name, role: roleInParameter(read.name) }
  const resource = resourceRead(value)
  if (resource === undefined) return { by: 'other', name: stringOf(value), role: undefined }
  const { by, name } = resource
  return { by, name, role: name === undefined ? undefined : roleOfNetwork(name) }
}

/** Whether the template makes the network, and not to be reached from outside. */
function isMadeHere({ template }: Resource, { by, name }: Pick<Network, 'by' | 'name'>): boolean {
  if (by !== 'get_resource' && by !== 'get_attr') return false
  const made = template.resources.find(({ id, isMember }) => id === name && !isMember)
  return made === undefined || !isRouterExternal(made)
}

/**
 * What makes the network in another template that a parameter names: the environments give both the same name. Undefined
 * where they do not say it, or say it of several networks, as values do that somebody has to fill in.
 */
export function madeElsewhere(
  vnf: Vnf,
  template: VnfTemplate,
  value: Node | undefined,
): Resource | undefined {
  const read = value === undefined ? undefined : parameterRead(value)
  if (read === undefined || read.path.length > 0) return undefined
  const name = givenText(vnf, template, read.name)
  const made = name === undefined ? undefined : networksByName(vnf.whole).get(name)
  return made === undefined || made.template === template ? undefined : made
}

/** The one string that environments give a parameter, or its default. */
function givenText(vnf: Vnf, template: VnfTemplate, name: string): string | undefined {
  const given = vnf.valuesOf(template, name).map(({ entry }) => stringOf(entry.value))
  const [first = stringOf(readValue(template.parameters.get(name)?.map, 'default')), ...others] = given
  return others.every((one) => one === first) ? first : undefined
}

/** What makes the networks of the VNF, by the names that they get; without names that stand for several. */
const networksByName = memoized((vnf: Vnf): ReadonlyMap<string, Resource> => {
  const found = new Map<string, Resource | undefined>()
  for (const { resources } of vnf.templates)
    for (const resource of resources) {
      if (!makesNetwork(resource) || resource.isMember) continue
      const value = propertyOf(resource, 'name')
      const read = value === undefined ? undefined : parameterRead(value)
      const name = read === undefined ? stringOf(value) : givenText(vnf, resource.template, read.name)
      if (name !== undefined) found.set(name, found.has(name) ? undefined : resource)
    }
  return new Map(
    [...found].flatMap(([name, made]) => (made === undefined || isToFillIn(vnf, name) ? [] : [[name, made]])),
  )
})

/** What `networkOf` depends on beyond the files that belong together, as data that can be compared. */
export function networkSummary({ whole }: Vnf): readonly unknown[] {
  return [...networksByName(whole)].map(([name, one]) => [
    name,
    one.template.path,
    one.id,
    isRouterExternal(one),
  ])
}

/** Whether one environment gives several parameters this value that are called as if they named networks. */
function isToFillIn(vnf: Vnf, name: string): boolean {
  return vnf.environments.some(
    ({ entries }) =>
      new Set(
        entries.flatMap((one) =>
          stringOf(one.entry.value) === name && roleInParameter(one.name) !== undefined ? [one.name] : [],
        ),
      ).size > 1,
  )
}

/** Whether every caller of a nested file gives it a network that the VNF makes. */
function isMadeByCallers(vnf: Vnf, { template }: Resource, parameter: string | undefined): boolean {
  if (template.role !== 'nested' || parameter === undefined) return false
  const passed = vnf.passedTo(template, parameter)
  return (
    passed.length > 0 &&
    passed.every(({ value }) => {
      const { by, name } = namedNetwork(value)
      return by === 'get_resource' || by === 'get_attr' || name?.startsWith('int_') === true
    })
  )
}

/** The interface of the same template that an instance address belongs to. */
function interfaceOf({ template, properties }: Resource): Resource | undefined {
  for (const item of oneOrAll(readValue(properties, 'virtual_machine_interface_refs'))) {
    const id = referenceOf(item)
    const found = template.resources.find(
      (one) => one.id === id && one.type === 'OS::ContrailV2::VirtualMachineInterface',
    )
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a network is made to be reached from outside of the VNF. */
export function isRouterExternal(resource: Resource): boolean {
  const specs = propertyOf(resource, 'value_specs')
  const node = specs === undefined ? undefined : resolved(specs)
  return (
    node?.kind === 'map' &&
    callRead(node)?.name !== 'get_param' &&
    node.entries.some(({ key, value }) => stringOf(key) === 'router:external' && !isFalse(value))
  )
}

function isFalse(value: Node): boolean {
  const node = resolved(value)
  return node.kind === 'scalar' && /^(?:false|no|off|0)$/i.test(String(node.value))
}
