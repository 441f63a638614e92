/** What makes SDC's validators fail: the user sees an internal error, and no finding of any file. */

import { entriesRead, readValue } from '../../../heat/merge-keys.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { isNull, itemsOf, listOf, mapOf, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import type { CheckId } from '../checks.ts'
import { codesNamed } from '../codes.ts'
import { argumentOf, usesOf } from '../functions.ts'
import { byHand, placed, repairedBy, type SdcRemedy, type SdcReport } from '../rule.ts'
import type { SdcPackage } from '../sdc-package.ts'
import { propertyOf, type SdcResource, type SdcTemplate } from '../template.ts'

export const internalErrorRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-internal-error', 'sdc-discouraged'),
  checks: ['SDC-C1', 'SDC-C2', 'SDC-C3', 'SDC-C5', 'SDC-C6', 'SDC-C8', 'SDC-C9', 'SDC-C10'],
  find(pkg: SdcPackage, report: SdcReport) {
    for (const { template } of pkg.templates) {
      checkParameters(template, report)
      for (const resource of template.resources) checkResource(resource, report)
      checkOutputs(template, report)
    }
  },
})

/** Types whose validators ask for the properties without looking whether there are any. */
export const typesWithProperties: ReadonlySet<string> = new Set([
  'OS::Nova::Server',
  'OS::Neutron::Port',
  'OS::ContrailV2::VirtualMachineInterface',
])

const consequence = 'SDC ends in an internal error'

function fails(
  report: SdcReport,
  check: CheckId,
  { path }: SdcTemplate,
  at: Node | Entry | undefined,
  what: string,
  remedy: SdcRemedy,
): void {
  report({ check, ...placed(path, at), message: `${what}: ${consequence}`, remedy })
}

function checkParameters(template: SdcTemplate, report: SdcReport): void {
  for (const { name, entry, map } of template.parameters?.values() ?? [])
    if (map === undefined)
      fails(report, 'SDC-C6', template, entry, `the parameter "${name}" is empty`, byHand('Give it a type.'))
}

function checkResource(resource: SdcResource, report: SdcReport): void {
  const { id, entry, map, type, typeNode, hasProperties, template } = resource
  if (map === undefined) {
    fails(report, 'SDC-C2', template, entry, `the resource "${id}" is empty`, byHand('Say what it is.'))
    return
  }
  if (type === undefined && (typeNode === undefined || isNull(typeNode)))
    report({
      check: 'SDC-C1',
      ...placed(template.path, entry),
      message: `the resource "${id}" has no type: ${consequence}`,
      remedy: byHand('Give it a type.'),
      also: ['FRG1', 'RBV1'],
    })
  if (!hasProperties && typesWithProperties.has(type ?? '')) {
    const what = `"${id}" of type ${type} has no properties`
    fails(report, 'SDC-C3', template, entry, what, repairedBy('properties', 'writes "properties: {}"'))
  }
  checkLists(resource, report)
  checkForms(resource, report)
}

/** Lists of which the validators take the elements for mappings. */
function checkLists(resource: SdcResource, report: SdcReport): void {
  const { id, type, template } = resource
  if (type === 'OS::Neutron::Port')
    for (const item of itemsOf(propertyOf(resource, 'fixed_ips'))) {
      const map = mapOf(item)
      if (map === undefined || map.entries.length === 0)
        fails(
          report,
          'SDC-C8',
          template,
          item,
          `an element of fixed_ips of "${id}" names no address`,
          byHand('Write a mapping, or remove it.'),
        )
    }
  if (type !== 'OS::Nova::Server') return
  for (const item of itemsOf(propertyOf(resource, 'networks'))) {
    if (mapOf(item) === undefined)
      fails(
        report,
        'SDC-C9',
        template,
        item,
        `an element of networks of "${id}" is no mapping`,
        byHand('Write a mapping.'),
      )
    const port = stringOf(argumentOf('get_resource', readValue(mapOf(item), 'port')))
    const named = port === undefined ? undefined : template.resource(port)
    if (named?.type === 'OS::Neutron::Port' || named?.map === undefined || named.hasProperties) continue
    fails(
      report,
      'SDC-C9',
      template,
      item,
      `the port "${named.id}" of "${id}" has no properties`,
      byHand('Write them.'),
    )
  }
}

function checkForms(resource: SdcResource, report: SdcReport): void {
  const { id, type, template } = resource
  const wrong = (name: string, value: Node) =>
    fails(report, 'SDC-C10', template, value, `${name} of "${id}" is no mapping`, byHand('Write a mapping.'))
  const isNoMapping = (value: Node | undefined): value is Node =>
    value !== undefined && !isNull(value) && mapOf(value) === undefined
  if (type === 'OS::Nova::Server') {
    const hints = propertyOf(resource, 'scheduler_hints')
    if (isNoMapping(hints)) wrong('scheduler_hints', hints)
  }
  if (type === 'OS::Heat::ResourceGroup') {
    const definition = propertyOf(resource, 'resource_def')
    const properties = readValue(mapOf(definition), 'properties')
    if (isNoMapping(definition)) wrong('resource_def', definition)
    if (isNoMapping(properties)) wrong('properties of resource_def', properties)
  }
  if (type === 'OS::ContrailV2::VirtualMachineInterface') checkReferences(resource, report)
}

function checkReferences(resource: SdcResource, report: SdcReport): void {
  const { id, template } = resource
  const refs = propertyOf(resource, 'virtual_machine_interface_refs')
  if (listOf(refs)?.items.length !== 1) return
  for (const { name, at } of usesOf('get_param', refs)) {
    if (name === undefined || template.parameters?.has(name) === true) continue
    fails(
      report,
      'SDC-C10',
      template,
      at,
      `"${id}" reads "${name}", which is no parameter of the template`,
      byHand('Declare it.'),
    )
  }
}

/** Only values that are the function on their first level. */
function checkOutputs(template: SdcTemplate, report: SdcReport): void {
  for (const { name, value } of template.outputs) {
    const isRead = entriesRead(mapOf(value)).length > 0
    const argument = isRead ? argumentOf('get_attr', value) : undefined
    if (argument !== undefined) {
      const [first, second] = itemsOf(argument)
      const isRight = stringOf(first) !== undefined && stringOf(second) !== undefined && template.hasResources
      if (!isRight) {
        const what = `the output "${name}" has get_attr without a resource and the name of an attribute`
        fails(report, 'SDC-C5', template, argument, what, byHand('Name both, as strings.'))
      }
    }
    const [used] = usesOf('get_resource', value)
    if (used !== undefined && !template.hasResources)
      fails(
        report,
        'SDC-C10',
        template,
        used.at,
        `the output "${name}" names a resource, and the template has none`,
        byHand('Remove it.'),
      )
  }
}
