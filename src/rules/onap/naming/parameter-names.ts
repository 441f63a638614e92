/** How parameters must be called: a row for each property that they feed, side of the network, version of IP and form. */
import { groupedBy } from '../../../text/document/multimap.ts'
import type { RequirementId } from '../requirement.ts'
import type { SlotName } from '../vnf/slots.ts'
import { matchName } from './pattern.ts'

export type Family = 'neutron' | 'contrail'
type Side = 'external' | 'internal'
export type IpVersion = 'v4' | 'v6'
export type Form = 'string' | 'list'

/** What a parameter is for; a row that leaves something out is for all of it. */
interface Use {
  readonly side?: Side
  readonly version?: IpVersion
  readonly form?: Form
}

/** A row of the table. */
interface NamingRule extends Use {
  readonly slot: SlotName
  /** Whether it is asked only where another module makes the network. */
  readonly only?: 'incremental'
  /** The first one is the usual one. */
  readonly patterns: readonly string[]
  /** That the name follows one of the patterns. */
  readonly naming: RequirementId
  /** That the environment does not have the parameter, or that it has. */
  readonly environment?: RequirementId
  /** Whether a {vm-type} in it must be that of the resource; else any will do, and R-304011 compares. A role is that of the network anyway. */
  readonly vmType?: 'own'
}

/** Requirements: that the name follows the pattern, and that environments have the parameter, or have it not. */
type Numbers = readonly [naming: RequirementId, environment?: RequirementId]

const sides = ['external', 'internal'] as const
const versions = ['v4', 'v6'] as const
const forms = ['string', 'list'] as const

/** `fixed_ips.ip_address` of ports, `instance_ip_address` of Contrail. */
function addresses(
  slot: SlotName,
  numbers: Readonly<Record<Side, Readonly<Record<`${IpVersion} ${Form}`, Numbers>>>>,
): readonly NamingRule[] {
  return eachUse((side, version) =>
    forms.map((form) => {
      const pattern = `{vm-type}_${int(side)}{network-role}_${v6(version)}${form === 'list' ? 'ips' : 'ip_{index}'}`
      const rule = ruleOf(slot, { side, version, form }, pattern, numbers[side][`${version} ${form}`])
      return { ...rule, vmType: 'own' }
    }),
  )
}

/** `fixed_ips.subnet` of ports, `subnet_uuid` of Contrail; the internal ones are outputs of the base module. */
function subnets(
  slot: SlotName,
  numbers: Readonly<Record<Side, Readonly<Record<IpVersion, Numbers>>>>,
): readonly NamingRule[] {
  return eachUse((side, version) => {
    const pattern = `${int(side)}{network-role}_${v6(version)}subnet_id`
    const rule = ruleOf(slot, { side, version }, pattern, numbers[side][version])
    return [side === 'internal' ? { ...rule, only: 'incremental' } : rule]
  })
}

/** Virtual IPs: address pairs of ports and of Contrail interfaces. Lists are for internal networks only. */
function pairs(
  slot: SlotName,
  numbers: Readonly<Record<Side, Readonly<Record<IpVersion, RequirementId>>>>,
): readonly NamingRule[] {
  return eachUse((side, version) => {
    const pattern = `{vm-type}_${int(side)}{network-role}_floating_${v6(version)}ip`
    const own = (use: Use, text: string) =>
      ruleOf(slot, { side, version, ...use }, text, [numbers[side][version]])
    return side === 'external'
      ? [own({}, pattern)]
      : [own({ form: 'string' }, pattern), own({ form: 'list' }, `${pattern}s`)]
  })
}

function eachUse(rules: (side: Side, version: IpVersion) => readonly NamingRule[]): readonly NamingRule[] {
  return sides.flatMap((side) => versions.flatMap((version) => rules(side, version)))
}

function ruleOf(slot: SlotName, use: Use, pattern: string, [naming, environment]: Numbers): NamingRule {
  const rule = { slot, ...use, patterns: [pattern], naming }
  return environment === undefined ? rule : { ...rule, environment }
}

const int = (side: Side) => (side === 'internal' ? 'int_' : '')
const v6 = (version: IpVersion) => (version === 'v6' ? 'v6_' : '')

/** ONAP's conventions for the names of parameters, in the order of its pages. */
export const namingTable: readonly NamingRule[] = [
  { slot: 'server-image', patterns: ['{vm-type}_image_name'], naming: 'R-58670' },
  { slot: 'server-flavor', patterns: ['{vm-type}_flavor_name'], naming: 'R-45188' },
  { slot: 'server-name', form: 'string', patterns: ['{vm-type}_name_{index}'], naming: 'R-54171' },
  { slot: 'server-name', form: 'list', patterns: ['{vm-type}_names'], naming: 'R-87817' },
  { slot: 'server-zone', patterns: ['availability_zone_{index}'], naming: 'R-98450' },
  {
    slot: 'port-network',
    side: 'external',
    patterns: ['{network-role}_net_id', '{network-role}_net_name'],
    naming: 'R-62983',
  },
  {
    slot: 'port-network',
    side: 'internal',
    only: 'incremental',
    patterns: ['int_{network-role}_net_id', 'int_{network-role}_net_name'],
    naming: 'R-86182',
  },
  ...(['interface-network', 'instance-network'] as const).map((slot): NamingRule => {
    const patterns = ['{network-role}_net_fqdn', '{network-role}_net_id', '{network-role}_net_name']
    return { slot, side: 'external', patterns, naming: 'R-02164' }
  }),
  { slot: 'route-prefixes', patterns: ['{vm-type}_{network-role}_route_prefixes'], naming: 'R-28222' },
  ...addresses('port-address', {
    external: {
      'v4 string': ['R-40971', 'R-39841'],
      'v4 list': ['R-04697', 'R-98905'],
      'v6 string': ['R-71577', 'R-87123'],
      'v6 list': ['R-23503', 'R-93030'],
    },
    internal: {
      'v4 string': ['R-78380', 'R-28795'],
      'v4 list': ['R-85235', 'R-90206'],
      'v6 string': ['R-27818', 'R-97201'],
      'v6 list': ['R-29765', 'R-98569'],
    },
  }),
  ...addresses('instance-address', {
    external: {
      'v4 string': ['R-100010', 'R-100020'],
      'v4 list': ['R-100030', 'R-100040'],
      'v6 string': ['R-100050', 'R-100060'],
      'v6 list': ['R-100070', 'R-100080'],
    },
    internal: {
      'v4 string': ['R-100090', 'R-100100'],
      'v4 list': ['R-100110', 'R-100120'],
      'v6 string': ['R-100130', 'R-100140'],
      'v6 list': ['R-100150', 'R-100160'],
    },
  }),
  ...subnets('port-subnet', {
    external: { v4: ['R-62802', 'R-83677'], v6: ['R-15287', 'R-80829'] },
    internal: { v4: ['R-84123', 'R-69634'], v6: ['R-76160', 'R-22288'] },
  }),
  ...subnets('instance-subnet', {
    external: { v4: ['R-100200', 'R-100210'], v6: ['R-100220', 'R-100230'] },
    internal: { v4: ['R-100240', 'R-100250'], v6: ['R-100260', 'R-100270'] },
  }),
  ...pairs('port-pair', {
    external: { v4: 'R-41492', v6: 'R-35735' },
    internal: { v4: 'R-717227', v6: 'R-805572' },
  }),
  ...pairs('interface-pair', {
    external: { v4: 'R-100310', v6: 'R-100330' },
    internal: { v4: 'R-100360', v6: 'R-100370' },
  }),
]

const bySlot = groupedBy(namingTable, ({ slot }) => slot)

/** The slots that hold addresses of their own, and those that hold virtual IPs. */
export const addressSlots = ['port-address', 'instance-address'] as const
export const pairSlots = ['port-pair', 'interface-pair'] as const

/** The rows for some properties. */
export function namingRulesOf(...slots: readonly SlotName[]): readonly NamingRule[] {
  return slots.flatMap((slot) => bySlot.get(slot) ?? [])
}

/** The row for a property and what its parameter is for; undefined where the name is its author's. */
export function namingRule(slot: SlotName, use: Use): NamingRule | undefined {
  return namingRulesOf(slot).find(
    ({ side = use.side, version = use.version, form = use.form }) =>
      side === use.side && version === use.version && form === use.form,
  )
}

/** The patterns that names for a property can follow; of virtual IPs those of one, as lists are named like them. */
export function namePatterns(slot: SlotName): readonly string[] {
  const isPair = pairSlots.some((one) => one === slot)
  return namingRulesOf(slot).flatMap(({ patterns, form }) => (isPair && form === 'list' ? [] : patterns))
}

/** That environments have no address of an external network at all, and every one of an internal network with a value. */
export const allAddresses = {
  neutron: { external: 'R-62590', internal: 'R-93496' },
  contrail: { external: 'R-100170', internal: 'R-100180' },
} as const satisfies Readonly<Record<Family, Readonly<Record<Side, RequirementId>>>>

/** Whether a name is that of a port which only reserves a virtual IP (Neutron Parameters, Reserve Port Concept). */
export function isReserveName(name: string): boolean {
  return pairSlots.flatMap(namePatterns).some((pattern) => matchName(pattern, name) !== undefined)
}

/** The version of IP that a parameter is for, by its name; by its value where the name does not tell. */
export function ipVersionOf(name: string, value: string | undefined): IpVersion {
  if (/(?:^|_)(?:v6|ipv6)(?:_|$)/i.test(name)) return 'v6'
  return value !== undefined && /^[\da-f:]*:[\da-f:.]*(?:\/\d+)?$/i.test(value) && value.includes('::')
    ? 'v6'
    : 'v4'
}
