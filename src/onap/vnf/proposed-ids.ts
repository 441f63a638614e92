/** IDs of servers and ports, where all that is known of them says one and the same. */
import { textOf } from '../../document/read.ts'
import type { IdRule } from '../naming/id-patterns.ts'
import { makeName, matchName, type NameParts, sameName } from '../naming/pattern.ts'
import { namesOf, portName, type ServerNames } from './names.ts'
import { networkOf } from './networks.ts'
import { sourceParameters } from './parameter-reads.ts'
import { slotsOf } from './slots.ts'
import type { Resource } from './template.ts'
import type { Vnf } from './vnf.ts'

/**
 * The ID that a resource has to have; undefined where the names beside it do not say it, or another resource or
 * parameter of the package has it.
 */
export function proposedId(vnf: Vnf, resource: Resource, rule: IdRule): string | undefined {
  const parts = resource.type === 'OS::Nova::Server' ? serverParts(vnf, resource) : portParts(vnf, resource)
  const made = parts === undefined ? undefined : makeName(rule.pattern, parts)
  if (made === undefined || made === resource.id || !/^[A-Za-z0-9_]+$/.test(made)) return undefined
  return isTaken(vnf, made) ? undefined : made
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
  const role = networkOf(vnf, resource).role
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
    return one !== undefined && sameName(networkOf(vnf, one).role, role) ? [one] : []
  })
  const named = (one: Resource) => {
    const name = portName(one.id, vmTypes)
    return sameName(name?.role, role) ? name?.index : undefined
  }
  const used = new Set(onNetwork.map(named))
  const unnamed = onNetwork.filter((one) => named(one) === undefined)
  let index = -1
  for (let at = 0; at <= unnamed.indexOf(port); at += 1)
    do index += 1
    while (used.has(index))
  return index
}
