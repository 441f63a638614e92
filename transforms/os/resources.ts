/** The resources of a HOT template, and what refers to them. */

import {
  callOf,
  type Entry,
  entriesRead,
  entry,
  entryOf,
  isMerge,
  isOwn,
  type Mapping,
  mapOf,
  mapping,
  type Node,
  nameOf,
  readValue,
  type Scalar,
  section,
  string,
  stringOf,
  valueOf,
  withAppended,
  withReplaced,
  withValue,
} from '../../src/engine/authoring/authoring.ts'
import { renamedType } from '../../src/heat/deprecations.ts'
import { memberDefinitionOf } from '../../src/heat/group-types.ts'
import { namesIn, resourceRead } from '../../src/heat/reads.ts'
import { someNode } from '../../src/heat/walk.ts'
import type { Document } from '../../src/text/document/document.ts'

export interface Resource {
  readonly name: string
  /** The entry of the section. */
  readonly entry: Entry
  readonly definition: Mapping
  /** The type as Heat has it now; an empty string where none is known. */
  readonly type: string
}

/** By name; of several of one name the last, which Heat reads. */
export function resourcesOf(root: Mapping): ReadonlyMap<string, Resource> {
  const found = new Map<string, Resource>()
  for (const one of entriesRead(section(root, 'resources'))) {
    const [name, definition] = [nameOf(one), mapOf(one.value)]
    if (name === undefined || definition === undefined) continue
    const type = stringOf(readValue(definition, 'type')) ?? ''
    const known = type.startsWith('AWS::') ? (renamedType(type)?.to ?? type) : type
    found.set(name, { name, entry: one, definition, type: known })
  }
  return found
}

/** The properties of a resource as they stand there; undefined where it has none. */
export function propertiesOf(definition: Mapping): Mapping | undefined {
  const properties = valueOf(definition, 'properties')
  return properties?.kind === 'map' ? properties : undefined
}

/** One function that names a resource. */
interface ResourceUse {
  readonly node: Mapping
  /** Undefined for `get_resource`. */
  readonly attribute?: Node
  /** Whether `get_attr` names an attribute at all. */
  readonly by: 'get_resource' | 'get_attr' | 'depends_on'
  /** The resource in whose definition it stands; undefined elsewhere. */
  readonly within: string | undefined
}

export interface Uses {
  readonly of: (name: string) => readonly ResourceUse[]
  /** A function that names its resource by another function, or by a name that is none: it may mean any resource. */
  readonly unclear: Node | undefined
}

/** What refers to which resource, all over a template. */
export function usesIn(root: Mapping, resources: ReadonlyMap<string, unknown>): Uses {
  const uses = new Map<string, ResourceUse[]>()
  let unclear: Node | undefined
  const add = (name: string | undefined, node: Node, use: ResourceUse): void => {
    if (name === undefined || !resources.has(name)) unclear ??= node
    else {
      const known = uses.get(name)
      if (known === undefined) uses.set(name, [use])
      else known.push(use)
    }
  }
  const walk = (node: Node, within: string | undefined): void => {
    if (node.kind === 'seq') for (const item of node.items) walk(item, within)
    if (node.kind !== 'map') return
    // A function that a merge key supplies is met where it stands.
    const read = callOf(node) === undefined ? undefined : resourceRead(node)
    if (read !== undefined) {
      const [attribute] = read.path
      add(read.name, node, { node, by: read.by, within, ...(attribute === undefined ? {} : { attribute }) })
    }
    for (const one of node.entries) walk(one.value, within)
  }
  for (const one of entriesRead(root)) {
    if (nameOf(one) !== 'resources' || one.value.kind !== 'map') walk(one.value, undefined)
    else for (const resource of entriesRead(one.value)) walk(resource.value, nameOf(resource))
  }
  for (const [name, { definition }] of resources as ReadonlyMap<string, Resource>) {
    for (const { name: other, at } of namesIn(valueOf(definition, 'depends_on')))
      if (resources.has(other)) add(other, at, { node: definition, by: 'depends_on', within: name })
  }
  return { of: (name) => uses.get(name) ?? [], unclear }
}

/** Whether an anchor, an alias or a merge key stands in a node: its source may count elsewhere, too. */
export function hasLinks(node: Node): boolean {
  return someNode(node, (one) => {
    if (one.kind === 'alias' || one.anchor !== undefined) return true
    return one.kind === 'map' && one.entries.some(isMerge)
  })
}

/** Another string in place of one, quoted as that was; quotes of JSON say nothing about YAML. */
export function stringFor(old: Scalar, value: string, { syntax }: Document): Scalar {
  const isQuoted = syntax === 'yaml' && (old.style === 'single' || old.style === 'double')
  return string(value, { for: old, style: isQuoted ? old.style : undefined })
}

/** The definition with one more property. */
export function withProperty(definition: Mapping, property: Entry): Mapping {
  const properties = definition.entries.find((one) => nameOf(one) === 'properties')
  if (properties?.value.kind !== 'map')
    return withAppended(definition, entry('properties', mapping([property], { style: 'block' })))
  const changed = withValue(properties, withAppended(properties.value, property))
  return withReplaced(definition, properties, changed)
}

/** `{get_resource: name}` */
export function referenceTo(name: string): Mapping {
  return mapping([entry('get_resource', string(name))], { style: 'flow' })
}

/** A resource of a type that exists where `like` does: under the same condition. */
export function resourceBeside(
  like: Mapping,
  type: string,
  properties: readonly Entry[],
  waitsFor?: string,
): Mapping {
  const condition = entryOf(like, 'condition')
  return mapping(
    [
      entry('type', string(type)),
      ...(condition === undefined ? [] : [entry('condition', condition.value)]),
      ...(waitsFor === undefined ? [] : [entry('depends_on', string(waitsFor))]),
      ...(properties.length === 0 ? [] : [entry('properties', mapping(properties, { style: 'block' }))]),
    ],
    { style: 'block' },
  )
}

/** Why a definition cannot become a part of another one: it contains links, or parts other than the known ones. */
export function whyNotInside(definition: Mapping, known: readonly string[]): string | undefined {
  if (hasLinks(definition)) return 'it contains an anchor or an alias'
  const own = definition.entries.find((one) => !known.includes(nameOf(one) ?? ''))
  return own === undefined ? undefined : `it has its own ${nameOf(own)}`
}

/** Whether a template is HOT as it stands now, whatever it was at the beginning of the chain. */
export function isHotNow(root: Mapping): boolean {
  return readValue(root, 'heat_template_version') !== undefined
}

/** The definition of the members of a group. */
export interface GroupMember {
  readonly group: Resource
  /** The entry of the group's properties that holds it. */
  readonly held: Entry
  /** As a resource with the name of the group. */
  readonly member: Resource
}

/** The members of all groups whose definitions stand there alone. */
export function membersIn(resources: ReadonlyMap<string, Resource>): readonly GroupMember[] {
  return [...resources.values()].flatMap((group) => {
    const property = memberDefinitionOf(group.type)
    const properties = propertiesOf(group.definition)
    if (property === undefined || properties === undefined || !isOwn(properties)) return []
    const held = properties.entries.find((one) => nameOf(one) === property)
    if (held?.value.kind !== 'map') return []
    const type = stringOf(valueOf(held.value, 'type')) ?? ''
    if (!type.startsWith('AWS::')) return []
    const known = renamedType(type)?.to ?? type
    const member = { name: group.name, entry: held, definition: held.value, type: known }
    return [{ group, held, member }]
  })
}
