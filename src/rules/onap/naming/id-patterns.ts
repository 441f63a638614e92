/** IDs of resources, as the requirements prescribe them, and the words that stand in them. */
import type { RequirementId } from '../requirement.ts'

export interface IdRule {
  readonly requirement: RequirementId
  readonly pattern: string
  /** Whether the {vm-type} in it must be one of the VNF. */
  readonly vmTypes?: 'known'
}

/** Types whose IDs follow one pattern. */
export const plainRules: Readonly<Record<string, IdRule>> = {
  'OS::Nova::Server': { requirement: 'R-29751', pattern: '{vm-type}_server_{index}' },
  'OS::Neutron::Net': { requirement: 'R-25720', pattern: 'int_{network-role}_network' },
  'OS::Neutron::Subnet': { requirement: 'R-59434', pattern: 'int_{network-role}_subnet_{index}' },
  'OS::Cinder::Volume': { requirement: 'R-87004', pattern: '{vm-type}_volume_{index}', vmTypes: 'known' },
  'OS::Cinder::VolumeAttachment': {
    requirement: 'R-86497',
    pattern: '{vm-type}_volume_attachment_{index}',
    vmTypes: 'known',
  },
  'OS::ContrailV2::VirtualNetwork': { requirement: 'R-99110', pattern: 'int_{network-role}_network' },
}

/** Types whose IDs follow one pattern on external networks and another on internal ones. */
export const attachedRules: Readonly<Record<string, Readonly<Record<'external' | 'internal', IdRule>>>> = {
  'OS::Neutron::Port': {
    external: { requirement: 'R-20453', pattern: '{vm-type}_{vm-type_index}_{network-role}_port_{index}' },
    internal: {
      requirement: 'R-26351',
      pattern: '{vm-type}_{vm-type_index}_int_{network-role}_port_{index}',
    },
  },
  'OS::ContrailV2::VirtualMachineInterface': {
    external: { requirement: 'R-96253', pattern: '{vm-type}_{vm-type_index}_{network-role}_vmi_{index}' },
    internal: { requirement: 'R-50468', pattern: '{vm-type}_{vm-type_index}_int_{network-role}_vmi_{index}' },
  },
}

/** Addresses of Contrail, by the network of their interface and the version of IP. */
export const addressPatterns = {
  external: {
    v4: {
      requirement: 'R-53310',
      pattern: '{vm-type}_{vm-type_index}_{network-role}_vmi_{vmi_index}_IP_{index}',
    },
    v6: {
      requirement: 'R-46128',
      pattern: '{vm-type}_{vm-type_index}_{network-role}_vmi_{vmi_index}_v6_IP_{index}',
    },
  },
  internal: {
    v4: {
      requirement: 'R-62187',
      pattern: '{vm-type}_{vm-type_index}_int_{network-role}_vmi_{vmi_index}_IP_{index}',
    },
    v6: {
      requirement: 'R-87563',
      pattern: '{vm-type}_{vm-type_index}_int_{network-role}_vmi_{vmi_index}_v6_IP_{index}',
    },
  },
} as const satisfies Record<string, Record<string, IdRule>>

/** The patterns of ports, interfaces and their addresses: internal ones first, for `int_x` would be a role to the others. */
export const portPatterns: readonly string[] = [
  ...Object.values(attachedRules).flatMap(({ external, internal }) => [internal, external]),
  ...[addressPatterns.internal, addressPatterns.external].flatMap(({ v4, v6 }) => [v4, v6]),
].map(({ pattern }) => pattern)

/** Types whose IDs hold a vm-type or a network-role somewhere. */
export const containing: Readonly<
  Record<string, { readonly requirement: RequirementId; readonly part: 'vm-type' | 'network-role' }>
> = {
  'OS::Heat::CloudConfig': { requirement: 'R-04747', part: 'vm-type' },
  'OS::Heat::MultipartMime': { requirement: 'R-30804', part: 'vm-type' },
  'OS::Heat::SoftwareConfig': { requirement: 'R-08975', part: 'vm-type' },
  'OS::ContrailV2::InterfaceRouteTable': { requirement: 'R-81214', part: 'network-role' },
  'OS::ContrailV2::NetworkIpam': { requirement: 'R-30753', part: 'network-role' },
  'OS::ContrailV2::PortTuple': { requirement: 'R-20065', part: 'vm-type' },
  'OS::ContrailV2::ServiceHealthCheck': { requirement: 'R-76014', part: 'vm-type' },
  'OS::ContrailV2::ServiceTemplate': { requirement: 'R-16437', part: 'vm-type' },
}

// Vm-types and network-roles as words: what the requirements say of their form (R-98407, R-26506).

export type Word = 'vm-type' | 'network-role'

/** What is wrong with the form of a word; undefined when nothing is. */
export function faultOfWord(text: string, what: Word): string | undefined {
  if (!/^[A-Za-z0-9_]+$/.test(text)) return 'has other characters than letters, digits and underscores'
  if (/_int|int_/.test(text)) return `contains "${text.includes('_int') ? '_int' : 'int_'}"`
  if (what === 'vm-type') return undefined
  if (text.endsWith('_v6')) return 'ends in "_v6"'
  if (/_\d+_/.test(text)) return 'contains a number between underscores'
  return /_\d+$/.test(text) ? 'ends in an underscore and a number' : undefined
}

/** A string without the vm-types that stand in it as words of their own. */
export function withoutVmTypes(text: string, vmTypes: ReadonlySet<string>): string {
  let words = `_${text}_`
  for (const vmType of [...vmTypes].sort((a, b) => b.length - a.length)) {
    const one = `_${vmType.toLowerCase()}_`
    for (let at = words.toLowerCase().indexOf(one); at >= 0; at = words.toLowerCase().indexOf(one))
      words = `${words.slice(0, at)}_${words.slice(at + one.length)}`
  }
  return words.replace(/^_+|_+$/g, '')
}
