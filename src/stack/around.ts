/** The files around a run: read on demand, and once. */

import { versionEntry } from '../heat/kind.ts'
import { readValue } from '../heat/merge-keys.ts'
import { isTruthy } from '../heat/parameters.ts'
import { mapOf } from '../text/document/read.ts'
import { defined } from '../text/document/records.ts'
import { sha256 } from '../text/document/sha256.ts'
import {
  contentAnswer,
  defaultsAnswer,
  defaultsIn,
  type RunEnvironments,
  registriesAnswer,
} from './answers.ts'
import { type FileInput, type Loaded, type LoadOptions, load } from './load.ts'
import { NameResolver, PossibleNames } from './names.ts'
import { type Asked, Held, Once, type Question, Questions, type Recorded } from './questions.ts'
import { typeReferences } from './references.ts'
import { registryMappings } from './registry.ts'
import {
  baseName,
  directoryOf,
  fileName,
  isEnvironment,
  type SourceFile,
  type UnreadableFile,
} from './source-file.ts'
import { type StackValues, stackValues } from './value-of.ts'
import { defaultNaming } from './workspace.ts'

/** Where the files around a run come from. */
interface AroundOptions {
  /** Current states of the files that have been read already: what is not among them does not exist. */
  readonly known?: ReadonlyMap<string, SourceFile>
  /** Gives a file by its path. */
  readonly read: (path: string) => Uint8Array | undefined
  /** Reads what is in a file; for somebody who asks again and again, and knows what was read before. */
  readonly load?: typeof load
  /** Why a file that is there is not read; undefined for one that is read, or is not there. */
  readonly refused?: (path: string) => string | undefined
  /** Whether there is a file at such a path; without it, missing files are not reported. */
  readonly exists?: (path: string) => boolean
  /**
   * The files that may be environments or templates; without it, unregistered and undeclared names are not reported.
   */
  readonly files?: readonly string[]
  /** Those of them that may be environments; without it, any may. */
  readonly environments?: readonly string[]
  /** What stacks are certainly created with, in the order in which Heat merges it (`-e`). */
  readonly together?: readonly string[]
  /** The templates that stacks are created from with these; without it, all files that may be. */
  readonly named?: readonly string[]
  /** Records what is asked here. */
  readonly questions?: Questions
}

/** Whether an environment may hold the answer to a query about others; without parsing it. */
export function mayBeEnvironment(bytes: Uint8Array): boolean {
  return /resource_registry|parameter_defaults/.test(textOf(bytes))
}

/** Where templates have their files, as a rule. */
const usualFolders = ['', 'files/', 'nested/', 'scripts/', 'templates/'] as const

/** Of more files the folders are not searched for one that is missing. */
const MANY = 500

/** Longer files are no scripts that somebody wrote into a template. */
const LARGE = 1_000_000

export class Around {
  readonly #options: AroundOptions
  readonly #questions: Questions
  readonly #loaded: Once<string, Loaded | undefined>
  readonly #files: ReadonlySet<string>
  readonly #listed: ReadonlySet<string>
  readonly #environment: Once<string, Environment | undefined>
  readonly #environments: Once<'all', RunEnvironments>
  readonly #called: Once<'all', ReadonlySet<string>>
  readonly #keys: Once<'all', ReadonlySet<string>>
  /** By the parameter. */
  readonly #declared: Once<string, boolean | undefined>
  readonly #held = new Held((question) => this.#answerTo(question))
  #possible: PossibleNames | undefined
  /** By the template; only where nobody records what is asked. */
  readonly #namesFor = new Map<string, NameResolver>()
  /** By the paths of the environments that are certain. */
  readonly #names = new Map<string, NameResolver>()
  #defaults: ReadonlySet<string> | undefined
  #registryNames: ReadonlyMap<string, string> | undefined

  constructor(options: AroundOptions) {
    const { files = [], environments = files, together = [], questions = new Questions('off') } = options
    this.#options = options
    this.#files = new Set(files)
    this.#listed = new Set([...together, ...environments])
    this.#questions = questions
    this.#loaded = new Once(questions)
    this.#environment = new Once(questions)
    this.#environments = new Once(questions)
    this.#called = new Once(questions)
    this.#keys = new Once(questions)
    this.#declared = new Once(questions)
  }

  /** Whether environments and templates were looked for at all. */
  get isKnown(): boolean {
    return this.#options.files !== undefined
  }

  /**
   * A file by its path; undefined for one that is not there, and where reading it brings out a defect, which is its
   * own.
   */
  loaded(path: string): Loaded | undefined {
    return this.#loaded.get(path, () => this.#load(path))
  }

  /** A file of the run: what others have asked about before is read only once, unless it has changed since. */
  load(input: FileInput): Loaded {
    const { path, bytes } = input
    const before = this.#loaded.known(path)
    if (before?.value?.is === 'file' && before.value.file.document.text === textOf(bytes))
      return this.#questions.use({ ...before, value: before.value })
    return load(input, this.loadOptions(path))
  }

  /** Takes what was read of a file: what is asked of it is no question to others. */
  hold(path: string, value: Loaded): void {
    this.#loaded.put(path, { value, asked: undefined })
  }

  #load(path: string): Loaded | undefined {
    const { known } = this.#options
    if (known !== undefined) {
      const file = known.get(path)
      return file === undefined ? undefined : { is: 'file', file }
    }
    const bytes = this.#read(path)
    if (bytes === undefined) return undefined
    try {
      return (this.#options.load ?? load)({ path, bytes }, this.loadOptions(path))
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
    const named = { ...defaultNaming, named: new Set([path]) }
    if (together.includes(path)) return { naming: { ...named, together: [path] } }
    return path.endsWith('.env') && this.#namesakes(path).length > 0 ? { naming: named } : {}
  }

  /** The files of the run that have the name of a template beside an environment's. */
  #namesakes(environment: string): readonly string[] {
    const base = `${directoryOf(environment)}${baseName(environment)}`
    return templateEndings
      .map((ending) => `${base}${ending}`)
      .filter((path) => path !== environment && this.#isOfRun(path))
  }

  // Every question about other files goes through one of these.

  #read(path: string): Uint8Array | undefined {
    const bytes = this.#options.read(path)
    this.#questions.note(`c ${path}`, () => contentAnswer(bytes))
    return bytes
  }

  #isOfRun(path: string): boolean {
    const isOfRun = this.#files.has(path)
    this.#questions.note(`m ${path}`, () => String(isOfRun))
    return isOfRun
  }

  #isListed(path: string): boolean {
    const isListed = this.#listed.has(path)
    this.#questions.note(`l ${path}`, () => String(isListed))
    return isListed
  }

  #allFiles(): readonly string[] {
    this.#questions.note('files', () => this.#held.answer('files'))
    return this.#options.files ?? []
  }

  /** Whether what was asked is answered now as it was then. */
  holds(asked: Asked): boolean {
    return this.#held.holds(asked)
  }

  #answerTo(question: Question): string {
    const { files = [], read, exists } = this.#options
    if (question === 'files') return sha256(files.join('\0'))
    if (question === 'listed') return sha256([...this.#listed].join('\0'))
    if (question === 'registries') return registriesAnswer(this.#allEnvironments().value)
    if (question === 'defaults') return defaultsAnswer(this.#allEnvironments().value)
    const path = question.slice(2)
    switch (question[0]) {
      case 'c':
        return contentAnswer(read(path))
      case 'e':
        return String(exists?.(path))
      case 'm':
        return String(this.#files.has(path))
      case 'd':
        return String(this.#declaredSomewhere(path).value)
      default:
        return String(this.#listed.has(path))
    }
  }

  /** A template or an environment; undefined for what is neither, or cannot be read. */
  file(path: string): SourceFile | undefined {
    const loaded = this.loaded(path)
    return loaded?.is === 'file' ? loaded.file : undefined
  }

  /** The content of any file; undefined for one that is not there, and for a large one. */
  content(path: string | undefined): string | undefined {
    const bytes = path === undefined ? undefined : this.#read(path)
    return bytes === undefined || bytes.length > LARGE ? undefined : textOf(bytes)
  }

  /** Undefined where that is not known. */
  exists(path: string): boolean | undefined {
    const exists = this.#options.exists?.(path)
    this.#questions.note(`e ${path}`, () => String(exists))
    return exists
  }

  /** The only file of the name of a missing one, in the folders of the run, those above and the usual ones in them. */
  namesake(missing: string | undefined): string | undefined {
    if (missing === undefined) return undefined
    const name = fileName(missing)
    const folders = new Set(this.#allFiles().slice(0, MANY).map(directoryOf))
    for (const one of [...folders]) folders.add(directoryOf(one.slice(0, -1)))
    const paths = [...folders].flatMap((one) => usualFolders.map((below) => `${one}${below}${name}`))
    // Outside of what may be read every name counts as that of a file, also one that none has.
    const isThere = (path: string) => this.exists(path) === true && this.exists(`${path}.${name}`) !== true
    const found = [...new Set(paths)].filter(isThere)
    return found.length === 1 ? found[0] : undefined
  }

  /** What the types in a template lead to. */
  namesFor(template: string): NameResolver {
    const known = this.#namesFor.get(template)
    if (known !== undefined) return known
    const made = this.#namesIn(this.environmentsOf(template))
    if (!this.#questions.isOn) this.#namesFor.set(template, made)
    return made
  }

  #namesIn(own: readonly SourceFile[]): NameResolver {
    const { readable, unreadable } = this.#summary('registries')
    const key = own.map(({ path }) => path).join('\0')
    const known = this.#names.get(key)
    if (known !== undefined) return known
    this.#possible ??= new PossibleNames([...readable.values()])
    const made = new NameResolver({ together: own, possible: this.#possible, unreadable })
    this.#names.set(key, made)
    return made
  }

  /** Whether an environment gives a type a meaning of its own, for some template. */
  mayRegister(type: string): boolean {
    const named = this.namesFor('').type('', type)
    return named.is !== 'class' || named.by.length > 0
  }

  /**
   * The environments that stacks from a template are created with, in the order in which Heat merges them: those that
   * were named, else the one of its own name.
   */
  environmentsOf(template: string): readonly SourceFile[] {
    const { together = [] } = this.#options
    const paths = together.length > 0 ? together : [`${directoryOf(template)}${baseName(template)}.env`]
    return paths.flatMap((path) => this.#environmentAt(path) ?? [])
  }

  /** Which values the parameters of a stack get that is made from a template. */
  valuesOf(template: SourceFile): StackValues {
    const environments = this.environmentsOf(template.path)
    // Only where several are merged it matters what the nested templates declare.
    const nested = environments.length < 2 ? [] : this.withCalled([template])
    return stackValues(template, environments, () => nested)
  }

  /** Whether no other template of the run is made from a file: only a stack of its own has values from `parameters`. */
  isModule(path: string): boolean {
    return !this.#calledTemplates().has(path)
  }

  /** Every template that another one is made from, those outside of the run included. */
  #calledTemplates(): ReadonlySet<string> {
    return this.#called.get('all', () => this.#calledFrom(this.#stackFiles()))
  }

  /** The files that stacks are created from: where environments are named, no other file beside the named ones counts. */
  #stackFiles(): readonly string[] {
    const { named } = this.#options
    return this.isNamed && named !== undefined ? named : this.#allFiles()
  }

  /** Some templates, and all that their stacks are made from: what `parameter_defaults` are for. */
  withCalled(templates: readonly SourceFile[]): readonly SourceFile[] {
    const own = templates.map(({ path }) => path)
    const called = [...this.#calledFrom(own)].filter((path) => !own.includes(path))
    return [...templates, ...called.flatMap((path) => this.file(path) ?? [])]
  }

  #calledFrom(paths: Iterable<string>): ReadonlySet<string> {
    const called = new Set<string>()
    const open = [...paths]
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
    return called
  }

  /** Whether all of a template's environments were named, so that nothing else gives its parameters a value. */
  get isNamed(): boolean {
    return (this.#options.together ?? []).length > 0
  }

  /**
   * Whether all environments that were named can be read: what another one would give is not known, and its own finding
   * says why.
   */
  get areNamedRead(): boolean {
    return (this.#options.together ?? []).every((path) => {
      const one = this.#environmentNamed(path)
      return one?.is === 'file' && hasValues(one.file)
    })
  }

  /** The environments that were named before one that counts after them. */
  namedBefore(path: string): readonly SourceFile[] {
    const { together = [] } = this.#options
    return together
      .slice(0, Math.max(0, together.indexOf(path)))
      .flatMap((one) => this.#environmentAt(one) ?? [])
  }

  #environmentAt(path: string): SourceFile | undefined {
    const known = this.#isListed(path) ? this.#environmentNamed(path) : undefined
    if (known?.is === 'file') return known.file
    const file = this.isKnown && this.#isOfRun(path) ? this.file(path) : undefined
    return file !== undefined && isEnvironment(file) ? file : undefined
  }

  /**
   * The templates that are created with an environment, as far as that is certain: its namesake, or those of the run.
   */
  templatesOf(environment: string): readonly SourceFile[] {
    const { together = [] } = this.#options
    const isTemplate = (file: SourceFile | undefined): file is SourceFile =>
      file !== undefined && (file.kind === 'hot' || file.kind.includes('cfn'))
    if (together.includes(environment)) {
      const own = this.#stackFiles().filter((path) => path !== environment && this.isModule(path))
      return own.flatMap((path) => this.file(path) ?? []).filter(isTemplate)
    }
    return this.#namesakes(environment)
      .map((path) => this.file(path))
      .filter(isTemplate)
  }

  /** The names in the registries of environments, each with the path of one that has it. */
  registryNames(): ReadonlyMap<string, string> {
    const { readable } = this.#summary('registries')
    if (this.#registryNames !== undefined) return this.#registryNames
    const found = new Map<string, string>()
    for (const { path, root } of readable.values())
      for (const { name } of registryMappings(path, root)) found.set(name, path)
    this.#registryNames = found
    return found
  }

  /**
   * Whether an environment gives nested templates a value for a parameter, or an unreadable one may: in an unreadable
   * file the name is searched for.
   */
  hasDefault(parameter: string): boolean {
    const { readable, unreadable } = this.#summary('defaults')
    this.#defaults ??= new Set([...readable.values()].flatMap(defaultsIn))
    if (this.#defaults.has(parameter)) return true
    return unreadable.some(({ text }) => text === undefined || hasWord(text, parameter))
  }

  /**
   * Whether some template of the run has a key of that name, so that it may be declared there; undefined where there is
   * no template. The sources are searched, so that templates that another program fills in first count, too.
   */
  isDeclared(parameter: string): boolean | undefined {
    const { value, asked } = this.#declaredSomewhere(parameter)
    if (asked !== undefined) this.#questions.useSummary(`d ${parameter}`, String(value), asked)
    return value
  }

  #declaredSomewhere(parameter: string): Recorded<boolean | undefined> {
    return this.#declared.made(parameter, () => {
      const keys = this.#keys.get('all', () => this.#keysOfTemplates())
      if (keys.size === 0) return undefined
      if (keys.has(parameter)) return true
      if (this.#templatePaths().some((path) => this.#options.refused?.(path) !== undefined)) return undefined
      if (!oddName.test(parameter)) return false
      return this.#templateSources().some((source) => source.includes(parameter))
    })
  }

  #keysOfTemplates(): ReadonlySet<string> {
    const found = new Set<string>()
    for (const source of this.#templateSources()) for (const key of keysIn(source)) found.add(key)
    return found
  }

  #templatePaths(): readonly string[] {
    const nested = this.isNamed ? this.#calledTemplates() : []
    return [...new Set([...this.#stackFiles(), ...nested])]
  }

  #templateSources(): readonly string[] {
    return this.#templatePaths().flatMap((path) => {
      const bytes = this.#read(path)
      const source = bytes === undefined ? undefined : textOf(bytes)
      return source !== undefined && isTemplate.test(source) ? [source] : []
    })
  }

  /** All environments, for somebody who uses of them only what a summary holds. */
  #summary(question: 'registries' | 'defaults'): RunEnvironments {
    const { value, asked } = this.#allEnvironments()
    if (asked !== undefined) this.#questions.useSummary(question, this.#held.answer(question), asked)
    return value
  }

  #allEnvironments(): Recorded<RunEnvironments> {
    return this.#environments.made('all', () => this.#readEnvironments())
  }

  #readEnvironments(): RunEnvironments {
    const readable = new Map<string, SourceFile>()
    const unreadable: UnreadableFile[] = []
    this.#questions.note('listed', () => this.#held.answer('listed'))
    for (const path of this.#listed) {
      const one = this.#environmentNamed(path)
      if (one?.is === 'file') readable.set(path, one.file)
      if (one?.is === 'unreadable') unreadable.push(one.file)
    }
    return { readable, unreadable }
  }

  /** A file that was named as an environment, or may be one; undefined for what is none. */
  #environmentNamed(path: string): Environment | undefined {
    return this.#environment.get(path, () => this.#readEnvironment(path))
  }

  #readEnvironment(path: string): Environment | undefined {
    const isNamed = this.#options.together?.includes(path) === true
    if (!isNamed && !this.#mayBeEnvironment(path)) {
      const why = this.#options.refused?.(path)
      return why === undefined ? undefined : unreadableOne(path, `it ${why}`)
    }
    const loaded = this.loaded(path)
    if (loaded === undefined) {
      const bytes = this.#read(path)
      const why = this.#options.refused?.(path)
      if (bytes === undefined && why !== undefined) return unreadableOne(path, `it ${why}`)
      return bytes === undefined ? undefined : unreadableOne(path, 'it cannot be read', textOf(bytes))
    }
    if (loaded.is === 'unreadable')
      return unreadableOne(path, loaded.templated ?? loaded.message, loaded.text)
    const isOne = loaded.is === 'file' && (isNamed || isEnvironment(loaded.file))
    return isOne ? { is: 'file', file: loaded.file } : undefined
  }

  /** Without parsing what has not been read yet. */
  #mayBeEnvironment(path: string): boolean {
    if (this.#options.known !== undefined) return true
    const bytes = this.#read(path)
    return bytes !== undefined && mayBeEnvironment(bytes)
  }
}

type Environment =
  | { readonly is: 'file'; readonly file: SourceFile }
  | { readonly is: 'unreadable'; readonly file: UnreadableFile }

/** Whether Heat finds the values where they stand: in the sections of what is an environment. */
function hasValues({ root }: SourceFile): boolean {
  if (versionEntry(root) !== undefined) return false
  return ['parameters', 'parameter_defaults'].every((section) => {
    const values = readValue(root, section)
    return values === undefined || !isTruthy(values) || mapOf(values) !== undefined
  })
}

function unreadableOne(path: string, why: string, text?: string): Environment {
  return { is: 'unreadable', file: { path, why, ...defined({ text }) } }
}

const templateEndings: readonly string[] = ['.yaml', '.yml', '.template', '.json', '.hot']

/** Whether a name occurs in a source as a word of its own. */
function hasWord(source: string, name: string): boolean {
  if (name === '') return false
  const isPart = (character: string | undefined) => character !== undefined && /[\w.-]/.test(character)
  for (let at = source.indexOf(name); at !== -1; at = source.indexOf(name, at + 1))
    if (!isPart(source[at - 1]) && !isPart(source[at + name.length])) return true
  return false
}

const isTemplate = /heat_template_version|TemplateFormatVersion/

/** The characters that a quoted name may hold, and that end an unquoted word. */
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
