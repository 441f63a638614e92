/** Which name a parameter must have, by the property that it feeds. */

import { addressRules, isReserveName, subnetRules } from '../naming/address-names.ts'
import { serverPatterns } from '../naming/id-patterns.ts'
import type { RequirementId } from '../requirement.ts'
import { familyOf, formOf, versionOf } from '../vnf/names.ts'
import { type Network, networkOf } from '../vnf/networks.ts'
import type { Slot } from '../vnf/slots.ts'
import { parameterTypes, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

/** How a parameter must be called. */
export interface NameRule {
  readonly requirement: RequirementId
  readonly patterns: readonly string[]
  /** Whether a {vm-type} in it must be that of the resource; else any will do, and R-304011 compares. A role is that of the network anyway. */
  readonly vmType: 'own' | 'any'
}

/** The rule for a parameter that a property is taken from; undefined when its name is its author's. */
export function ruleFor(vnf: Vnf, template: VnfTemplate, slot: Slot, name: string): NameRule | undefined {
  const type = template.parameters.get(name)?.type
  switch (slot.name) {
    case 'server-image':
      return { requirement: 'R-58670', patterns: serverPatterns.image, vmType: 'any' }
    case 'server-flavor':
      return { requirement: 'R-45188', patterns: serverPatterns.flavor, vmType: 'any' }
    case 'server-name':
      if (isOtherType(type)) return undefined
      return formOf(template, name) === 'list'
        ? { requirement: 'R-87817', patterns: ['{vm-type}_names'], vmType: 'any' }
        : { requirement: 'R-54171', patterns: ['{vm-type}_name_{index}'], vmType: 'any' }
    case 'route-prefixes':
      return { requirement: 'R-28222', patterns: ['{vm-type}_{network-role}_route_prefixes'], vmType: 'any' }
    case 'port-network':
      return networkRule(vnf, template, networkOf(vnf, slot.resource))
    case 'interface-network':
    case 'instance-network':
      if (networkOf(vnf, slot.resource).kind === 'internal') return undefined
      return {
        requirement: 'R-02164',
        patterns: ['{network-role}_net_fqdn', '{network-role}_net_id', '{network-role}_net_name'],
        vmType: 'any',
      }
    default:
      return addressRule(vnf, template, slot, name)
  }
}

/** Neither text nor a list, for which there is no name; that is another violation. */
function isOtherType(type: string | undefined): boolean {
  return (
    type !== undefined && parameterTypes.has(type) && type !== 'string' && type !== 'comma_delimited_list'
  )
}

function networkRule(vnf: Vnf, template: VnfTemplate, { kind }: Network): NameRule | undefined {
  if (kind === 'external') {
    const patterns = ['{network-role}_net_id', '{network-role}_net_name']
    return { requirement: 'R-62983', patterns, vmType: 'any' }
  }
  if (!vnf.isOnlyIn('incremental', template)) return undefined
  const patterns = ['int_{network-role}_net_id', 'int_{network-role}_net_name']
  return { requirement: 'R-86182', patterns, vmType: 'any' }
}

function addressRule(vnf: Vnf, template: VnfTemplate, slot: Slot, name: string): NameRule | undefined {
  const side = networkOf(vnf, slot.resource).kind
  const family = familyOf(slot)
  const version = versionOf(vnf, template, name)
  switch (slot.name) {
    case 'port-address':
    case 'instance-address': {
      if (isOtherType(template.parameters.get(name)?.type)) return undefined
      const { pattern, naming } = addressRules[family][side][`${version} ${formOf(template, name)}`]
      const isReserved = /^reserve_port_/i.test(slot.resource.id) && isReserveName(name)
      return isReserved ? undefined : { requirement: naming, patterns: [pattern], vmType: 'own' }
    }
    case 'port-subnet':
    case 'instance-subnet': {
      if (side === 'internal' && !vnf.isOnlyIn('incremental', template)) return undefined
      const { pattern, naming } = subnetRules[family][side][version]
      return { requirement: naming, patterns: [pattern], vmType: 'any' }
    }
    default:
      return undefined
  }
}

/** A name that follows its pattern. */
export interface Numbered {
  readonly requirement: RequirementId
  readonly name: string
}
