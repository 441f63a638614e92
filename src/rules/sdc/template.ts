/** A template as SDC's object model has it (org.openecomp.sdc.heat.datatypes.model.HeatOrchestrationTemplate). */

import { entriesRead, entryRead, readValue } from '../../heat/merge-keys.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { modelKeys } from './checks.ts'

export interface SdcParameter {
  readonly name: string
  readonly entry: Entry
  readonly map: Mapping | undefined
  readonly type: string | undefined
}

export interface SdcResource {
  readonly id: string
  readonly entry: Entry
  readonly map: Mapping | undefined
  readonly type: string | undefined
  readonly typeNode: Node | undefined
  /** Whether the key is there with a value: an empty mapping is one. */
  readonly hasProperties: boolean
  readonly properties: readonly Entry[]
  readonly propertiesMap: Mapping | undefined
  readonly template: SdcTemplate
}

interface SdcOutput {
  readonly name: string
  readonly entry: Entry
  readonly value: Node | undefined
}

export interface SdcTemplate {
  readonly name: string
  readonly path: string
  readonly root: Mapping
  /** Undefined where there is no section. */
  readonly parameters: ReadonlyMap<string, SdcParameter> | undefined
  readonly resources: readonly SdcResource[]
  readonly hasResources: boolean
  readonly outputs: readonly SdcOutput[]
  resource(id: string): SdcResource | undefined
}

/** Why SDC cannot make its objects of a file. */
interface ModelProblem {
  readonly at: Node | Entry
  readonly message: string
  /** Undefined where nothing better is known than to leave it out. */
  readonly advice?: string | undefined
}

/** What keeps SDC from reading a template; the first of each kind of key. */
export function modelProblems(root: Mapping): readonly ModelProblem[] {
  return [
    ...unknownKeys(root, 'template'),
    ...sectionProblems(root, 'parameters', 'parameter'),
    ...sectionProblems(root, 'resources', 'resource'),
    ...sectionProblems(root, 'outputs', 'output'),
    ...groupProblems(root),
    ...stringProblems(root, ['description']),
  ]
}

type Kind = keyof typeof modelKeys

/** What to do without keys that Heat knows and SDC does not. */
const insteadOf: Readonly<Record<string, string>> = {
  'resource condition': 'A resource that is only sometimes there belongs in a module of its own.',
  'resource external_id':
    'Take it out, and have a parameter give the ID of what exists to those that use it.',
  'resource description': 'Write it as a comment.',
  'output condition': 'Give the output always, or take it out.',
  'parameter tags': 'Leave them out: they have no effect on a stack.',
}

function unknownKeys(map: Mapping, kind: Kind): ModelProblem[] {
  return entriesRead(map).flatMap((one) => {
    const name = nameOf(one)
    if (name !== undefined && modelKeys[kind].includes(name)) return []
    return [
      {
        at: one,
        message: `SDC does not know the key "${name ?? ''}" of a ${kind} and cannot read the template`,
        advice: insteadOf[`${kind} ${name ?? ''}`],
      },
    ]
  })
}

const article = { parameters: 'parameters', resources: 'resources', outputs: 'outputs' } as const

function sectionProblems(root: Mapping, section: keyof typeof article, kind: Kind): ModelProblem[] {
  const value = readValue(root, section)
  if (value === undefined || isNull(value)) return []
  const map = mapOf(value)
  if (map === undefined) return [{ at: value, message: `the section ${section} is no mapping` }]
  return entriesRead(map).flatMap((one) => {
    if (isNull(one.value)) return []
    const body = mapOf(one.value)
    if (body === undefined) return [{ at: one, message: `the ${kind} "${nameOf(one) ?? ''}" is no mapping` }]
    return [...unknownKeys(body, kind), ...bodyProblems(body, kind)]
  })
}

function bodyProblems(body: Mapping, kind: Kind): ModelProblem[] {
  if (kind === 'parameter')
    return [...stringProblems(body, ['type', 'label', 'description']), ...constraintProblems(body)]
  if (kind === 'output') return stringProblems(body, ['description'])
  const properties = readValue(body, 'properties')
  const isWrong = properties !== undefined && !isNull(properties) && mapOf(properties) === undefined
  const wrong = isWrong ? [{ at: properties, message: '"properties" is no mapping' }] : []
  return [...stringProblems(body, ['type']), ...wrong]
}

function constraintProblems(body: Mapping): ModelProblem[] {
  const constraints = readValue(body, 'constraints')
  if (constraints === undefined || isNull(constraints)) return []
  const isRight = listOf(constraints)?.items.every((one) => mapOf(one) !== undefined) === true
  return isRight ? [] : [{ at: constraints, message: '"constraints" is no list of mappings' }]
}

function groupProblems(root: Mapping): ModelProblem[] {
  const groups = readValue(root, 'parameter_groups')
  if (groups === undefined || isNull(groups)) return []
  const items = listOf(groups)?.items
  if (items === undefined) return [{ at: groups, message: '"parameter_groups" is no list' }]
  return items.flatMap((one) => {
    const map = mapOf(one)
    return map === undefined ? [] : unknownKeys(map, 'parameter group')
  })
}

function stringProblems(map: Mapping, names: readonly string[]): ModelProblem[] {
  return names.flatMap((name) => {
    const value = readValue(map, name)
    return value === undefined || scalarOf(value) !== undefined
      ? []
      : [{ at: value, message: `"${name}" is no string` }]
  })
}

/** A template of which nothing keeps SDC from reading it. */
export function readSdcTemplate(name: string, path: string, root: Mapping): SdcTemplate {
  const section = (key: string) => {
    const value = readValue(root, key)
    return value === undefined || isNull(value) ? undefined : mapOf(value)
  }
  const parameters = section('parameters')
  const resources: SdcResource[] = []
  const byId = new Map<string, SdcResource>()
  const template: SdcTemplate = {
    name,
    path,
    root,
    parameters: parameters === undefined ? undefined : parametersIn(parameters),
    resources,
    hasResources: section('resources') !== undefined,
    outputs: entriesRead(section('outputs')).map((entry) => ({
      name: nameOf(entry) ?? '',
      entry,
      value: readValue(mapOf(entry.value), 'value'),
    })),
    resource: (id) => byId.get(id),
  }
  for (const entry of entriesRead(section('resources'))) {
    const resource = resourceOf(entry, template)
    resources.push(resource)
    byId.set(resource.id, resource)
  }
  return template
}

function parametersIn(section: Mapping): ReadonlyMap<string, SdcParameter> {
  return new Map(
    entriesRead(section).map((entry) => {
      const [name, map] = [nameOf(entry) ?? keyText(entry), mapOf(entry.value)]
      return [name, { name, entry, map, type: stringOf(readValue(map, 'type')) }]
    }),
  )
}

function resourceOf(entry: Entry, template: SdcTemplate): SdcResource {
  const map = mapOf(entry.value)
  const typeNode = readValue(map, 'type')
  const properties = readValue(map, 'properties')
  const propertiesMap = mapOf(properties)
  return {
    id: nameOf(entry) ?? keyText(entry),
    entry,
    map,
    type: stringOf(typeNode),
    typeNode,
    hasProperties: properties !== undefined && !isNull(properties),
    properties: entriesRead(propertiesMap),
    propertiesMap,
    template,
  }
}

/** Java turns numbers and the like into strings where it wants one. */
function keyText({ key }: Entry): string {
  const node = resolved(key)
  return node.kind === 'scalar' ? String(node.value) : ''
}

export function propertyOf({ propertiesMap }: SdcResource, ...names: readonly string[]): Node | undefined {
  for (const name of names) {
    const found = entryRead(propertiesMap, name)
    if (found !== undefined) return found.value
  }
  return undefined
}
