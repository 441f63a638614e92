/** What a base module and a volume have to hand on (SharedResourceGuideLineValidator). */

import { stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { codesNamed } from '../codes.ts'
import { argumentOf, usesOf } from '../functions.ts'
import { byHand, placed, type SdcReport } from '../rule.ts'
import type { SdcPackage } from '../sdc-package.ts'
import type { SdcTemplate } from '../template.ts'

export const sharingRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-not-shared'),
  checks: ['SRG1', 'SRG2'],
  find(pkg: SdcPackage, report: SdcReport) {
    for (const { listed, template } of pkg.templates) {
      if (listed.isBase) checkBase(template, report)
      if (listed.type === 'HEAT_VOL') checkVolume(template, report)
    }
  },
})

const shared: ReadonlySet<string> = new Set([
  'OS::Nova::ServerGroup',
  'OS::Contrail::VirtualNetwork',
  'OS::Neutron::Net',
  'OS::Cinder::Volume',
  'OS::Neutron::SecurityGroup',
])

const advice = 'Give it by an output, as get_resource of its ID, if another module is to use it.'

function checkBase(template: SdcTemplate, report: SdcReport): void {
  const named = new Set([
    ...outputsOf(template),
    ...template.resources.flatMap(({ propertiesMap }) =>
      usesOf('get_resource', propertiesMap).map(({ name = '' }) => name),
    ),
  ])
  for (const { id, type = '', entry } of template.resources) {
    if (!shared.has(type) || named.has(id)) continue
    const message = `nothing in the base module uses "${id}", and no output gives it to other modules`
    report({ check: 'SRG1', ...placed(template.path, entry), message, remedy: byHand(advice) })
  }
}

function checkVolume(template: SdcTemplate, report: SdcReport): void {
  const given = new Set(outputsOf(template))
  for (const { id, type, entry } of template.resources) {
    if (type !== 'OS::Cinder::Volume' || given.has(id)) continue
    const message = `no output gives the volume "${id}", so that no module can attach it`
    report({ check: 'SRG2', ...placed(template.path, entry), message, remedy: byHand(advice) })
  }
}

function outputsOf({ outputs }: SdcTemplate): readonly string[] {
  return outputs.flatMap(({ value }) => stringOf(argumentOf('get_resource', value)) ?? [])
}
