/**
 * The native counterparts of values of AWS properties, in terms: the same facts that the transforms follow in trees, so
 * that the output is compared with a specification.
 */
import { pythonStr } from '../../heat/values/python-text.ts'
import type { Key } from '../../heat/values/value.ts'
import type { MapTerm, Term, Terms } from '../terms/term.ts'

/** Native properties by name; undefined where the term does not determine them. */
export type NativeValues = ReadonlyMap<Key, Term> | undefined

/** The queries of a conversion to the rest of the template. */
export interface About {
  readonly terms: Terms
  /** The name of the native property. */
  readonly to: string
  /** The name of the AWS property. */
  readonly from: string
  /** Another property of the same resource; undefined where it has none. */
  readonly sibling: (name: string) => Term | undefined
  /** The first port of the server that a term refers to. */
  readonly portOf: (server: Term) => Term | undefined
  /** The network of the subnet that a term refers to. */
  readonly networkOf: (subnet: Term) => Term | undefined
}

type Conversion = (value: Term, about: About) => NativeValues

/** Conversions by the names that the facts give them (`as`); `copy` is none of them. */
export const valueConversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ['copy', one],
  ['concat-lists', one],
  ['spread', (value) => (value.tag === 'map' ? value.entries : undefined)],
  ['tags-to-map', (value, about) => named(about, pairs(value, about.terms, 'Key', tagValue))],
  ['dimensions-to-map', (value, about) => named(about, pairs(value, about.terms, 'Name', itself))],
  ['scheduler-hints-to-map', (value, about) => named(about, pairs(value, about.terms, 'Key', itself))],
  ['subnet-to-network-entry', networkOfSubnetId],
  ['nics-to-networks', networksOfInterfaces],
  ['bdm-list', blockDevices],
  ['rules-ingress', (value, about) => rules(value, about, 'ingress')],
  ['rules-egress', (value, about) => rules(value, about, 'egress')],
  ['balanced-protocol', one],
  ['first-subnet', (value, about) => named(about, about.terms.step(value, about.terms.constant(0), ''))],
  ['forward', (value, about) => named(about, forwardedTo(value))],
  [
    'rule-protocol',
    (value, about) => named(about, protocol(value, about.terms) ?? about.terms.constant('0')),
  ],
  ['rule-port', rulePort],
  [
    'rule-prefix-6',
    (value, { to, terms }) => new Map([['ethertype', terms.constant('IPv6')] as const, [to, value] as const]),
  ],
  [
    'adjustment-type-enum',
    word({
      ChangeInCapacity: 'change_in_capacity',
      ExactCapacity: 'exact_capacity',
      PercentChangeInCapacity: 'percent_change_in_capacity',
    }),
  ],
  [
    'comparison-enum',
    word({
      LessThanOrEqualToThreshold: 'le',
      LessThanThreshold: 'lt',
      GreaterThanThreshold: 'gt',
      GreaterThanOrEqualToThreshold: 'ge',
    }),
  ],
  [
    'statistic-enum',
    word({ SampleCount: 'count', Average: 'avg', Sum: 'sum', Minimum: 'min', Maximum: 'max' }),
  ],
  ['acl-to-container-headers', containerHeaders],
  ['metadata-prefix', containerMetadata],
  ['port-of-server', (value, about) => named(about, about.portOf(value))],
  ['eip-address-to-id', (value, about) => named(about, addressOwner(value, about.terms))],
  ['network-of-subnet', networkAndAddress],
])

function one(value: Term, { to }: About): NativeValues {
  return new Map([[to, value]])
}

function named({ to }: About, value: Term | undefined): NativeValues {
  return value === undefined ? undefined : new Map([[to, value]])
}

function itself(value: Term): Term {
  return value
}

/** The maps of a list that is written out; undefined where it has any other item. */
function mapsIn(value: Term): readonly MapTerm[] | undefined {
  if (value.tag !== 'list') return undefined
  const maps = value.items.filter((item) => item.tag === 'map')
  return maps.length === value.items.length ? maps : undefined
}

/** `[{Key: a, Value: b}]` as `{a: b}`. */
function pairs(
  value: Term,
  terms: Terms,
  key: string,
  change: (value: Term, terms: Terms) => Term | undefined,
): Term | undefined {
  const entries = new Map<Key, Term>()
  for (const item of mapsIn(value) ?? [undefined]) {
    const [name, given] = [item?.entries.get(key), item?.entries.get('Value')]
    if (name?.tag !== 'constant' || given === undefined || entries.has(name.value)) return undefined
    const changed = change(given, terms)
    if (changed === undefined) return undefined
    entries.set(name.value, changed)
  }
  return terms.map(entries)
}

/** AWS tags are strings (`Property._get_string`). */
function tagValue(value: Term, terms: Terms): Term | undefined {
  if (value.tag !== 'constant' || typeof value.value === 'string') return value
  const isScalar = typeof value.value === 'boolean' || typeof value.value === 'number'
  return isScalar ? terms.constant(pythonStr(value.value)) : undefined
}

function networkOfSubnetId(value: Term, { terms, sibling }: About): NativeValues {
  if (sibling('NetworkInterfaces') !== undefined) return new Map()
  return new Map([['networks', terms.list([terms.map(new Map([['subnet', value]]))])]])
}

/** By their index (`Instance._build_nics`). */
function networksOfInterfaces(value: Term, { terms }: About): NativeValues {
  const ports = portsIn(value)
  if (ports === undefined) return undefined
  return new Map([['networks', terms.list(ports.map((port) => terms.map(new Map([['port', port]]))))]])
}

/** The ports of `NetworkInterfaces` in their order. */
export function portsIn(value: Term): readonly Term[] | undefined {
  if (value.tag !== 'list') return undefined
  const ports: { readonly index: number; readonly port: Term }[] = []
  for (const [position, item] of value.items.entries()) {
    if (item.tag !== 'map') {
      ports.push({ index: position, port: item })
      continue
    }
    const [index, port] = [item.entries.get('DeviceIndex'), item.entries.get('NetworkInterfaceId')]
    if (index?.tag !== 'constant' || port === undefined || !/^\d+$/.test(String(index.value)))
      return undefined
    ports.push({ index: Number(index.value), port })
  }
  return ports.toSorted((a, b) => a.index - b.index).map(({ port }) => port)
}

/** A device of an instance is deleted with it, unless specified otherwise (`Instance._build_block_device_mapping`). */
function blockDevices(value: Term, about: About): NativeValues {
  const { terms } = about
  const devices: Term[] = []
  for (const item of mapsIn(value) ?? [undefined]) {
    const [name, ebs] = [item?.entries.get('DeviceName'), item?.entries.get('Ebs')]
    if (name === undefined || ebs?.tag !== 'map') return undefined
    const made = new Map<Key, Term>([['device_name', name]])
    for (const [key, given] of ebs.entries) {
      const to = deviceNames.get(key)
      if (to === undefined) return undefined
      made.set(to, given)
    }
    if (!made.has('delete_on_termination')) made.set('delete_on_termination', terms.true)
    devices.push(terms.map(made))
  }
  return named(about, terms.list(devices))
}

const deviceNames: ReadonlyMap<Key, string> = new Map([
  ['SnapshotId', 'snapshot_id'],
  ['VolumeSize', 'volume_size'],
  ['DeleteOnTermination', 'delete_on_termination'],
])

/** `NeutronSecurityGroup._convert_to_neutron_rule`: negative ports and the protocol -1 count as not given. */
function rules(value: Term, about: About, direction: string): NativeValues {
  const { terms } = about
  const made: Term[] = []
  for (const item of mapsIn(value) ?? [undefined]) {
    if (item === undefined) return undefined
    const rule = new Map<Key, Term>([['direction', terms.constant(direction)]])
    const at = (name: string) => item.entries.get(name)
    const put = (name: string, one: Term | undefined): void => {
      if (one !== undefined) rule.set(name, one)
    }
    put('protocol', protocol(at('IpProtocol'), terms))
    put('port_range_min', port(at('FromPort')))
    put('port_range_max', port(at('ToPort')))
    const isPortless = at('FromPort') === undefined && at('ToPort') === undefined
    if (!isPortless) put('remote_ip_prefix', at('CidrIp'))
    const group = at('SourceSecurityGroupId') ?? at('SourceSecurityGroupName')
    if (group !== undefined) put('remote_mode', terms.constant('remote_group_id'))
    put('remote_group_id', group)
    made.push(terms.map(rule))
  }
  return named(about, terms.list(made))
}

function protocol(value: Term | undefined, terms: Terms): Term | undefined {
  if (value?.tag !== 'constant') return value
  if (String(value.value) === '-1') return undefined
  return typeof value.value === 'string' ? terms.constant(value.value.toLowerCase()) : value
}

function port(value: Term | undefined): Term | undefined {
  return value?.tag === 'constant' && String(value.value).startsWith('-') ? undefined : value
}

/** Not given for any protocol (`SecurityGroupRule` of a rule of its own). */
function rulePort(value: Term, { to, terms, sibling }: About): NativeValues {
  const isOfAny = protocol(sibling('IpProtocol'), terms) === undefined
  const given = isOfAny ? undefined : port(value)
  return given === undefined ? new Map() : new Map([[to, given]])
}

function word(words: Readonly<Record<string, string>>): Conversion {
  const table = new Map<Key, string>(Object.entries(words))
  return (value, about) => {
    const native = value.tag === 'constant' ? table.get(value.value) : undefined
    return native === undefined ? undefined : named(about, about.terms.constant(native))
  }
}

const readers: ReadonlyMap<Key, readonly string[]> = new Map([
  ['PublicRead', ['X-Container-Read']],
  ['PublicReadWrite', ['X-Container-Read', 'X-Container-Write']],
  ['Private', []],
  ['BucketOwnerRead', []],
  ['BucketOwnerFullControl', []],
])

function containerHeaders(value: Term, { terms }: About): NativeValues {
  const headers = value.tag === 'constant' ? readers.get(value.value) : undefined
  return headers && new Map(headers.map((header) => [header, terms.constant('.r:*')]))
}

function containerMetadata(value: Term, { terms, from }: About): NativeValues {
  const tags = from === 'Tags' ? pairs(value, terms, 'Key', itself) : value
  if (tags?.tag !== 'map') return undefined
  const pages: ReadonlyMap<Key, string> = new Map([
    ['IndexDocument', 'Web-Index'],
    ['ErrorDocument', 'Web-Error'],
  ])
  const entries = new Map<Key, Term>()
  for (const [key, each] of tags.entries) {
    const to = from === 'Tags' ? `S3-Tag-${pythonStr(key)}` : pages.get(key)
    if (to === undefined) return undefined
    entries.set(to, each)
  }
  return new Map([['X-Container-Meta', terms.map(entries)]])
}

/** The floating IP whose address a term is. */
function addressOwner(value: Term, terms: Terms): Term | undefined {
  const isAddress =
    value.tag === 'input' && value.of === 'attribute' && value.detail === 'floating_ip_address'
  return isAddress ? terms.input('reference', value.name, terms.empty.kinds, '', value.scope) : undefined
}

function networkAndAddress(value: Term, { terms, sibling, networkOf }: About): NativeValues {
  const network = networkOf(value)
  if (network === undefined) return undefined
  const address = sibling('PrivateIpAddress')
  const fixed = new Map<Key, Term>([['subnet', value]])
  if (address !== undefined) fixed.set('ip_address', address)
  return new Map([
    ['network', network],
    ['fixed_ips', terms.list([terms.map(fixed)])],
  ])
}

/** The target group that the only action of a listener forwards to. */
export function forwardedTo(actions: Term): Term | undefined {
  const action = onlyItem(actions)
  const type = action?.get('Type')
  if (type?.tag !== 'constant' || type.value !== 'forward') return undefined
  const configured = action?.get('ForwardConfig')
  const groups = configured?.tag === 'map' ? configured.entries.get('TargetGroups') : undefined
  return action?.get('TargetGroupArn') ?? (groups && onlyItem(groups)?.get('TargetGroupArn'))
}

function onlyItem(term: Term): ReadonlyMap<Key, Term> | undefined {
  const [item, ...others] = term.tag === 'list' ? term.items : []
  return item?.tag === 'map' && others.length === 0 ? item.entries : undefined
}
