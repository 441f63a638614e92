/** The names from which SDC tells what a server is made of (naming conventions of org.openecomp.sdc.validation.impl.validators.namingconvention). */

import { entriesRead, readValue } from '../../../heat/merge-keys.ts'
import type { Node } from '../../../text/document/node.ts'
import { itemsOf, listOf, mapOf, nameOf, resolved, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import type { CheckId } from '../checks.ts'
import { codesNamed } from '../codes.ts'
import { argumentOf, firstNamed } from '../functions.ts'
import { byHand, placed, repairedBy, type SdcRemedy, type SdcReport } from '../rule.ts'
import type { SdcPackage, TemplateInUse } from '../sdc-package.ts'
import { propertyOf, type SdcResource } from '../template.ts'
import { fits } from '../value-types.ts'
import { networksOf, portOf } from './resources.ts'

export const namingRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-naming', 'sdc-own-fault'),
  checks: [
    'NNS1',
    'NNS2',
    'NNS3',
    'NNS4',
    'NNS5',
    'NNS6',
    'NNS7',
    'NNS8',
    'NNS9',
    'NNS10',
    'NNS11',
    'NNS12',
    'NNS13',
    'NNP1',
    'NNP2',
    'NNP3',
    'NST1',
    'NST2',
    'NST3',
    'NSI1',
    'NSI2',
  ],
  find(pkg: SdcPackage, report: SdcReport) {
    for (const use of pkg.templates)
      for (const resource of use.template.resources) {
        if (!resource.hasProperties) continue
        if (resource.type === 'OS::Nova::Server') checkServer(pkg, use, resource, report)
        if (resource.type === 'OS::Neutron::Port') checkPort(resource, report)
        if (resource.type === 'OS::Contrail::ServiceTemplate') checkServiceTemplate(resource, report)
        if (resource.type === 'OS::Contrail::ServiceInstance')
          checkZone(resource, { name: 'NSI1', none: 'NSI2' }, report)
      }
  },
})

const rename = byHand('Name it as ONAP wants it; without that SDC does not know what it is for.')
const useParameter = byHand('Read the value from a parameter.')

function say(
  report: SdcReport,
  check: CheckId,
  { template, id }: SdcResource,
  at: Parameters<typeof placed>[1],
  message: string,
  remedy: SdcRemedy,
  isOwnFault = false,
): void {
  report({ check, ...placed(template.path, at), item: id, message, remedy, isOwnFault })
}

function checkServer(pkg: SdcPackage, use: TemplateInUse, resource: SdcResource, report: SdcReport): void {
  checkMetadata(resource, report)
  checkZone(resource, { name: 'NNS5', none: 'NNS6' }, report)
  checkServerName(pkg, use, resource, report)
  checkNetworks(resource, report)
  checkSameType(resource, report)
  for (const property of ['image', 'flavor'] as const)
    checkModelParameter(resource, property, ['NNS8', 'NNS13'], report)
}

function checkMetadata(resource: SdcResource, report: SdcReport): void {
  const { id, entry, properties } = resource
  if (properties.length === 0) return
  const metadata = propertyOf(resource, 'metadata')
  const advice = byHand('Add it, with the parameters that ONAP gives.')
  if (metadata === undefined) {
    say(report, 'NNS1', resource, entry, `the server "${id}" has no metadata`, advice)
    return
  }
  const map = mapOf(metadata)
  if (map === undefined) return
  const keys = new Set(entriesRead(map).map((one) => (nameOf(one) ?? '').toLowerCase()))
  for (const [check, key] of [
    ['NNS2', 'vf_module_id'],
    ['NNS3', 'vnf_id'],
  ] as const)
    if (!keys.has(key))
      say(report, check, resource, metadata, `the metadata of the server "${id}" has no ${key}`, advice)
}

function checkZone(resource: SdcResource, checks: { name: CheckId; none: CheckId }, report: SdcReport): void {
  const value = propertyOf(resource, 'availability_zone')
  if (value === undefined) return
  if (mapOf(value) === undefined) {
    say(
      report,
      checks.none,
      resource,
      value,
      `the availability_zone of "${resource.id}" is read from no parameter`,
      useParameter,
    )
    return
  }
  const name = firstNamed('get_param', value)
  if (name !== undefined && !/^availability_zone_\d+$/.test(name))
    say(
      report,
      checks.name,
      resource,
      value,
      `the availability_zone of "${resource.id}" comes from "${name}", and SDC knows availability_zone_<index> only`,
      rename,
    )
}

/** What of a name is for SDC: with an index, or that of a list and an index. */
function nameFits(argument: Node): boolean {
  const name = stringOf(argument)
  if (name !== undefined) return /_name_\d+$/.test(name)
  const items = listOf(argument)?.items ?? []
  return items.length === 2 && /_names$/.test(stringOf(items[0]) ?? '')
}

function checkServerName(
  pkg: SdcPackage,
  { environment }: TemplateInUse,
  resource: SdcResource,
  report: SdcReport,
): void {
  const { id, entry } = resource
  const value = propertyOf(resource, 'name')
  const argument = argumentOf('get_param', value)
  if (argument === undefined) {
    say(
      report,
      'NNS7',
      resource,
      value ?? entry,
      `the name of the server "${id}" is read from no parameter`,
      useParameter,
    )
    return
  }
  if (!nameFits(argument))
    say(
      report,
      'NNS10',
      resource,
      value,
      `the parameter of the name of "${id}" is neither <vm-type>_name_<index> nor <vm-type>_names with an index`,
      rename,
    )
  const name = firstNamed('get_param', value)
  const root = environment === undefined ? undefined : pkg.environmentRoot(environment)
  const given = readValue(mapOf(readValue(root, 'parameters')), name ?? '')
  if (given === undefined || fits(given, 'string') || fits(given, 'comma_delimited_list')) return
  say(
    report,
    'NNS9',
    resource,
    value,
    `the environment gives "${name ?? ''}", a name of "${id}", a value that is no name`,
    byHand('Give a string, or a list of strings.'),
  )
}

function checkNetworks(resource: SdcResource, report: SdcReport): void {
  const { id, template } = resource
  const roles = new Map<string, Node>()
  for (const item of networksOf(resource)) {
    const port = template.resource(portOf(readValue(mapOf(item), 'port')) ?? '')
    if (port?.type !== 'OS::Neutron::Port') continue
    const network = propertyOf(port, 'network_id', 'network')
    if (network === undefined || mapOf(network) === undefined)
      say(
        report,
        'NNS4',
        resource,
        item,
        `the network of the port "${port.id}" of "${id}" is read from no parameter`,
        useParameter,
      )
    const name = stringOf(argumentOf('get_param', network)) ?? ''
    const role = /^(.*)_net_(?:id|name|fqdn)$/.exec(name)?.[1]
    if (role === undefined) continue
    if (roles.has(role))
      say(
        report,
        'NNS12',
        resource,
        item,
        `two ports of the server "${id}" are on networks of the role "${role}"`,
        byHand('Connect it once for each role.'),
      )
    roles.set(role, item)
  }
}

/** What of a parameter's name stands before a word is the type of the machine. SDC cuts at the first such word. */
function checkSameType(resource: SdcResource, report: SdcReport): void {
  const words = [
    ['name', (argument: Node) => nameFits(argument)],
    ['image', (argument: Node) => /_image_name$/.test(stringOf(argument) ?? '')],
    ['flavor', (argument: Node) => /_flavor_name$/.test(stringOf(argument) ?? '')],
  ] as const
  const found = words.flatMap(([word, isRight]) => {
    const value = propertyOf(resource, word)
    const argument = argumentOf('get_param', value)
    const name = firstNamed('get_param', value)
    return argument !== undefined && name !== undefined && isRight(argument) ? [{ word, name }] : []
  })
  const cut = found.map(({ word, name }) => name.slice(0, name.indexOf(word)).replace(/[^A-Za-z0-9]+$/, ''))
  if (new Set(cut).size < 2) return
  const whole = found.map(({ word, name }) =>
    name.replace(word === 'name' ? /_names?(?:_\d+)?$/ : `_${word}_name`, ''),
  )
  const isOwnFault = new Set(whole).size === 1
  say(
    report,
    'NNS11',
    resource,
    resource.entry,
    isOwnFault
      ? `SDC takes the names of "${resource.id}" for those of several vm-types, because "${whole[0] ?? ''}" has one of the words name, image and flavor in it`
      : `the names of image, flavor and name of "${resource.id}" are those of several vm-types: ${[...new Set(cut)].join(', ')}`,
    isOwnFault
      ? byHand('Nothing is wrong with the package; a vm-type without these words avoids the warning.')
      : byHand('Use one vm-type for a server.'),
    isOwnFault,
  )
}

/** `image` and `flavor` of servers, and the same of templates of services. */
function checkModelParameter(
  resource: SdcResource,
  property: string,
  [none, wrong]: readonly [CheckId, CheckId],
  report: SdcReport,
): void {
  const value = propertyOf(resource, property)
  if (value === undefined) return
  if (mapOf(value) === undefined) {
    say(
      report,
      none,
      resource,
      value,
      `${property} of "${resource.id}" is read from no parameter`,
      useParameter,
    )
    return
  }
  const word = property.replace(/_name$/, '')
  const name = firstNamed('get_param', value)
  if (name !== undefined && !name.endsWith(`_${word}_name`))
    say(
      report,
      wrong,
      resource,
      value,
      `${property} of "${resource.id}" comes from "${name}", and SDC knows <vm-type>_${word}_name only`,
      rename,
    )
}

function checkServiceTemplate(resource: SdcResource, report: SdcReport): void {
  checkModelParameter(resource, 'image_name', ['NST2', 'NST3'], report)
  checkModelParameter(resource, 'flavor', ['NST2', 'NST3'], report)
  const image = firstNamed('get_param', propertyOf(resource, 'image_name'))
  const flavor = firstNamed('get_param', propertyOf(resource, 'flavor'))
  if (image?.endsWith('_image_name') !== true || flavor?.endsWith('_flavor_name') !== true) return
  if (image.slice(0, -'_image_name'.length) === flavor.slice(0, -'_flavor_name'.length)) return
  say(
    report,
    'NST1',
    resource,
    resource.entry,
    `image and flavor of "${resource.id}" are those of two vm-types`,
    byHand('Use one vm-type.'),
  )
}

// Ports.

const addressName = /^[^_]+_[^_]+(?:_[^_]+)?_(?:v6_)?(?:ips|ip_\d+)$/

function checkPort(resource: SdcResource, report: SdcReport): void {
  const { id } = resource
  const network = propertyOf(resource, 'network', 'network_id')
  if (network !== undefined) checkNetwork(resource, network, report)
  for (const item of itemsOf(propertyOf(resource, 'fixed_ips'))) {
    const [first] = mapOf(item)?.entries ?? []
    if (first === undefined) continue
    if (mapOf(first.value) === undefined)
      say(
        report,
        'NNP2',
        resource,
        first.value,
        `"${nameOf(first) ?? ''}" in fixed_ips of the port "${id}" is read from no parameter`,
        useParameter,
      )
    else checkAddress(resource, item, report)
  }
}

function checkNetwork(resource: SdcResource, network: Node, report: SdcReport): void {
  const { id } = resource
  if (mapOf(network) === undefined) {
    say(
      report,
      'NNP2',
      resource,
      network,
      `the network of the port "${id}" is read from no parameter`,
      useParameter,
    )
    return
  }
  const name = stringOf(argumentOf('get_param', network))
  if (name !== undefined && !/_net_(?:id|name|fqdn)$/.test(name))
    say(
      report,
      'NNP3',
      resource,
      network,
      `the network of the port "${id}" comes from "${name}", and SDC knows <network-role>_net_id, _net_name and _net_fqdn only`,
      rename,
    )
}

/** Whether SDC takes something else for the address of an element of fixed_ips, whose own name it would know. */
export function isMisreadAddress(item: Node): boolean {
  const entries = resolved(item).kind === 'map' ? (mapOf(item)?.entries ?? []) : []
  const [first] = entries
  const address = entries.find((one) => nameOf(one) === 'ip_address')
  if (first === undefined || address === undefined || first === address) return false
  const [taken, meant] = [firstNamed('get_param', first.value), firstNamed('get_param', address.value)]
  const isKnown = (name: string | undefined) => name === undefined || addressName.test(name)
  return !isKnown(taken) && isKnown(meant)
}

/** SDC looks at the first key of an element only, whichever it is. */
function checkAddress(resource: SdcResource, item: Node, report: SdcReport): void {
  const entries = mapOf(item)?.entries ?? []
  const [first] = entries
  const name = firstNamed('get_param', first?.value)
  if (first === undefined || name === undefined || addressName.test(name)) return
  const key = nameOf(first)
  const address = entries.find((one) => nameOf(one) === 'ip_address')
  const isMisread = key !== 'ip_address' && address !== undefined
  const parts = name.split('_').length
  const isTooLong = key === 'ip_address' && parts > 5 && /_(?:v6_)?(?:ips|ip_\d+)$/.test(name)
  say(
    report,
    'NNP1',
    resource,
    first.value,
    isTooLong
      ? `SDC does not know the name "${name}": a vm-type and a network-role of more than three words together never pass`
      : isMisread
        ? `SDC takes "${name}", which is the ${key ?? ''} of "${resource.id}", for an address, because it stands first`
        : `the address of the port "${resource.id}" comes from "${name}", whose name SDC does not know`,
    isMisreadAddress(item)
      ? repairedBy('addresses', 'puts ip_address first')
      : isTooLong
        ? byHand('Nothing is wrong with the package; shorter names avoid the warning.')
        : rename,
    isTooLong,
  )
}
