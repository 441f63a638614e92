/** A template of a VNF as the requirements speak of it. */

import { entriesRead, readValue } from '../../../heat/merge-keys.ts'
import { typeReferences } from '../../../stack/references.ts'
import type { SourceFile } from '../../../stack/source-file.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import { mapOf, nameOf, stringOf } from '../../../text/document/read.ts'

/** Modules are deployed, with an environment each; nested files are called by them. */
export type TemplateRole = 'base' | 'incremental' | 'volume' | 'nested'

/** The types that Heat knows (heat/engine/parameters.py). */
export const parameterTypes: ReadonlySet<string> = new Set([
  'string',
  'number',
  'json',
  'comma_delimited_list',
  'boolean',
])

export interface Parameter {
  readonly name: string
  readonly entry: Entry
  /** Undefined for a declaration that is no mapping. */
  readonly map: Mapping | undefined
  /** As written; undefined when there is none. */
  readonly type: string | undefined
}

export interface Resource {
  readonly template: VnfTemplate
  readonly id: string
  readonly entry: Entry
  readonly type: string
  /** What holds `type` and `properties`. */
  readonly definition: Mapping
  readonly properties: Mapping | undefined
  /** Whether the definition is that of a group's members: its ID is the group's. */
  readonly isMember: boolean
}

interface Output {
  readonly name: string
  readonly entry: Entry
  readonly value: Node | undefined
}

export interface VnfTemplate {
  readonly path: string
  readonly role: TemplateRole
  readonly file: SourceFile
  readonly root: Mapping
  readonly parameters: ReadonlyMap<string, Parameter>
  /** In the order of the source; members of groups follow their group. */
  readonly resources: readonly Resource[]
  readonly outputs: readonly Output[]
  /** The entry of a resource, by its ID. */
  entryOfResource(id: string): Entry | undefined
}

/** Reads the parts of a template; what does not have the form of a part is left out. */
export function readTemplate(file: SourceFile, role: TemplateRole): VnfTemplate {
  const { path, root } = file
  const parameters = new Map<string, Parameter>()
  for (const { name, entry } of named(root, 'parameters')) {
    const map = mapOf(entry.value)
    parameters.set(name, { name, entry, map, type: stringOf(readValue(map, 'type')) })
  }
  const outputs = named(root, 'outputs').map(({ name, entry }) => {
    return { name, entry, value: readValue(mapOf(entry.value), 'value') }
  })
  const resources: Resource[] = []
  let byId: ReadonlyMap<string, Entry> | undefined
  const entryOfResource = (id: string): Entry | undefined => {
    byId ??= new Map(resources.map((one) => [one.id, one.entry]))
    return byId.get(id)
  }
  const template = { path, role, file, root, parameters, resources, outputs, entryOfResource }
  for (const { resource: id, entry, how, name: type, trail, properties } of typeReferences(root)) {
    if (how === 'stack' || how === 'resources') continue
    const definition = follow(root, trail)
    if (definition === undefined) continue
    resources.push({
      template,
      id,
      entry,
      type,
      definition,
      properties: mapOf(properties),
      isMember: how !== 'type',
    })
  }
  return template
}

/** The entries of a section that Heat reads: the last of each name. */
export function named(root: Mapping, section: string): { name: string; entry: Entry }[] {
  return entriesOf(mapOf(readValue(root, section)))
}

/** The entries of a mapping by name, the last of each; those that merge keys bring come first. */
export function entriesOf(map: Mapping | undefined): { name: string; entry: Entry }[] {
  const last = new Map<string, Entry>()
  for (const entry of entriesRead(map)) {
    const name = nameOf(entry)
    if (name !== undefined) last.set(name, entry)
  }
  return [...last].map(([name, entry]) => ({ name, entry }))
}

function follow(root: Mapping, trail: readonly string[]): Mapping | undefined {
  let map: Mapping | undefined = root
  for (const key of trail) map = mapOf(readValue(map, key))
  return map
}

/** A property of a resource. */
export function propertyOf({ properties }: Resource, name: string): Node | undefined {
  return readValue(properties, name)
}
