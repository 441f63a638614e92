/** The sections of a template and their parts, under their CloudFormation and their HOT names. */

import { memoized } from '../text/document/attached.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { mapOf, valueOf } from '../text/document/read.ts'
import { entryRead, valuesRead } from './merge-keys.ts'

export const sectionNames = {
  parameters: ['Parameters', 'parameters'],
  mappings: ['Mappings'],
  conditions: ['Conditions', 'conditions'],
  resources: ['Resources', 'resources'],
  outputs: ['Outputs', 'outputs'],
} as const satisfies Record<string, readonly string[]>

export type SectionName = keyof typeof sectionNames

/** The entry of a section that Heat reads, which a merge key may bring in. */
export function sectionEntry(root: Mapping, name: SectionName): Entry | undefined {
  return entryRead(root, ...sectionNames[name])
}

/** The section as a mapping; undefined when it is missing or no mapping. */
export function section(root: Mapping, name: SectionName): Mapping | undefined {
  return mapOf(sectionEntry(root, name)?.value)
}

/** The part of the metadata of a CloudFormation template that says how a console shows its parameters. */
export const consoleKey = 'AWS::CloudFormation::Interface'

export function consoleInterface(root: Mapping): Node | undefined {
  return valueOf(entryRead(root, 'Metadata')?.value, consoleKey)
}

/** `UpdatePolicy` → `update_policy`. */
export function hotName(cfn: string): string {
  return hotNames.get(cfn) ?? madeHotName(cfn)
}

function madeHotName(cfn: string): string {
  const name = cfn.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  // Keys of templates are few; names that they are given are many.
  if (hotNames.size > 1000) hotNames.clear()
  hotNames.set(cfn, name)
  return name
}

const hotNames = new Map<string, string>()

/** What a template declares, merge keys included; of entries with one name the last counts, as for Heat. */
export interface Declarations {
  readonly parameters: ReadonlyMap<string, Mapping>
  readonly resources: ReadonlyMap<string, Node>
  readonly mappings: ReadonlyMap<string, Node>
  readonly conditions: ReadonlyMap<string, Node>
}

export const declarations = memoized((root: Mapping): Declarations => {
  const parameters = new Map<string, Mapping>()
  for (const [name, node] of valuesRead(section(root, 'parameters'))) {
    const map = mapOf(node)
    if (map !== undefined) parameters.set(name, map)
  }
  return {
    parameters,
    resources: valuesRead(section(root, 'resources')),
    mappings: valuesRead(section(root, 'mappings')),
    conditions: valuesRead(section(root, 'conditions')),
  }
})
