/** IDs of servers, ports, networks, subnets and volumes, where all that is known of them says one and the same. */

import { parameterRead, referenceOf, resourceRead } from '../../../heat/reads.ts'
import { memoized } from '../../../text/document/attached.ts'
import { push } from '../../../text/document/multimap.ts'
import type { Node } from '../../../text/document/node.ts'
import { stringOf } from '../../../text/document/read.ts'
import { freeIndex, indexAmong } from '../naming/free-index.ts'
import { faultOfWord, type IdRule, withoutVmTypes } from '../naming/id-patterns.ts'
import { addressSlots, namingRulesOf } from '../naming/parameter-names.ts'
import { makeName, matchName, type NameParts, sameName } from '../naming/pattern.ts'
import { namesOf, portName, type ServerNames } from './names.ts'
import { isRouterExternal, madeElsewhere, networkOf, roleInParameter, roleOfNetwork } from './networks.ts'
import { forEachNode, sourceParameters } from './parameter-reads.ts'
import { slotsOf } from './slots.ts'
import { propertyOf, type Resource } from './template.ts'
import { passedBy, type Vnf } from './vnf.ts'
import { volumeParts } from './volume-servers.ts'

/**
 * The ID that a resource has to have; undefined where the names beside it do not say it, or another resource or
 * parameter of the package has it.
 */
export function proposedId(vnf: Vnf, resource: Resource, rule: IdRule): string | undefined {
  const parts = partsFor(vnf, resource)
  const made = parts === undefined ? undefined : makeName(rule.pattern, parts)
  if (made === undefined || made === resource.id || !/^[A-Za-z0-9_]+$/.test(made)) return undefined
  return isTaken(vnf, made) ? undefined : made
}

/** The ID of what servers of one vm-type use, with that vm-type in front; undefined where none or several use it. */
export function idWithVmType(vnf: Vnf, resource: Resource): string | undefined {
  const users = namesOf(vnf).servers.filter(
    (server) =>
      server.resource.template === resource.template && reachedFrom(server.resource).has(resource.id),
  )
  const [first, ...others] = users.map((server) => partsOf(vnf, server)?.vmType)
  if (first === undefined || others.some((one) => !sameName(one, first))) return undefined
  const made = `${first}_${resource.id}`
  return /^[A-Za-z0-9_]+$/.test(made) && !isTaken(vnf, made) ? made : undefined
}

/** The resources of its template that a resource refers to, also by way of others. */
function reachedFrom(from: Resource): ReadonlySet<string> {
  const { resources } = from.template
  const found = new Set<string>()
  const open = [from]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    forEachNode(one.definition, (node) => {
      const id = referenceOf(node)
      if (id === undefined || found.has(id)) return
      found.add(id)
      open.push(...resources.filter((other) => other.id === id))
    })
  }
  return found
}

function partsFor(vnf: Vnf, resource: Resource): NameParts | undefined {
  switch (resource.type) {
    case 'OS::Nova::Server':
      return serverParts(vnf, resource)
    case 'OS::Neutron::Net':
    case 'OS::ContrailV2::VirtualNetwork': {
      const role = proposedRole(vnf, resource)
      return role === undefined ? undefined : { role }
    }
    case 'OS::Neutron::Subnet':
      return subnetParts(vnf, resource)
    case 'OS::Cinder::Volume':
    case 'OS::Cinder::VolumeAttachment':
      return volumeParts(vnf, resource, (server) => partsOf(vnf, server)?.vmType)
    default:
      return portParts(vnf, resource)
  }
}

/** Whether a resource or a parameter of the package has a name. */
export function isTaken(vnf: Vnf, name: string): boolean {
  return vnf.templates.some((one) => one.entryOfResource(name) !== undefined || one.parameters.has(name))
}

/** By the parameters of the server, when they agree; the index is that of its name. */
function serverParts(vnf: Vnf, resource: Resource): NameParts | undefined {
  const names = namesOf(vnf).serverOf.get(resource)
  return names === undefined ? undefined : partsOf(vnf, names)
}

function partsOf(vnf: Vnf, { resource, id, parameters }: ServerNames): NameParts | undefined {
  if (id?.vmType !== undefined) return id
  const vmType = agreedType(resource.id, parameters)
  if (vmType === undefined) return undefined
  const index = indexesInModules(vnf).get(resource) ?? indexInName(resource) ?? onlyIndex(vnf, vmType)
  return index === undefined ? undefined : { vmType, index }
}

/**
 * What all parameters say; else what image and flavor say, where the name only adds a word to it, as in
 * `web_server_names`; else what the name says, which an image or a flavor may be shared with others beside.
 */
function agreedType(id: string, parameters: ServerNames['parameters']): string | undefined {
  const said = Object.values(parameters).filter((one) => one !== undefined)
  const { name, image, flavor } = parameters
  if (said.every((one) => one === said[0])) return said[0]
  if (image !== undefined && image === flavor && name?.startsWith(`${image}_`) === true) return image
  if (name === undefined || !id.toLowerCase().startsWith(name.toLowerCase())) return undefined
  return /^(?:[_\d]|$)/.test(id.slice(name.length)) ? name : undefined
}

/** The index in `{vm-type}_name_{index}`, or that of the item of `{vm-type}_names`. */
function indexInName(resource: Resource): number | undefined {
  const slot = slotsOf(resource).find(({ name }) => name === 'server-name')
  const [read, second] = slot === undefined ? [] : (sourceParameters(slot.value) ?? [])
  if (read === undefined || second !== undefined) return undefined
  const item = read.path.length === 1 ? stringOf(read.path[0]) : undefined
  if (read.path.length > 0) return item !== undefined && /^\d+$/.test(item) ? Number(item) : undefined
  return matchName('{vm-type}_name_{index}', read.name)?.index
}

/**
 * The indexes of the servers of modules that have no ID of the pattern yet. Their names are numbered in each module, their IDs
 * over all of them: what another module has, or the base module gets, moves those of a module to the next free indexes.
 */
const indexesInModules = memoized((vnf: Vnf): ReadonlyMap<Resource, number> => {
  const found = new Map<Resource, number>()
  const { servers } = namesOf(vnf)
  const used = servers.flatMap(({ id, resource: { template } }) =>
    id === undefined ? [] : [{ ...id, template }],
  )
  const baseFirst = vnf.modules.toSorted((a, b) => Number(b.role === 'base') - Number(a.role === 'base'))
  for (const template of baseFirst) {
    const open = servers.filter(({ id, resource }) => id === undefined && resource.template === template)
    for (const [vmType, alike] of byVmType(open)) {
      const taken = used.filter((one) => sameName(one.vmType, vmType))
      const wanted = [...new Set(alike.map(({ index }) => index))].sort((a, b) => a - b)
      const isMoved = taken.some(
        (one) => one.template !== template && wanted.some((index) => index === one.index),
      )
      for (const { resource, index: own } of alike) {
        const index = isMoved
          ? freeIndex((at) => taken.some((one) => one.index === at), wanted.indexOf(own))
          : own
        found.set(resource, index)
        used.push({ vmType, index, template })
      }
    }
  }
  return found
})

/** Servers with an index in their name, by the vm-type that their parameters say. */
function byVmType(servers: readonly ServerNames[]) {
  const found = new Map<string, { readonly resource: Resource; readonly index: number }[]>()
  for (const { resource, parameters } of servers) {
    const vmType = agreedType(resource.id, parameters)
    const index = indexInName(resource)
    if (vmType !== undefined && index !== undefined) push(found, vmType, { resource, index })
  }
  return found
}

/** 0 where there is one server of the vm-type. */
function onlyIndex(vnf: Vnf, vmType: string): number | undefined {
  const alike = namesOf(vnf).servers.filter((one) => sameName(one.vmType, vmType))
  return alike.length === 1 ? 0 : undefined
}

/** By the server that has the port and the role of its network; the index counts the server's ports on it. */
function portParts(vnf: Vnf, resource: Resource): NameParts | undefined {
  const { template, id } = resource
  const names = namesOf(vnf)
  const server = names.serverWithPort(template, id)
  const owners = names.servers.filter((one) => one.resource.template === template && one.ports.includes(id))
  if (server === undefined || owners.length !== 1 || server.resource.isMember) return undefined
  const parts = partsOf(vnf, server)
  const role = roleAt(vnf, resource)
  if (parts?.vmType === undefined || parts.index === undefined || role === undefined) return undefined
  return { vmType: parts.vmType, role, vmIndex: parts.index, ...portIndex(vnf, server, resource, role) }
}

/** The first index that no port of the server on this network has; those before it in the list come first. */
function portIndex(
  vnf: Vnf,
  { ports, resource: { template } }: ServerNames,
  port: Resource,
  role: string,
): Pick<NameParts, 'index'> {
  const { vmTypes } = namesOf(vnf)
  const onNetwork = ports.flatMap((id) => {
    const one = template.resources.find((other) => other.id === id && other.type === port.type)
    return one !== undefined && sameName(roleAt(vnf, one), role) ? [one] : []
  })
  const named = (one: Resource) => {
    const name = portName(one.id, vmTypes)
    return sameName(name?.role, role) ? name?.index : undefined
  }
  const unnamed = onNetwork.filter((one) => named(one) === undefined)
  return indexAmong(port, unnamed, onNetwork.map(named))
}

/** By the role of its network; the index counts the subnets that the VNF makes on it. */
function subnetParts(vnf: Vnf, subnet: Resource): NameParts | undefined {
  const role = roleOfSubnet(vnf, subnet)
  if (role === undefined) return undefined
  const beside = vnf.templates
    .flatMap(({ resources }) => resources.filter(({ type, isMember }) => type === subnet.type && !isMember))
    .filter((one) => sameName(roleOfSubnet(vnf, one), role))
  return { role, ...indexAmong(subnet, beside.filter(isUnnamed), beside.map(indexOfSubnet)) }
}

function isUnnamed(subnet: Resource): boolean {
  return indexOfSubnet(subnet) === undefined
}

function indexOfSubnet({ id }: Resource): number | undefined {
  return matchName('int_{network-role}_subnet_{index}', id)?.index
}

/** Of a network that the VNF makes: the package makes it, or the parameter that names it says so. */
function roleOfSubnet(vnf: Vnf, subnet: Resource): string | undefined {
  const value = propertyOf(subnet, 'network') ?? propertyOf(subnet, 'network_id')
  const name = parameterRead(value)?.name
  if (name?.startsWith('int_') === true) return roleInParameter(name)
  return roleOfReferred(vnf, subnet, value)
}

// The network-roles of the networks that a VNF makes, also of those whose IDs do not say one.

const networkTypes: ReadonlySet<string> = new Set([
  'OS::Neutron::Net',
  'OS::Neutron::ProviderNet',
  'OS::ContrailV2::VirtualNetwork',
])

/** The role of the network of a port, subnet, interface or address: the one that it has, else the one that it should have. */
function roleAt(vnf: Vnf, resource: Resource): string | undefined {
  return networkOf(vnf, resource).role ?? roleOfReferred(vnf, resource, networkOf(vnf, resource).value)
}

/** The role of a network that a property names, also by way of what callers give to a parameter. */
function roleOfReferred(vnf: Vnf, { template }: Resource, value: Node | undefined): string | undefined {
  if (value === undefined) return undefined
  const made = template.resources.find((one) => isMade(one) && resourceRead(value)?.name === one.id)
  const other = made ?? madeElsewhere(vnf, template, value)
  if (other !== undefined) return isMade(other) ? proposedRole(vnf, other) : undefined
  const read = parameterRead(value)
  if (read === undefined || template.role !== 'nested') return undefined
  const roles = vnf.passedTo(template, read.name).map(({ call, value: passed }) => {
    const caller = vnf
      .template(call.caller)
      ?.resources.find((one) => isMade(one) && resourceRead(passed)?.name === one.id)
    return caller === undefined ? undefined : proposedRole(vnf, caller)
  })
  return roles.every((one) => sameName(one, roles[0])) ? roles[0] : undefined
}

/** The role that a network has or should have; undefined where that is somebody's choice. */
function proposedRole(vnf: Vnf, network: Resource): string | undefined {
  return chosenRoles(vnf).get(network)
}

/** Those to be reached from outside are not the VNF's to name (R-16968). */
function isMade(resource: Resource): boolean {
  return networkTypes.has(resource.type) && !resource.isMember && !isRouterExternal(resource)
}

/** One network has one role, and another one than all others (R-05201, R-83015). */
const chosenRoles = memoized((vnf: Vnf): ReadonlyMap<Resource, string> => {
  const networks = vnf.templates.flatMap(({ resources }) => resources.filter(isMade))
  const chosen = new Map<Resource, string>()
  const open: { readonly network: Resource; readonly choices: readonly string[] }[] = []
  for (const network of networks) {
    const role = roleOfNetwork(network.id)
    if (role !== undefined) chosen.set(network, role)
    else open.push({ network, choices: choicesFor(vnf, network) })
  }
  const taken = new Set([...chosen.values(), ...externalRoles(vnf)].map((one) => one.toLowerCase()))
  for (const { network, choices } of open) {
    const others = open.filter((one) => one.network !== network)
    const role = choices.find(
      (one) =>
        !taken.has(one.toLowerCase()) &&
        !others.some((other) => other.choices.some((two) => sameName(one, two))),
    )
    if (role !== undefined) chosen.set(network, role)
  }
  return chosen
})

/** Of networks that the VNF is given: no network of its own may have one of these. */
function externalRoles(vnf: Vnf): readonly string[] {
  return vnf.templates.flatMap(({ resources }) =>
    resources.flatMap((one) => {
      const { kind, by, role } = networkOf(vnf, one)
      return kind === 'external' && by === 'get_param' && role !== undefined ? [role] : []
    }),
  )
}

/** What those who use a network say of its role; where nobody does, what its ID and its name say. */
function choicesFor(vnf: Vnf, network: Resource): readonly string[] {
  const said = saidByUsers(vnf, network)
  if (said.length > 0) return said.every((one) => sameName(one, said[0])) ? said.slice(0, 1) : []
  const { vmTypes } = namesOf(vnf)
  const name = propertyOf(network, 'name')
  const [read] = name === undefined ? [] : (sourceParameters(name) ?? [])
  const stems = [...stemsOf(network.id), ...(read === undefined ? [] : [roleInParameter(read.name) ?? ''])]
  return [...new Set(stems.map((stem) => wordOf(stem, vmTypes)))].filter((one) => isRole(one, vmTypes))
}

/** An output, parameters of nested files, and the names of ports and addresses. */
function saidByUsers(vnf: Vnf, network: Resource): readonly string[] {
  const { id, template } = network
  const outputs = template.outputs.filter(({ value }) => resourceRead(value)?.name === id)
  const given = outputs.flatMap(({ name }) => (name.startsWith('int_') ? (roleInParameter(name) ?? []) : []))
  if (given.length > 0) return given
  const passed = vnf.pkg
    .callsFrom(template.path)
    .flatMap((call) => passedBy(call).filter(({ value }) => resourceRead(value)?.name === id))
    .flatMap(({ name }) => roleInParameter(name) ?? [])
  const ports = template.resources.filter((one) => {
    const { value } = networkOf(vnf, one)
    return resourceRead(value)?.name === id
  })
  return [...passed, ...ports.flatMap((port) => rolesAtPort(vnf, port))]
}

const internalAddresses = namingRulesOf(...addressSlots).flatMap(({ side, patterns }) =>
  side === 'internal' ? patterns : [],
)

function rolesAtPort(vnf: Vnf, port: Resource): readonly string[] {
  const { vmTypes } = namesOf(vnf)
  const own = port.isMember ? undefined : portName(port.id, vmTypes)?.role
  const addresses = slotsOf(port)
    .filter(({ name }) => name === 'port-address' || name === 'instance-address')
    .flatMap(({ value }) => sourceParameters(value) ?? [])
    .flatMap(({ name }) => {
      const parts = internalAddresses.map((pattern) => matchName(pattern, name, vmTypes))
      return parts.find((one) => one?.role !== undefined)?.role ?? []
    })
  return own === undefined ? addresses : [own, ...addresses]
}

/** `private_net_0` is the network "private", or "private0" beside `private_net_1`. */
function stemsOf(id: string): readonly string[] {
  const words = id.replace(/[^A-Za-z0-9]+/g, '_').replace(/([a-z0-9])(?=Net(?:work)?(?:_?\d+)?$)/, '$1_')
  const plain = words
    .replace(/^(?:int|internal)_(?=.)/i, '')
    .replace(/^(?:virtual_)?net(?:work)?_(?=\D)/i, '')
  const [, stem = plain, number = ''] = /^(.+?)_(?:virtual_)?(?:net|network|vn)_?(\d*)$/i.exec(plain) ?? []
  return number === '' ? [stem] : [stem, `${stem}${number}`]
}

/** A stem in the form that a role has: without vm-types (R-48067) and numbers of their own (R-26506). */
function wordOf(stem: string, vmTypes: ReadonlySet<string>): string {
  return withoutVmTypes(stem, vmTypes).replace(/_(?=\d+(?:_|$))/g, '')
}

/** `net` and `1` say nothing. */
function isRole(text: string, vmTypes: ReadonlySet<string>): boolean {
  if (!/[a-z]/i.test(text) || /^(?:virtual_)?(?:net|network|vn)\d*$/i.test(text)) return false
  if (faultOfWord(text, 'network-role') !== undefined) return false
  return ![...vmTypes].some((vmType) => text.includes(vmType) || vmType.includes(text))
}
