/** IDs of servers, ports, networks and subnets, where all that is known of them says one and the same. */

import { textOf } from '../../document/read.ts'
import { parameterRead, referenceOf } from '../../heat/reads.ts'
import type { IdRule } from '../naming/id-patterns.ts'
import { makeName, matchName, type NameParts, sameName } from '../naming/pattern.ts'
import { namesOf, portName, type ServerNames } from './names.ts'
import { roleInParameter } from './networks.ts'
import { forEachNode, sourceParameters } from './parameter-reads.ts'
import { proposedRole, roleAt, roleOfReferred } from './proposed-roles.ts'
import { slotsOf } from './slots.ts'
import { propertyOf, type Resource } from './template.ts'
import type { Vnf } from './vnf.ts'

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
    default:
      return portParts(vnf, resource)
  }
}

function isTaken(vnf: Vnf, name: string): boolean {
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
  const index = indexInName(resource) ?? onlyIndex(vnf, vmType)
  return index === undefined ? undefined : { vmType, index }
}

/** What all parameters say; else what the name says, which an image or a flavor may be shared with others beside. */
function agreedType(id: string, parameters: ServerNames['parameters']): string | undefined {
  const said = Object.values(parameters).filter((one) => one !== undefined)
  const { name } = parameters
  if (said.every((one) => one === said[0])) return said[0]
  if (name === undefined || !id.toLowerCase().startsWith(name.toLowerCase())) return undefined
  return /^(?:[_\d]|$)/.test(id.slice(name.length)) ? name : undefined
}

/** The index in `{vm-type}_name_{index}`, or that of the item of `{vm-type}_names`. */
function indexInName(resource: Resource): number | undefined {
  const slot = slotsOf(resource).find(({ name }) => name === 'server-name')
  const [read, second] = slot === undefined ? [] : (sourceParameters(slot.value) ?? [])
  if (read === undefined || second !== undefined) return undefined
  const item = read.path.length === 1 ? textOf(read.path[0]) : undefined
  if (read.path.length > 0) return item !== undefined && /^\d+$/.test(item) ? Number(item) : undefined
  return matchName('{vm-type}_name_{index}', read.name)?.index
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
  const index = freeIndex(vnf, server, resource, role)
  const location = { role, vmIndex: parts.index, index }
  return { vmType: parts.vmType, ...location }
}

/** The first index that no port of the server on this network has; those before it in the list come first. */
function freeIndex(
  vnf: Vnf,
  { ports, resource: { template } }: ServerNames,
  port: Resource,
  role: string,
): number {
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
  return firstFree(onNetwork.map(named), unnamed.indexOf(port))
}

/** By the role of its network; the index counts the subnets that the VNF makes on it. */
function subnetParts(vnf: Vnf, subnet: Resource): NameParts | undefined {
  const role = roleOfSubnet(vnf, subnet)
  if (role === undefined) return undefined
  const beside = vnf.templates
    .flatMap(({ resources }) => resources.filter(({ type, isMember }) => type === subnet.type && !isMember))
    .filter((one) => sameName(roleOfSubnet(vnf, one), role))
  return { role, index: firstFree(beside.map(indexOfSubnet), beside.filter(isUnnamed).indexOf(subnet)) }
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

/** The number at a position among those from 0 that are not used. */
function firstFree(used: readonly (number | undefined)[], position: number): number {
  let index = -1
  for (let at = 0; at <= position; at += 1)
    do index += 1
    while (used.includes(index))
  return index
}
