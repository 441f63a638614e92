/** How values of AWS properties become those of native ones, by the names that the facts give the conversions. */

import {
  boolean,
  callOf,
  declarations,
  type Entry,
  entry,
  entryOf,
  type FindingCode,
  inPlaceOf,
  isOwn,
  list,
  type Mapping,
  mapping,
  type Node,
  nameOf,
  readValue,
  type Scalar,
  scalarOf,
  string,
  stringOf,
  unwrapped,
  valueOf,
  withEntries,
  withItems,
  withKey,
  withValue,
} from '../../src/engine/authoring/authoring.ts'
import { declaredType } from '../../src/heat/parameters.ts'
import { referenceOf, resourceRead } from '../../src/heat/reads.ts'
import type { Document } from '../../src/text/document/document.ts'
import { hasLinks, propertiesOf, type Resource, stringFor } from './resources.ts'

/** What a conversion may look at and say beside its result. */
interface ConversionScope {
  readonly root: Mapping
  readonly document: Document
  /** The properties of the AWS resource. */
  readonly properties: Mapping
  readonly resources: ReadonlyMap<string, Resource>
  /** Says that a difference of the facts applies, by its id. */
  found(difference: string, at: Node | Entry): void
  /** Whether the user accepts what a code reports, and another transform of the chain has reported it. */
  isAccepted(code: FindingCode): boolean
}

/** The native entries for a property, or why there are none: the resource then keeps its type. */
export type PropertyConversion = (
  one: Entry,
  to: string,
  around: ConversionScope,
) => readonly Entry[] | string

export const conversions: ReadonlyMap<string, PropertyConversion> = new Map<string, PropertyConversion>([
  ['copy', (one, to) => [withKey(one, to)]],
  ['drop', () => []],
  ['spread', spread],
  ['port-of-server', portOfServer],
  ['eip-address-to-id', addressToId],
  ['network-of-subnet', networkOfSubnet],
  ['with-subnet', () => []],
  ['blocks', (one) => `${nameOf(one)} has no native equivalent`],
  ['concat-lists', (one, to) => [withKey(one, to)]],
  [
    'tags-to-map',
    (one, to, around) => mapOfPairs(one, to, tagNames, around, (value) => tagValue(value, around.root)),
  ],
  [
    'dimensions-to-map',
    (one, to, around) => mapOfPairs(one, to, ['Name', 'Value'], around, (value) => value),
  ],
  ['scheduler-hints-to-map', (one, to, around) => mapOfPairs(one, to, tagNames, around, (value) => value)],
  ['subnet-to-network-entry', subnetToNetwork],
  ['nics-to-networks', nicsToNetworks],
  ['bdm-list', blockDevices],
  ['rules-ingress', (one, to, around) => rules(one, to, 'ingress', around)],
  ['rules-egress', (one, to, around) => rules(one, to, 'egress', around)],
  ['rule-protocol', ruleProtocol],
  ['rule-port', rulePort],
  ['rule-prefix-6', (one, to) => [entry('ethertype', string('IPv6'), { for: one }), withKey(one, to)]],
  [
    'adjustment-type-enum',
    named({
      ChangeInCapacity: 'change_in_capacity',
      ExactCapacity: 'exact_capacity',
      PercentChangeInCapacity: 'percent_change_in_capacity',
    }),
  ],
  [
    'comparison-enum',
    named({
      LessThanOrEqualToThreshold: 'le',
      LessThanThreshold: 'lt',
      GreaterThanThreshold: 'gt',
      GreaterThanOrEqualToThreshold: 'ge',
    }),
  ],
  [
    'statistic-enum',
    named({ SampleCount: 'count', Average: 'avg', Sum: 'sum', Minimum: 'min', Maximum: 'max' }),
  ],
  ['acl-to-container-headers', containerHeaders],
  ['metadata-prefix', containerMetadata],
])

/** A literal by another name. */
function named(names: Readonly<Record<string, string>>): PropertyConversion {
  const table = new Map(Object.entries(names))
  return (one, to, { document }) => {
    const value = table.get(stringOf(one.value) ?? '')
    if (value === undefined || one.value.kind !== 'scalar' || one.value.anchor !== undefined)
      return `${nameOf(one)} is not a literal ${[...table.keys()].join(', ')}`
    return [withKey(withValue(one, stringFor(one.value, value, document)), to)]
  }
}

const tagNames = ['Key', 'Value'] as const

/** A list of mappings that stand here, each with known keys only; or what is wrong with it. */
function itemsOf(one: Entry, known: readonly string[]): readonly Mapping[] | string {
  const { value } = one
  const what = nameOf(one)
  if (value.kind !== 'seq') return `${what} is not a literal list`
  if (hasLinks(value)) return `${what} contains an anchor or an alias`
  const items: Mapping[] = []
  for (const item of value.items) {
    if (item.kind !== 'map' || callOf(item)?.name === 'if' || !isOwn(item))
      return `${what} has an item that is not a plain mapping`
    const strange = item.entries.find((part) => !known.includes(nameOf(part) ?? ''))
    if (strange !== undefined) return `${what} has an item with ${nameOf(strange) ?? 'an odd key'}`
    items.push(item)
  }
  return items
}

/** `[{Key: a, Value: b}]` as `{a: b}`; keys of a mapping cannot hold functions. */
function mapOfPairs(
  one: Entry,
  to: string,
  [key, value]: readonly [string, string],
  { document }: ConversionScope,
  change: (value: Node) => Node | string,
): readonly Entry[] | string {
  const items = itemsOf(one, [key, value])
  if (typeof items === 'string') return items
  const entries: Entry[] = []
  const names = new Set<string>()
  for (const item of items) {
    const [nameEntry, valueEntry] = [entryOf(item, key), entryOf(item, value)]
    const name = scalarOf(nameEntry?.value)
    if (nameEntry === undefined || valueEntry === undefined || typeof name?.value !== 'string')
      return `${nameOf(one)} has an item whose ${key} is not a string, or without ${value}`
    if (names.has(name.value)) return `${nameOf(one)} sets "${name.value}" twice`
    names.add(name.value)
    const changed = change(valueEntry.value)
    if (typeof changed === 'string') return changed
    // What stood around the item stands around the entry.
    entries.push(entry(stringFor(name, name.value, document), inPlaceOf(changed, item)))
  }
  const style = styleOf(one.value, items)
  return [withKey(withValue(one, inPlaceOf(mapping(entries, { style }), one.value)), to)]
}

/** Block where the list was a block, whatever its items were. */
function styleOf(value: Node, items: readonly Mapping[]): 'flow' | 'block' | 'auto' {
  if (value.kind !== 'seq' || items.length === 0) return 'flow'
  return value.style
}

/** Heat makes a string of it as Python does, natively as JSON does (`Property._get_string`, `meta_serialize`). */
function tagValue(value: Node, root: Mapping): Node | string {
  if (value.kind === 'scalar') return value.type === 'str' ? value : pythonString(value)
  const call = callOf(value)
  if (call?.name !== 'get_param') return call === undefined ? 'the value of a tag is not a string' : value
  const parameter = declarations(root).parameters.get(stringOf(call.argument) ?? '')
  const type = declaredType(parameter)
  return type === undefined || type === 'string'
    ? value
    : `the value of a tag comes from a parameter of type ${type}`
}

function pythonString(value: Scalar): Node | string {
  if (value.type === 'bool')
    return string(value.value === true ? 'True' : 'False', { for: value, style: 'single' })
  if (value.type === 'int') return string(String(value.value), { for: value, style: 'single' })
  return 'the value of a tag is not a string'
}

function subnetToNetwork(one: Entry, _to: string, { properties }: ConversionScope): readonly Entry[] {
  if (entryOf(properties, 'NetworkInterfaces') !== undefined) return []
  const network = mapping([entry('subnet', one.value)], { style: 'flow' })
  return [entry('networks', inPlaceOf(list([network]), one.value), { for: one })]
}

/** In the order of their index; one that is a string has its position for one (`Instance._build_nics`). */
function nicsToNetworks(one: Entry): readonly Entry[] | string {
  const { value } = one
  if (value.kind !== 'seq' || hasLinks(value)) return 'NetworkInterfaces is not a plain literal list'
  const ports: { readonly index: number; readonly network: Node }[] = []
  const networkOf = (item: Node, port: Entry) => inPlaceOf(mapping([port], { style: 'flow' }), item)
  for (const [position, item] of value.items.entries()) {
    const call = callOf(item)
    if (item.kind !== 'map' || call?.name.startsWith('get_')) {
      ports.push({ index: position, network: networkOf(item, entry('port', item)) })
      continue
    }
    const [index, id] = [scalarOf(valueOf(item, 'DeviceIndex')), entryOf(item, 'NetworkInterfaceId')]
    if (index === undefined || id === undefined || !/^\d+$/.test(String(index.value)))
      return 'NetworkInterfaces has an item whose DeviceIndex is not a literal number'
    ports.push({ index: Number(index.value), network: networkOf(item, withKey(id, 'port')) })
  }
  const networks = ports.toSorted((a, b) => a.index - b.index).map(({ network }) => network)
  return [entry('networks', inPlaceOf(list(networks), value), { for: one })]
}

const deviceNames = new Map([
  ['SnapshotId', 'snapshot_id'],
  ['VolumeSize', 'volume_size'],
  ['DeleteOnTermination', 'delete_on_termination'],
])

/** The first form of the list; the second would want a boot index beside an image. */
function blockDevices(one: Entry, to: string): readonly Entry[] | string {
  const items = itemsOf(one, ['DeviceName', 'Ebs'])
  if (typeof items === 'string') return items
  const made: Node[] = []
  for (const item of items) {
    const [name, ebs] = [entryOf(item, 'DeviceName'), valueOf(item, 'Ebs')]
    if (name === undefined || ebs?.kind !== 'map' || !isOwn(ebs) || callOf(ebs)?.name === 'if')
      return 'BlockDeviceMappings has an item without DeviceName or Ebs'
    const parts: Entry[] = []
    for (const part of ebs.entries) {
      const native = deviceNames.get(nameOf(part) ?? '')
      if (native === undefined) return `Heat rejects ${nameOf(part)} in BlockDeviceMappings`
      parts.push(withKey(part, native))
    }
    if (entryOf(ebs, 'DeleteOnTermination') === undefined)
      parts.push(entry('delete_on_termination', boolean(true)))
    const entries = item.entries.flatMap((held) =>
      held === name ? [withKey(name, 'device_name')] : unwrapped(held, parts),
    )
    made.push(mapping(entries, { for: item, style: item.style }))
  }
  return one.value.kind === 'seq' ? [withKey(withValue(one, withItems(one.value, made)), to)] : []
}

const ruleNames = new Map([
  ['IpProtocol', 'protocol'],
  ['FromPort', 'port_range_min'],
  ['ToPort', 'port_range_max'],
  ['CidrIp', 'remote_ip_prefix'],
  ['SourceSecurityGroupId', 'remote_group_id'],
  ['SourceSecurityGroupName', 'remote_group_id'],
])

/** As `NeutronSecurityGroup` sends them (`_prop_rules_to_common`, `_convert_to_neutron_rule`). */
function rules(
  one: Entry,
  to: string,
  direction: string,
  around: ConversionScope,
): readonly Entry[] | string {
  const items = itemsOf(one, [...ruleNames.keys()])
  if (typeof items === 'string') return items
  if (new Set(items.map((item) => written(item))).size < items.length)
    return `${nameOf(one)} has a duplicate rule, which Neutron rejects`
  const made: Node[] = []
  for (const item of items) {
    const rule = ruleOf(item, direction, around)
    if (typeof rule === 'string') return rule
    made.push(rule)
  }
  return one.value.kind === 'seq' ? [withKey(withValue(one, withItems(one.value, made)), to)] : []
}

/** The same for the same data, whatever the order of its keys. */
function written(node: Node): string {
  if (node.kind === 'map')
    return `{${node.entries
      .map((one) => `${nameOf(one)}:${written(one.value)}`)
      .sort()
      .join()}}`
  if (node.kind === 'seq') return `[${node.items.map(written).join()}]`
  return JSON.stringify(String(scalarOf(node)?.value))
}

function ruleOf(item: Mapping, direction: string, around: ConversionScope): Mapping | string {
  const [from, till] = [valueOf(item, 'FromPort'), valueOf(item, 'ToPort')]
  const isPortless = from === undefined && till === undefined
  const group = entryOf(item, 'SourceSecurityGroupId') ?? entryOf(item, 'SourceSecurityGroupName')
  const prefix = entryOf(item, 'CidrIp')
  if (group !== undefined && prefix !== undefined && !isPortless)
    return 'a rule has both CidrIp and a source group, which Neutron rejects'
  const parts: Entry[] = [entry('direction', string(direction))]
  for (const part of item.entries) {
    const name = nameOf(part) ?? ''
    const to = ruleNames.get(name) ?? name
    if (name === 'FromPort' || name === 'ToPort') {
      const sign = portSign(part.value, around.root)
      if (sign === 'unknown') return `${name} of a rule may be negative, which omits it`
      if (sign === 'negative') continue
    }
    if (name === 'IpProtocol') {
      const protocol = protocolOf(part.value, around.document)
      if (protocol !== undefined) parts.push(withKey(withValue(part, protocol), to))
      continue
    }
    if (name === 'CidrIp' && isPortless) {
      if (!around.isAccepted('open-to-any-source')) around.found('portless-cidr', part)
      continue
    }
    if (to !== 'remote_group_id') parts.push(withKey(part, to))
    else if (part === group)
      parts.push(entry('remote_mode', string('remote_group_id')), withKey(part, 'remote_group_id'))
  }
  return withEntries(item, parts)
}

/** Heat leaves negative ports out. */
function portSign(value: Node, root: Mapping): 'positive' | 'negative' | 'unknown' {
  const scalar = scalarOf(value)
  if (scalar !== undefined) {
    const written = String(scalar.value)
    if (!/^-?\d+$/.test(written)) return 'unknown'
    return written.startsWith('-') ? 'negative' : 'positive'
  }
  const call = callOf(value)
  if (call?.name !== 'get_param') return 'unknown'
  const constraints = readValue(
    declarations(root).parameters.get(stringOf(call.argument) ?? ''),
    'constraints',
  )
  const isBounded =
    constraints?.kind === 'seq' &&
    constraints.items.some((item) => {
      if (item.kind !== 'map') return false
      const range = valueOf(item, 'range')
      const least = scalarOf(range?.kind === 'map' ? valueOf(range, 'min') : undefined)?.value
      const allowed = valueOf(item, 'allowed_values')
      const values = allowed?.kind === 'seq' ? allowed.items : []
      const isAllowed = values.length > 0 && values.every((one) => /^\d+$/.test(String(scalarOf(one)?.value)))
      return isAllowed || (typeof least === 'number' && least >= 0)
    })
  return isBounded ? 'positive' : 'unknown'
}

/** A rule of its own is for TCP unless it says otherwise; Neutron reads 0 as any protocol. */
function ruleProtocol(one: Entry, to: string, { document }: ConversionScope): readonly Entry[] {
  const { value } = one
  if (isAnyProtocol(one) && value.kind === 'scalar')
    return [withKey(withValue(one, stringFor(value, '0', document)), to)]
  return [withKey(withValue(one, protocolOf(value, document) ?? value), to)]
}

/** AWS ignores the ports of a rule for any protocol, and Neutron refuses them. */
function rulePort(one: Entry, to: string, { properties, root }: ConversionScope): readonly Entry[] | string {
  if (isAnyProtocol(entryOf(properties, 'IpProtocol'))) return []
  const sign = portSign(one.value, root)
  if (sign === 'unknown') return `${nameOf(one)} may be negative, which omits it`
  return sign === 'negative' ? [] : [withKey(one, to)]
}

function isAnyProtocol(one: Entry | undefined): boolean {
  return String(scalarOf(one?.value)?.value) === '-1'
}

/** Undefined for -1: Neutron knows names and 0 to 255. */
function protocolOf(value: Node, document: Document): Node | undefined {
  const scalar = scalarOf(value)
  if (scalar === undefined || value.kind !== 'scalar') return value
  if (String(scalar.value) === '-1') return undefined
  const lower = typeof scalar.value === 'string' ? scalar.value.toLowerCase() : undefined
  return lower === undefined || lower === scalar.value ? value : stringFor(value, lower, document)
}

/** Only `PublicReadWrite` says the same natively: HOT can name neither project nor user. */
function containerHeaders(one: Entry): readonly Entry[] | string {
  const access = stringOf(one.value)
  const readers = new Map([
    ['PublicRead', ['X-Container-Read']],
    ['PublicReadWrite', ['X-Container-Read', 'X-Container-Write']],
    ['Private', []],
    ['BucketOwnerRead', []],
    ['BucketOwnerFullControl', []],
  ]).get(access ?? '')
  if (readers === undefined) return `AccessControl ${access ?? ''} cannot be written natively`
  return readers.map((header, index) => entry(header, string('.r:*'), index === 0 ? { for: one } : {}))
}

/** `S3Bucket.handle_create`: tags and the pages of a web site become headers. */
function containerMetadata(one: Entry, _to: string, around: ConversionScope): readonly Entry[] | string {
  const name = 'X-Container-Meta'
  if (nameOf(one) === 'Tags') {
    const made = mapOfPairs(one, name, tagNames, around, (value) => value)
    const [tags] = typeof made === 'string' ? [] : made
    if (typeof made === 'string' || tags?.value.kind !== 'map') return typeof made === 'string' ? made : []
    const named = tags.value.entries.map((tag) => withKey(tag, `S3-Tag-${nameOf(tag)}`))
    return [withValue(tags, withEntries(tags.value, named))]
  }
  const pages = new Map([
    ['IndexDocument', 'Web-Index'],
    ['ErrorDocument', 'Web-Error'],
  ])
  const { value } = one
  if (value.kind !== 'map' || hasLinks(value) || !isOwn(value))
    return `${nameOf(one)} is not a literal mapping`
  const strange = value.entries.find((part) => !pages.has(nameOf(part) ?? ''))
  if (strange !== undefined) return `${nameOf(one)} has ${nameOf(strange)}`
  const parts = value.entries.map((part) => withKey(part, pages.get(nameOf(part) ?? '') ?? ''))
  return [withKey(withValue(one, withEntries(value, parts)), name)]
}

/** The parameters of a nested stack as properties of the resource that it becomes. */
function spread(one: Entry): readonly Entry[] | string {
  const { value } = one
  if (value.kind !== 'map' || !isOwn(value) || callOf(value)?.name === 'if')
    return 'Parameters is not a plain literal mapping'
  return unwrapped(one, value.entries)
}

const portTypes: ReadonlySet<string> = new Set(['OS::Neutron::Port', 'AWS::EC2::NetworkInterface'])

/** The first port of the server, where that is a resource: nothing else names it safely. */
function portOfServer(one: Entry, to: string, { resources }: ConversionScope): readonly Entry[] | string {
  const server = resources.get(referenceOf(one.value) ?? '')
  const port = server === undefined ? undefined : firstPort(propertiesOf(server.definition))
  const resource = resources.get(referenceOf(port) ?? '')
  if (port === undefined || resource === undefined || !portTypes.has(resource.type))
    return 'the first port of the server is not a resource of the template'
  return [entry(to, port, { for: one })]
}

function firstPort(properties: Mapping | undefined): Node | undefined {
  const [networks, interfaces] = ['networks', 'NetworkInterfaces'].map((name) => entryOf(properties, name))
  const converted = interfaces === undefined ? [] : nicsToNetworks(interfaces)
  const listed = networks ?? (typeof converted === 'string' ? undefined : converted[0])
  const [first] = listed?.value.kind === 'seq' ? listed.value.items : []
  return first?.kind === 'map' ? valueOf(first, 'port') : undefined
}

/** `EIP` names an address; natively an identifier is wanted. */
function addressToId(one: Entry, to: string, { resources }: ConversionScope): readonly Entry[] | string {
  const read = resourceRead(one.value)
  const isNative = resources.get(read?.name ?? '')?.type === 'OS::Neutron::FloatingIP'
  if (read === undefined || !isNative || stringOf(read.path[0]) !== 'floating_ip_address')
    return 'its EIP is not a native floating IP of the template'
  return [
    entry(to, mapping([entry('get_resource', read.at)], { for: one.value, style: 'flow' }), { for: one }),
  ]
}

/** A native port wants its network, too (`NetworkInterface.handle_create` asks Neutron for it). */
function networkOfSubnet(
  one: Entry,
  _to: string,
  { properties, resources }: ConversionScope,
): readonly Entry[] | string {
  const name = referenceOf(one.value)
  const subnet = resources.get(name ?? '')
  const network =
    subnet?.type === 'AWS::EC2::Subnet'
      ? valueOf(propertiesOf(subnet.definition), 'VpcId')
      : subnet?.type === 'OS::Neutron::Subnet' && name !== undefined
        ? mapping([entry('get_attr', list([string(name), string('network_id')], { style: 'flow' }))], {
            style: 'flow',
          })
        : undefined
  if (network === undefined || hasLinks(network)) return 'the network of its SubnetId is unknown'
  const address = entryOf(properties, 'PrivateIpAddress')
  const fixed = mapping(
    [entry('subnet', one.value), ...(address === undefined ? [] : [withKey(address, 'ip_address')])],
    { style: 'flow' },
  )
  return [entry('network', network), entry('fixed_ips', list([fixed]), { for: one })]
}
