/** Which name a parameter must have, by the property that it feeds. */

import {
  addressSlots,
  isReserveName,
  namingRule,
  namingRulesOf,
  pairSlots,
} from '../naming/parameter-names.ts'
import type { RequirementId } from '../requirement.ts'
import { formOf, versionOf } from '../vnf/names.ts'
import { networkOf } from '../vnf/networks.ts'
import type { Slot, SlotName } from '../vnf/slots.ts'
import { parameterTypes, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

/** How a parameter must be called. */
export interface NameRule {
  readonly requirement: RequirementId
  readonly patterns: readonly string[]
  readonly vmType: 'own' | 'any'
}

/** What others look at: zones are counted over a module, and virtual IPs may be exempt. */
const elsewhere: readonly SlotName[] = ['server-zone', ...pairSlots]

/** The rule for a parameter that a property is taken from; undefined when its name is its author's. */
export function ruleFor(vnf: Vnf, template: VnfTemplate, slot: Slot, name: string): NameRule | undefined {
  if (elsewhere.includes(slot.name)) return undefined
  const isOfNetwork = namingRulesOf(slot.name).some(({ side }) => side !== undefined)
  const rule = namingRule(slot.name, {
    ...(isOfNetwork
      ? { side: networkOf(vnf, slot.resource).kind, version: versionOf(vnf, template, name) }
      : {}),
    form: formOf(template, name),
  })
  if (rule === undefined) return undefined
  const { naming: requirement, patterns, form, only, vmType = 'any' } = rule
  if (form !== undefined && isOtherType(template.parameters.get(name)?.type)) return undefined
  if (only !== undefined && !vnf.isOnlyIn(only, template)) return undefined
  const isAddress = addressSlots.some((one) => one === slot.name)
  const isReserved = isAddress && /^reserve_port_/i.test(slot.resource.id) && isReserveName(name)
  return isReserved ? undefined : { requirement, patterns, vmType }
}

/** Neither a string nor a list, for which there is no name; that is another violation. */
function isOtherType(type: string | undefined): boolean {
  return (
    type !== undefined && parameterTypes.has(type) && type !== 'string' && type !== 'comma_delimited_list'
  )
}

/** A name that follows its pattern. */
export interface Numbered {
  readonly requirement: RequirementId
  readonly name: string
}
