/** Names of the parameters that properties are taken from. */

import { trailTo } from '../../../stack/refactor/tree-edits.ts'
import { defined } from '../../../text/document/records.ts'
import { rule } from '../../rule.ts'
import { freeIndex } from '../naming/free-index.ts'
import { choiceOf, knownParts, makeName, matchName, type NameParts, sameName } from '../naming/pattern.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, here, ofParameter, ofProperty, type Report } from '../rule.ts'
import { namesOf, portName } from '../vnf/names.ts'
import { madeElsewhere, networkOf } from '../vnf/networks.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import type { Slot } from '../vnf/slots.ts'
import type { Parameter, Resource, VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { outputStep, readFromParameter } from '../ways.ts'
import { type NameRule, type Numbered, ruleFor } from './name-rule.ts'
import { checkSequence } from './numbering.ts'
import { parameterNameRequirements, renamedTo } from './parameter-renaming.ts'
import { checkZones } from './zones.ts'

export const parameterNameRules = rule({
  asks: 'package',
  codes: requirementCodes(parameterNameRequirements),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) {
      const seen = new Set<string>()
      const numbered: Numbered[] = []
      const wrong: WrongName[] = []
      for (const slot of vnf.slots(template)) {
        checkNetworkValue(vnf, slot, report)
        for (const { name } of sourceParameters(slot.value) ?? []) {
          const rule = ruleFor(vnf, template, slot, name)
          if (rule === undefined || seen.has(`${rule.requirement} ${name}`)) continue
          seen.add(`${rule.requirement} ${name}`)
          if (fitsName(vnf, slot, name, rule)) {
            checkOutput(vnf, template, slot, name, rule, report)
            numbered.push({ requirement: rule.requirement, name })
          } else {
            wrong.push({ slot, name, rule, wanted: wantedName(vnf, slot, name, rule) })
          }
        }
      }
      const planned = new Map<string, string>()
      for (const one of withIndexes(template, wrong).map((found) => withoutTaken(vnf, template, found))) {
        if (one.wanted !== undefined && !planned.has(one.name)) planned.set(one.name, one.wanted)
        reportName(template, one, report)
      }
      for (const parameter of template.parameters.values())
        checkCharacters(template, parameter, planned.get(parameter.name), report)
      checkZones(vnf, template, numbered, report)
      if (template.role !== 'nested') checkSequence(template, numbered, report)
    }
  },
})

/** A parameter that is not called as it must be. */
interface WrongName {
  readonly slot: Slot
  readonly name: string
  readonly rule: NameRule
  /** What it must be called; undefined when the names beside it do not say it. */
  readonly wanted: string | undefined
}

function fitsName(vnf: Vnf, slot: Slot, name: string, rule: NameRule): boolean {
  const own = ownParts(vnf, slot.resource)
  const { vmTypes } = namesOf(vnf)
  return rule.patterns.some((pattern) => {
    const parts = matchName(pattern, name, rule.vmType === 'own' ? vmTypes : undefined)
    if (parts === undefined) return false
    const isOfServer = rule.vmType === 'any' || own.vmType === undefined || sameName(parts.vmType, own.vmType)
    return isOfServer && fitsRole(vnf, slot, parts)
  })
}

function wantedName(
  vnf: Vnf,
  { name: slot, resource }: Slot,
  name: string,
  { patterns: [pattern = ''] }: NameRule,
): string | undefined {
  // What makes a network says its role for all modules.
  const { role, value } = networkOf(vnf, resource)
  if (slot === 'port-network' && madeElsewhere(vnf, resource.template, value) !== undefined)
    return role === undefined ? undefined : makeName(pattern, { role })
  if (!hasConformantId(vnf, resource)) return undefined
  return makeName(pattern, { ...ownParts(vnf, resource), ...indexIn(name) })
}

/**
 * Addresses count those of their vm-type and network, whatever they counted before: from 0, in the order that they had. The
 * names that they give up count as free, so that numbers which are right already are preserved.
 */
function withIndexes({ parameters }: VnfTemplate, wrong: readonly WrongName[]): readonly WrongName[] {
  const wanted = new Map<WrongName, string>()
  const given = new Set(wrong.filter(({ wanted: name }) => name !== undefined).map(({ name }) => name))
  const taken = new Set([...parameters.keys()].filter((name) => !given.has(name)))
  const inOrder = wrong
    .filter(({ slot }) => slot.name === 'port-address' || slot.name === 'instance-address')
    .sort((a, b) => (indexIn(a.name).index ?? 0) - (indexIn(b.name).index ?? 0))
  for (const one of inOrder) {
    const [, stem] = /^(.*_)\d+$/.exec(one.wanted ?? '') ?? []
    if (stem === undefined) continue
    const made = `${stem}${freeIndex((index) => taken.has(`${stem}${index}`))}`
    wanted.set(one, made)
    taken.add(made)
  }
  return wrong.map((one) => ({ ...one, wanted: wanted.get(one) ?? one.wanted }))
}

/**
 * Without a name that another parameter has, that would be wrong for another property which the parameter feeds, or that
 * follows the pattern no more than the one that is there: the next run would give it up again.
 */
function withoutTaken(vnf: Vnf, template: VnfTemplate, one: WrongName): WrongName {
  const { slot, rule, name, wanted } = one
  const kinds = new Set((vnf.feeds(template).get(name) ?? []).map((feed) => kindOf(feed.slot)))
  const isFree =
    wanted !== undefined &&
    !template.parameters.has(wanted) &&
    kinds.size === 1 &&
    fitsName(vnf, slot, wanted, rule)
  return isFree ? one : { ...one, wanted: undefined }
}

function reportName(template: VnfTemplate, { slot, name, rule, wanted }: WrongName, report: Report): void {
  report({
    requirement: rule.requirement,
    path: template.path,
    at: template.parameters.get(name)?.entry ?? slot.value,
    message: `parameter "${name}" sets the ${slot.property} of "${slot.resource.id}"; ONAP requires the name ${rule.patterns.join(' or ')}${here(wanted)}`,
    remedy: wanted === undefined ? byHand(choiceOf(rule.patterns)) : renamedTo(wanted),
    subject:
      wanted === undefined
        ? { kind: 'parameter', name, naming: { patterns: rule.patterns, resource: slot.resource.id } }
        : { kind: 'parameter', name, wanted },
  })
}

/** Addresses and interfaces name their network alike. */
function kindOf({ name }: Slot): Slot['name'] {
  return name === 'instance-network' ? 'interface-network' : name
}

/** Whether the role in a name is that of the network, where the network has one. */
function fitsRole(vnf: Vnf, { resource }: Slot, { role }: NameParts): boolean {
  const { role: wanted } = networkOf(vnf, resource)
  return wanted === undefined || role === undefined || sameName(role, wanted)
}

/** What a resource's own ID, server and network say; a part in which they differ is left out. */
function ownParts(vnf: Vnf, resource: Resource): NameParts {
  const names = namesOf(vnf)
  const id = resource.isMember ? undefined : portName(resource.id, names.vmTypes)
  const server = names.serverOf.get(resource) ?? names.serverWithPort(resource.template, resource.id)
  const vmType = agreed(server?.vmType, id?.vmType)
  const role = agreed(networkOf(vnf, resource).role, id?.role)
  const vmIndex = id?.vmIndex ?? server?.id?.index
  return knownParts({ vmType, role, vmIndex, index: vmIndex })
}

/** Whether an ID that follows its pattern says the vm-type, and not only a parameter that may be wrong itself. */
function hasConformantId(vnf: Vnf, resource: Resource): boolean {
  const names = namesOf(vnf)
  const server = names.serverOf.get(resource) ?? names.serverWithPort(resource.template, resource.id)
  return (
    server?.id !== undefined || (!resource.isMember && portName(resource.id, names.vmTypes) !== undefined)
  )
}

function agreed(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || b === undefined || sameName(a, b) ? (a ?? b) : undefined
}

function indexIn(name: string): NameParts {
  const match = /_(\d+)$/.exec(name)
  return match === null ? {} : { index: Number(match[1]) }
}

/** Subnets of internal networks come from the base module (R-84123 and its siblings). */
function checkOutput(
  vnf: Vnf,
  template: VnfTemplate,
  slot: Slot,
  name: string,
  { requirement, patterns }: NameRule,
  report: Report,
): void {
  if (slot.name !== 'port-subnet' && slot.name !== 'instance-subnet') return
  if (patterns[0]?.startsWith('int_') !== true || template.role === 'nested') return
  const isOutput = vnf.whole.modules.some(
    ({ role, outputs }) => role === 'base' && outputs.some((output) => output.name === name),
  )
  if (isOutput) return
  report({
    requirement,
    ...ofParameter(template.path, name, template.parameters.get(name)?.entry ?? slot.value),
    message: `parameter "${name}" sets the ${slot.property} of "${slot.resource.id}" and must be an output of the base module`,
    remedy: byHand('Add the output to the base module.', () =>
      vnf.whole.modules.flatMap((base) =>
        base.role !== 'base'
          ? []
          : base.resources
              .filter(({ type, isMember }) => type === 'OS::Neutron::Subnet' && !isMember)
              .map(({ id }) => ({ steps: [outputStep(base, name, { get_resource: id })] })),
      ),
    ),
  })
}

/** The network of a port on an external network is a parameter, and nothing else. */
function checkNetworkValue(vnf: Vnf, slot: Slot, report: Report): void {
  if (slot.name !== 'port-network' || sourceParameters(slot.value) !== undefined) return
  const { kind } = networkOf(vnf, slot.resource)
  if (kind === 'internal') return
  report({
    requirement: 'R-62983',
    ...ofProperty(slot),
    message: `the network of "${slot.resource.id}" must be obtained with get_param`,
    remedy: byHand('Declare {network-role}_net_id or {network-role}_net_name, and read it here.', () => {
      const { resource } = slot
      const at = trailTo(resource.template.root, slot.value)
      const role = portName(resource.id, namesOf(vnf).vmTypes)?.role
      const name = role === undefined ? undefined : `${role}_net_id`
      return at === undefined
        ? []
        : [{ steps: readFromParameter(resource, 'network', at, defined({ name })) }]
    }),
  })
}

/** R-25877. */
export function isAllowedName(name: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(name)
}

/** @param planned the name that the properties ask for which the parameter feeds */
function checkCharacters(
  { path, parameters }: VnfTemplate,
  { name, entry }: Parameter,
  planned: string | undefined,
  report: Report,
): void {
  if (isAllowedName(name)) return
  const wanted = planned ?? name.replace(/[^A-Za-z0-9_]/g, '_')
  const isFree = !parameters.has(wanted)
  report({
    requirement: 'R-25877',
    path,
    at: entry,
    message: `parameter name "${name}" must contain only letters, digits and underscores`,
    remedy: isFree ? renamedTo(wanted) : byHand(`Choose a name; "${wanted}" is taken.`),
    subject: { kind: 'parameter', name, ...(isFree ? { wanted } : {}) },
  })
}
