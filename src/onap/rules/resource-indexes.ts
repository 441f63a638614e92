/** R-11690: indexes in resource IDs begin at 0 and have no gaps, over all files of a VNF. */

import { matchName } from '../naming/pattern.ts'
import type { Report } from '../violation.ts'
import { namesOf, portName } from '../vnf/names.ts'
import type { Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { RuleFamily } from './rule-family.ts'

export const resourceIndexRules: RuleFamily = {
  requirements: ['R-11690'],
  find(vnf, report) {
    for (const members of sequences(vnf).values()) {
      const sorted = [...members].sort(([a], [b]) => a - b)
      const at = sorted.findIndex(([index], position) => index > position)
      const [index, resource] = sorted[at] ?? []
      if (index !== undefined && resource !== undefined) reportGap(at, index, resource, report)
    }
  },
}

/** Patterns in which the last number is the index, apart from those of ports. */
const patterns: Readonly<Record<string, string>> = {
  'OS::Nova::Server': '{vm-type}_server_{index}',
  'OS::Cinder::Volume': '{vm-type}_volume_{index}',
  'OS::Cinder::VolumeAttachment': '{vm-type}_volume_attachment_{index}',
  'OS::Neutron::Subnet': 'int_{network-role}_subnet_{index}',
}

/** The first resource of each index, by what is counted. Only IDs that follow their pattern count. */
function sequences(vnf: Vnf): ReadonlyMap<string, ReadonlyMap<number, Resource>> {
  const found = new Map<string, Map<number, Resource>>()
  const add = (what: string, index: number | undefined, resource: Resource): void => {
    if (index === undefined) return
    const members = found.get(what) ?? new Map<number, Resource>()
    if (!members.has(index)) members.set(index, resource)
    found.set(what, members)
  }
  const { vmTypes } = namesOf(vnf)
  for (const resource of vnf.templates.flatMap(({ resources }) => resources)) {
    const { id, type, isMember } = resource
    if (isMember) continue
    const pattern = Object.hasOwn(patterns, type) ? patterns[type] : undefined
    const parts = pattern === undefined ? undefined : matchName(pattern, id)
    if (parts !== undefined) add(`${parts.vmType ?? parts.role} ${type}`.toLowerCase(), parts.index, resource)
    if (type !== 'OS::Neutron::Port' && type !== 'OS::ContrailV2::VirtualMachineInterface') continue
    const port = portName(id, vmTypes)
    if (port === undefined) continue
    const side = id.includes('_int_') ? 'int_' : ''
    add(`${port.vmType} ${port.vmIndex} ${side}${port.role} ${type}`.toLowerCase(), port.index, resource)
  }
  return found
}

function reportGap(wanted: number, index: number, { template, id, entry }: Resource, report: Report): void {
  report({
    requirement: 'R-11690',
    path: template.path,
    at: entry,
    message: `the index ${index} of "${id}" follows no ${wanted} of its kind in the VNF: indexes begin at 0 and have no gaps`,
    repair: 'by-hand',
    advice: 'Decide which is missing, or number them anew; existing stacks would replace what is renamed.',
    subject: { kind: 'resource', id },
  })
}
