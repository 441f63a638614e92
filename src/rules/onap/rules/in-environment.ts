/** Parameters that environment files must not hold, and parameters that they must. */

import { withoutEnvironmentValue } from '../../../stack/refactor/environment.ts'
import { trailTo } from '../../../stack/refactor/tree-edits.ts'
import { fileName } from '../../../stack/source-file.ts'
import { plainData } from '../../../text/document/data.ts'
import { resolved } from '../../../text/document/read.ts'
import { extended, ownValue } from '../../../text/document/records.ts'
import { rule } from '../../rule.ts'
import { allAddresses, namingRule, namingRulesOf, namingTable, pairSlots } from '../naming/parameter-names.ts'
import { matchName } from '../naming/pattern.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import {
  byHand,
  ofParameter,
  ofProperty,
  type Repair,
  type Report,
  repairedBy,
  requirementsIn,
} from '../rule.ts'
import type { Way } from '../step.ts'
import { outputModuleOf, supplierOf } from '../vnf/assigned.ts'
import { enumeration, type VnfEnvironment } from '../vnf/environment.ts'
import { familyOf, formOf, versionOf } from '../vnf/names.ts'
import { networkOf } from '../vnf/networks.ts'
import type { SlotName } from '../vnf/slots.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Feed, Vnf } from '../vnf/vnf.ts'
import { readFromParameter } from '../ways.ts'
import { defaultRemedy } from './defaults.ts'

/** By the name of the parameter, whatever it feeds. */
const forbiddenNames = {
  vnf_id: 'R-20856',
  vnf_name: 'R-36542',
  vf_module_id: 'R-72871',
  vf_module_name: 'R-80374',
  vf_module_index: 'R-37039',
  workload_context: 'R-02691',
  environment_context: 'R-13194',
} as const satisfies Readonly<Record<string, RequirementId>>

/** By the property that the parameter feeds. */
const forbiddenSlots = {
  'server-name': 'R-22838',
  'server-zone': 'R-59568',
  'port-network': 'R-29872',
  'other-name': 'R-99812',
  'route-prefixes': 'R-76682',
} as const satisfies Partial<Record<SlotName, RequirementId>>

const requiredSlots = {
  'server-image': 'R-91125',
  'server-flavor': 'R-69431',
  'group-count': 'R-50011',
} as const satisfies Partial<Record<SlotName, RequirementId>>

const externalPairs = { neutron: 'R-83412', contrail: 'R-100280' } as const

const internalPairs = new Set(
  namingRulesOf(...pairSlots).flatMap(({ side, naming }) => (side === 'internal' ? naming : [])),
)

export const environmentValueRules = rule({
  asks: 'package',
  codes: requirementCodes([
    'R-92193',
    ...Object.values(forbiddenNames),
    ...Object.values(forbiddenSlots),
    ...Object.values(requiredSlots),
    ...Object.values(externalPairs),
    ...Object.values(allAddresses.neutron),
    ...Object.values(allAddresses.contrail),
    ...namingTable.flatMap(({ environment }) => environment ?? []),
    ...internalPairs,
  ]),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const environment of vnf.environments) checkForbidden(vnf, environment, report)
    for (const module of vnf.modules) checkRequired(vnf, module, report)
    checkLiteralCounts(vnf, report)
  },
})

interface Demand {
  readonly requirement: RequirementId
  readonly why: string
}

// --- what must not be there

function checkForbidden(vnf: Vnf, environment: VnfEnvironment, report: Report): void {
  const module = vnf.moduleOf(environment)
  const feeds = module === undefined ? undefined : vnf.feeds(module)
  for (const one of environment.entries) {
    const demands = new Map<RequirementId, Demand>()
    const add = (demand: Demand): void => {
      if (!demands.has(demand.requirement)) demands.set(demand.requirement, demand)
    }
    for (const demand of forbiddenByName(one.name)) add(demand)
    if (module !== undefined) {
      for (const feed of feeds?.get(one.name) ?? []) {
        for (const demand of forbiddenByUse(vnf, module, feed, one.name)) add(demand)
      }
    }
    const isOutput = module !== undefined && outputModuleOf(vnf, module, one.name) !== undefined
    const supplier = isOutput ? 'SO' : supplierOf(one.name)
    for (const { requirement, why } of demands.values()) {
      report({
        requirement,
        path: environment.path,
        at: one.entry,
        message: `"${one.name}" must not be in the environment file: ${why}`,
        remedy: repairedBy(
          environmentValueRemoval,
          `deletes the entry with its comments; ${supplier} supplies the value at instantiation`,
          supplier,
        ),
        subject: { kind: 'environment-entry', ...one },
      })
    }
  }
}

function forbiddenByName(name: string): Demand[] {
  const requirement = ownValue<RequirementId>(forbiddenNames, name)
  if (requirement !== undefined) return [{ requirement, why: 'ONAP assigns it' }]
  return name.endsWith('_net_fqdn') ? [{ requirement: 'R-92193', why: 'ONAP assigns names of networks' }] : []
}

function forbiddenByUse(vnf: Vnf, module: VnfTemplate, { slot }: Feed, name: string): Demand[] {
  const { resource, property } = slot
  const why = `ONAP assigns the ${property} of "${resource.id}"`
  const forbidden = ownValue<RequirementId>(forbiddenSlots, slot.name)
  if (forbidden !== undefined)
    return [
      {
        requirement: forbidden,
        why: slot.name === 'other-name' ? `it names "${resource.id}", which the template creates` : why,
      },
    ]
  // A name with `_int_` asks for a value in the environment, wherever the port is.
  const side =
    name.includes('_int_') && /^port-(?:address|pair)$/.test(slot.name)
      ? 'internal'
      : networkOf(vnf, resource).kind
  const family = familyOf(slot)
  switch (slot.name) {
    case 'port-subnet':
    case 'instance-subnet': {
      const version = versionOf(vnf, module, name)
      const requirement = namingRule(slot.name, { side, version })?.environment
      return requirement === undefined
        ? []
        : [{ requirement, why: `it is the subnet of "${resource.id}", which ONAP assigns` }]
    }
    case 'port-address':
    case 'instance-address':
      return side === 'internal' ? [] : addressDemands(vnf, module, slot, name, why)
    case 'port-pair':
    case 'interface-pair':
      return side === 'internal' ? [] : [{ requirement: externalPairs[family], why }]
    default:
      return []
  }
}

/** The general requirement, and that of the very name, when the name is one that is prescribed. */
function addressDemands(
  vnf: Vnf,
  module: VnfTemplate,
  slot: Feed['slot'],
  name: string,
  why: string,
): Demand[] {
  const family = familyOf(slot)
  const side = networkOf(vnf, slot.resource).kind
  const use = { side, version: versionOf(vnf, module, name), form: formOf(module, name) }
  const { patterns = [], environment } = namingRule(slot.name, use) ?? {}
  const demands: Demand[] = [{ requirement: allAddresses[family][side], why }]
  const isPrescribed = patterns.some((pattern) => matchName(pattern, name) !== undefined)
  if (environment !== undefined && isPrescribed) demands.unshift({ requirement: environment, why })
  return demands
}

// --- what must be there, with a value

function checkRequired(vnf: Vnf, module: VnfTemplate, report: Report): void {
  // What an environment that cannot be read holds is not known.
  if (vnf.pkg.unreadable.has(vnf.pkg.environmentPathOf(module.path))) return
  const environment = vnf.environmentOf(module)
  const file = fileName(vnf.pkg.environmentPathOf(module.path))
  for (const [name, feeds] of vnf.feeds(module)) {
    const parameter = module.parameters.get(name)
    const state = enumeration(environment, name)
    if (state === 'valued' || parameter === undefined || outputModuleOf(vnf, module, name) !== undefined)
      continue
    const demands = new Map(
      feeds.flatMap((feed) => requiredBy(vnf, module, feed, name)).map((one) => [one.requirement, one]),
    )
    if (demands.size === 0) continue
    const remedy =
      defaultRemedy(vnf, module, parameter) ??
      byHand(`Give it a value in ${file}.`, () => valueWays(vnf, module, name, feeds))
    const about = extended(ofParameter(module.path, name, parameter.entry), { remedy })
    for (const { requirement, why } of demands.values())
      report({ requirement, message: `"${name}" must be in ${file} with a value: ${why}`, ...about })
  }
}

/** Values that other environments give to a parameter of its name, or to what is like it; of a count 1; else a placeholder. */
function valueWays(vnf: Vnf, module: VnfTemplate, name: string, feeds: readonly Feed[]): readonly Way[] {
  const slots = new Set(feeds.map(({ slot }) => slot.name))
  const alike = vnf.whole.modules.flatMap((other) =>
    [...vnf.feeds(other)].flatMap(([one, others]) =>
      one === name || others.some(({ slot }) => slots.has(slot.name))
        ? vnf.valuesOf(other, one).map(({ entry }) => plainData(entry.value))
        : [],
    ),
  )
  const isList = module.parameters.get(name)?.type === 'comma_delimited_list'
  const made = slots.has('group-count') ? 1 : isList ? ['TO BE GIVEN'] : 'TO BE GIVEN'
  const known = alike.filter((value) => value !== null && Array.isArray(value) === isList)
  const unique = [...new Map([...known, made].map((one) => [JSON.stringify(one), one])).values()]
  return unique.slice(0, 3).map((value) => ({ steps: [{ file: module.path, give: name, value }] }))
}

function requiredBy(vnf: Vnf, module: VnfTemplate, { slot }: Feed, name: string): Demand[] {
  const { resource, property } = slot
  const why = `it is the ${property} of "${resource.id}"`
  const required = ownValue<RequirementId>(requiredSlots, slot.name)
  if (required !== undefined) return [{ requirement: required, why }]
  const isAddress = slot.name === 'port-address' || slot.name === 'instance-address'
  const isPair = slot.name === 'port-pair' || slot.name === 'interface-pair'
  if ((!isAddress && !isPair) || networkOf(vnf, resource).kind === 'external') return []
  if (isAddress) return addressDemands(vnf, module, slot, name, why)
  const use = { side: 'internal', version: versionOf(vnf, module, name), form: formOf(module, name) } as const
  const rule = namingRule(slot.name, use)
  return rule === undefined ? [] : [{ requirement: rule.naming, why }]
}

/** A count that no parameter gives cannot be in an environment. */
function checkLiteralCounts(vnf: Vnf, report: Report): void {
  for (const slot of vnf.slotsNamed('group-count')) {
    const given = resolved(slot.value)
    if (given.kind === 'map' && given.entries.length === 1) continue
    report({
      requirement: 'R-50011',
      ...ofProperty(slot),
      message: `the count of "${slot.resource.id}" is written here, and must come from the environment file`,
      remedy: byHand(
        'Choose a parameter for the count and give it this value in the environment file.',
        () => {
          const { resource } = slot
          const at = trailTo(resource.template.root, slot.value)
          const value = plainData(slot.value)
          const steps = at && readFromParameter(resource, 'count', at, { value })
          return steps === undefined ? [] : [{ steps, isClear: true }]
        },
      ),
    })
  }
}

export const environmentValueRemoval: Repair = {
  id: 'onap/drop-environment-values',
  title: 'Delete values that must not be in the environment',
  description:
    'Deletes entries of environment files whose values ONAP assigns, and those that no parameter takes.',
  references: ['heat/engine/environment.py'],
  safety: 'lossy',
  loses: 'deleted value',
  requirements: [...requirementsIn(environmentValueRules), 'R-599443'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'environment-entry') return pkg
    return withoutEnvironmentValue(pkg, path, subject.section, subject.name)
  },
}
