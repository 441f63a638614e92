/**
 * Capabilities: what templates say of themselves (`capabilities`), what an environment asks for (`requires`), and the
 * types for which a registry names several templates. An extension that was proposed for Heat and never taken in; Heat
 * refuses all three.
 */
import type { Entry, Mapping, Node } from '../document/node.ts'
import { entryOf, mapOf, nameOf, seqOf, textOf } from '../document/read.ts'
import { registryKeys, templatePath } from '../package/registry.ts'

/** Values by key; a template offers each of several values, an environment accepts any of them. */
export type Capabilities = ReadonlyMap<string, readonly string[]>

/** The one key that means something by itself: the types that the template can stand for. */
export const resourceTypeKey = 'resource_type'

export interface SourceTree {
  /** Relative to the working directory, with `/`. */
  readonly path: string
  readonly root: Mapping
}

/** Templates and environments of one run; of environments later ones win, as Heat merges them. */
export interface Sources {
  readonly templates: ReadonlyMap<string, SourceTree>
  readonly environments: readonly SourceTree[]
}

/** One type of a registry with its candidates: several for a list, one for a plain mapping. */
export interface RegistryChoice {
  readonly environment: string
  /** As the registry has it; a pattern where it ends with `*`. */
  readonly type: string
  /** Only for this resource (section `resources` of the registry). */
  readonly resource?: string
  readonly entry: Entry
  readonly isList: boolean
  readonly candidates: readonly Candidate[]
}

export interface Candidate {
  readonly node: Node
  /** As written. */
  readonly name: string
  /** Of the template; undefined for a URL or a type. */
  readonly path: string | undefined
}

/** What a `capabilities` or `requires` section says; keys and values that are no strings are left out. */
export function readCapabilities(section: Node | undefined): Capabilities {
  const found = new Map<string, readonly string[]>()
  for (const { key, value } of mapOf(section)?.entries ?? []) {
    const name = textOf(key)
    const values = (seqOf(value)?.items ?? [value]).flatMap((one) => textOf(one) ?? [])
    if (name !== undefined && values.length > 0) found.set(name, values)
  }
  return found
}

export function capabilitiesOf({ root }: SourceTree): Capabilities {
  return readCapabilities(entryOf(root, 'capabilities')?.value)
}

/** What the environments ask for together: key by key the last one counts, `more` after all of them. */
export function requirementsOf(
  environments: readonly SourceTree[],
  more: Capabilities = new Map(),
): Capabilities {
  const sections = environments.map(({ root }) => readCapabilities(entryOf(root, 'requires')?.value))
  return new Map([...sections, more].flatMap((one) => [...one]))
}

/** Every mapping of a type in the registry of an environment, in order. */
export function registryChoices({ path, root }: SourceTree): RegistryChoice[] {
  const registry = mapOf(entryOf(root, 'resource_registry')?.value)
  const found: RegistryChoice[] = []
  const add = (entry: Entry, resource?: string): void => {
    const type = nameOf(entry)
    if (type === undefined || registryKeys.has(type)) return
    const list = seqOf(entry.value)
    const candidates = (list?.items ?? [entry.value]).flatMap((node) => {
      const name = textOf(node)
      return name === undefined ? [] : [{ node, name, path: templatePath(path, name) }]
    })
    if (candidates.length === 0) return
    const only = resource === undefined ? {} : { resource }
    found.push({ environment: path, type, ...only, entry, isList: list !== undefined, candidates })
  }
  for (const entry of registry?.entries ?? []) add(entry)
  for (const one of mapOf(entryOf(registry, 'resources')?.value)?.entries ?? [])
    for (const entry of mapOf(one.value)?.entries ?? []) add(entry, nameOf(one))
  return found
}
