/** IDs of resources. */
import { resolved, textOf } from '../../document/read.ts'
import { callOf } from '../../heat/calls.ts'
import { fileName } from '../../heat/package/package-file.ts'
import { ipVersionOf } from '../naming/address-names.ts'
import { matchName } from '../naming/pattern.ts'
import type { RequirementId } from '../requirement.ts'
import type { Report } from '../violation.ts'
import { type Names, namesOf, serverPattern } from '../vnf/names.ts'
import { networkOf } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import { slotsOf } from '../vnf/slots.ts'
import { propertyOf, type Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { RuleFamily } from './rule-family.ts'

interface IdRule {
  readonly requirement: RequirementId
  readonly pattern: string
  /** Whether the {vm-type} in it must be one of the VNF. */
  readonly vmTypes?: 'known'
}

/** Types whose IDs follow one pattern. */
const plainRules: Readonly<Record<string, IdRule>> = {
  'OS::Nova::Server': { requirement: 'R-29751', pattern: serverPattern },
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
const attachedRules: Readonly<Record<string, Readonly<Record<'external' | 'internal', IdRule>>>> = {
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

const addressPatterns = {
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

/** Types whose IDs hold a vm-type or a network-role somewhere. */
const containing: Readonly<
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

export const resourceIdRules: RuleFamily = {
  requirements: [
    'R-16447',
    'R-16968',
    'R-75141',
    ...Object.values(plainRules).map(({ requirement }) => requirement),
    ...Object.values(attachedRules).flatMap(({ external, internal }) => [
      external.requirement,
      internal.requirement,
    ]),
    ...Object.values(addressPatterns).flatMap(({ v4, v6 }) => [v4.requirement, v6.requirement]),
    ...Object.values(containing).map(({ requirement }) => requirement),
  ],
  find(vnf, report) {
    const names = namesOf(vnf)
    const seen = new Map<string, Resource>()
    for (const template of vnf.templates) {
      const ids = new Set(template.resources.map(({ id }) => id))
      for (const resource of template.resources) {
        if (resource.isMember) continue
        checkCharacters(resource, ids, report)
        checkUnique(resource, seen, report)
        checkPattern(vnf, resource, names, report)
        checkContent(resource, names, report)
        checkExternal(resource, report)
      }
    }
  },
}

function checkCharacters({ id, entry, template }: Resource, ids: ReadonlySet<string>, report: Report): void {
  if (/^[A-Za-z0-9_]+$/.test(id)) return
  const wanted = id.replace(/[^A-Za-z0-9_]/g, '_')
  const isFree = !ids.has(wanted) && !template.parameters.has(wanted)
  report({
    requirement: 'R-75141',
    path: template.path,
    at: entry,
    message: `the resource ID "${id}" has other characters than letters, digits and underscores`,
    repair: isFree ? 'lossy' : 'by-hand',
    advice: isFree
      ? `renames it to "${wanted}" wherever the template names it`
      : `Choose an ID; "${wanted}" is taken.`,
    subject: { kind: 'resource', id, ...(isFree ? { wanted } : {}) },
  })
}

/** R-16447; templates are looked at in the order of their paths. */
function checkUnique(resource: Resource, seen: Map<string, Resource>, report: Report): void {
  const { id, entry, template } = resource
  const first = seen.get(id)
  if (first === undefined) {
    seen.set(id, resource)
    return
  }
  report({
    requirement: 'R-16447',
    path: template.path,
    at: entry,
    message: `the resource ID "${id}" is used in ${fileName(first.template.path)} too`,
    repair: 'by-hand',
    advice: 'Decide which of the two keeps the ID.',
    subject: { kind: 'resource', id },
  })
}

function checkPattern(vnf: Vnf, resource: Resource, { vmTypes }: Names, report: Report): void {
  const rule = ruleFor(vnf, resource)
  if (rule === undefined || matchName(rule.pattern, resource.id, rule.vmTypes && vmTypes) !== undefined)
    return
  const { id, type, entry, template } = resource
  report({
    requirement: rule.requirement,
    path: template.path,
    at: entry,
    message: `the ID of a resource ${type}${networkNote(vnf, resource)} is ${rule.pattern}, not "${id}"`,
    repair: 'by-hand',
    advice: 'Choose vm-type, network-role and index; existing stacks would replace the resource.',
    subject: { kind: 'resource', id },
  })
}

function networkNote(vnf: Vnf, resource: Resource): string {
  const isAttached =
    Object.hasOwn(attachedRules, resource.type) || resource.type === 'OS::ContrailV2::InstanceIp'
  return isAttached ? ` on an ${networkOf(vnf, resource).kind} network` : ''
}

function ruleFor(vnf: Vnf, resource: Resource): IdRule | undefined {
  const { id, type } = resource
  if (Object.hasOwn(plainRules, type)) return plainRules[type]
  if (Object.hasOwn(attachedRules, type)) {
    // Ports that only reserve an address have names of their own (R-27469, R-68520).
    if (/^reserve_port_/i.test(id)) return undefined
    return attachedRules[type]?.[networkOf(vnf, resource).kind]
  }
  return type === 'OS::ContrailV2::InstanceIp'
    ? addressPatterns[networkOf(vnf, resource).kind][versionOf(resource)]
    : undefined
}

function versionOf(resource: Resource): 'v4' | 'v6' {
  const address = slotsOf(resource).find(
    ({ name }) => name === 'instance-address' || name === 'instance-subnet',
  )
  const [read] = address === undefined ? [] : (sourceParameters(address.value) ?? [])
  return ipVersionOf(read?.name ?? resource.id, address === undefined ? undefined : textOf(address.value))
}

/** Without a vm-type or role that is known there is nothing to look for. */
function checkContent(
  { id, type, entry, template }: Resource,
  { vmTypes, roleUses }: Names,
  report: Report,
): void {
  const rule = Object.hasOwn(containing, type) ? containing[type] : undefined
  if (rule === undefined) return
  const parts = rule.part === 'vm-type' ? [...vmTypes] : roleUses.map(({ text }) => text)
  const lower = id.toLowerCase()
  if (parts.length === 0 || parts.some((part) => lower.includes(part.toLowerCase()))) return
  report({
    requirement: rule.requirement,
    path: template.path,
    at: entry,
    message: `the ID of a resource ${type} contains a ${rule.part}, and "${id}" has none of ${listed(parts)}`,
    repair: 'by-hand',
    advice: `Choose the ${rule.part} that the resource is for, and rename it.`,
    subject: { kind: 'resource', id },
  })
}

function listed(parts: readonly string[]): string {
  const all = [...new Set(parts)]
  return `${all
    .slice(0, 3)
    .map((part) => `"${part}"`)
    .join(', ')}${all.length > 3 ? ' …' : ''}`
}

const networkTypes: ReadonlySet<string> = new Set(['OS::Neutron::Net', 'OS::ContrailV2::VirtualNetwork'])

/** R-16968: what is not named as internal, or is made to be reached from outside, is an external network. */
function checkExternal(resource: Resource, report: Report): void {
  const { id, type, entry, template } = resource
  const isNetwork = networkTypes.has(type)
  if (
    type !== 'OS::Neutron::ProviderNet' &&
    !(isNetwork && (!id.startsWith('int_') || isRouterExternal(resource)))
  ) {
    return
  }
  report({
    requirement: 'R-16968',
    path: template.path,
    at: entry,
    message:
      isRouterExternal(resource) || !isNetwork
        ? `"${id}" creates an external network; ONAP makes those outside of the VNF`
        : `"${id}" creates a network that is not named int_{network-role}_network, and so counts as external`,
    repair: 'by-hand',
    advice: 'Name it as an internal network, or take the network as a parameter.',
    subject: { kind: 'resource', id },
  })
}

function isRouterExternal(resource: Resource): boolean {
  const specs = propertyOf(resource, 'value_specs')
  const node = specs === undefined ? undefined : resolved(specs)
  return (
    node?.kind === 'map' &&
    callOf(node)?.name !== 'get_param' &&
    node.entries.some(({ key, value }) => textOf(key) === 'router:external' && !isFalse(value))
  )
}

function isFalse(value: Parameters<typeof resolved>[0]): boolean {
  const node = resolved(value)
  return node.kind === 'scalar' && /^(?:false|no|off|0)$/i.test(String(node.value))
}
