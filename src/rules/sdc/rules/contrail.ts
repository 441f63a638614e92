/** Contrail, floating addresses, sub-interfaces (ContrailValidator, ForbiddenResourceGuideLineValidator, VLAN validators). */

import { readValue } from '../../../heat/merge-keys.ts'
import type { Node } from '../../../text/document/node.ts'
import { listOf, mapOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { forbiddenTypes } from '../checks.ts'
import { codesNamed } from '../codes.ts'
import { usesOf } from '../functions.ts'
import { byHand, placed, type SdcReport } from '../rule.ts'
import type { SdcPackage } from '../sdc-package.ts'
import { propertyOf, type SdcResource, type SdcTemplate } from '../template.ts'

export const contrailRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-resource', 'sdc-discouraged', 'sdc-naming'),
  checks: ['CTL2', 'CTL3', 'FRG2', 'VLAN1', 'VLAN2', 'VlANG1', 'VlANG2', 'VlANG3'],
  find(pkg: SdcPackage, report: SdcReport) {
    checkBoth(pkg, report)
    for (const { template } of pkg.templates)
      for (const resource of template.resources) {
        checkType(resource, report)
        if (resource.type === interfaceType) checkInterface(resource, report)
      }
  },
})

const isOld = ({ type = '' }: SdcResource) => type.startsWith('OS::Contrail::')
const isNew = ({ type = '' }: SdcResource) => type.startsWith('OS::ContrailV2::')

function checkBoth({ templates }: SdcPackage, report: SdcReport): void {
  const old = templates.find(({ template }) => template.resources.some(isOld))?.template
  const newer = templates.find(({ template }) => template.resources.some(isNew))?.template
  const first = old?.resources.find(isOld)
  if (old === undefined || newer === undefined) return
  report({
    check: 'CTL2',
    ...placed(old.path, first?.entry),
    message: `the package has resources of Contrail 2, and of Contrail 3 in ${newer.name}`,
    remedy: byHand('Use types of OS::ContrailV2 only.'),
  })
}

function checkType(resource: SdcResource, report: SdcReport): void {
  const { id, type = '', typeNode, template } = resource
  const at = placed(template.path, typeNode)
  if (isOld(resource)) {
    const message = `"${id}" is of a type of Contrail 2, which SDC calls deprecated`
    report({ check: 'CTL3', ...at, message, remedy: byHand('Use the type of OS::ContrailV2.') })
  }
  if (forbiddenTypes.has(type)) {
    const message = `"${id}" is of the type ${type}, which SDC advises against`
    report({ check: 'FRG2', ...at, message, remedy: byHand('Do without it.') })
  }
}

const interfaceType = 'OS::ContrailV2::VirtualMachineInterface'
const tagName = 'virtual_machine_interface_properties_sub_interface_vlan_tag'

function checkInterface(resource: SdcResource, report: SdcReport): void {
  const { id, entry, template } = resource
  const refs = propertyOf(resource, 'virtual_machine_interface_refs')
  const tag = readValue(mapOf(propertyOf(resource, 'virtual_machine_interface_properties')), tagName)
  const at = placed(template.path, entry)
  if (refs !== undefined && !isOneParent(template, refs, 'or none'))
    report({
      check: 'VLAN1',
      ...placed(template.path, refs),
      item: id,
      message: `the sub-interface "${id}" must have one parent port: a list of one element, with one parameter of type string`,
      remedy: byHand('Name one parent.'),
    })
  if ((refs === undefined) !== (tag === undefined))
    report({
      check: 'VLAN2',
      ...at,
      message: `"${id}" has ${refs === undefined ? 'a VLAN tag and no parent port' : 'a parent port and no VLAN tag'}`,
      remedy: byHand('Give it both, or neither.'),
    })
  if (tag !== undefined) checkTagged(resource, refs, report)
}

function checkTagged(resource: SdcResource, refs: Node | undefined, report: SdcReport): void {
  const { id, entry, template } = resource
  const at = placed(template.path, entry)
  if (refs === undefined || !isOneParent(template, refs, 'only'))
    report({
      check: 'VlANG1',
      ...placed(template.path, refs ?? entry),
      item: id,
      message: `SDC does not translate the sub-interface "${id}", which gets its parent port from no parameter`,
      remedy: byHand('Put it into a nested file of a group, and pass the parent port.'),
    })
  const other = template.resources.find(
    (one) =>
      one !== resource && [interfaceType, 'OS::Nova::Server', 'OS::Neutron::Port'].includes(one.type ?? ''),
  )
  if (other !== undefined)
    report({
      check: 'VlANG2',
      ...at,
      message: `the template has "${other.id}" beside the sub-interface "${id}"`,
      remedy: byHand('Give the sub-interface a nested file of its own.'),
    })
  if (!hasRole(id))
    report({
      check: 'VlANG3',
      ...at,
      message: `SDC finds no network-role in the ID "${id}"`,
      remedy: byHand('Name it <vm-type>_<index>_subint_<network-role>_vmi_<index>.'),
    })
}

/** Linear: the word and what stands around it, not a pattern of repeated groups. */
function hasRole(id: string): boolean {
  const match = /^\w+?_subint_(\w+)$/.exec(id)
  const behind = match?.[1] ?? ''
  const end = behind.lastIndexOf('_vmi')
  const role = end < 1 ? '' : behind.slice(0, end)
  return role !== '' && /^_vmi(?:_\d+)*$/.test(behind.slice(end)) && !/^\d+$/.test(role)
}

/** One element, with one parameter of type string, or with none where that is enough. */
function isOneParent({ parameters }: SdcTemplate, refs: Node, wanted: 'only' | 'or none'): boolean {
  const items = listOf(refs)?.items
  if (items?.length !== 1) return false
  const read = usesOf('get_param', items[0])
  if (read.length === 0) return wanted === 'or none'
  return read.length === 1 && parameters?.get(read[0]?.name ?? '')?.type === 'string'
}
