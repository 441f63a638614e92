/**
 * Capabilities: what templates say of themselves (`capabilities`), what an environment asks for (`requires`), and the
 * types for which a registry names several templates. An extension that was proposed for Heat and never taken in; Heat
 * refuses all three.
 */

import { entriesRead } from '../../heat/merge-keys.ts'
import { type RegistryMapping, registryMappings } from '../../stack/registry.ts'
import { isEnvironment, type SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { entryOf, oneOrAll, stringOf } from '../../text/document/read.ts'

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

/** What the registries of the environments have for each name, in their order. */
export function mappingsOf({ environments }: Sources): readonly RegistryMapping[] {
  return environments.flatMap(({ path, root }) => registryMappings(path, root))
}

/** What a `capabilities` or `requires` section says; keys and values that are no strings are left out. */
export function readCapabilities(section: Node | undefined): Capabilities {
  const found = new Map<string, readonly string[]>()
  for (const { key, value } of entriesRead(section)) {
    const name = stringOf(key)
    const values = oneOrAll(value).flatMap((one) => stringOf(one) ?? [])
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

/** The templates of a package, together with those environments that count. */
export function sourcesOf(pkg: Workspace, environments: readonly SourceTree[]): Sources {
  return { environments, templates: new Map(templatesOf(pkg).map((file) => [file.path, file])) }
}

/** HOT templates: no others may say what they are capable of. */
export function templatesOf(pkg: Workspace): readonly SourceFile[] {
  return [...pkg.files.values()].filter((file) => !isEnvironment(file) && file.recognition.kind === 'hot')
}

/** The environments that were named, in that order, as far as they belong to the package; by default all of them. */
export function environmentsOf(pkg: Workspace, named: readonly string[] | undefined): readonly SourceFile[] {
  if (named === undefined) return pkg.environments()
  return named.flatMap((path) => pkg.files.get(path) ?? []).filter(isEnvironment)
}
