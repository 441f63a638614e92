/** Properties that must be taken from a parameter, and the type of that parameter. */

import { readValue } from '../../../heat/merge-keys.ts'
import { changeAt } from '../../../stack/trail.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import {
  entry,
  mapEntries,
  string,
  withEntries,
  withItems,
  withoutEntry,
  withValue,
} from '../../../text/document/build.ts'
import { plainData } from '../../../text/document/data.ts'
import type { Mapping } from '../../../text/document/node.ts'
import { entryOf, isNull, mapOf, resolved } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import { rule } from '../../rule.ts'
import { type KeyRule, keyRules } from '../naming/metadata-keys.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, type Repair, type Report, repairedBy, requirementsIn, withDeclaration } from '../rule.ts'
import type { Way } from '../step.ts'
import { networkOf } from '../vnf/networks.ts'
import { parameterReadsIn, sourceParameters } from '../vnf/parameter-reads.ts'
import type { Slot, SlotName } from '../vnf/slots.ts'
import { type Parameter, parameterTypes, type VnfTemplate } from '../vnf/template.ts'
import { isItem, typeOfUse } from '../vnf/type-of-use.ts'
import { passedBy, type Vnf } from '../vnf/vnf.ts'

interface TypeRule {
  readonly requirement: RequirementId
  readonly types: readonly string[]
  /** Whether only modules are meant. */
  readonly inModules?: true
  /** Whether only what is on an external network is meant. */
  readonly isExternal?: true
}

const textOrList = ['string', 'comma_delimited_list'] as const

const typeRules: Partial<Readonly<Record<SlotName, TypeRule>>> = {
  'server-image': { requirement: 'R-71152', types: ['string'] },
  'server-flavor': { requirement: 'R-50436', types: ['string'] },
  'server-name': { requirement: 'R-51430', types: textOrList },
  'server-zone': { requirement: 'R-23311', types: ['string'], inModules: true },
  'port-network': { requirement: 'R-18008', types: ['string'] },
  'port-address': { requirement: 'R-34037', types: textOrList },
  'port-subnet': { requirement: 'R-38236', types: ['string'] },
  'instance-address': { requirement: 'R-100000', types: textOrList },
  'instance-subnet': { requirement: 'R-100190', types: ['string'] },
  'interface-network': { requirement: 'R-02164', types: ['string'], isExternal: true },
  'instance-network': { requirement: 'R-02164', types: ['string'], isExternal: true },
  'route-prefixes': { requirement: 'R-19756', types: ['json'] },
}

/** Types that hotshift can write by itself: what is a string anyway, though a number may be spelled otherwise. */
const canChange: ReadonlySet<SlotName> = new Set([
  'server-image',
  'server-flavor',
  'server-zone',
  'port-network',
  'port-subnet',
])

export const parameterTypeRules = rule({
  asks: 'package',
  codes: requirementCodes([
    ...Object.values(typeRules).map(({ requirement }) => requirement),
    'R-11441',
    'R-36772',
  ]),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) {
      for (const parameter of template.parameters.values())
        checkDeclaredType(vnf, template, parameter, report)
      const seen = new Set<string>()
      for (const slot of vnf.slots(template)) {
        for (const { name } of sourceParameters(slot.value) ?? []) {
          const key = `${typeRules[slot.name]?.requirement} ${name}`
          if (!seen.has(key)) checkType(vnf, template, slot, name, report)
          seen.add(key)
        }
      }
    }
  },
})

function checkType(vnf: Vnf, template: VnfTemplate, slot: Slot, name: string, report: Report): void {
  const rule = typeRules[slot.name]
  const parameter = template.parameters.get(name)
  if (rule === undefined || parameter?.type === undefined) return
  const { type } = parameter
  // A type that Heat does not know is another violation.
  if (rule.types.includes(type) || !parameterTypes.has(type)) return
  if (rule.inModules === true && template.role === 'nested') return
  if (rule.isExternal === true && networkOf(vnf, slot.resource).kind === 'internal') return
  const isFree = canChange.has(slot.name) && feedsOnly(vnf, template, name, [slot.name])
  const [wanted = 'string'] = rule.types
  report({
    requirement: rule.requirement,
    path: template.path,
    at: parameter.entry,
    message: `parameter "${name}" sets the ${slot.property} of "${slot.resource.id}" and must be of type ${rule.types.join(' or ')}, not ${type}`,
    remedy: isFree
      ? repairedBy(typeChange, `writes "type: ${wanted}"`)
      : byHand('Decide on the type together with how the value is used.', () => [
          typeWay(template.path, name, wanted, type),
        ]),
    subject: isFree ? { kind: 'parameter', name, type: wanted } : { kind: 'parameter', name },
  })
}

/** What CloudFormation calls the types of HOT. */
const otherSpellings: ReadonlyMap<string, string> = new Map([['commadelimitedlist', 'comma_delimited_list']])

function checkDeclaredType(vnf: Vnf, template: VnfTemplate, parameter: Parameter, report: Report): void {
  const { name, map, entry, type } = parameter
  const { path } = template
  const subject = { kind: 'parameter', name } as const
  const node = readValue(map, 'type')
  if (node === undefined || isNull(node)) {
    // ONAP fixes those of parameters for metadata.
    const known =
      ownValue<KeyRule>(keyRules, name)?.type ??
      typeOfValue(vnf, template, parameter) ??
      typeOfUse(vnf, template, parameter)
    report({
      requirement: 'R-36772',
      path,
      at: entry,
      message: `the parameter "${name}" has no type`,
      remedy:
        known === undefined
          ? byHand(
              parameterReadsIn(template.root).some((read) => read.name === name && isItem(read))
                ? 'Write its type: an item of it is read, so that it is comma_delimited_list, or json.'
                : 'Write its type; string is the usual one.',
              () => [...parameterTypes].map((value) => typeWay(path, name, value)),
            )
          : repairedBy(typeSpelling, `adds "type: ${known}"`),
      subject: known === undefined ? subject : { ...subject, type: known },
    })
    return
  }
  if (type !== undefined && parameterTypes.has(type)) return
  const lower = type?.toLowerCase() ?? ''
  const meant = parameterTypes.has(lower) ? lower : otherSpellings.get(lower)
  report({
    requirement: 'R-11441',
    path,
    at: node,
    message: `${type === undefined ? 'the type' : `the type "${type}"`} of the parameter "${name}" is none that Heat knows`,
    remedy:
      meant === undefined
        ? byHand('Choose string, number, json, comma_delimited_list or boolean.', () =>
            [...parameterTypes].map((value) => typeWay(path, name, value, plainData(node))),
          )
        : repairedBy(typeSpelling, `writes "type: ${meant}"`),
    subject: meant === undefined ? subject : { ...subject, type: meant },
  })
}

/** The type that a list or a mapping needs; a scalar does not tell. */
function typeOfValue(vnf: Vnf, template: VnfTemplate, { name, map }: Parameter): string | undefined {
  const values = [readValue(map, 'default'), ...vnf.valuesOf(template, name).map(({ entry }) => entry.value)]
  const kinds = new Set(values.flatMap((value) => (value === undefined ? [] : resolved(value).kind)))
  if (kinds.size !== 1) return undefined
  if (kinds.has('seq')) return 'comma_delimited_list'
  return kinds.has('map') ? 'json' : undefined
}

export const typeSpelling: Repair = {
  id: 'onap/correct-parameter-types',
  title: 'Write the types that Heat knows',
  description:
    'Writes the types that Heat spells otherwise as Heat does, and those that are missing where ONAP fixes them, or the value or the use shows them.',
  references: ['HOT specification, Parameters section'],
  safety: 'exact',
  declares: 'parameter-type',
  requirements: ['R-11441', 'R-36772'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'parameter' || subject.type === undefined) return pkg
    return withType(pkg, path, subject.name, subject.type)
  },
}

/**
 * The package in which a parameter has another type, or one at all.
 * @throws Stuck when aliases share the declaration
 */
function withType(pkg: Workspace, path: string, name: string, type: string): Workspace {
  return withDeclaration(pkg, path, name, (map) => typed(map, type))
}

function typed(map: Mapping, type: string): Mapping {
  const own = entryOf(map, 'type')
  if (own === undefined) return withEntries(map, [entry('type', string(type)), ...map.entries])
  return mapEntries(map, (one) => (one === own ? withValue(one, string(type, { for: own.value })) : one))
}

export const typeChange: Repair = {
  id: 'onap/change-parameter-types',
  title: 'Give parameters the types that ONAP prescribes',
  description:
    'Makes parameters of images, flavors, networks and metadata the type that ONAP prescribes, and deletes constraints that this type cannot have.',
  references: ['HOT specification, Parameters section'],
  safety: 'lossy',
  loses: 'changed type',
  requirements: [
    ...requirementsIn(parameterTypeRules),
    ...Object.values(keyRules).flatMap(({ parameter = [] }) => parameter),
  ],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'parameter' || subject.type === undefined) return pkg
    const { name, type } = subject
    const next = withType(pkg, path, name, type)
    return type === 'number' ? next : withoutNumberConstraints(next, path, name)
  },
}

/** Ranges are for numbers; Heat refuses them for any other type. */
function withoutNumberConstraints(pkg: Workspace, path: string, name: string): Workspace {
  const root = pkg.files.get(path)?.root
  const changed = root === undefined ? undefined : changeAt(root, ['parameters', name], withoutRanges)
  return changed === undefined || 'problem' in changed ? pkg : pkg.withRoot(path, changed)
}

function withoutRanges(map: Mapping): Mapping {
  const constraints = entryOf(map, 'constraints')
  if (constraints?.value.kind !== 'seq') return map
  const left = withItems(
    constraints.value,
    constraints.value.items.filter((one) => entryOf(mapOf(one), 'range', 'modulo') === undefined),
  )
  if (left.items.length === 0) return withoutEntry(map, constraints)
  return mapEntries(map, (one) => (one === constraints ? withValue(one, left) : one))
}

// Whether the type of a parameter can change without changing anything else.

/**
 * Whether all uses of a parameter feed properties of one kind, and all its values are scalars: then a
 * string means the same there as another type does.
 */
function feedsOnly(vnf: Vnf, template: VnfTemplate, name: string, slots: readonly SlotName[]): boolean {
  const feeds = vnf.feeds(template).get(name) ?? []
  if (feeds.some(({ slot, read }) => !slots.includes(slot.name) || read.path.length > 0)) return false
  // A use that feeds no known property would not be among the feeds.
  const own = vnf
    .slots(template)
    .filter(({ value }) => parameterReadsIn(value).some((read) => read.name === name))
  const passed = vnf.pkg
    .callsFrom(template.path)
    .flatMap(passedBy)
    .filter(({ value }) => parameterReadsIn(value).some((read) => read.name === name))
  const reads = parameterReadsIn(template.root).filter((read) => read.name === name)
  return reads.length === own.length + passed.length && hasScalarValues(vnf, template, name)
}

function hasScalarValues(vnf: Vnf, template: VnfTemplate, name: string): boolean {
  const values = [
    readValue(template.parameters.get(name)?.map, 'default'),
    ...vnf.valuesOf(template, name).map(({ entry }) => entry.value),
  ]
  return values.every((value) => value === undefined || isNull(value) || resolved(value).kind === 'scalar')
}

/** @param was undefined where no type is written */
function typeWay(file: string, name: string, value: string, was?: unknown): Way {
  const step = { file, write: ['parameters', name, 'type'], value }
  return { steps: [was === undefined ? step : { ...step, was }] }
}
