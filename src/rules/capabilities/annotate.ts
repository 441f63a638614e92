/** Writes the `capabilities` of templates: what registries and a command line say of them. */

import type { SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import {
  entry,
  list,
  mapping,
  string,
  withAppended,
  withEntries,
  withReplaced,
  withValue,
} from '../../text/document/build.ts'
import { include } from '../../text/document/multimap.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { entryOf, mapOf, nameOf } from '../../text/document/read.ts'
import {
  type Capabilities,
  capabilitiesOf,
  environmentsOf,
  mappingsOf,
  readCapabilities,
  resourceTypeKey,
  type Sources,
  type SourceTree,
  sourcesOf,
  templatesOf,
} from './model.ts'

/** What templates are to say, and which of them. */
export interface AnnotateOptions {
  /** The environments whose registries say which types a template stands for; by default all. */
  readonly environments?: readonly string[]
  /** What templates are capable of besides that. */
  readonly capabilities?: Capabilities
  /** The templates that `capabilities` are said of, by their paths; by default all. */
  readonly isMeant?: (path: string) => boolean
  /** What becomes of a key that says something else already. */
  readonly existing?: 'overwrite' | 'keep'
}

/** The templates of a package, each with what it is to say and as it says that. */
export function annotations(
  pkg: Workspace,
  { environments, capabilities = new Map(), isMeant = () => true, existing = 'keep' }: AnnotateOptions,
): readonly (Annotation & { readonly file: SourceFile; readonly wanted: Capabilities })[] {
  const types = typesFromRegistries(sourcesOf(pkg, environmentsOf(pkg, environments)))
  return templatesOf(pkg).map((file) => {
    const derived = types.get(file.path)
    const wanted: Capabilities = new Map([
      ...(isMeant(file.path) ? capabilities : []),
      ...(derived === undefined ? [] : ([[resourceTypeKey, derived]] as const)),
    ])
    return { file, wanted, ...annotated(file, wanted, existing) }
  })
}

/** The types for which the registries of a run name each template, by its path. */
export function typesFromRegistries(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { name, targets } of mappingsOf(sources)) {
    if (name.endsWith('*')) continue
    for (const { path } of targets) if (path !== undefined) include(found, path, name)
  }
  return new Map([...found].map(([path, types]) => [path, [...types].sort()]))
}

interface Annotation {
  readonly root: Mapping
  /** Keys with other values, which are preserved unless `overwrite` is requested. */
  readonly kept: readonly Entry[]
}

/** The template with more capabilities; keys with the same values are preserved as written. */
export function annotated(
  template: SourceTree,
  wanted: Capabilities,
  overwrite: 'overwrite' | 'keep',
): Annotation {
  const { root } = template
  const offered = capabilitiesOf(template)
  const section = entryOf(root, 'capabilities')
  const missing = [...wanted]
    .filter(([key]) => !offered.has(key))
    .map(([key, values]) => entry(key, valueOf(values)))
  const kept: Entry[] = []
  const present = (mapOf(section?.value)?.entries ?? []).map((one) => {
    const values = wanted.get(nameOf(one) ?? '')
    if (
      values === undefined ||
      sameValues(values, readCapabilities(mapping([one])).get(nameOf(one) ?? '') ?? [])
    )
      return one
    if (overwrite === 'overwrite') return withValue(one, valueOf(values))
    kept.push(one)
    return one
  })
  if (section === undefined) {
    const entries = [...present, ...missing]
    if (entries.length === 0) return { root, kept }
    const made = entry('capabilities', mapping(entries, { style: 'block' }))
    return { root: withEntries(root, inserted(root.entries, made)), kept }
  }
  const map = mapOf(section.value) ?? mapping([], { for: section.value })
  const next = withValue(section, missing.reduce(withAppended, withEntries(map, present)))
  return { root: withReplaced(root, section, next), kept }
}

function valueOf(values: readonly string[]): Node {
  const [only, ...more] = values
  return only !== undefined && more.length === 0
    ? string(only)
    : list(
        values.map((one) => string(one)),
        { style: 'flow' },
      )
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  const sorted = [...other].sort()
  return one.length === other.length && [...one].sort().every((value, index) => value === sorted[index])
}

/** Behind version and description, where a reader looks for what a template is. */
function inserted(entries: readonly Entry[], section: Entry): Entry[] {
  const isHead = (one: Entry) => ['heat_template_version', 'description'].includes(nameOf(one) ?? '')
  const at = entries.findLastIndex(isHead) + 1
  return [...entries.slice(0, at), section, ...entries.slice(at)]
}
