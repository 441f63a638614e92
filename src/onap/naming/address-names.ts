/** Names of address, subnet and virtual-IP parameters: the same patterns for Neutron and for Contrail. */
import type { RequirementId } from '../requirement.ts'
import { matchName } from './pattern.ts'

export type Family = 'neutron' | 'contrail'
export type Side = 'external' | 'internal'
export type IpVersion = 'v4' | 'v6'
export type Form = 'string' | 'list'

export interface NameRule {
  readonly pattern: string
  /** That the name follows the pattern. */
  readonly naming: RequirementId
  /** That the environment does not have the parameter, or that it has. */
  readonly environment?: RequirementId
}

type Table<Key extends string> = Readonly<
  Record<Family, Readonly<Record<Side, Readonly<Record<Key, NameRule>>>>>
>

/** `fixed_ips.ip_address` of ports, `instance_ip_address` of Contrail. */
export const addressRules: Table<`${IpVersion} ${Form}`> = {
  neutron: {
    external: {
      'v4 string': {
        pattern: '{vm-type}_{network-role}_ip_{index}',
        naming: 'R-40971',
        environment: 'R-39841',
      },
      'v4 list': { pattern: '{vm-type}_{network-role}_ips', naming: 'R-04697', environment: 'R-98905' },
      'v6 string': {
        pattern: '{vm-type}_{network-role}_v6_ip_{index}',
        naming: 'R-71577',
        environment: 'R-87123',
      },
      'v6 list': { pattern: '{vm-type}_{network-role}_v6_ips', naming: 'R-23503', environment: 'R-93030' },
    },
    internal: {
      'v4 string': {
        pattern: '{vm-type}_int_{network-role}_ip_{index}',
        naming: 'R-78380',
        environment: 'R-28795',
      },
      'v4 list': { pattern: '{vm-type}_int_{network-role}_ips', naming: 'R-85235', environment: 'R-90206' },
      'v6 string': {
        pattern: '{vm-type}_int_{network-role}_v6_ip_{index}',
        naming: 'R-27818',
        environment: 'R-97201',
      },
      'v6 list': {
        pattern: '{vm-type}_int_{network-role}_v6_ips',
        naming: 'R-29765',
        environment: 'R-98569',
      },
    },
  },
  contrail: {
    external: {
      'v4 string': {
        pattern: '{vm-type}_{network-role}_ip_{index}',
        naming: 'R-100010',
        environment: 'R-100020',
      },
      'v4 list': { pattern: '{vm-type}_{network-role}_ips', naming: 'R-100030', environment: 'R-100040' },
      'v6 string': {
        pattern: '{vm-type}_{network-role}_v6_ip_{index}',
        naming: 'R-100050',
        environment: 'R-100060',
      },
      'v6 list': { pattern: '{vm-type}_{network-role}_v6_ips', naming: 'R-100070', environment: 'R-100080' },
    },
    internal: {
      'v4 string': {
        pattern: '{vm-type}_int_{network-role}_ip_{index}',
        naming: 'R-100090',
        environment: 'R-100100',
      },
      'v4 list': { pattern: '{vm-type}_int_{network-role}_ips', naming: 'R-100110', environment: 'R-100120' },
      'v6 string': {
        pattern: '{vm-type}_int_{network-role}_v6_ip_{index}',
        naming: 'R-100130',
        environment: 'R-100140',
      },
      'v6 list': {
        pattern: '{vm-type}_int_{network-role}_v6_ips',
        naming: 'R-100150',
        environment: 'R-100160',
      },
    },
  },
}

/** `fixed_ips.subnet` of ports, `subnet_uuid` of Contrail; the internal ones are outputs of the base module. */
export const subnetRules: Table<IpVersion> = {
  neutron: {
    external: {
      v4: { pattern: '{network-role}_subnet_id', naming: 'R-62802', environment: 'R-83677' },
      v6: { pattern: '{network-role}_v6_subnet_id', naming: 'R-15287', environment: 'R-80829' },
    },
    internal: {
      v4: { pattern: 'int_{network-role}_subnet_id', naming: 'R-84123', environment: 'R-69634' },
      v6: { pattern: 'int_{network-role}_v6_subnet_id', naming: 'R-76160', environment: 'R-22288' },
    },
  },
  contrail: {
    external: {
      v4: { pattern: '{network-role}_subnet_id', naming: 'R-100200', environment: 'R-100210' },
      v6: { pattern: '{network-role}_v6_subnet_id', naming: 'R-100220', environment: 'R-100230' },
    },
    internal: {
      v4: { pattern: 'int_{network-role}_subnet_id', naming: 'R-100240', environment: 'R-100250' },
      v6: { pattern: 'int_{network-role}_v6_subnet_id', naming: 'R-100260', environment: 'R-100270' },
    },
  },
}

/** Virtual IPs: address pairs of ports and of Contrail interfaces. Lists are for internal networks only. */
export const pairRules: Table<IpVersion> = {
  neutron: {
    external: {
      v4: { pattern: '{vm-type}_{network-role}_floating_ip', naming: 'R-41492' },
      v6: { pattern: '{vm-type}_{network-role}_floating_v6_ip', naming: 'R-35735' },
    },
    internal: {
      v4: { pattern: '{vm-type}_int_{network-role}_floating_ip', naming: 'R-717227' },
      v6: { pattern: '{vm-type}_int_{network-role}_floating_v6_ip', naming: 'R-805572' },
    },
  },
  contrail: {
    external: {
      v4: { pattern: '{vm-type}_{network-role}_floating_ip', naming: 'R-100310' },
      v6: { pattern: '{vm-type}_{network-role}_floating_v6_ip', naming: 'R-100330' },
    },
    internal: {
      v4: { pattern: '{vm-type}_int_{network-role}_floating_ip', naming: 'R-100360' },
      v6: { pattern: '{vm-type}_int_{network-role}_floating_v6_ip', naming: 'R-100370' },
    },
  },
}

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

/** The patterns of ports that only reserve a virtual IP (Neutron Parameters, Reserve Port Concept). */
const reservePatterns = [
  '{vm-type}_{network-role}_floating_ip',
  '{vm-type}_{network-role}_floating_v6_ip',
  '{vm-type}_int_{network-role}_floating_ip',
  '{vm-type}_int_{network-role}_floating_v6_ip',
] as const

export function isReserveName(name: string): boolean {
  return reservePatterns.some((pattern) => matchName(pattern, name) !== undefined)
}

/** The version of IP that a parameter is for, by its name; by its value where the name does not tell. */
export function ipVersionOf(name: string, value: string | undefined): IpVersion {
  if (/(?:^|_)(?:v6|ipv6)(?:_|$)/i.test(name)) return 'v6'
  return value !== undefined && /^[\da-f:]*:[\da-f:.]*(?:\/\d+)?$/i.test(value) && value.includes('::')
    ? 'v6'
    : 'v4'
}
