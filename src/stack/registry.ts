/** The `resource_registry` of environments: other names for types, and templates behind names. */

import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { namesTemplate } from '../heat/resource-types.ts'
import { Attached, memoized } from '../text/document/attached.ts'
import { push } from '../text/document/multimap.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { join, relative } from '../text/document/paths.ts'
import { isNull, listOf, mapOf, nameOf, stringOf } from '../text/document/read.ts'
import { directoryOf, fileName, type UnreadableFile } from './source-file.ts'

/** What a registry has for one name: a type or template, or a list of which one is to be chosen (capabilities). */
export interface RegistryMapping {
  readonly environment: string
  readonly entry: Entry
  /** The name that templates use. */
  readonly name: string
  /**
   * `plain` for one name, `wildcard` for `OS::Nova::*`, `resource` for one named resource only (section `resources`).
   */
  readonly form: 'plain' | 'wildcard' | 'resource'
  /** Of the form `resource`: the resource. */
  readonly resource?: string
  readonly isList: boolean
  /** One for what is no list. */
  readonly targets: readonly RegistryTarget[]
}

export interface RegistryTarget {
  readonly node: Node
  /** What is written there. */
  readonly target: string
  /** Path of the template behind the name (relative to the working directory); undefined for a URL or a type. */
  readonly path: string | undefined
  /** The `base_url` that the name is relative to: that of the resource, else that of the registry. */
  readonly base: string | undefined
}

/** One mapping of a name to a type or template: all that Heat itself knows. */
export interface RegistryEntry
  extends Omit<RegistryMapping, 'isList' | 'targets'>,
    Omit<RegistryTarget, 'base'> {}

/** Keys of the registry that are no types (heat/engine/environment.py, `ResourceRegistry`). */
const registryKeys: ReadonlySet<string> = new Set(['base_url', 'resources', 'hooks', 'restricted_actions'])

/** Whether a registry has nothing of its own but names of types, and what is for single resources. */
export function isPlainRegistry(environment: Mapping): boolean {
  const registry = readValue(environment, 'resource_registry')
  if (registry === undefined || isNull(registry)) return true
  return entriesRead(mapOf(registry)).every(
    (one) =>
      registryKeys.has(nameOf(one) ?? '') ||
      isNull(one.value) ||
      (nameOf(one) !== undefined && stringOf(one.value) !== undefined),
  )
}

/** The entries of a registry that are no names of types. */
export function isRegistryKey(name: string): boolean {
  return registryKeys.has(name)
}

/** By the section, which most changes of an environment leave alone. */
const knownMappings = new Attached<Mapping, readonly RegistryMapping[]>()
const nothing: readonly RegistryMapping[] = []

/**
 * What the registry of an environment maps.
 * @param path of the environment: templates are found from its directory, as python-heatclient does
 */
export function registryEntries(path: string, root: Mapping): readonly RegistryEntry[] {
  return entriesOf(registryMappings(path, root))
}

const entriesOf = memoized((mappings: readonly RegistryMapping[]): readonly RegistryEntry[] =>
  mappings.flatMap(({ isList, targets: [only], ...one }) =>
    isList || only === undefined ? [] : [{ target: only.target, path: only.path, node: only.node, ...one }],
  ),
)

/** The names that a registry gives each template, by the template's path. */
export const registeredNames = memoized(
  (entries: readonly RegistryEntry[]): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, string[]>()
    for (const { path, name } of entries) if (path !== undefined) push(found, path, name)
    return found
  },
)

/** The same with the lists, which Heat refuses. */
export function registryMappings(path: string, root: Mapping): readonly RegistryMapping[] {
  const registry = mapOf(readValue(root, 'resource_registry'))
  if (registry === undefined) return nothing
  const found = knownMappings.get(registry)
  if (found !== undefined && (found[0] === undefined || found[0].environment === path)) return found
  const mappings = collect(path, registry)
  knownMappings.set(registry, mappings)
  return mappings
}

function collect(environment: string, registry: Mapping): RegistryMapping[] {
  const found: RegistryMapping[] = []
  const own = baseIn(environment, registry)
  const add = (entry: Entry, form: RegistryMapping['form'], base = own, resource?: string): void => {
    const name = nameOf(entry)
    if (name === undefined || registryKeys.has(name)) return
    const list = listOf(entry.value)
    const targets = (list?.items ?? [entry.value]).flatMap((node): RegistryTarget[] => {
      const target = stringOf(node)
      if (target === undefined) return []
      return [
        { node, target, base, path: base === undefined ? templatePath(environment, target) : undefined },
      ]
    })
    if (targets.length === 0) return
    found.push({
      environment,
      entry,
      name,
      form: name.endsWith('*') && form === 'plain' ? 'wildcard' : form,
      ...(resource === undefined ? {} : { resource }),
      isList: list !== undefined,
      targets,
    })
  }
  for (const entry of entriesRead(registry)) add(entry, 'plain')
  for (const one of entriesRead(mapOf(readValue(registry, 'resources')))) {
    const ofResource = mapOf(one.value)
    const base = ofResource === undefined ? own : (baseIn(environment, ofResource) ?? own)
    for (const entry of entriesRead(ofResource)) add(entry, 'resource', base, nameOf(one))
  }
  return found
}

/** The `base_url` of an environment, or of one of its resources; a relative one is another one in each directory. */
function baseIn(environment: string, registry: Mapping): string | undefined {
  const base = readValue(registry, 'base_url')
  if (base?.kind !== 'scalar' || isNull(base)) return undefined
  const text = String(base.value)
  return leadsElsewhere(text) || /^file:/i.test(text) ? text : join(directoryOf(environment), text)
}

/** Whether a name is a URL or an absolute path, which leads out of the package. */
export function leadsElsewhere(name: string): boolean {
  return /^(?:[a-z]+:\/)?\//i.test(name)
}

/**
 * The templates here that a name outside of the package may be copies of, or the same: those at the end of its path,
 * relative to the file that names it and to the working directory.
 */
export function copiesHere(
  from: string,
  name: string,
  files: ReadonlyMap<string, unknown>,
): readonly string[] {
  if (!namesTemplate(name)) return []
  const parts = name.split('/')
  const ends = parts.map((_, index) => parts.slice(index + 1).join('/')).filter((end) => end !== '')
  const paths = ends.flatMap((end) => [join(directoryOf(from), end), end])
  return [...new Set(paths)].filter((path) => files.has(path))
}

/** Whether a name is an absolute path on the machine where the stack is created, with or without `file:`. */
export function isAbsolutePath(name: string): boolean {
  return /^(?:file:\/\/)?\//i.test(name)
}

/**
 * The path of the template that a file names; undefined for a type, and for what leads elsewhere.
 * @param from path of the file that names it
 */
export function templatePath(from: string, name: string): string | undefined {
  return namesTemplate(name) && !leadsElsewhere(name) ? join(directoryOf(from), name) : undefined
}

/** How a file names another one: `../nodes/web.yaml`. Both paths are relative to the working directory. */
export function relativePath(from: string, path: string): string {
  return relative(directoryOf(from), path)
}

/**
 * The path of the template here that a name outside of the package may be a copy of; that of any other name as it is.
 */
export function copyPath(from: string, name: string): string | undefined {
  return templatePath(from, leadsElsewhere(name) ? fileName(name) : name)
}

// What a file that cannot be read names: it may use templates, although nothing is known of how.

/** The paths of the templates whose names occur anywhere in the source of a file, comments included. */
export const templatesNamedIn = memoized((file: UnreadableFile): ReadonlySet<string> => {
  const names = namesIn(file.text ?? '')
  return new Set(names.flatMap((name) => templatePath(file.path, name) ?? []))
})

/** Each word of a source that is the name of a template, up to the end of that. */
function namesIn(text: string): readonly string[] {
  // By where it begins: from the ending back, as most words are none. Nothing is searched twice.
  const words = new Map<number, string>()
  let [start, last] = [0, 0]
  for (const { 0: ending, index } of text.matchAll(/\.(?:ya?ml|template)(?![\w.-])/g)) {
    let at = index
    while (at > last && !betweenWords.test(text[at - 1] as string)) at -= 1
    if (at > last || last === 0) start = at
    last = index + ending.length
    if (start < index) words.set(start, text.slice(start, last))
  }
  return [...words.values()]
}

const betweenWords = /[\s"'`,:[\]{}()<>]/
