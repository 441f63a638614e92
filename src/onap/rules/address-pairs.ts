/** Virtual IPs: allowed address pairs of ports and Contrail interfaces. */
import { oneOrAll, textOf } from '../../document/read.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { pairRules, rulesOf } from '../naming/address-names.ts'
import { matchName, type NameParts, sameName } from '../naming/pattern.ts'
import type { RequirementId } from '../requirement.ts'
import { byHand, type Report, type RuleFamily } from '../rule.ts'
import { familyOf, formOf, versionOf } from '../vnf/address-facts.ts'
import { namesOf, portName } from '../vnf/names.ts'
import { networkOf } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import { resourceMetadata, type Slot } from '../vnf/slots.ts'
import { parameterTypes, type Resource, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

/** Pairs that ONAP's data model does not have are listed in the metadata of the resource. */
const exemption = { neutron: 'R-41493', contrail: 'R-100350' } as const

export const addressPairRules: RuleFamily = {
  requirements: [...rulesOf(pairRules).map(({ naming }) => naming), ...Object.values(exemption)],
  find(vnf, report) {
    for (const template of vnf.templates) {
      for (const slot of vnf.slots(template)) {
        if (slot.name !== 'port-pair' && slot.name !== 'interface-pair') continue
        for (const { name } of sourceParameters(slot.value) ?? [])
          checkPair(vnf, template, slot, name, report)
      }
    }
  },
}

function checkPair(vnf: Vnf, template: VnfTemplate, slot: Slot, name: string, report: Report): void {
  const { resource } = slot
  const family = familyOf(slot)
  const side = networkOf(vnf, resource).kind
  const { pattern, naming } = pairRules[family][side][versionOf(vnf, template, name)]
  const { vmTypes } = namesOf(vnf)
  const isList = formOf(template, name) === 'list'
  const allowed = side === 'internal' && isList ? `${pattern}s` : pattern
  const follows = fits(vnf, resource, matchName(allowed, name, vmTypes))
  const exempt = exempted(resource).has(name)
  const say = (requirement: RequirementId, message: string, advice: string): void => {
    const at = template.parameters.get(name)?.entry ?? slot.value
    const subject = { kind: 'parameter', name } as const
    report({ requirement, path: template.path, at, message, remedy: byHand(advice), subject })
  }
  const what = `the parameter "${name}" is a virtual IP of "${resource.id}"`
  const choose =
    'Choose the name; the IDs and parameters beside it must say the same vm-type and network-role.'
  if (side === 'internal') {
    const or = isList ? '' : ` (or ${pattern}s, as a list)`
    if (!follows) say(naming, `${what} and must be called ${allowed}${or}`, choose)
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
  if (/_floating_(?:v6_)?ip$/.test(name)) say(naming, `${what} and must be called ${pattern}`, choose)
  const message = `${what} that ONAP does not model, and must be listed in the metadata aap_exempt of the resource`
  say(exemption[family], message, `List it there, or call it ${pattern}.`)
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
  return new Set(list.flatMap((item) => textOf(item) ?? []))
}
