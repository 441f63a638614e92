/** What belongs to one port, and which addresses it may have beside its own. */

import { readValue } from '../../../heat/merge-keys.ts'
import { parameterRead } from '../../../heat/reads.ts'
import { plainData } from '../../../text/document/data.ts'
import { oneOrAll, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { namePatterns, namingRule, namingRulesOf, pairSlots } from '../naming/parameter-names.ts'
import { choiceOf, knownParts, makeName, matchName, type NameParts, sameName } from '../naming/pattern.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, type Found, ofResource, type Report, repairedBy } from '../rule.ts'
import type { Way } from '../step.ts'
import { familyOf, formOf, namesOf, portName, versionOf } from '../vnf/names.ts'
import { networkOf, roleInParameter } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import { resourceMetadata, type Slot, slotsOf } from '../vnf/slots.ts'
import { parameterTypes, type Resource, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { withWord } from '../ways.ts'
import { renamedTo } from './parameter-renaming.ts'
import { checkSubnets } from './port-subnets.ts'
import { parameterSplitting } from './shared-parameters.ts'

export const portRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-681859', 'R-70964']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const port of vnf.resourcesOf('OS::Neutron::Port')) {
      checkRoles(vnf, port, report)
      checkSubnets(vnf, port, report)
    }
  },
})

/** R-681859. Names that follow no pattern say no role; they are another violation. */
function checkRoles(vnf: Vnf, port: Resource, report: Report): void {
  const { vmTypes } = namesOf(vnf)
  const said = new Map<string, string>()
  const say = (role: string | undefined, where: string): void => {
    if (role !== undefined && ![...said.keys()].some((one) => sameName(one, role))) said.set(role, where)
  }
  say(port.isMember ? undefined : portName(port.id, vmTypes)?.role, 'its ID')
  const { by, role } = networkOf(vnf, port)
  if (by === 'get_resource') say(role, 'its network')
  for (const slot of slotsOf(port)) {
    for (const { name } of sourceParameters(slot.value) ?? []) say(roleIn(slot, name, vmTypes), `"${name}"`)
  }
  if (said.size < 2) return
  report({
    requirement: 'R-681859',
    ...ofResource(port),
    message: `names of port "${port.id}" imply different network-roles: ${[...said].map(([role, where]) => `"${role}" (${where})`).join(', ')}`,
    remedy: byHand('Decide which network-role is right, and rename the others.', () =>
      [...said.keys()].flatMap((to) => roleWays(port, said, to)),
    ),
  })
}

/** All names of the port that say other roles say one of them. */
function roleWays(
  { template, id, ...port }: Resource,
  said: ReadonlyMap<string, string>,
  to: string,
): readonly Way[] {
  const { path: file } = template
  const read = slotsOf({ template, id, ...port }).flatMap(({ value }) => sourceParameters(value) ?? [])
  const things = [
    { file, rename: 'resource', name: id } as const,
    ...[...new Set(read.map(({ name }) => name))].map(
      (name) => ({ file, rename: 'parameter', name }) as const,
    ),
  ]
  const steps = [...said.keys()].flatMap((from) =>
    from === to ? [] : (withWord(things, from, to, to.includes(from) ? to : undefined)?.steps ?? []),
  )
  return steps.length === 0 ? [] : [{ steps }]
}

const slotsWithRole: readonly Slot['name'][] = ['port-address', 'port-subnet', 'port-pair']

function roleIn({ name: slot }: Slot, name: string, vmTypes: ReadonlySet<string>): string | undefined {
  if (slot === 'port-network') return roleInParameter(name)
  // Internal patterns first: to the others, `int_x` would be a role.
  const patterns = (slotsWithRole.includes(slot) ? [...namePatterns(slot)] : []).sort(
    (a, b) => Number(b.includes('int_')) - Number(a.includes('int_')),
  )
  for (const pattern of patterns) {
    const found = matchName(pattern, name, vmTypes)
    if (found?.role !== undefined) return found.role
  }
  return undefined
}

// Virtual IPs: allowed address pairs of ports and Contrail interfaces.

/** Pairs that ONAP's data model does not have are listed in the metadata of the resource. */
const exemption = { neutron: 'R-41493', contrail: 'R-100350' } as const

export const addressPairRules = rule({
  asks: 'package',
  codes: requirementCodes([
    ...new Set(namingRulesOf(...pairSlots).map(({ naming }) => naming)),
    ...Object.values(exemption),
  ]),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const slot of vnf.slotsNamed(...pairSlots))
      for (const { name } of sourceParameters(slot.value) ?? []) checkPair(vnf, slot, name, report)
  },
})

function checkPair(vnf: Vnf, slot: Slot, name: string, report: Report): void {
  const { resource } = slot
  const { template } = resource
  const family = familyOf(slot)
  const side = networkOf(vnf, resource).kind
  const version = versionOf(vnf, template, name)
  const rule = namingRule(slot.name, { side, version, form: 'string' })
  if (rule === undefined) return
  const {
    naming,
    patterns: [pattern = ''],
  } = rule
  const { vmTypes } = namesOf(vnf)
  const isList = formOf(template, name) === 'list'
  const allowed = side === 'internal' && isList ? `${pattern}s` : pattern
  const follows = fits(vnf, resource, matchName(allowed, name, vmTypes))
  const exempt = exempted(resource).has(name)
  const say = (
    requirement: RequirementId,
    message: string,
    advice: string,
    wanted?: string,
    ways?: () => readonly Way[],
  ): void => {
    const at = template.parameters.get(name)?.entry ?? slot.value
    report({
      requirement,
      path: template.path,
      at,
      message,
      remedy: wanted === undefined ? byHand(advice, ways) : renamedTo(wanted),
      subject: { kind: 'parameter', name, ...(wanted === undefined ? {} : { wanted }) },
      ...(wanted === undefined ? splitting(vnf, slot, name, allowed) : {}),
    })
  }
  const proposed = follows ? undefined : pairName(vnf, template, name, allowed)
  const what = `the parameter "${name}" is a virtual IP of "${resource.id}"`
  if (side === 'internal') {
    const or = isList ? '' : ` (or ${pattern}s, as a list)`
    if (!follows)
      say(naming, `${what}; ONAP requires the name ${allowed}${or}`, choiceOf([allowed]), proposed)
    else if (!isTyped(template, name, isList))
      say(naming, `${what} and must be of type string`, 'Decide on the type.')
    return
  }
  if (exempt) return
  if (follows && !isTyped(template, name, false)) {
    say(naming, `${what} and must be of type string`, 'Decide on the type.')
    return
  }
  if (follows) return
  // A name that ends as ONAP's do is meant for its data model, and says the wrong vm-type or role.
  const isMeant = /_floating_(?:v6_)?ip$/.test(name)
  if (isMeant) say(naming, `${what}; ONAP requires the name ${pattern}`, choiceOf([pattern]), proposed)
  const message = `${what} that ONAP does not model, and must be listed in the metadata aap_exempt of the resource`
  const wanted = isMeant ? proposed : undefined
  say(exemption[family], message, `List it there, or call it ${pattern}.`, wanted, () => [
    exempting(resource, name),
  ])
}

/**
 * What is also an address of its own, as of a port that a chain of VMs leads to, becomes two parameters of one value. Addresses
 * of external networks ONAP assigns: it would give two.
 */
function splitting(
  vnf: Vnf,
  { name: kind, resource, value }: Slot,
  name: string,
  pattern: string,
): Pick<Found, 'remedy' | 'subject'> | undefined {
  const { template, type, id } = resource
  const read = parameterRead(value)
  const feeds = vnf.feeds(template).get(name) ?? []
  const isShared = feeds.some(({ slot }) => !pairSlots.some((one) => one === slot.name))
  if (kind !== 'port-pair' || resource.isMember || !isShared) return undefined
  if (networkOf(vnf, resource).kind === 'external' || read?.name !== name || read.path.length > 0)
    return undefined
  // The subject is the same before and after the port has its name: to wait for that is no new violation.
  const subject = {
    kind: 'property',
    resource: id,
    name: 'allowed_address_pairs',
    type,
    reads: name,
  } as const
  const wanted = nameAtPort(vnf, resource, pattern)
  if (wanted === undefined) return { remedy: byHand(choiceOf([pattern])), subject }
  const does = `declares "${wanted}" like "${name}", with the same value, and reads it here`
  return { remedy: repairedBy(parameterSplitting, does), subject: { ...subject, wanted } }
}

/** The name that a port asks for; undefined where it says neither the vm-type nor the role of its network. */
function nameAtPort(vnf: Vnf, resource: Resource, pattern: string): string | undefined {
  const { vmTypes, serverWithPort } = namesOf(vnf)
  const id = resource.isMember ? undefined : portName(resource.id, vmTypes)
  const vmType = serverWithPort(resource.template, resource.id)?.id?.vmType ?? id?.vmType
  const role = networkOf(vnf, resource).role ?? id?.role
  return makeName(pattern, knownParts({ vmType, role }))
}

/** The name that all ports which have the virtual IP ask for; undefined where one of them does not say it, or it is taken. */
function pairName(vnf: Vnf, template: VnfTemplate, name: string, pattern: string): string | undefined {
  const wanted = (vnf.feeds(template).get(name) ?? []).map(({ slot: { name: kind, resource } }) =>
    pairSlots.some((one) => one === kind) ? nameAtPort(vnf, resource, pattern) : undefined,
  )
  const [first] = wanted
  if (first === undefined || wanted.some((one) => one !== first)) return undefined
  return template.parameters.has(first) ? undefined : first
}

function fits(vnf: Vnf, resource: Resource, parts: NameParts | undefined): boolean {
  if (parts === undefined) return false
  const { vmTypes, serverWithPort } = namesOf(vnf)
  const id = portName(resource.id, vmTypes)
  const vmType = serverWithPort(resource.template, resource.id)?.vmType ?? id?.vmType
  const { role } = networkOf(vnf, resource)
  return (
    (vmType === undefined || sameName(parts.vmType, vmType)) &&
    (role === undefined || sameName(parts.role, role))
  )
}

function isTyped({ parameters }: VnfTemplate, name: string, isList: boolean): boolean {
  const type = parameters.get(name)?.type
  return (
    type === undefined || !parameterTypes.has(type) || type === (isList ? 'comma_delimited_list' : 'string')
  )
}

function exempted(resource: Resource): ReadonlySet<string> {
  const list = oneOrAll(readValue(resourceMetadata(resource), 'aap_exempt'))
  return new Set(list.flatMap((item) => stringOf(item) ?? []))
}

/** A name is listed beside those that are: it is any name that the author has chosen. */
function exempting(resource: Resource, name: string): Way {
  const { template, id } = resource
  const metadata = resourceMetadata(resource)
  const listed = readValue(metadata, 'aap_exempt')
  const at = ['resources', id, 'metadata']
  const value = [...exempted(resource), name]
  const was = listed === undefined ? {} : { was: plainData(listed) }
  const step =
    metadata === undefined
      ? { file: template.path, write: at, value: { aap_exempt: value } }
      : { file: template.path, write: [...at, 'aap_exempt'], value, ...was }
  return { steps: [step], isClear: true }
}
