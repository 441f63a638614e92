/** What servers of one vm-type have in common, and those of different vm-types have not. */

import { readValue } from '../../../heat/merge-keys.ts'
import { referenceOf } from '../../../heat/reads.ts'
import { dataKey } from '../../../text/document/data.ts'
import { grow } from '../../../text/document/multimap.ts'
import { rule } from '../../rule.ts'
import { namingRule } from '../naming/parameter-names.ts'
import { makeName, sameName } from '../naming/pattern.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofResource, type Report } from '../rule.ts'
import type { Way } from '../step.ts'
import { formOf, namesOf, portName, type ServerNames } from '../vnf/names.ts'
import { networkOf } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import { isTaken } from '../vnf/proposed-ids.ts'
import { slotsOf } from '../vnf/slots.ts'
import type { Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { withWord } from '../ways.ts'
import { renamedTo } from './parameter-renaming.ts'
import { renaming } from './resource-ids.ts'

export const serverRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-01455', 'R-304011']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const { servers } = namesOf(vnf)
    const seen = new Set<string>()
    for (const server of servers) checkNames(vnf, server, seen, report)
    checkAlike(vnf, servers, report)
  },
})

/**
 * R-304011: one vm-type and one index in all names that belong to a server.
 * @param seen the parameters that have been reported already
 */
function checkNames(vnf: Vnf, server: ServerNames, seen: Set<string>, report: Report): void {
  const { resource, id, parameters, ports } = server
  if (id?.vmType === undefined) {
    checkParameters(resource, parameters, report)
    return
  }
  const { template } = resource
  const { vmTypes } = namesOf(vnf)
  const isOdd = checkServerName(vnf, server, seen, report)
  const others: string[] = []
  for (const [property, vmType] of Object.entries(parameters)) {
    if (vmType !== undefined && !sameName(vmType, id.vmType) && !(isOdd && property === 'name'))
      others.push(`${property} "${vmType}"`)
  }
  for (const port of ports) {
    if (!template.resources.some((one) => one.id === port)) continue
    const name = portName(port, vmTypes)
    if (name?.vmType === undefined) continue
    if (!sameName(name.vmType, id.vmType) || name.vmIndex !== id.index) {
      others.push(`port "${port}" "${name.vmType}" ${name.vmIndex ?? ''}`.trimEnd())
    }
  }
  if (others.length === 0) return
  const wanted = idByParameters(vnf, server)
  report({
    requirement: 'R-304011',
    ...ofResource(resource),
    message: `server "${resource.id}" mixes vm-types: ID "${id.vmType}" ${id.index ?? ''}, ${others.join(', ')}`,
    ...renaming(resource.id, wanted, 'Decide which vm-type and index are right, and rename the others.'),
  })
}

/**
 * Whether the name of a server comes from a parameter that says another vm-type than its ID, and one that no server is
 * of: `web_server_names` for `web_server_0`. Then it is that parameter which is called wrong.
 */
function checkServerName(
  vnf: Vnf,
  { resource, id, parameters }: ServerNames,
  seen: Set<string>,
  report: Report,
): boolean {
  const vmType = parameters.name
  if (vmType === undefined || id === undefined || sameName(vmType, id.vmType)) return false
  // What image and flavor say as well is a matter of the ID.
  if (sameName(parameters.image, vmType) && sameName(parameters.flavor, vmType)) return false
  if (namesOf(vnf).servers.some((one) => sameName(one.id?.vmType ?? one.vmType, vmType))) return false
  const { template } = resource
  const slot = slotsOf(resource).find(({ name }) => name === 'server-name')
  const [read, second] = slot === undefined ? [] : (sourceParameters(slot.value) ?? [])
  if (slot === undefined || read === undefined || second !== undefined) return false
  const key = `${template.path}\n${read.name}`
  if (seen.has(key)) return true
  seen.add(key)
  const pattern = namingRule('server-name', { form: formOf(template, read.name) })?.patterns[0] ?? ''
  const made = makeName(pattern, id)
  const wanted = made === undefined || template.parameters.has(made) ? undefined : made
  report({
    requirement: 'R-304011',
    path: template.path,
    at: template.parameters.get(read.name)?.entry ?? slot.value,
    message: `the parameter "${read.name}" is name of "${resource.id}" and says the vm-type "${vmType}", of which there is no server`,
    remedy:
      wanted === undefined
        ? byHand(`Name it after the vm-type "${id.vmType}"; "${made ?? pattern}" is taken.`)
        : renamedTo(wanted),
    subject: { kind: 'parameter', name: read.name, ...(wanted === undefined ? {} : { wanted }) },
  })
  return true
}

/** The ID of a server whose parameters, two at least, all say one other vm-type. */
function idByParameters(vnf: Vnf, { id, parameters, ports }: ServerNames): string | undefined {
  const said = Object.values(parameters).filter((one) => one !== undefined)
  const [vmType] = said
  if (
    id === undefined ||
    said.length < 2 ||
    vmType === undefined ||
    !said.every((one) => sameName(one, vmType))
  )
    return undefined
  const { vmTypes } = namesOf(vnf)
  if (
    sameName(vmType, id.vmType) ||
    ports.some((port) => sameName(portName(port, vmTypes)?.vmType, id.vmType))
  )
    return undefined
  const made = makeName('{vm-type}_server_{index}', { ...id, vmType })
  return made === undefined || isTaken(vnf, made) ? undefined : made
}

/** Where the ID says no vm-type, the parameters must say one and the same. */
function checkParameters(server: Resource, parameters: ServerNames['parameters'], report: Report): void {
  const named = Object.entries(parameters).filter(([, vmType]) => vmType !== undefined)
  const [first] = named
  if (first === undefined || named.every(([, vmType]) => sameName(vmType, first[1]))) return
  const all = named.map(([property, vmType]) => `${property} "${vmType}"`)
  report({
    requirement: 'R-304011',
    ...ofResource(server),
    message: `server "${server.id}" mixes vm-types: ${all.join(', ')}`,
    remedy: byHand('Decide which vm-type is right, and rename the others.', () =>
      [...new Set(named.flatMap(([, vmType]) => vmType ?? []))].flatMap((to) => {
        const { template } = server
        const steps = slotsOf(server).flatMap((slot) => {
          const said = parameters[slot.name.slice('server-'.length) as keyof typeof parameters]
          const [read] = said === undefined || said === to ? [] : (sourceParameters(slot.value) ?? [])
          const thing = read && ({ file: template.path, rename: 'parameter', name: read.name } as const)
          return thing === undefined ? [] : (withWord([thing], said ?? '', to)?.steps ?? [])
        })
        return steps.length === 0 ? [] : [{ steps }]
      }),
    ),
  })
}

/** The parameter that a server takes a property from, when it is one. */
export function parameterOf(
  { resource }: ServerNames,
  slot: 'server-image' | 'server-flavor' | 'server-name',
) {
  const found = slotsOf(resource).find(({ name }) => name === slot)
  const [read, second] = found === undefined ? [] : (sourceParameters(found.value) ?? [])
  return found === undefined || read === undefined || second !== undefined
    ? undefined
    : { slot: found, name: read.name }
}

/** R-01455: what defines a class of VMs is the same for all servers of a vm-type. */
function checkAlike(vnf: Vnf, servers: readonly ServerNames[], report: Report): void {
  const volumes = volumesByServer(vnf)
  const first = new Map<string, { server: ServerNames; traits: Traits }>()
  for (const server of servers) {
    const vmType = server.vmType?.toLowerCase()
    if (vmType === undefined) continue
    const traits = traitsOf(vnf, server, volumes.get(server.resource) ?? 0)
    const model = first.get(vmType)
    if (model === undefined) {
      first.set(vmType, { server, traits })
      continue
    }
    const different = (Object.keys(traits) as (keyof Traits)[]).filter(
      (one) => traits[one] !== model.traits[one],
    )
    if (different.length === 0) continue
    const { resource } = server
    report({
      requirement: 'R-01455',
      ...ofResource(resource),
      message: `servers of vm-type "${server.vmType}" must have the same ${different.join(', ')}; "${resource.id}" differs from "${model.server.resource.id}"`,
      remedy: byHand('Decide whether it is of another vm-type, or what the two should have in common.', () =>
        otherVmType(server, servers),
      ),
    })
  }
}

/** The server, its ports and its name get a vm-type of their own; what else is named after that is another repair. */
function otherVmType(server: ServerNames, servers: readonly ServerNames[]): readonly Way[] {
  const { resource, vmType = '', ports } = server
  const { path: file, parameters } = resource.template
  const read = parameterOf(server, 'server-name')?.name
  const isOwn =
    read !== undefined &&
    formOf(resource.template, read) === 'string' &&
    servers.every((one) => one === server || parameterOf(one, 'server-name')?.name !== read)
  return ['b', 'x'].map((letter) => {
    const to = `${vmType}${letter}`
    const own = ports.map((name) => ({ file, rename: 'resource', name }) as const)
    const wanted = `${to}_name_0`
    const id = { file, rename: 'resource', name: resource.id, to: `${to}_server_0` } as const
    const name =
      isOwn && !parameters.has(wanted) ? [{ file, rename: 'parameter', name: read, to: wanted } as const] : []
    return { steps: [id, ...name, ...(withWord(own, vmType, to)?.steps ?? [])] }
  })
}

/** Each as a string that is the same for servers that are alike in this. */
interface Traits {
  readonly flavor: string
  readonly image: string
  readonly networks: string
  readonly volumes: string
}

function traitsOf(vnf: Vnf, server: ServerNames, volumes: number): Traits {
  const { template } = server.resource
  const networks = server.ports.map((id) => {
    const port = template.resources.find((one) => one.id === id)
    return port === undefined ? '?' : attachmentOf(vnf, port)
  })
  return {
    flavor: sourceOf(server, 'server-flavor'),
    image: sourceOf(server, 'server-image'),
    networks: networks.sort().join('\n'),
    volumes: String(volumes),
  }
}

/** The parameter of a property, else its value. */
function sourceOf(server: ServerNames, slot: 'server-image' | 'server-flavor'): string {
  const value = slotsOf(server.resource).find(({ name }) => name === slot)?.value
  return parameterOf(server, slot)?.name ?? (value === undefined ? '' : dataKey(value))
}

/** The network of a port, and how many addresses of which kind it has. */
function attachmentOf(vnf: Vnf, port: Resource): string {
  const { kind, role, name } = networkOf(vnf, port)
  const addresses = slotsOf(port).flatMap((slot) =>
    slot.name === 'port-address' ? ['static'] : slot.name === 'port-subnet' ? ['subnet'] : [],
  )
  return [kind, role ?? name ?? '', ...addresses.sort()].join(' ')
}

/** How many volumes are attached to each server of the same template. */
function volumesByServer({ templates }: Vnf): ReadonlyMap<Resource, number> {
  const counts = new Map<Resource, number>()
  for (const { resources } of templates) {
    const byId = new Map(resources.map((one) => [one.id, one]))
    for (const { type, properties } of resources) {
      if (type !== 'OS::Cinder::VolumeAttachment') continue
      const server = byId.get(referenceOf(readValue(properties, 'instance_uuid')) ?? '')
      if (server !== undefined) grow(counts, server)
    }
  }
  return counts
}
