/** What lies around the files of a run: read when somebody asks, and once. */

import { mapOf, nameOf } from '../document/read.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { type Loaded, type LoadOptions, load } from './load.ts'
import { Names, PossibleNames } from './names.ts'
import { typeReferences } from './references.ts'
import { registryMappings } from './registry.ts'
import { baseName, directoryOf, isEnvironment, type SourceFile, type UnreadableFile } from './source-file.ts'
import { defaultNaming } from './workspace.ts'

/** Where the files around a run come from. */
export interface AroundOptions {
  /** Files as they stand now, where they have been read already: what is not among them is not there. */
  readonly known?: ReadonlyMap<string, SourceFile>
  /** Gives a file by its path. */
  readonly read: (path: string) => Uint8Array | undefined
  /** Whether there is a file at such a path; without it, nothing is said of files that are not there. */
  readonly exists?: (path: string) => boolean
  /** The files that may be environments or templates; without it, nothing is said of what nobody registers or declares. */
  readonly files?: readonly string[]
  /** Those of them that may be environments; without it, any may. */
  readonly environments?: readonly string[]
  /** What stacks are certainly created with, in the order in which Heat merges it (`-e`). */
  readonly together?: readonly string[]
}

/** Whether an environment may say of others what is asked here; without parsing it. */
export function mayBeEnvironment(bytes: Uint8Array): boolean {
  return /resource_registry|parameter_defaults/.test(textOf(bytes))
}

/** The environments of a run, as far as they can be read. */
interface Environments {
  readonly readable: ReadonlyMap<string, SourceFile>
  readonly unreadable: readonly UnreadableFile[]
}

export class Around {
  readonly #options: AroundOptions
  readonly #loaded = new Map<string, Loaded | undefined>()
  readonly #files: ReadonlySet<string>
  #environments: Environments | undefined
  #possible: PossibleNames | undefined
  readonly #names = new Map<string, Names>()
  #called: ReadonlySet<string> | undefined
  #declared: ReadonlySet<string> | undefined
  #defaults: ReadonlySet<string> | undefined
  #registryNames: ReadonlyMap<string, string> | undefined

  constructor(options: AroundOptions) {
    this.#options = options
    this.#files = new Set(options.files)
  }

  /** Whether environments and templates were looked for at all. */
  get isKnown(): boolean {
    return this.#options.files !== undefined
  }

  /** A file by its path; undefined for one that is not there, and where reading it brings out a defect, which is its own. */
  loaded(path: string): Loaded | undefined {
    if (!this.#loaded.has(path)) this.#loaded.set(path, this.#load(path))
    return this.#loaded.get(path)
  }

  #load(path: string): Loaded | undefined {
    const { known } = this.#options
    if (known !== undefined) {
      const file = known.get(path)
      return file === undefined ? undefined : { is: 'file', file }
    }
    const bytes = this.#options.read(path)
    if (bytes === undefined) return undefined
    try {
      return load({ path, bytes }, this.loadOptions(path))
    } catch {
      return undefined
    }
  }

  /**
   * How a file of the run is read: what is named as an environment is one, whatever it holds, and so is what ends in
   * `.env` beside a template of its name; other programs have files of that kind, too.
   */
  loadOptions(path: string): LoadOptions {
    const { together = [] } = this.#options
    const isEnvironment =
      together.includes(path) || (path.endsWith('.env') && this.#namesakes(path).length > 0)
    return isEnvironment ? { naming: { ...defaultNaming, named: new Set([path]) } } : {}
  }

  /** The files of the run that have the name of a template beside an environment's. */
  #namesakes(environment: string): readonly string[] {
    const base = `${directoryOf(environment)}${baseName(environment)}`
    return templateEndings
      .map((ending) => `${base}${ending}`)
      .filter((path) => path !== environment && this.#files.has(path))
  }

  /** A template or an environment; undefined for what is neither, or cannot be read. */
  file(path: string): SourceFile | undefined {
    const loaded = this.loaded(path)
    return loaded?.is === 'file' ? loaded.file : undefined
  }

  /** Undefined where that is not known. */
  exists(path: string): boolean | undefined {
    return this.#options.exists?.(path)
  }

  /** What the types in a template lead to. */
  namesFor(template: string): Names {
    const own = this.environmentsOf(template)
    const key = own.map(({ path }) => path).join('\0')
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const { readable, unreadable } = this.#read()
    this.#possible ??= new PossibleNames([...readable.values()])
    const made = new Names({ together: own, possible: this.#possible, unreadable })
    this.#names.set(key, made)
    return made
  }

  /** Whether an environment gives a type a meaning of its own, for some template. */
  mayRegister(type: string): boolean {
    const named = this.namesFor('').type('', type)
    return named.is !== 'class' || named.by.length > 0
  }

  /**
   * The environments that stacks from a template are created with, in the order in which Heat merges them: those that were
   * named, else the one of its own name.
   */
  environmentsOf(template: string): readonly SourceFile[] {
    const { together = [] } = this.#options
    const paths = together.length > 0 ? together : [`${directoryOf(template)}${baseName(template)}.env`]
    return paths.flatMap((path) => this.#environmentAt(path) ?? [])
  }

  /** Whether no other template of the run is made from a file: only a stack of its own has values from `parameters`. */
  isModule(path: string): boolean {
    return !this.#calledTemplates().has(path)
  }

  /** Every template that another one is made from, those outside of the run included. */
  #calledTemplates(): ReadonlySet<string> {
    if (this.#called !== undefined) return this.#called
    const called = new Set<string>()
    const open = [...(this.#options.files ?? [])]
    const seen = new Set(open)
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const file = this.file(path)
      if (file === undefined || isEnvironment(file)) continue
      for (const { name, how, resource } of typeReferences(file.root)) {
        const named = this.namesFor(path).type(path, name, how === 'type' ? resource : undefined)
        if (how === 'stack' || named.is !== 'file') continue
        called.add(named.path)
        if (seen.has(named.path)) continue
        seen.add(named.path)
        open.push(named.path)
      }
    }
    this.#called = called
    return called
  }

  /** Whether all of a template's environments were named, so that nothing else gives its parameters a value. */
  get isNamed(): boolean {
    return (this.#options.together ?? []).length > 0
  }

  #environmentAt(path: string): SourceFile | undefined {
    const { readable } = this.#read()
    const known = readable.get(path)
    if (known !== undefined || !this.isKnown) return known
    const file = this.#files.has(path) ? this.file(path) : undefined
    return file !== undefined && isEnvironment(file) ? file : undefined
  }

  /** The templates that are created with an environment, as far as that is certain: its namesake, or those of the run. */
  templatesOf(environment: string): readonly SourceFile[] {
    const { together = [], files = [] } = this.#options
    const isTemplate = (file: SourceFile | undefined): file is SourceFile =>
      file !== undefined && (file.kind === 'hot' || file.kind.includes('cfn'))
    if (together.includes(environment)) {
      const own = files.filter((path) => path !== environment && this.isModule(path))
      return own.flatMap((path) => this.file(path) ?? []).filter(isTemplate)
    }
    return this.#namesakes(environment)
      .map((path) => this.file(path))
      .filter(isTemplate)
  }

  /** The names in the registries of environments, each with the path of one that has it. */
  registryNames(): ReadonlyMap<string, string> {
    if (this.#registryNames !== undefined) return this.#registryNames
    const found = new Map<string, string>()
    for (const { path, root } of this.#read().readable.values())
      for (const { name } of registryMappings(path, root)) found.set(name, path)
    this.#registryNames = found
    return found
  }

  /**
   * Whether an environment gives nested templates a value for a parameter, or one that cannot be read may.
   * What a file says that cannot be read is looked for by the name.
   */
  hasDefault(parameter: string): boolean {
    const { readable, unreadable } = this.#read()
    if (this.#defaults === undefined) {
      const found = new Set<string>()
      for (const { root } of readable.values())
        for (const one of entriesRead(mapOf(readValue(root, 'parameter_defaults'))))
          found.add(nameOf(one) ?? '')
      this.#defaults = found
    }
    if (this.#defaults.has(parameter)) return true
    return unreadable.some(({ text }) => text !== undefined && hasWord(text, parameter))
  }

  /**
   * Whether a key of that name stands in some template of the run, so that it may be declared there; undefined where there
   * is no template. Looked for in the sources: also of templates that another program fills in first.
   */
  isDeclared(parameter: string): boolean | undefined {
    this.#declared ??= this.#keysOfTemplates()
    if (this.#declared.size === 0) return undefined
    if (this.#declared.has(parameter)) return true
    if (!oddName.test(parameter)) return false
    return this.#templateSources().some((source) => source.includes(parameter))
  }

  #keysOfTemplates(): ReadonlySet<string> {
    const found = new Set<string>()
    for (const source of this.#templateSources()) for (const key of keysIn(source)) found.add(key)
    return found
  }

  #templateSources(): readonly string[] {
    const nested = this.isNamed ? this.#calledTemplates() : []
    return [...new Set([...(this.#options.files ?? []), ...nested])].flatMap((path) => {
      const bytes = this.#options.read(path)
      const source = bytes === undefined ? undefined : textOf(bytes)
      return source !== undefined && isTemplate.test(source) ? [source] : []
    })
  }

  #read(): Environments {
    if (this.#environments !== undefined) return this.#environments
    const { files = [], environments = files, together = [] } = this.#options
    const readable = new Map<string, SourceFile>()
    const unreadable: UnreadableFile[] = []
    for (const path of new Set([...together, ...environments])) {
      const isNamed = together.includes(path)
      if (!isNamed && !this.#mayBeEnvironment(path)) continue
      const loaded = this.loaded(path)
      if (loaded === undefined) {
        const bytes = this.#options.read(path)
        if (bytes !== undefined) unreadable.push({ path, why: 'it cannot be read', text: textOf(bytes) })
      } else if (loaded.is === 'unreadable')
        unreadable.push({ path, why: loaded.templated ?? loaded.message, text: loaded.text })
      else if (loaded.is === 'file' && (isNamed || isEnvironment(loaded.file)))
        readable.set(path, loaded.file)
    }
    this.#environments = { readable, unreadable }
    return this.#environments
  }

  /** Without parsing what has not been read yet. */
  #mayBeEnvironment(path: string): boolean {
    if (this.#options.known !== undefined) return true
    const bytes = this.#options.read(path)
    return bytes !== undefined && mayBeEnvironment(bytes)
  }
}

const templateEndings: readonly string[] = ['.yaml', '.yml', '.template', '.json', '.hot']

/** Whether a name stands in a source as a word of its own. */
function hasWord(source: string, name: string): boolean {
  if (name === '') return false
  const isPart = (character: string | undefined) => character !== undefined && /[\w.-]/.test(character)
  for (let at = source.indexOf(name); at !== -1; at = source.indexOf(name, at + 1))
    if (!isPart(source[at - 1]) && !isPart(source[at + name.length])) return true
  return false
}

const isTemplate = /heat_template_version|TemplateFormatVersion/

/** What a name in quotes may hold, and where a word ends that stands without them. */
const oddName = /[\s{,"'[\]:\\]/

/** Every word before a colon. */
function* keysIn(source: string): Iterable<string> {
  for (let colon = source.indexOf(':'); colon !== -1; colon = source.indexOf(':', colon + 1)) {
    let end = colon
    while (source[end - 1] === ' ' || source[end - 1] === '\t') end -= 1
    if (source[end - 1] === '"' || source[end - 1] === "'") end -= 1
    let start = end
    while (start > 0 && !oddName.test(source[start - 1] as string)) start -= 1
    if (start < end) yield source.slice(start, end)
  }
}

const decoder = new TextDecoder()

function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
