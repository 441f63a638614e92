/** The `resource_registry` of environments: other names for types, and templates behind names. */
import { join, relative } from 'node:path/posix'
import type { Entry, Mapping } from '../document/node.ts'
import { entryOf, mapOf, nameOf, textOf } from '../document/read.ts'
import { isTemplateReference } from '../heat/resource-types.ts'
import { directoryOf, fileName } from './package-file.ts'

/** One mapping of a name to a type or template. */
export interface RegistryEntry {
  readonly environment: string
  readonly entry: Entry
  /** The name that templates use. */
  readonly name: string
  /** Path of the template behind the name (relative to the working directory); undefined for a URL or a type. */
  readonly path: string | undefined
  /** What is written there. */
  readonly target: string
  /** `plain` for one name, `wildcard` for `OS::Nova::*`, `resource` for one named resource only (section `resources`). */
  readonly form: 'plain' | 'wildcard' | 'resource'
  /** Of the form `resource`: the resource. */
  readonly resource?: string
}

/** Keys of the registry that are no types (heat/engine/environment.py, `ResourceRegistry`). */
export const registryKeys: ReadonlySet<string> = new Set([
  'base_url',
  'resources',
  'hooks',
  'restricted_actions',
])

const known = new WeakMap<Mapping, readonly RegistryEntry[]>()

/**
 * What the registry of an environment maps.
 * @param path of the environment: templates are found from its directory, as python-heatclient does
 */
export function registryEntries(path: string, root: Mapping): readonly RegistryEntry[] {
  const found = known.get(root)
  if (found !== undefined) return found
  const registry = mapOf(entryOf(root, 'resource_registry')?.value)
  const entries = registry === undefined ? [] : collect(path, registry)
  known.set(root, entries)
  return entries
}

function collect(environment: string, registry: Mapping): RegistryEntry[] {
  const found: RegistryEntry[] = []
  const base = textOf(entryOf(registry, 'base_url')?.value)
  const add = (entry: Entry, form: RegistryEntry['form'], resource?: string): void => {
    const name = nameOf(entry)
    const target = textOf(entry.value)
    if (name === undefined || target === undefined || registryKeys.has(name)) return
    found.push({
      environment,
      entry,
      name,
      target,
      path: base === undefined ? templatePath(environment, target) : undefined,
      form: name.endsWith('*') && form === 'plain' ? 'wildcard' : form,
      ...(resource === undefined ? {} : { resource }),
    })
  }
  for (const entry of registry.entries) add(entry, 'plain')
  for (const one of mapOf(entryOf(registry, 'resources')?.value)?.entries ?? []) {
    for (const entry of mapOf(one.value)?.entries ?? []) add(entry, 'resource', nameOf(one))
  }
  return found
}

/**
 * The path of the template that a file names; undefined for a URL or a type.
 * @param from path of the file that names it
 */
export function templatePath(from: string, name: string): string | undefined {
  const isFile = (isTemplateReference(name) || name.endsWith('.yml')) && !/^[a-z]+:\/\//i.test(name)
  return isFile && !name.startsWith('/') ? join(directoryOf(from), name) : undefined
}

/** How a file names another one: `../nodes/web.yaml`. Both paths are relative to the working directory. */
export function relativePath(from: string, path: string): string {
  return relative(directoryOf(from), path)
}

/** The path of the template here that what a URL names may be a copy of; that of any other name as it is. */
export function copyPath(from: string, name: string): string | undefined {
  return templatePath(from, /^[a-z]+:\/\//i.test(name) ? fileName(name) : name)
}
