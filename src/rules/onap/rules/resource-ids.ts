/** IDs of resources. */

import { readValue } from '../../../heat/merge-keys.ts'
import { section } from '../../../heat/sections.ts'
import { renameResource } from '../../../stack/refactor/rename-resource.ts'
import { baseName, fileName } from '../../../stack/source-file.ts'
import { listed } from '../../../text/document/listed.ts'
import { stringOf } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import { rule } from '../../rule.ts'
import { addressPatterns, attachedRules, containing, type IdRule, plainRules } from '../naming/id-patterns.ts'
import { ipVersionOf } from '../naming/parameter-names.ts'
import { matchName } from '../naming/pattern.ts'
import { type RequirementId, requirementCodes, requirementOf } from '../requirement.ts'
import { byHand, type Found, here, orStuck, type Repair, type Report, repairedBy } from '../rule.ts'
import type { Way } from '../step.ts'
import { type Names, namesOf } from '../vnf/names.ts'
import { isNetwork, isRouterExternal, networkOf } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import { idWithVmType, isTaken, proposedId } from '../vnf/proposed-ids.ts'
import { slotsOf } from '../vnf/slots.ts'
import type { Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { fromOutside } from '../ways.ts'
import { parameterRenaming } from './parameter-renaming.ts'

export const resourceIdRules = rule({
  asks: 'package',
  codes: requirementCodes([
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
  ]),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const names = namesOf(vnf)
    const seen = new Map<string, Resource>()
    for (const template of vnf.templates) {
      const ids = new Set(template.resources.map(({ id }) => id))
      for (const resource of template.resources) {
        if (resource.isMember) continue
        checkCharacters(resource, ids, report)
        checkUnique(vnf, resource, seen, report)
        checkPattern(vnf, resource, names, report)
        checkContent(vnf, resource, names, report)
        checkExternal(vnf, resource, report)
      }
    }
  },
})

function checkCharacters({ id, entry, template }: Resource, ids: ReadonlySet<string>, report: Report): void {
  if (/^[A-Za-z0-9_]+$/.test(id)) return
  const wanted = id.replace(/[^A-Za-z0-9_]/g, '_')
  const isFree = !ids.has(wanted) && !template.parameters.has(wanted)
  report({
    requirement: 'R-75141',
    path: template.path,
    at: entry,
    message: `resource ID "${id}" must contain only letters, digits and underscores`,
    remedy: isFree
      ? repairedBy(resourceRenaming, `renames it to "${wanted}" wherever the template names it`)
      : byHand(`Choose an ID; "${wanted}" is taken.`),
    subject: { kind: 'resource', id, ...(isFree ? { wanted } : {}) },
  })
}

/** R-16447; templates are looked at in the order of their paths. */
function checkUnique(vnf: Vnf, resource: Resource, seen: Map<string, Resource>, report: Report): void {
  const { id, template } = resource
  const first = seen.get(id)
  if (first === undefined) {
    seen.set(id, resource)
    return
  }
  const made = `${baseName(template.path).replace(/[^A-Za-z0-9]+/g, '_')}_${id}`
  const wanted = /^[A-Za-z0-9_]+$/.test(made) && !isTaken(vnf, made) ? made : undefined
  report({
    requirement: 'R-16447',
    path: template.path,
    at: resource.entry,
    message: `the resource ID "${id}" is used in ${fileName(first.template.path)} too`,
    ...renaming(id, wanted, 'Decide which of the two keeps the ID.'),
  })
}

function checkPattern(vnf: Vnf, resource: Resource, { vmTypes }: Names, report: Report): void {
  const rule = ruleFor(vnf, resource)
  if (rule === undefined || matchName(rule.pattern, resource.id, rule.vmTypes && vmTypes) !== undefined)
    return
  const { id, type, entry, template } = resource
  const wanted = proposable.has(rule.requirement) ? proposedId(vnf, resource, rule) : undefined
  const verb = requirementOf(rule.requirement)?.keyword === 'SHOULD' ? 'recommends' : 'requires'
  report({
    requirement: rule.requirement,
    path: template.path,
    at: entry,
    message: `ONAP ${verb} the ID ${rule.pattern} for ${type} "${id}"${networkNote(vnf, resource)}${here(wanted)}`,
    ...renaming(id, wanted, `Choose ${partsOf(rule.pattern)}; existing stacks would replace the resource.`, [
      rule.pattern,
    ]),
  })
}

/** What is done about an ID: it becomes the one that is known, or somebody decides. */
export function renaming(
  id: string,
  wanted: string | undefined,
  advice: string,
  patterns?: readonly string[],
  ways?: () => readonly Way[],
): Pick<Found, 'remedy' | 'subject'> {
  if (wanted === undefined) {
    const naming = patterns === undefined ? {} : { naming: { patterns, resource: id } }
    return { remedy: byHand(advice, ways), subject: { kind: 'resource', id, ...naming } }
  }
  return {
    remedy: repairedBy(
      resourceRenaming,
      `renames it to "${wanted}" wherever the template names it; existing stacks would replace the resource`,
    ),
    subject: { kind: 'resource', id, wanted },
  }
}

/** What a pattern asks for, as in "vm-type, network-role and index". */
function partsOf(pattern: string): string {
  const parts = [...pattern.matchAll(/\{([^}]+)\}/g)].map(([, part]) => part ?? '')
  return listed(parts, ' and ')
}

/** Those of servers, networks, volumes and what attaches them: the names beside them mostly say what they should be. */
const proposable: ReadonlySet<RequirementId> = new Set([
  'R-29751',
  'R-25720',
  'R-59434',
  'R-87004',
  'R-86497',
  'R-99110',
  ...Object.values(attachedRules).flatMap(({ external, internal }) => [
    external.requirement,
    internal.requirement,
  ]),
])

function networkNote(vnf: Vnf, resource: Resource): string {
  const isAttached =
    ownValue(attachedRules, resource.type) !== undefined || resource.type === 'OS::ContrailV2::InstanceIp'
  return isAttached ? ` on an ${networkOf(vnf, resource).kind} network` : ''
}

function ruleFor(vnf: Vnf, resource: Resource): IdRule | undefined {
  const { id, type } = resource
  const [plain, attached] = [ownValue(plainRules, type), ownValue(attachedRules, type)]
  if (plain !== undefined) return plain
  // Ports that only reserve an address have names of their own (R-27469, R-68520).
  if (attached !== undefined)
    return /^reserve_port_/i.test(id) ? undefined : attached[networkOf(vnf, resource).kind]
  return type === 'OS::ContrailV2::InstanceIp'
    ? addressPatterns[networkOf(vnf, resource).kind][versionOf(resource)]
    : undefined
}

function versionOf(resource: Resource): 'v4' | 'v6' {
  const address = slotsOf(resource).find(
    ({ name }) => name === 'instance-address' || name === 'instance-subnet',
  )
  const [read] = address === undefined ? [] : (sourceParameters(address.value) ?? [])
  return ipVersionOf(read?.name ?? resource.id, address === undefined ? undefined : stringOf(address.value))
}

/** Those of what servers refer to, as their user data. */
const ofServers: ReadonlySet<RequirementId> = new Set(['R-04747', 'R-30804', 'R-08975'])

/** Without a vm-type or role that is known there is nothing to look for. */
function checkContent(vnf: Vnf, resource: Resource, { vmTypes, roleUses }: Names, report: Report): void {
  const { id, type, entry, template } = resource
  const rule = ownValue(containing, type)
  if (rule === undefined) return
  const parts = rule.part === 'vm-type' ? [...vmTypes] : roleUses.map(({ text }) => text)
  const lower = id.toLowerCase()
  if (parts.length === 0 || parts.some((part) => lower.includes(part.toLowerCase()))) return
  report({
    requirement: rule.requirement,
    path: template.path,
    at: entry,
    message: `the ID of ${type} must contain a ${rule.part}; "${id}" has none of ${quotedParts(parts)}`,
    ...renaming(
      id,
      ofServers.has(rule.requirement) ? idWithVmType(vnf, resource) : undefined,
      `Choose the ${rule.part} that the resource is for, and rename it.`,
    ),
  })
}

function quotedParts(parts: readonly string[]): string {
  const all = [...new Set(parts)]
  return `${all
    .slice(0, 3)
    .map((part) => `"${part}"`)
    .join(', ')}${all.length > 3 ? ' …' : ''}`
}

/** R-16968: a template makes internal networks only, and their names say so. */
function checkExternal(vnf: Vnf, resource: Resource, report: Report): void {
  const { id, type, entry, template } = resource
  if (
    type !== 'OS::Neutron::ProviderNet' &&
    !(isNetwork(resource) && (!id.startsWith('int_') || isRouterExternal(resource)))
  ) {
    return
  }
  const rule = plainRules[type]
  const isInternal = isNetwork(resource) && !isRouterExternal(resource)
  report({
    requirement: 'R-16968',
    path: template.path,
    at: entry,
    message: isInternal
      ? `internal network "${id}" must be named int_{network-role}_network`
      : type === 'OS::Neutron::ProviderNet'
        ? `"${id}" is a provider network, which ONAP creates outside the VNF`
        : `"${id}" is an external network, which ONAP creates outside the VNF`,
    ...renaming(
      id,
      isInternal && rule !== undefined ? proposedId(vnf, resource, rule) : undefined,
      'Name it as an internal network, or take the network as a parameter.',
      undefined,
      () => {
        const role = id.replace(/\W/g, '_').replace(/_?(?:net|network)$/i, '')
        return [{ steps: fromOutside(template, id, `${role || id}_net_id`) }]
      },
    ),
  })
}

export const resourceRenaming: Repair = {
  id: 'onap/rename-resources',
  title: 'Give resources the IDs that the requirements want',
  description:
    'Replaces each character of a resource ID that is not a letter, digit or underscore, and gives servers, ports, networks, subnets and volumes the IDs that the names beside them say, there and wherever the template names it. An ID that an earlier template has gets the name of its file in front.',
  references: ['HOT specification, Resources section'],
  safety: 'lossy',
  loses: 'new name',
  requirements: ['R-75141', 'R-16447', 'R-16968', 'R-304011', ...proposable, ...ofServers],
  // An ID may have had characters to be replaced first, or have been another resource's.
  isRepeated: 'without new ones',
  inOrder: (a, b) => rankOf(a) - rankOf(b),
  // The vm-type in the names of parameters has the same characters as in the ID.
  completedBy: parameterRenaming,
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'resource' || subject.wanted === undefined) return pkg
    // Another violation of the same resource may have been about its ID.
    const root = pkg.files.get(path)?.root
    if (root === undefined || readValue(section(root, 'resources'), subject.id) === undefined) return pkg
    return orStuck(renameResource(pkg, path, subject.id, subject.wanted))
  },
}

/**
 * Characters first, for what two templates have in common has to change in one step. The name of the
 * file in front comes last: with its vm-type in front, an ID may be the only one.
 */
function rankOf({ requirement }: Found): number {
  if (requirement === 'R-75141') return 0
  return requirement === 'R-16447' ? 2 : 1
}
