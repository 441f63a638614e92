/** A package: templates and environments that belong together, and which of them use which. */

import { readValue } from '../heat/merge-keys.ts'
import { groupedBy } from '../text/document/multimap.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { extended } from '../text/document/records.ts'
import { byKey } from '../text/document/sorted.ts'
import { CallIndex, type NestedCall, Registry } from './calls.ts'
import { typeReferences } from './references.ts'
import { registeredNames, registryEntries } from './registry.ts'
import {
  baseName,
  directoryOf,
  type FileRole,
  fileName,
  isEnvironment,
  type SourceFile,
  type UnreadableFile,
} from './source-file.ts'

/** How environments are found. */
export interface EnvironmentNaming {
  /** What follows the base name of a template in the name of its environment: `.env` by default. */
  readonly suffix: string
  /** One environment for all templates instead; relative to the working directory. */
  readonly common?: string
  /** The environments that stacks are created with, `common` among them, in the order in which Heat merges them. */
  readonly together?: readonly string[]
  /** A further environment for all templates, which takes the values of hidden parameters. */
  readonly hidden?: string
  /** Files that are environments of all templates, whatever their names and contents are. */
  readonly named?: ReadonlySet<string>
}

export const defaultNaming: EnvironmentNaming = { suffix: '.env' }

interface WorkspaceParts {
  readonly files: ReadonlyMap<string, SourceFile>
  readonly unreadable: ReadonlyMap<string, UnreadableFile>
  /** Paths of files in the directories of the package that are neither templates nor environments. */
  readonly others: readonly string[]
  readonly naming: EnvironmentNaming
}

/**
 * Files of one package. Never changed: `withRoot` and `withFile` give another package that shares everything else. All
 * answers are about the trees of this version.
 */
export class Workspace {
  readonly #parts: WorkspaceParts
  #registry: Registry | undefined
  #index: CallIndex | undefined
  /** The index of a package that this one was made from, and the templates whose references have changed since. */
  #former: { readonly index: CallIndex; readonly changed: ReadonlySet<string> } | undefined
  #named: ReadonlyMap<string, readonly SourceFile[]> | undefined
  #renamed: ReadonlyMap<string, string> | undefined
  readonly #circular = new Map<string, boolean>()

  constructor(parts: WorkspaceParts) {
    this.#parts = parts
  }

  #with(files: WorkspaceParts['files']): Workspace {
    const { unreadable, others, naming } = this.#parts
    return new Workspace({ files, unreadable, others, naming })
  }

  /** A template on its own. */
  static of(file: SourceFile): Workspace {
    return new Workspace({
      files: new Map([[file.path, file]]),
      unreadable: new Map(),
      others: [],
      naming: defaultNaming,
    })
  }

  /** Templates and environments by path, in the order of their paths. */
  get files(): ReadonlyMap<string, SourceFile> {
    return this.#parts.files
  }

  /** @throws RangeError for a path that none of the files has */
  fileAt(path: string): SourceFile {
    const file = this.files.get(path)
    if (file === undefined) throw new RangeError(`no file ${path} in the package`)
    return file
  }

  get unreadable(): ReadonlyMap<string, UnreadableFile> {
    return this.#parts.unreadable
  }

  get others(): readonly string[] {
    return this.#parts.others
  }

  get naming(): EnvironmentNaming {
    return this.#parts.naming
  }

  /** The directories that hold its templates and environments, with final `/`, sorted; one for an ONAP package. */
  get directories(): readonly string[] {
    return [...new Set([...this.files.keys(), ...this.unreadable.keys()].map(directoryOf))].sort()
  }

  /** The first of its directories. */
  get directory(): string {
    return this.directories[0] ?? ''
  }

  /** Every use of a template by another one, in the order of the callers' paths and sources. */
  get calls(): readonly NestedCall[] {
    return this.#known().calls
  }

  callsOf(callee: string): readonly NestedCall[] {
    return this.#known().byCallee.get(callee) ?? []
  }

  callsFrom(caller: string): readonly NestedCall[] {
    return this.#known().byCaller.get(caller) ?? []
  }

  /** The names that registries of the package give a template. */
  aliasesOf(template: string): readonly string[] {
    return this.environments().flatMap(
      ({ path, root }) => registeredNames(registryEntries(path, root)).get(template) ?? [],
    )
  }

  /** The paths of the environments whose registries name a template. */
  environmentsNaming(template: string): readonly string[] {
    return this.environments().flatMap(({ path, root }) =>
      registeredNames(registryEntries(path, root)).has(template) ? [path] : [],
    )
  }

  /** Whether an environment gives the name of a type a meaning of its own. */
  registers(type: string): boolean {
    this.#registry ??= new Registry(this.environments())
    return this.#registry.replaces(type)
  }

  /** Whether a registry, a URL, an absolute path or a file that cannot be read names a template. */
  isNamed(path: string): boolean {
    return this.#known().named.has(path)
  }

  /** Undefined for a path that is no template or environment of this package. */
  roleOf(path: string): FileRole | undefined {
    const file = this.files.get(path)
    if (file === undefined) return undefined
    if (isEnvironment(file)) return 'environment'
    const { byCallee, named } = this.#known()
    return byCallee.has(path) || named.has(path) ? 'nested' : 'module'
  }

  /** Templates that no other one uses: each is deployed with its environment. */
  modules(): readonly SourceFile[] {
    return [...this.files.values()].filter(({ path }) => this.roleOf(path) === 'module')
  }

  nestedFiles(): readonly SourceFile[] {
    return [...this.files.values()].filter(({ path }) => this.roleOf(path) === 'nested')
  }

  environments(): readonly SourceFile[] {
    return [...this.files.values()].filter(isEnvironment)
  }

  /** Environments that are named after no template: a stack of any module may be created with them. */
  unpairedEnvironments(): readonly SourceFile[] {
    return this.environments().filter(({ path }) => this.templatesOf(path).length === 0)
  }

  /** The path that the environment of a module has, or would have; the one it was read from, where it gets this name. */
  environmentPathOf(module: string): string {
    const { common, suffix } = this.naming
    if (common !== undefined) return common
    const path = directoryOf(module) + baseName(module) + suffix
    // A module that gets the name of an environment has it from then on.
    const { newPath } = this.files.get(module) ?? {}
    const renamed = newPath === undefined ? undefined : directoryOf(newPath) + baseName(newPath) + suffix
    return this.#environmentNamed(path) ?? (renamed && this.#environmentNamed(renamed)) ?? path
  }

  /** The path of the file that has an environment's name, be it a new one. */
  #environmentNamed(path: string): string | undefined {
    if (this.files.has(path)) return path
    this.#renamed ??= renamedEnvironments(this.files)
    return this.#renamed.get(path)
  }

  /** The path of the environment that takes the value of a module's parameter. */
  valuePathOf(module: string, secrecy: 'hidden' | 'open'): string {
    return (secrecy === 'hidden' ? this.naming.hidden : undefined) ?? this.environmentPathOf(module)
  }

  /**
   * The environments that a module's stacks are created with, in the order in which Heat merges them; see
   * `environmentOf`.
   */
  environmentsOf(module: string): readonly SourceFile[] {
    return this.roleOf(module) === 'nested' ? [] : this.environmentsBeside(module)
  }

  /** The same also beside a nested template, where they have no effect. */
  environmentsBeside(template: string): readonly SourceFile[] {
    const own = this.naming.common === undefined ? [this.environmentPathOf(template)] : []
    return [...new Set([...own, ...sharedEnvironments(this.naming)])].flatMap((path) => {
      const file = this.files.get(path)
      return file !== undefined && isEnvironment(file) ? [file] : []
    })
  }

  /** The environment of a module; undefined when there is none, and for nested templates, which have none. */
  environmentOf(module: string): SourceFile | undefined {
    if (this.roleOf(module) === 'nested') return undefined
    return this.environmentBeside(module)
  }

  /** The environment of a template's base name, also beside a nested template, where it has no effect. */
  environmentBeside(template: string): SourceFile | undefined {
    const file = this.files.get(this.environmentPathOf(template))
    return file !== undefined && isEnvironment(file) ? file : undefined
  }

  /** The templates that an environment is named after; several only for a common one. */
  templatesOf(environment: string): readonly SourceFile[] {
    this.#named ??= this.#templatesByEnvironment()
    return this.#named.get(environment) ?? []
  }

  /** The modules whose stacks use a template, over any number of nested templates; the module itself for a module. */
  modulesReaching(path: string): readonly string[] {
    return [...this.callersAbove([path])].filter((one) => this.roleOf(one) === 'module')
  }

  /** Templates, and all that use them, directly or not. */
  callersAbove(paths: Iterable<string>): ReadonlySet<string> {
    return new Set([...paths, ...closure(paths, (one) => this.callsOf(one).map(({ caller }) => caller))])
  }

  /** The templates that a template uses, directly or not, itself not counted unless it uses itself. */
  reachableFrom(path: string): ReadonlySet<string> {
    return closure([path], (one) => this.callsFrom(one).map(({ callee }) => callee))
  }

  /** Whether a template uses itself by way of its nested templates; Heat refuses that. */
  isCircular(path: string): boolean {
    const known = this.#circular.get(path)
    if (known !== undefined) return known
    const found = this.reachableFrom(path).has(path)
    this.#circular.set(path, found)
    return found
  }

  /** The package with another tree in one of its files. */
  withRoot(path: string, root: Mapping): Workspace {
    const file = this.fileAt(path)
    return file.root === root ? this : this.withFile(extended(file, { root }))
  }

  /** The package with one file added or replaced. */
  withFile(file: SourceFile): Workspace {
    return this.withFiles([file])
  }

  /** The same for many files: the cost is that of one change. */
  withFiles(changed: readonly SourceFile[]): Workspace {
    if (changed.length === 0) return this
    const files = new Map(this.files)
    for (const file of changed) files.set(file.path, file)
    const isLarger = files.size > this.files.size
    const next = this.#with(isLarger ? new Map([...files].sort(byKey)) : files)
    const keepsRegistry = changed.every(
      (file) => registryNode(this.files.get(file.path)) === registryNode(file),
    )
    if (keepsRegistry) next.#registry = this.#registry
    if (keepsRegistry) next.#takeIndex(this, changed)
    return next
  }

  /** A change of a parameter, of which a template may have thousands, does not change what a template uses. */
  #takeIndex(former: Workspace, files: readonly SourceFile[]): void {
    const known =
      former.#index === undefined ? former.#former : { index: former.#index, changed: new Set<string>() }
    if (known === undefined) return
    const other = files.filter((file) => !hasSameCalls(former.files.get(file.path), file))
    const changed = new Set([...known.changed, ...other.map(({ path }) => path)])
    if (changed.size === 0) this.#index = known.index
    else if (
      changed.size <= MOST_CHANGED &&
      other.every((file) => areTemplates(former.files.get(file.path), file))
    )
      this.#former = { index: known.index, changed }
  }

  /**
   * Some of its files as a package of their own, which is cheap to change; unreadable files are known there too.
   * @param names whose environments define the names of types
   */
  part(paths: Iterable<string>, names: 'its own' | 'of the whole' = 'its own'): Workspace {
    const files = [...paths].flatMap((path) => this.files.get(path) ?? [])
    const sorted = files.map((file) => [file.path, file] as const).sort(byKey)
    const part = this.#with(new Map(sorted))
    if (names === 'of the whole') {
      this.#registry ??= new Registry(this.environments())
      part.#registry = this.#registry
    }
    return part
  }

  #templatesByEnvironment(): Map<string, SourceFile[]> {
    const templates = [...this.files.values()].filter((file) => !isEnvironment(file))
    return groupedBy(templates, ({ path }) => this.environmentPathOf(path))
  }

  #known(): CallIndex {
    this.#registry ??= new Registry(this.environments())
    this.#index ??=
      this.#former === undefined
        ? CallIndex.of(this.#parts.files, this.#parts.unreadable, this.#registry)
        : this.#former.index.with(
            [...this.#former.changed].map((path) => this.fileAt(path)),
            this.#parts.files,
          )
    this.#former = undefined
    return this.#index
  }
}

/** The environments that get another name, by that. */
function renamedEnvironments(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, string> {
  return new Map(
    [...files.values()].flatMap((file) =>
      file.newPath !== undefined && isEnvironment(file) ? [[file.newPath, file.path] as const] : [],
    ),
  )
}

/** New files, and those that become or were environments, change more than the references of one template. */
function areTemplates(before: SourceFile | undefined, after: SourceFile): boolean {
  return before !== undefined && !isEnvironment(before) && !isEnvironment(after)
}

/** When more templates changed, the index is built anew. */
const MOST_CHANGED = 32

function hasSameCalls(before: SourceFile | undefined, after: SourceFile): boolean {
  if (isEnvironment(after)) return before === undefined || isEnvironment(before)
  if (before === undefined || isEnvironment(before)) return false
  return typeReferences(before.root) === typeReferences(after.root)
}

/** What decides about the registry of a package; undefined for a template. */
function registryNode(file: SourceFile | undefined): Node | undefined {
  return file === undefined || !isEnvironment(file) ? undefined : readValue(file.root, 'resource_registry')
}

/** What can be reached from `starts` in one step or more. */
function closure(starts: Iterable<string>, step: (path: string) => readonly string[]): Set<string> {
  const seen = new Set<string>()
  const open = [...starts]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const next of step(path)) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return seen
}

/** Whether a file name is that of an environment. */
export function isEnvironmentName(path: string, naming: EnvironmentNaming): boolean {
  return (
    sharedEnvironments(naming).includes(path) ||
    naming.named?.has(path) === true ||
    fileName(path).endsWith(naming.suffix)
  )
}

/** The environments that are for all templates, in the order in which Heat merges them. */
export function sharedEnvironments({ common, together, hidden }: EnvironmentNaming): readonly string[] {
  const all = [...(together ?? []), ...(together === undefined && common !== undefined ? [common] : [])]
  return hidden === undefined ? all : [...all, hidden]
}
