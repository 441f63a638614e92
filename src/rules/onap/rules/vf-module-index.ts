/** Where the index of a module must not be used. */

import { parameterRead } from '../../../heat/reads.ts'
import { withProperty } from '../../../stack/refactor/resource-property.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofParameter, ofProperty, ofResource, type Repair, type Report, repairedBy } from '../rule.ts'
import { networkOf } from '../vnf/networks.ts'
import { parameterReadsIn, sourceParameters } from '../vnf/parameter-reads.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

const index = 'vf_module_index'

export const moduleIndexRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-25190', 'R-55306', 'R-55307']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) checkVolumes(template, report)
    checkSelection(vnf, report)
    checkZones(vnf, report)
  },
})

/** R-55306 */
function checkVolumes({ path, role, parameters, resources }: VnfTemplate, report: Report): void {
  const advice = 'Find another way to distinguish the volumes.'
  const declared = parameters.get(index)
  if (role === 'volume' && declared !== undefined) {
    const message = `a volume module must not have the parameter ${index}`
    const about = { message, remedy: byHand(advice) }
    report({ requirement: 'R-55306', ...ofParameter(path, index, declared.entry), ...about })
  }
  for (const resource of resources) {
    if (resource.type !== 'OS::Cinder::Volume') continue
    const read = parameterReadsIn(resource.definition).find(({ name }) => name === index)
    if (read === undefined) continue
    const message = `the volume "${resource.id}" must not use ${index}`
    const about = { at: read.call, message, remedy: byHand(advice) }
    report({ requirement: 'R-55306', ...ofResource(resource), ...about })
  }
}

/** R-55307 */
function checkSelection(vnf: Vnf, report: Report): void {
  for (const slot of vnf.slotsNamed('server-name', 'port-address', 'instance-address')) {
    const { name, resource, property, value } = slot
    if (name !== 'server-name' && networkOf(vnf, resource).kind === 'internal') continue
    for (const { path } of sourceParameters(value) ?? []) {
      const by = path.find((one) => parameterRead(one)?.name === index)
      if (by === undefined) continue
      report({
        requirement: 'R-55307',
        ...ofProperty(slot),
        at: by,
        message: `${index} must not select ${property} of "${resource.id}" from a list`,
        remedy: byHand('Find another way to distinguish the members.'),
      })
    }
  }
}

/** R-25190 */
function checkZones(vnf: Vnf, report: Report): void {
  for (const slot of vnf.slotsNamed('volume-zone')) {
    report({
      requirement: 'R-25190',
      ...ofProperty(slot),
      message: `the volume "${slot.resource.id}" should not have an availability_zone`,
      remedy: repairedBy(
        volumeZoneRemoval,
        'deletes the property with its comments; the cloud then chooses the zone of the volume',
      ),
    })
  }
}

export const volumeZoneRemoval: Repair = {
  id: 'onap/drop-volume-zones',
  title: 'Let the cloud choose the zone of volumes',
  description: 'Deletes the property `availability_zone` of volumes.',
  safety: 'lossy',
  loses: 'deleted zone',
  requirements: ['R-25190'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'property') return pkg
    const { resource, name } = subject
    return withProperty(pkg, { path, resource, type: 'OS::Cinder::Volume', keys: [name] }, () => undefined)
  },
}
