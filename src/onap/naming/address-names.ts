/** Names of address, subnet and virtual-IP parameters: the same patterns for Neutron and for Contrail. */
import type { RequirementId } from '../requirement.ts'
import { matchName } from './pattern.ts'

export type Family = 'neutron' | 'contrail'
type Side = 'external' | 'internal'
export type IpVersion = 'v4' | 'v6'
export type Form = 'string' | 'list'

interface NameRule {
  readonly pattern: string
  /** That the name follows the pattern. */
  readonly naming: RequirementId
  /** That the environment does not have the parameter, or that it has. */
  readonly environment?: RequirementId
}

type Table<Key extends string, Row = NameRule> = Readonly<
  Record<Family, Readonly<Record<Side, Readonly<Record<Key, Row>>>>>
>

/** Requirements: that the name follows the pattern, and that environments have the parameter, or have it not. */
type Numbers = readonly [naming: RequirementId, environment?: RequirementId]

/** @param patternOf the pattern of a key, with `int_` before the role of an internal network */
function tableOf<Key extends string>(
  numbers: Table<Key, Numbers>,
  patternOf: (int: '' | 'int_', key: Key) => string,
): Table<Key> {
  const rulesOn = (rows: Readonly<Record<Key, Numbers>>, int: '' | 'int_') =>
    Object.fromEntries(
      (Object.entries(rows) as [Key, Numbers][]).map(([key, [naming, environment]]) => {
        const rule: NameRule = { pattern: patternOf(int, key), naming }
        return [key, environment === undefined ? rule : { ...rule, environment }]
      }),
    ) as Readonly<Record<Key, NameRule>>
  const rulesFor = ({ external, internal }: Table<Key, Numbers>[Family]) => ({
    external: rulesOn(external, ''),
    internal: rulesOn(internal, 'int_'),
  })
  return { neutron: rulesFor(numbers.neutron), contrail: rulesFor(numbers.contrail) }
}

/** `fixed_ips.ip_address` of ports, `instance_ip_address` of Contrail. */
export const addressRules = tableOf<`${IpVersion} ${Form}`>(
  {
    neutron: {
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
    },
    contrail: {
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
    },
  },
  (int, key) =>
    `{vm-type}_${int}{network-role}_${key.startsWith('v6') ? 'v6_' : ''}${key.endsWith('list') ? 'ips' : 'ip_{index}'}`,
)

/** `fixed_ips.subnet` of ports, `subnet_uuid` of Contrail; the internal ones are outputs of the base module. */
export const subnetRules = tableOf<IpVersion>(
  {
    neutron: {
      external: { v4: ['R-62802', 'R-83677'], v6: ['R-15287', 'R-80829'] },
      internal: { v4: ['R-84123', 'R-69634'], v6: ['R-76160', 'R-22288'] },
    },
    contrail: {
      external: { v4: ['R-100200', 'R-100210'], v6: ['R-100220', 'R-100230'] },
      internal: { v4: ['R-100240', 'R-100250'], v6: ['R-100260', 'R-100270'] },
    },
  },
  (int, version) => `${int}{network-role}_${version === 'v6' ? 'v6_' : ''}subnet_id`,
)

/** Virtual IPs: address pairs of ports and of Contrail interfaces. Lists are for internal networks only. */
export const pairRules = tableOf<IpVersion>(
  {
    neutron: {
      external: { v4: ['R-41492'], v6: ['R-35735'] },
      internal: { v4: ['R-717227'], v6: ['R-805572'] },
    },
    contrail: {
      external: { v4: ['R-100310'], v6: ['R-100330'] },
      internal: { v4: ['R-100360'], v6: ['R-100370'] },
    },
  },
  (int, version) => `{vm-type}_${int}{network-role}_floating_${version === 'v6' ? 'v6_' : ''}ip`,
)

/** All rules of a table. */
export function rulesOf<Key extends string>(table: Table<Key>): readonly NameRule[] {
  return [table.neutron, table.contrail].flatMap(({ external, internal }) => [
    ...Object.values<NameRule>(external),
    ...Object.values<NameRule>(internal),
  ])
}

/** That environments have no address of an external network at all, and every one of an internal network with a value. */
export const allAddresses = {
  neutron: { external: 'R-62590', internal: 'R-93496' },
  contrail: { external: 'R-100170', internal: 'R-100180' },
} as const satisfies Readonly<Record<Family, Readonly<Record<Side, RequirementId>>>>

/** Whether a name is that of a port which only reserves a virtual IP (Neutron Parameters, Reserve Port Concept). */
export function isReserveName(name: string): boolean {
  return rulesOf(pairRules).some(({ pattern }) => matchName(pattern, name) !== undefined)
}

/** The version of IP that a parameter is for, by its name; by its value where the name does not tell. */
export function ipVersionOf(name: string, value: string | undefined): IpVersion {
  if (/(?:^|_)(?:v6|ipv6)(?:_|$)/i.test(name)) return 'v6'
  return value !== undefined && /^[\da-f:]*:[\da-f:.]*(?:\/\d+)?$/i.test(value) && value.includes('::')
    ? 'v6'
    : 'v4'
}
