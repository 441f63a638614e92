/** What passes the validators and fails when SDC translates the package to TOSCA; what was there before is deleted by then. */
import type { Entry } from '../../../text/document/node.ts'
import { itemsOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import type { CheckId } from '../checks.ts'
import { codesNamed } from '../codes.ts'
import { usesOf } from '../functions.ts'
import { byHand, placed, type SdcReport } from '../rule.ts'
import type { SdcPackage } from '../sdc-package.ts'
import { propertyOf, type SdcResource, type SdcTemplate } from '../template.ts'

export const translationRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-translation-error'),
  checks: ['SDC-T1', 'SDC-T2', 'SDC-T3', 'SDC-T4', 'SDC-T5', 'SDC-T6', 'SDC-T7'],
  find(pkg: SdcPackage, report: SdcReport) {
    checkIds(pkg, report)
    for (const { template } of pkg.templates) {
      for (const resource of template.resources) checkRequired(resource, report)
      checkAttributes(template, report)
    }
  },
})

function checkIds({ templates }: SdcPackage, report: SdcReport): void {
  const owners = new Map<string, { readonly name: string; readonly entry: Entry }>()
  for (const { template } of templates)
    for (const { id, entry } of template.resources) {
      const owner = owners.get(id)
      if (owner === undefined) owners.set(id, { name: template.name, entry })
      else
        report({
          check: 'SDC-T1',
          ...placed(template.path, entry),
          message: `${owner.name} has a resource "${id}", too, and SDC fails when it translates the package`,
          remedy: byHand(
            'Give one of the two another ID, or have `hotshift remediate --profile onap,sdc --lossy` do so.',
          ),
        })
    }
}

/** Of each type the check, and the properties of which one of each list has to be there. */
const required: Readonly<Record<string, readonly [CheckId, readonly (readonly string[])[]]>> = {
  'OS::Cinder::VolumeAttachment': ['SDC-T2', [['volume_id'], ['instance_uuid']]],
  'OS::Neutron::Subnet': ['SDC-T3', [['network_id', 'network']]],
  'OS::Contrail::AttachPolicy': ['SDC-T4', [['network'], ['policy']]],
  'OS::Contrail::ServiceTemplate': ['SDC-T5', [['image_name']]],
  'OS::Contrail::ServiceInstance': ['SDC-T6', [['service_template']]],
}

function checkRequired(resource: SdcResource, report: SdcReport): void {
  const { id, type = '', entry, template } = resource
  const rule = Object.hasOwn(required, type) ? required[type] : undefined
  if (rule === undefined) return
  const [check, all] = rule
  for (const names of all) {
    if (propertyOf(resource, ...names) !== undefined) continue
    report({
      check,
      ...placed(template.path, entry),
      message: `"${id}" has no ${names.join(' or ')}, and SDC fails when it translates the package`,
      remedy: byHand('Give it the property.'),
    })
  }
}

/** Nothing looks at these before. */
function checkAttributes(template: SdcTemplate, report: SdcReport): void {
  const values = [
    ...template.resources.map(({ propertiesMap }) => propertiesMap),
    ...template.outputs.map(({ value }) => value),
  ]
  for (const value of values)
    for (const { name, at, argument } of usesOf('get_attr', value)) {
      if (name === undefined || template.resource(name) !== undefined || itemsOf(argument).length === 0)
        continue
      report({
        check: 'SDC-T7',
        ...placed(template.path, at),
        message: `get_attr names "${name}", which is no resource of the template`,
        remedy: byHand('Correct the ID.'),
      })
    }
}
