/** Properties that must be taken from a parameter, and the type of that parameter. */
import type { RequirementId } from '../requirement.ts'
import type { Report } from '../violation.ts'
import { feedsOnly } from '../vnf/feeds-only.ts'
import { networkOf } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import type { Slot, SlotName } from '../vnf/slots.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { parameterTypes } from './parameters.ts'
import type { RuleFamily } from './rule-family.ts'
import { mustRead, parameterFor, requirementOfText } from './wanted-parameters.ts'

interface TypeRule {
  readonly requirement: RequirementId
  readonly types: readonly string[]
  /** Whether only modules are meant. */
  readonly inModules?: true
  /** Whether only what is on an external network is meant. */
  readonly isExternal?: true
}

const textOrList = ['string', 'comma_delimited_list'] as const

const typeRules: Partial<Readonly<Record<SlotName, TypeRule>>> = {
  'server-image': { requirement: 'R-71152', types: ['string'] },
  'server-flavor': { requirement: 'R-50436', types: ['string'] },
  'server-name': { requirement: 'R-51430', types: textOrList },
  'server-zone': { requirement: 'R-23311', types: ['string'], inModules: true },
  'port-network': { requirement: 'R-18008', types: ['string'] },
  'port-address': { requirement: 'R-34037', types: textOrList },
  'port-subnet': { requirement: 'R-38236', types: ['string'] },
  'instance-address': { requirement: 'R-100000', types: textOrList },
  'instance-subnet': { requirement: 'R-100190', types: ['string'] },
  'interface-network': { requirement: 'R-02164', types: ['string'], isExternal: true },
  'instance-network': { requirement: 'R-02164', types: ['string'], isExternal: true },
  'route-prefixes': { requirement: 'R-19756', types: ['json'] },
}

/** Types that hotshift can write by itself: what is text anyway, though a number may be spelled otherwise. */
const canChange: ReadonlySet<SlotName> = new Set([
  'server-image',
  'server-flavor',
  'server-zone',
  'port-network',
  'port-subnet',
])

export const parameterTypeRules: RuleFamily = {
  requirements: [
    ...Object.values(typeRules).map(({ requirement }) => requirement),
    ...Object.values(mustRead),
  ],
  find(vnf, report) {
    for (const template of vnf.templates) {
      const seen = new Set<string>()
      for (const slot of vnf.slots(template)) {
        checkRead(vnf, slot, report)
        for (const { name } of sourceParameters(slot.value) ?? []) {
          const key = `${typeRules[slot.name]?.requirement} ${name}`
          if (!seen.has(key)) checkType(vnf, template, slot, name, report)
          seen.add(key)
        }
      }
    }
  },
}

function checkRead(vnf: Vnf, slot: Slot, report: Report): void {
  const { name, resource, property, value } = slot
  const requirement = requirementOfText(slot)
  if (requirement === undefined) return
  const wanted = parameterFor(vnf, slot)
  const isTaken = wanted !== undefined && vnf.valuesOf(resource.template, wanted).length > 0
  const file =
    name === 'server-name'
      ? ', which ONAP then gives'
      : ` and the value into the environment file${isTaken ? ', in the place of one that nothing reads' : ''}`
  report({
    requirement,
    path: resource.template.path,
    at: value,
    message: `${property} of "${resource.id}" must be obtained with get_param`,
    repair: wanted === undefined ? 'by-hand' : 'lossy',
    advice:
      wanted === undefined
        ? 'Choose a parameter for it, by the vm-type that the ID of the server says.'
        : `puts the parameter "${wanted}" in the place of the value${file}`,
    subject: {
      kind: 'property',
      resource: resource.id,
      name: property,
      ...(wanted === undefined ? {} : { wanted }),
    },
  })
}

function checkType(vnf: Vnf, template: VnfTemplate, slot: Slot, name: string, report: Report): void {
  const rule = typeRules[slot.name]
  const parameter = template.parameters.get(name)
  if (rule === undefined || parameter?.type === undefined) return
  const { type } = parameter
  // A type that Heat does not know is another violation.
  if (rule.types.includes(type) || !parameterTypes.has(type)) return
  if (rule.inModules === true && template.role === 'nested') return
  if (rule.isExternal === true && networkOf(vnf, slot.resource).kind === 'internal') return
  const isFree = canChange.has(slot.name) && feedsOnly(vnf, template, name, [slot.name])
  const [wanted = 'string'] = rule.types
  report({
    requirement: rule.requirement,
    path: template.path,
    at: parameter.entry,
    message: `the parameter "${name}" is ${slot.property} of "${slot.resource.id}" and must be of type ${rule.types.join(' or ')}, not ${type}`,
    repair: isFree ? 'lossy' : 'by-hand',
    advice: isFree ? `writes "type: ${wanted}"` : 'Decide on the type together with how the value is used.',
    subject: isFree ? { kind: 'parameter', name, type: wanted } : { kind: 'parameter', name },
  })
}
