/**
 * What a client sends to create a stack from a template: the template, the environments, and every file that these
 * name, by path. The only module that knows the contents of a stack.
 */

import { namesTemplate } from '../heat/resource-types.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { join } from '../text/document/paths.ts'
import { nameOf, resolved, stringOf } from '../text/document/read.ts'
import { type EnvironmentTree, isSameNamed, type NamedType, NameResolver, pathNamed } from './names.ts'
import { areTypesSeen, typeReferences } from './references.ts'
import { isPlainRegistry, leadsElsewhere, registryMappings } from './registry.ts'
import type { SourceFile } from './source-file.ts'

/** The content of a file; for what is not a string something that no other content has. */
export type FileContent = string | { readonly digest: string }

/** What there is at a path. */
export type Found<Thing> =
  | { readonly is: 'there'; readonly thing: Thing }
  | { readonly is: 'none' }
  | { readonly is: 'unknown'; readonly why: string }

/** Where the files of a stack come from. */
export interface StackFiles {
  template(path: string): Found<SourceFile>
  /** What `get_file` gives. */
  content(path: string): Found<FileContent>
}

/** A template of a stack, with what the names in it lead to. */
export interface StackTemplate {
  readonly path: string
  readonly file: SourceFile
  /** By the type, or by `typeKey` where it leads there for one resource only. */
  readonly nested: ReadonlyMap<string, StackTemplate>
  /** By the names in `get_file`. */
  readonly files: ReadonlyMap<string, FileContent>
  /** Types that registries turn into other ones, keyed as `nested`. */
  readonly classes: ReadonlyMap<string, string>
  /** The template that is the content of a file, by its name in `get_file`: it is that of a stack of its own. */
  readonly contents: (name: string) => StackTemplate | undefined
}

/** The parts of a stack that were not examined. */
export interface OpenName {
  /** What it is: equal for two stacks that leave the same file open. Undefined where it could be one of several. */
  readonly identity: string | undefined
  /** Why it is open, as a sentence that names it. */
  readonly why: string
  /** The name as written in the template. */
  readonly name: string
}

export interface Stack {
  readonly template: StackTemplate
  /** In the order in which Heat merges them. */
  readonly environments: readonly SourceFile[]
  /** All of its templates by path, the outermost among them. */
  readonly templates: ReadonlyMap<string, StackTemplate>
  /** What only templates name that are the content of a file: a client sends it along. By the names that lead there. */
  readonly attached: ReadonlyMap<string, FileContent>
  readonly open: readonly OpenName[]
  /**
   * What registries make of the types in it, by the type, or by `typeKey` for one resource only; undefined where more of a
   * registry counts than that.
   */
  readonly registered: () => ReadonlyMap<string, string> | undefined
  /** Every name of a file in one of the templates. */
  readonly mentioned: ReadonlySet<string>
}

/** The key of a type that leads to something for one resource only (`resource_registry.resources`). */
export function typeKey(resource: string, type: string): string {
  return `${resource}\0${type}`
}

/** What a stack is made with beside its template. */
interface StackOptions {
  readonly environments?: readonly SourceFile[]
  /** What the types in it resolve to; without it, as the environments define. */
  readonly names?: NameResolver
}

export function stackOf(module: SourceFile, files: StackFiles, options: StackOptions = {}): Stack {
  const { environments = [] } = options
  const names = options.names ?? new NameResolver({ together: environments.map(treeOf) })
  return new StackBuilder(files, names).build(module, environments)
}

function treeOf({ path, root }: SourceFile): EnvironmentTree {
  return { path, root }
}

interface Building extends StackTemplate {
  readonly nested: Map<string, StackTemplate>
  readonly files: Map<string, FileContent>
  readonly classes: Map<string, string>
}

class StackBuilder {
  readonly #source: StackFiles
  readonly #names: NameResolver
  readonly #templates = new Map<string, Building>()
  /** Templates whose names have not been followed yet. */
  readonly #pending: Building[] = []
  readonly #contents = new Map<string, Found<FileContent>>()
  readonly #attached = new Map<string, FileContent>()
  readonly #open = new Map<string, OpenName>()
  readonly #mentioned = new Set<string>()
  readonly #registered = new Map<string, string>()
  /** Whether something reads registries that is not seen. */
  #hasUnseenTypes = false

  constructor(source: StackFiles, names: NameResolver) {
    this.#source = source
    this.#names = names
  }

  build(module: SourceFile, environments: readonly SourceFile[]): Stack {
    const template = this.#add(join(module.path), module)
    for (let one = this.#pending.pop(); one !== undefined; one = this.#pending.pop()) this.#follow(one)
    return {
      template,
      environments,
      templates: this.#templates,
      attached: this.#attached,
      open: [...this.#open.values()],
      registered: () => (this.#isAllSeen(environments) ? this.#registered : undefined),
      mentioned: this.#mentioned,
    }
  }

  #add(path: string, file: SourceFile): Building {
    const contents = (name: string) => this.#contentTemplate(path, name)
    const made: Building = { path, file, nested: new Map(), files: new Map(), classes: new Map(), contents }
    this.#templates.set(path, made)
    this.#pending.push(made)
    return made
  }

  #contentTemplate(from: string, name: string): StackTemplate | undefined {
    const path = pathNamed(from, name)
    const found = path === undefined ? undefined : this.#source.template(path)
    if (found?.is !== 'there') return undefined
    return new StackBuilder(this.#source, this.#names).build(found.thing, []).template
  }

  #follow(template: Building): void {
    const { path, file, files } = template
    for (const name of filesIn(file.root)) {
      this.#mentioned.add(name)
      const content = this.#content(path, name)
      if (content !== undefined) files.set(name, content)
    }
    this.#hasUnseenTypes ||= !areTypesSeen(file.root)
    for (const { name, how, resource } of typeReferences(file.root))
      if (how !== 'stack') this.#type(template, name, how === 'type' ? resource : undefined)
  }

  /** Whether registries do nothing but give types: for types that are seen, and from files that are there. */
  #isAllSeen(environments: readonly SourceFile[]): boolean {
    return (
      !this.#hasUnseenTypes &&
      environments.every(
        ({ path, root }) =>
          isPlainRegistry(root) &&
          registryMappings(path, root)
            .flatMap(({ targets }) => targets)
            .every(({ target, path: file }) =>
              file === undefined ? !leadsElsewhere(target) : this.#source.content(file).is === 'there',
            ),
      )
    )
  }

  #type(template: Building, type: string, resource: string | undefined): void {
    const named = this.#names.type(template.path, type, resource)
    const isOwn = resource !== undefined && !isSameNamed(named, this.#names.type(template.path, type))
    const key = isOwn ? typeKey(resource, type) : type
    this.#registered.set(key, registeredMeaning(type, named))
    switch (named.is) {
      case 'class':
        if (named.type !== type) template.classes.set(key, named.type)
        return
      case 'choice':
        for (const path of named.candidates) {
          const found = this.#source.content(path)
          if (found.is === 'there') this.#attached.set(`${type}: ${path}`, found.thing)
        }
        return
      case 'unknown':
        this.#mentioned.add(type)
        this.#leaveOpen({ name: type, identity: named.identity, why: named.why })
        return
      case 'file': {
        this.#mentioned.add(type)
        const callee = this.#templateAt(named.path, type)
        if (callee !== undefined) template.nested.set(key, callee)
      }
    }
  }

  #templateAt(path: string, type: string): StackTemplate | undefined {
    const known = this.#templates.get(path)
    if (known !== undefined) return known
    const found = this.#source.template(path)
    if (found.is === 'there') return this.#add(path, found.thing)
    const why = found.is === 'none' ? 'does not exist' : found.why
    this.#leaveOpen({ name: type, identity: path, why: `${path} ${why}` })
    return undefined
  }

  #content(from: string, name: string): FileContent | undefined {
    const path = pathNamed(from, name)
    if (path === undefined) {
      this.#leaveOpen({ name, identity: name, why: `${name} is not read` })
      return undefined
    }
    return this.#contentAt(path, name)
  }

  #contentAt(path: string, name: string): FileContent | undefined {
    const found = this.#contents.get(path) ?? this.#source.content(path)
    const isNew = !this.#contents.has(path)
    this.#contents.set(path, found)
    if (found.is === 'there') {
      if (isNew) this.#attach(path, name)
      return found.thing
    }
    const why = found.is === 'none' ? 'does not exist' : found.why
    this.#leaveOpen({ name, identity: path, why: `${path} ${why}` })
    return undefined
  }

  /** A client follows the names in what `get_file` names, too, where that is a template. */
  #attach(path: string, as: string): void {
    const found = mayBeTemplate(path) ? this.#source.template(path) : { is: 'none' as const }
    if (found.is !== 'there') return
    const { root } = found.thing
    for (const name of filesIn(root)) {
      const content = this.#content(path, name)
      if (content !== undefined) this.#attached.set(`${as}: ${name}`, content)
    }
    for (const { name, how, resource } of typeReferences(root)) {
      if (how === 'stack') continue
      const own = how === 'type' ? resource : undefined
      const content = this.#typeContent(name, this.#names.type(path, name, own))
      const key = own === undefined || namesTemplate(name) ? name : `${own}: ${name}`
      if (content !== undefined) this.#attached.set(`${as}: ${key}`, content)
    }
  }

  /**
   * The meaning of a type in a stack that is made of content: it has the registry of the stack around it
   * (`RemoteStack`).
   */
  #typeContent(type: string, named: NamedType): FileContent | undefined {
    switch (named.is) {
      case 'file':
        return this.#contentAt(named.path, type)
      case 'class':
        return named.type === type ? undefined : { digest: `the type ${named.type}` }
      case 'choice':
        return undefined
      case 'unknown':
        this.#leaveOpen({ name: type, identity: named.identity, why: named.why })
        return undefined
    }
  }

  #leaveOpen(one: OpenName): void {
    this.#open.set(`${one.identity ?? ''} ${one.why}`, one)
  }
}

/** A template is compared as such; Heat 19 passes over a name with `*` for one (`ResourceInfo.matches`). */
function registeredMeaning(type: string, named: NamedType): string {
  if (named.is === 'class') return `the type ${named.type}`
  if (named.is !== 'file') return `open: ${type}`
  return named.by.at(-1)?.form === 'wildcard' ? 'a template by a name with *' : 'a template'
}

function mayBeTemplate(name: string): boolean {
  return /\.(?:ya?ml|template|json|hot)$/i.test(name)
}

/** The names in all `get_file` functions, anywhere: a client reads the files of all of them. */
function filesIn(root: Mapping): ReadonlySet<string> {
  const found = new Set<string>()
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'seq') open.push(...node.items)
    if (node.kind !== 'map') continue
    for (const entry of node.entries) {
      const name = nameOf(entry) === 'get_file' ? stringOf(resolved(entry.value)) : undefined
      if (name === undefined) open.push(entry.value)
      else found.add(name)
    }
  }
  return found
}
