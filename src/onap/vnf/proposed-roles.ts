/** The network-roles of the networks that a VNF makes, also of those whose IDs do not say one. */

import { memoized } from '../../document/attached.ts'
import type { Node } from '../../document/node.ts'
import { parameterRead, resourceRead } from '../../heat/reads.ts'
import { addressRules, rulesOf } from '../naming/address-names.ts'
import { matchName, sameName } from '../naming/pattern.ts'
import { faultOfWord, withoutVmTypes } from '../naming/words.ts'
import { namesOf, portName } from './names.ts'
import { isRouterExternal, networkOf, roleInParameter, roleOfNetwork } from './networks.ts'
import { sourceParameters } from './parameter-reads.ts'
import { slotsOf } from './slots.ts'
import { propertyOf, type Resource } from './template.ts'
import { passedBy, type Vnf } from './vnf.ts'

const networkTypes: ReadonlySet<string> = new Set([
  'OS::Neutron::Net',
  'OS::Neutron::ProviderNet',
  'OS::ContrailV2::VirtualNetwork',
])

/** The role of the network of a port, subnet, interface or address: the one that it has, else the one that it should have. */
export function roleAt(vnf: Vnf, resource: Resource): string | undefined {
  return networkOf(vnf, resource).role ?? roleOfReferred(vnf, resource, networkOf(vnf, resource).value)
}

/** The role of a network that a property names, also by way of what callers give to a parameter. */
export function roleOfReferred(
  vnf: Vnf,
  { template }: Resource,
  value: Node | undefined,
): string | undefined {
  if (value === undefined) return undefined
  const made = template.resources.find((one) => isMade(one) && resourceRead(value)?.name === one.id)
  if (made !== undefined) return proposedRole(vnf, made)
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
export function proposedRole(vnf: Vnf, network: Resource): string | undefined {
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

const internalAddresses = rulesOf(addressRules)
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern.includes('_int_'))

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
