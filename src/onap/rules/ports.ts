/** What belongs to one port. */
import { mapOf, seqOf } from '../../document/read.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { addressRules, pairRules, rulesOf, subnetRules } from '../naming/address-names.ts'
import { matchName, sameName } from '../naming/pattern.ts'
import { byHand, ofResource, type Report, type RuleFamily } from '../rule.ts'
import { namesOf, portName } from '../vnf/names.ts'
import { networkOf, roleInParameter } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import { type Slot, slotsOf } from '../vnf/slots.ts'
import { propertyOf, type Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

export const portRules: RuleFamily = {
  requirements: ['R-681859', 'R-70964'],
  find(vnf, report) {
    for (const { resources } of vnf.templates) {
      for (const resource of resources) {
        if (resource.type !== 'OS::Neutron::Port') continue
        checkRoles(vnf, resource, report)
        checkSubnets(vnf, resource, report)
      }
    }
  },
}

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
    message: `the names of the port "${port.id}" say different network-roles: ${[...said].map(([role, where]) => `${where} says "${role}"`).join(', ')}`,
    remedy: byHand('Decide which network-role is right, and rename the others.'),
  })
}

const patternsOf: Partial<Readonly<Record<Slot['name'], readonly string[]>>> = {
  'port-address': rulesOf(addressRules).map(({ pattern }) => pattern),
  'port-subnet': rulesOf(subnetRules).map(({ pattern }) => pattern),
  'port-pair': rulesOf(pairRules).map(({ pattern }) => pattern),
}

function roleIn({ name: slot }: Slot, name: string, vmTypes: ReadonlySet<string>): string | undefined {
  if (slot === 'port-network') return roleInParameter(name)
  // Internal patterns first: to the others, `int_x` would be a role.
  const patterns = [...(patternsOf[slot] ?? [])].sort(
    (a, b) => Number(b.includes('int_')) - Number(a.includes('int_')),
  )
  for (const pattern of patterns) {
    const found = matchName(pattern, name, vmTypes)
    if (found?.role !== undefined) return found.role
  }
  return undefined
}

/** R-70964: a static address of an internal network already says the subnet. */
function checkSubnets(vnf: Vnf, port: Resource, report: Report): void {
  if (networkOf(vnf, port).kind === 'external') return
  const list = propertyOf(port, 'fixed_ips')
  for (const item of (list === undefined ? undefined : seqOf(list)?.items) ?? []) {
    const map = mapOf(item)
    const subnet = readValue(map, 'subnet') ?? readValue(map, 'subnet_id')
    if (subnet === undefined || readValue(map, 'ip_address') === undefined) continue
    report({
      requirement: 'R-70964',
      path: port.template.path,
      at: subnet,
      message: `"${port.id}" has a static address on an internal network, and a subnet beside it`,
      remedy: byHand('Remove the subnet, or the address if the cloud should assign one.'),
      subject: { kind: 'property', resource: port.id, name: 'fixed_ips.subnet' },
    })
  }
}
