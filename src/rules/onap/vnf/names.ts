/** The vm-types and network-roles of a VNF, and where its names say them. */

import { readValue } from '../../../heat/merge-keys.ts'
import { resourceRead } from '../../../heat/reads.ts'
import { memoized } from '../../../text/document/attached.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { listOf, mapOf, stringOf } from '../../../text/document/read.ts'
import { portPatterns } from '../naming/id-patterns.ts'
import {
  type Family,
  type Form,
  type IpVersion,
  ipVersionOf,
  namePatterns,
} from '../naming/parameter-names.ts'
import { matchName, type NameParts } from '../naming/pattern.ts'
import { isNetwork, isPort, networkOf, roleInParameter, roleOfNetwork } from './networks.ts'
import { parameterReadsIn, sourceParameters } from './parameter-reads.ts'
import { type Slot, slotsOf } from './slots.ts'
import type { Resource, VnfTemplate } from './template.ts'
import { isItem } from './type-of-use.ts'
import type { Vnf } from './vnf.ts'

/** What the names of one server say. */
export interface ServerNames {
  readonly resource: Resource
  /** Of the resource ID, when it follows its pattern. */
  readonly id: NameParts | undefined
  /** The vm-types in the names of its parameters, those that follow their patterns. */
  readonly parameters: Readonly<Record<'image' | 'flavor' | 'name', string | undefined>>
  /** The best guess: of the ID, else of a parameter. */
  readonly vmType: string | undefined
  /** IDs of the ports and interfaces that it has. */
  readonly ports: readonly string[]
}

/** A name that says a vm-type or a role. */
export interface NameUse {
  readonly text: string
  readonly in: 'parameter' | 'resource'
  readonly template: VnfTemplate
  /** The parameter or the resource. */
  readonly name: string
  readonly at: Node | Entry
}

export interface Names {
  readonly servers: readonly ServerNames[]
  readonly serverOf: ReadonlyMap<Resource, ServerNames>
  readonly vmTypes: ReadonlySet<string>
  readonly vmTypeUses: readonly NameUse[]
  readonly roleUses: readonly NameUse[]
  /** The server that has a port, by template path and ID of the port. */
  serverWithPort(template: VnfTemplate, port: string): ServerNames | undefined
}

/** What the ID of a port, interface or instance address says; undefined when it follows none of the patterns. */
export function portName(id: string, vmTypes: ReadonlySet<string>): NameParts | undefined {
  for (const pattern of portPatterns) {
    const found = matchName(pattern, id, vmTypes) ?? matchName(pattern, id)
    if (found !== undefined) return found
  }
  return undefined
}

export function namesOf({ whole }: Vnf): Names {
  return namesIn(whole)
}

const namesIn = memoized((vnf: Vnf): Names => {
  const servers = vnf.templates.flatMap(serversIn)
  const byPort = new Map(
    servers.flatMap((server) =>
      server.ports.map((port) => [`${server.resource.template.path}\n${port}`, server]),
    ),
  )
  const vmTypes = new Set(servers.flatMap(({ vmType }) => vmType ?? []))
  let roleUses: readonly NameUse[] | undefined
  return {
    servers,
    serverOf: new Map(servers.map((one) => [one.resource, one])),
    vmTypes,
    get vmTypeUses() {
      return servers.flatMap(vmTypeUsesOf)
    },
    get roleUses() {
      roleUses ??= vnf.templates.flatMap((template) => roleUsesIn(vnf, template, vmTypes))
      return roleUses
    },
    serverWithPort: ({ path }, port) => byPort.get(`${path}\n${port}`),
  }
})

const serversIn = memoized(({ resources }: VnfTemplate): readonly ServerNames[] =>
  resources.filter(({ type }) => type === 'OS::Nova::Server').map(readServer),
)

function readServer(resource: Resource): ServerNames {
  const slots = slotsOf(resource)
  const vmTypeIn = (property: 'image' | 'flavor' | 'name'): string | undefined => {
    const value = slots.find(({ name }) => name === `server-${property}`)?.value
    const [read] = (value === undefined ? undefined : sourceParameters(value)) ?? []
    if (read === undefined) return undefined
    for (const pattern of namePatterns(`server-${property}`)) {
      const found = matchName(pattern, read.name)
      if (found !== undefined) return found.vmType
    }
    return undefined
  }
  const id = resource.isMember ? undefined : matchName('{vm-type}_server_{index}', resource.id)
  const parameters = { image: vmTypeIn('image'), flavor: vmTypeIn('flavor'), name: vmTypeIn('name') }
  return {
    resource,
    id,
    parameters,
    vmType: id?.vmType ?? parameters.name ?? parameters.flavor ?? parameters.image,
    ports: portsOf(resource),
  }
}

/** The ports and Contrail interfaces that a server is given with `get_resource`. */
function portsOf({ properties }: Resource): string[] {
  const networks = listOf(readValue(properties, 'networks'))?.items ?? []
  return networks.flatMap((item) => resourceRead(readValue(mapOf(item), 'port'))?.name ?? [])
}

function vmTypeUsesOf({ resource, id, parameters }: ServerNames): NameUse[] {
  const { template } = resource
  const uses: NameUse[] = []
  if (id?.vmType !== undefined) {
    uses.push({ text: id.vmType, in: 'resource', template, name: resource.id, at: resource.entry })
  }
  for (const slot of slotsOf(resource)) {
    const property = slot.name.slice('server-'.length)
    const text = property in parameters ? parameters[property as keyof typeof parameters] : undefined
    const [read] = text === undefined ? [] : (sourceParameters(slot.value) ?? [])
    if (text === undefined || read === undefined) continue
    const at = template.parameters.get(read.name)?.entry ?? read.call
    uses.push({ text, in: 'parameter', template, name: read.name, at })
  }
  return uses
}

function roleUsesIn(vnf: Vnf, template: VnfTemplate, vmTypes: ReadonlySet<string>): NameUse[] {
  const uses: NameUse[] = []
  for (const resource of template.resources) {
    const { id, entry, isMember } = resource
    const role = isPort(resource)
      ? portName(id, vmTypes)?.role
      : isNetwork(resource)
        ? roleOfNetwork(id)
        : undefined
    if (role !== undefined && !isMember)
      uses.push({ text: role, in: 'resource', template, name: id, at: entry })
    if (!isPort(resource)) continue
    const { by, name } = networkOf(vnf, resource)
    const named = by === 'get_param' && name !== undefined ? roleInParameter(name) : undefined
    if (named === undefined || name === undefined) continue
    const at = template.parameters.get(name)?.entry ?? entry
    uses.push({ text: named, in: 'parameter', template, name, at })
  }
  return uses
}

// What a parameter of an address is, so that the table of names can be asked.

export function familyOf({ resource }: Slot): Family {
  return resource.type.startsWith('OS::ContrailV2::') ? 'contrail' : 'neutron'
}

/** By the name, else by the default or the value in the environment. */
export function versionOf(vnf: Vnf, template: VnfTemplate, name: string): IpVersion {
  const own = stringOf(readValue(template.parameters.get(name)?.map, 'default'))
  const given = vnf.valuesOf(template, name).map(({ entry }) => stringOf(entry.value))
  return ipVersionOf(
    name,
    [own, ...given].find((text) => text !== undefined),
  )
}

/**
 * A list when it is declared so, also in the spelling of CloudFormation, and where no type is declared when items of it are
 * read; other types count as strings.
 */
export function formOf({ parameters, root }: VnfTemplate, name: string): Form {
  const type = parameters.get(name)?.type
  if (type !== undefined) return /^comma_?delimited_?list$/i.test(type) ? 'list' : 'string'
  return parameterReadsIn(root).some((read) => read.name === name && isItem(read)) ? 'list' : 'string'
}
