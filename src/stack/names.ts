/**
 * What the types of resources resolve to: another type, a template, or something unknown. As the registry of a stack
 * does it (heat/engine/environment.py: `ResourceRegistry`; heatclient/common/template_utils.py).
 */

import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { isKnownResourceType, isTemplateReference, namesTemplate } from '../heat/resource-types.ts'
import type { Entry, Mapping } from '../text/document/node.ts'
import { join } from '../text/document/paths.ts'
import { isNull, mapOf, nameOf } from '../text/document/read.ts'
import { isAbsolutePath, leadsElsewhere, type RegistryMapping, registryMappings } from './registry.ts'
import { directoryOf, type UnreadableFile } from './source-file.ts'

/** An environment, by its current tree. */
export interface EnvironmentTree {
  readonly path: string
  readonly root: Mapping
}

/** What a type leads to. */
export type NamedType =
  | { readonly is: 'file'; readonly path: string; readonly by: readonly RegistryMapping[] }
  /** A class of Heat's, or of an unknown plugin. */
  | { readonly is: 'class'; readonly type: string; readonly by: readonly RegistryMapping[] }
  /** One of several templates, of which one is still to be chosen: Heat refuses such an environment (capabilities). */
  | { readonly is: 'choice'; readonly candidates: readonly string[]; readonly by: readonly RegistryMapping[] }
  | {
      readonly is: 'unknown'
      /** A sentence that names the type. */
      readonly why: string
      /**
       * What it is, where that is one thing that is not here, such as a URL; undefined where it may be one of several.
       */
      readonly identity: string | undefined
      /** The templates that it may be. */
      readonly candidates: readonly string[]
    }

/** The environments of a stack, and those of which it is unknown whether it is created with them. */
interface NamesIn {
  /** In the order in which Heat merges them. */
  readonly together: readonly EnvironmentTree[]
  /** The environments beside the template: used only for types that `together` does not define. */
  readonly possible?: PossibleNames
  /** Files that may be environments and cannot be read. */
  readonly unreadable?: readonly UnreadableFile[]
}

/** The one resolver of names to files, for every query about the contents of a stack. */
export class NameResolver {
  readonly #together: MergedRegistry
  readonly #possible: PossibleNames | undefined
  readonly #unreadable: readonly UnreadableFile[]
  /** Of types that are not files, for resources that no registry names: many resources have one type. */
  readonly #classes = new Map<string, NamedType>()
  readonly #others = new Map<string, NamedType>()

  constructor({ together, possible, unreadable = [] }: NamesIn) {
    this.#together = new MergedRegistry(together)
    this.#possible = possible
    this.#unreadable = unreadable
  }

  /**
   * @param from path of the template that has the type
   * @param resource the resource that has it; undefined for members of groups, whose names no registry knows
   */
  type(from: string, type: string, resource?: string): NamedType {
    const own = resource !== undefined && this.#isAbout(resource) ? resource : undefined
    const isClass = own === undefined && !namesTemplate(type)
    const known = isClass ? this.#classes : this.#others
    const key = isClass ? type : `${from}\0${own ?? ''}\0${type}`
    const before = known.get(key)
    if (before !== undefined) return before
    const made = this.#type(from, type, own)
    known.set(key, made)
    return made
  }

  #isAbout(resource: string): boolean {
    return this.#together.isAbout(resource) || this.#possible?.isAbout(resource) === true
  }

  #type(from: string, type: string, resource: string | undefined): NamedType {
    if (namesTemplate(type)) {
      const wild = this.#together.wildcardFor(`file://${type}`)
      if (wild === undefined) return fileNamed(from, type)
    }
    const found = this.#together.lookUp(type, resource) ?? this.#possible?.lookUp(type, resource)
    if (found === undefined) return this.#otherwise(type)
    if (found.is !== 'class' || found.type === type) return found
    // The certain environments may define more of the type to which a name of the others leads.
    return this.#together.lookUp(found.type, resource) ?? found
  }

  /** Nothing registers it: a class, unless a file that cannot be read names it. */
  #otherwise(type: string): NamedType {
    if (!isKnownResourceType(type)) {
      const file = this.#unreadable.find(({ text }) => text === undefined || text.includes(type))
      if (file !== undefined)
        return {
          is: 'unknown',
          why: `${file.path}, which cannot be read, ${file.text === undefined ? 'may name' : 'names'} the type ${type}`,
          identity: `type ${type}`,
          candidates: [],
        }
    }
    return { is: 'class', type, by: [] }
  }
}

/**
 * The entries of environments for types when it is unknown whether a stack is created with them: alone, and all
 * together.
 */
export class PossibleNames {
  readonly #registries: readonly MergedRegistry[]
  readonly #known = new Map<string, NamedType | undefined>()

  constructor(environments: readonly EnvironmentTree[]) {
    const own = environments.filter(({ root }) => readValue(root, 'resource_registry') !== undefined)
    const alone = own.map((one) => new MergedRegistry([one]))
    this.#registries = own.length < 2 ? alone : [...alone, new MergedRegistry(own)]
  }

  /** Whether one of them defines types for a resource alone. */
  isAbout(resource: string): boolean {
    return this.#registries.some((one) => one.isAbout(resource))
  }

  /** @returns undefined where none of them defines the type */
  lookUp(type: string, resource: string | undefined): NamedType | undefined {
    const key = `${resource ?? ''}\0${type}`
    if (this.#known.has(key)) return this.#known.get(key)
    const made = this.#lookUp(type, resource)
    this.#known.set(key, made)
    return made
  }

  #lookUp(type: string, resource: string | undefined): NamedType | undefined {
    const answers = this.#registries.flatMap((registry) => registry.lookUp(type, resource) ?? [])
    const [first, ...others] = answers
    if (first === undefined || others.every((one) => isSameNamed(first, one))) return first
    const paths = answers.flatMap((one) =>
      one.is === 'file' ? [one.path] : one.is === 'class' ? [] : one.candidates,
    )
    const candidates = [...new Set(paths)].sort()
    const where = candidates.length > 1 ? candidates.join(' or ') : 'different things'
    const why = `the type ${type} leads to ${where}, depending on the environment`
    return { is: 'unknown', why, identity: undefined, candidates }
  }
}

function fileNamed(from: string, name: string): NamedType {
  const path = pathNamed(from, name)
  return path === undefined
    ? { is: 'unknown', why: `${name} is not read`, identity: name, candidates: [] }
    : { is: 'file', path, by: [] }
}

/** The path of the file that another one names; undefined for what is fetched from elsewhere. */
export function pathNamed(from: string, name: string): string | undefined {
  if (isAbsolutePath(name)) return name.replace(/^file:\/\//i, '')
  return /^[a-z][a-z\d+.-]*:\/\//i.test(name) ? undefined : join(directoryOf(from), name)
}

/** Whether two answers are the same. */
export function isSameNamed(one: NamedType, other: NamedType): boolean {
  switch (one.is) {
    case 'file':
      return other.is === 'file' && one.path === other.path
    case 'class':
      return other.is === 'class' && one.type === other.type
    case 'choice':
      return other.is === 'choice' && one.candidates.join('\n') === other.candidates.join('\n')
    case 'unknown':
      return other.is === 'unknown' && one.identity !== undefined && one.identity === other.identity
  }
}

/** One registry out of those of several environments. */
class MergedRegistry {
  /** By the name of a type, in the order in which they come up first. */
  readonly #plain = new Map<string, RegistryMapping>()
  /** By the resource, then by the type. */
  readonly #ofResource = new Map<string, Map<string, RegistryMapping>>()

  constructor(environments: readonly EnvironmentTree[]) {
    for (const { path, root } of environments) {
      const registry = mapOf(readValue(root, 'resource_registry'))
      if (registry === undefined) continue
      const mappings = new Map(registryMappings(path, root).map((one) => [one.entry, one]))
      for (const entry of entriesRead(registry)) this.#add(this.#plain, entry, mappings)
      for (const one of entriesRead(mapOf(readValue(registry, 'resources')))) {
        const resource = nameOf(one) ?? ''
        const types = this.#ofResource.get(resource) ?? new Map<string, RegistryMapping>()
        this.#ofResource.set(resource, types)
        for (const entry of entriesRead(mapOf(one.value))) this.#add(types, entry, mappings)
      }
    }
  }

  /** A later environment wins; null takes a name out, and with `*` all that were there before it. */
  #add(
    into: Map<string, RegistryMapping>,
    entry: Entry,
    mappings: ReadonlyMap<Entry, RegistryMapping>,
  ): void {
    const name = nameOf(entry)
    if (name === undefined) return
    const mapping = mappings.get(entry)
    if (mapping !== undefined) into.set(name, mapping)
    else if (isNull(entry.value)) {
      into.delete(name)
      if (name.endsWith('*'))
        for (const key of [...into.keys()]) if (key.startsWith(name.slice(0, -1))) into.delete(key)
    }
  }

  /** Whether it defines types for a resource alone. */
  isAbout(resource: string): boolean {
    return this.#ofResource.has(resource)
  }

  /** The wildcard that matches a type. */
  wildcardFor(type: string): RegistryMapping | undefined {
    return this.#wildcards(type)[0]
  }

  /** @returns undefined where the registry does not define the type */
  lookUp(type: string, resource: string | undefined): NamedType | undefined {
    return this.#follow(type, resource, [])
  }

  /**
   * The first that leads somewhere: those of the resource, then by the order of their names, so that wildcards come
   * first. A type that Heat does not have counts only where nothing else leads to another one (`EntityNotFound` in
   * `get_resource_info`).
   */
  #follow(type: string, resource: string | undefined, by: readonly RegistryMapping[]): NamedType | undefined {
    const own = resource === undefined ? undefined : this.#ofResource.get(resource)?.get(type)
    const plain = this.#plain.get(type)
    const wild = this.#wildcards(type)
    const others = [...(plain === undefined ? [] : [plain]), ...wild].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )
    let missing: NamedType | undefined
    for (const one of own === undefined ? others : [own, ...others]) {
      if (by.includes(one))
        return {
          is: 'unknown',
          why: `the type ${type} leads back to itself`,
          identity: undefined,
          candidates: [],
        }
      const found = this.#target(one, type, resource, [...by, one])
      if (found?.is === 'class' && !isKnownResourceType(found.type)) missing ??= found
      else if (found !== undefined) return found
    }
    return missing ?? this.#wildTemplate(type, by)
  }

  #wildcards(type: string): readonly RegistryMapping[] {
    return [...this.#plain.values()].filter(
      ({ name, targets, isList }) =>
        name.endsWith('*') &&
        type.startsWith(name.slice(0, -1)) &&
        (isList || targets.every(({ target }) => target !== type && !isTemplateReference(target))),
    )
  }

  /**
   * A wildcard for a template, which Heat 19 passes over (`ResourceInfo.matches`), matches types that no other entry
   * has.
   */
  #wildTemplate(type: string, by: readonly RegistryMapping[]): NamedType | undefined {
    if (isKnownResourceType(type)) return undefined
    const one = [...this.#plain.values()].find(
      ({ name, targets: [only] }) =>
        name.endsWith('*') &&
        type.startsWith(name.slice(0, -1)) &&
        only !== undefined &&
        isTemplateReference(only.target),
    )
    return one === undefined ? undefined : this.#target(one, type, undefined, [...by, one])
  }

  #target(
    { name, isList, targets }: RegistryMapping,
    type: string,
    resource: string | undefined,
    by: readonly RegistryMapping[],
  ): NamedType | undefined {
    const [only] = targets
    if (isList || only === undefined)
      return { is: 'choice', candidates: targets.flatMap(({ path }) => path ?? []), by }
    const { target, path, base } = only
    const isBelow = base !== undefined && !/^[a-z]+:\/\//i.test(target)
    const file = path ?? (!isBelow && isAbsolutePath(target) ? pathNamed('', target) : undefined)
    if (file !== undefined) return { is: 'file', path: file, by }
    if (namesTemplate(target) || leadsElsewhere(target)) {
      const identity = isBelow ? `${base}/${target}` : target
      return {
        is: 'unknown',
        why: `the type ${type} leads to ${identity}, which is not read`,
        identity,
        candidates: [],
      }
    }
    const isWild = name.endsWith('*') && target.endsWith('*')
    const next = isWild ? target.slice(0, -1) + type.slice(name.length - 1) : target
    if (next === '') return undefined
    return this.#follow(next, resource, by) ?? { is: 'class', type: next, by }
  }
}
