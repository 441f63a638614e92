/** The types of a template: every type that a resource, or a definition inside of one, names. */

import { callRead } from '../heat/calls.ts'
import { branchesOnCondition } from '../heat/functions/table.ts'
import { type MemberDefinition, membersOf, namesTypesItself } from '../heat/group-types.ts'
import { entriesRead, entryRead, readValue } from '../heat/merge-keys.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { sectionEntry } from '../heat/sections.ts'
import { Attached, memoized } from '../text/document/attached.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { listOf, mapOf, nameOf, stringOf } from '../text/document/read.ts'
import type { Trail } from './trail.ts'

/**
 * By which property a template names another one: `type` of a resource, `resource_def` of a
 * ResourceGroup, `resource` of an AutoScalingGroup, `resources` of a ResourceChain, or the `template`
 * of a stack that is a resource.
 */
type CallWay = 'type' | 'resource_def' | 'resource' | 'resources' | 'stack'

/** A type that a template names. */
export interface TypeReference {
  /** The resource, and its entry in the section of resources. */
  readonly resource: string
  readonly entry: Entry
  readonly how: CallWay
  /** The type as written. */
  readonly name: string
  /** The node of the name. */
  readonly at: Node
  /** The keys from the root to the mapping that holds the name. */
  readonly trail: Trail
  /** The key, in the mapping at the end of `trail`, of what is passed to the type. */
  readonly propertiesKey: string
  /** What is passed; undefined when nothing is. */
  readonly properties: Node | undefined
  /** The placeholder that a ResourceGroup replaces by the number of its member; undefined for other types. */
  readonly indexVariable: string | undefined
}

/** By the entry of the resource: a change of one resource keeps those of the others. */
const knownOfResource = new Attached<Entry, readonly TypeReference[]>()
const none: readonly never[] = []

/**
 * All of them, in source order; those inside of a resource follow the resource. The list is the same one as long as the
 * section is.
 */
export function typeReferences(root: Mapping): readonly TypeReference[] {
  const section = sectionEntry(root, 'resources')
  return section === undefined ? none : collectReferences(section)
}

/** Those of one resource, which cost no look at the others; none for a resource that there is not. */
export function typeReferencesOf(root: Mapping, resource: string): readonly TypeReference[] {
  const section = sectionEntry(root, 'resources')
  const sectionName = section === undefined ? undefined : nameOf(section)
  const entry = section === undefined ? undefined : entryRead(mapOf(section.value), resource)
  return entry === undefined || sectionName === undefined ? none : ofResource(entry, resource, sectionName)
}

/** Cached by the section with its name, which begins every trail: it remains valid when another section changes. */
const collectReferences = memoized((section: Entry): readonly TypeReference[] => {
  const sectionName = nameOf(section)
  if (sectionName === undefined) return none
  return entriesRead(mapOf(section.value)).flatMap((entry) => {
    const resource = nameOf(entry)
    return resource === undefined ? none : ofResource(entry, resource, sectionName)
  })
})

function ofResource(entry: Entry, resource: string, sectionName: string): readonly TypeReference[] {
  const before = knownOfResource.get(entry)
  // One entry can be in sections of two names only in trees that nobody makes; the trail decides.
  if (before !== undefined && (before.length === 0 || before[0]?.trail[0] === sectionName)) return before
  const found: TypeReference[] = []
  const definition = mapOf(entry.value)
  if (definition !== undefined) {
    const trail = [sectionName, resource] as const
    collectDefinition(definition, { resource, entry, indexVariable: undefined, how: 'type', trail }, found)
  }
  knownOfResource.set(entry, found)
  return found
}

type Holder = Pick<TypeReference, 'resource' | 'entry' | 'how' | 'trail' | 'indexVariable'>

function collectDefinition(definition: Mapping, holder: Holder, found: TypeReference[]): void {
  const at = readValue(definition, 'type', 'Type')
  const name = stringOf(at)
  if (at === undefined || name === undefined) return
  const properties = entryRead(definition, 'properties', 'Properties')
  const propertiesKey =
    properties === undefined ? keyBeside(definition) : (nameOf(properties) ?? 'properties')
  found.push({ name, at, propertiesKey, properties: readValue(definition, propertiesKey), ...holder })
  const members = membersOf(resourceTypeFacts(name)?.name ?? name)
  if (members === undefined) return
  const passed = readValue(definition, propertiesKey)
  for (const { node, trail } of alternatives(passed, [...holder.trail, propertiesKey])) {
    const inner = mapOf(node)
    if (inner !== undefined) collectMembers(members, inner, holder, trail, found)
  }
}

/** Whether every type that Heat looks up for a template is written in it: none is computed, or only named in a class of Heat. */
export function areTypesSeen(root: Mapping): boolean {
  const resources = entriesRead(mapOf(sectionEntry(root, 'resources')?.value))
  return (
    resources.every((one) => stringOf(readValue(mapOf(one.value), 'type', 'Type')) !== undefined) &&
    typeReferences(root).every(areMembersSeen)
  )
}

function areMembersSeen({ name, properties, how }: TypeReference): boolean {
  const type = resourceTypeFacts(name)?.name ?? name
  const members = membersOf(type)
  if (how === 'stack' || members?.by === 'template' || namesTypesItself(type)) return false
  if (members === undefined) return true
  return alternatives(properties, []).every(({ node }) =>
    alternatives(readValue(mapOf(node), members.property), []).every(({ node: own }) =>
      members.by === 'definition'
        ? stringOf(readValue(mapOf(own), 'type')) !== undefined
        : listOf(own)?.items.every((item) =>
            alternatives(item, []).every((one) => stringOf(one.node) !== undefined),
          ) === true,
    ),
  )
}

/** Whether a condition decides that the type is named. */
export function isBranch({ trail }: TypeReference): boolean {
  const [, , ...inside] = trail
  return inside.some(branchesOnCondition)
}

interface Alternative {
  readonly node: Node
  readonly trail: Trail
}

/** The candidates that Heat may read for a value: the value, or the branches of an `if`, and of those in them. */
function alternatives(node: Node | undefined, trail: Trail): readonly Alternative[] {
  if (node === undefined) return none
  const choice = callRead(node)
  if (choice === undefined || !branchesOnCondition(choice.name)) return [{ node, trail }]
  const [, ...branches] = listOf(choice.argument)?.items ?? []
  return branches.flatMap((branch, index) => alternatives(branch, [...trail, choice.name, String(index + 1)]))
}

/** `Properties` beside `Type`. */
function keyBeside(definition: Mapping): string {
  return readValue(definition, 'Type') === undefined ? 'properties' : 'Properties'
}

function collectMembers(
  members: MemberDefinition,
  properties: Mapping,
  holder: Holder,
  trail: Trail,
  found: TypeReference[],
): void {
  switch (members.by) {
    case 'definition':
      collectMember(properties, members, holder, trail, found)
      break
    case 'types':
      collectChain(properties, members, holder, trail, found)
      break
    case 'template':
      collectStack(properties, members, holder, trail, found)
  }
}

function collectMember(
  properties: Mapping,
  { property, index }: MemberDefinition & { readonly by: 'definition' },
  holder: Holder,
  trail: Trail,
  found: TypeReference[],
): void {
  const indexVariable =
    index === undefined ? undefined : (stringOf(readValue(properties, index.property)) ?? index.preset)
  const how = property === 'resource_def' ? 'resource_def' : 'resource'
  for (const one of alternatives(readValue(properties, property), [...trail, property])) {
    const definition = mapOf(one.node)
    if (definition !== undefined)
      collectDefinition(definition, { ...holder, how, trail: one.trail, indexVariable }, found)
  }
}

/** Every type of a chain gets the same properties (heat/engine/resources/openstack/heat/resource_chain.py). */
function collectChain(
  properties: Mapping,
  { property, passed: propertiesKey }: MemberDefinition & { readonly by: 'types' },
  holder: Holder,
  trail: Trail,
  found: TypeReference[],
): void {
  const passed = readValue(properties, propertiesKey)
  for (const list of alternatives(readValue(properties, property), trail)) {
    for (const item of listOf(list.node)?.items ?? []) {
      for (const { node: at } of alternatives(item, trail)) {
        const name = stringOf(at)
        if (name === undefined) continue
        found.push({ ...holder, how: 'resources', trail, name, at, propertiesKey, properties: passed })
      }
    }
  }
}

/** A stack takes its template as a string, mostly `get_file`, and gives it parameters. */
function collectStack(
  properties: Mapping,
  { property, passed: propertiesKey }: MemberDefinition & { readonly by: 'template' },
  holder: Holder,
  trail: Trail,
  found: TypeReference[],
): void {
  const passed = readValue(properties, propertiesKey)
  for (const { node: template } of alternatives(readValue(properties, property), trail)) {
    const call = callRead(template)
    const at = call?.name === 'get_file' || call?.name === 'Fn::GetFile' ? call.argument : template
    const name = stringOf(at)
    if (name === undefined || name.includes('\n')) continue
    found.push({ ...holder, how: 'stack', trail, name, at, propertiesKey, properties: passed })
  }
}
