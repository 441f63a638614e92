/** Who calls the templates of a run from outside of it: a default goes only from callers that were read. */

import { dirname, relative, resolve } from 'node:path'
import { isOwnFile, load } from '../stack/load.ts'
import type { ReadBudget } from '../stack/read-budget.ts'
import { registryEntries, templatesNamedIn } from '../stack/registry.ts'
import { baseName, directoryOf, isNamedAsTemplate, type UnreadableFile } from '../stack/source-file.ts'
import { spelledOut } from '../text/document/mentions.ts'
import { push } from '../text/document/multimap.ts'
import { isInside, readWithin, repositoryRoot } from './boundary.ts'
import { discover } from './discovery.ts'
import { type FileSystem, realFileSystem } from './file-system.ts'
import { giversIn } from './givers.ts'
import type { RunOptions } from './run-options.ts'

interface CallerSearch {
  /** Files, directories and patterns of the run. */
  readonly paths: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** `--ignore` patterns: what they exclude is found all the same, and is no file of the run. */
  readonly ignore?: readonly string[]
  /** The directory that they are relative to, where that is not `cwd`; absolute. */
  readonly ignoreRoot?: string | undefined
  /** What stands behind the base name of a template in the name of its environment. */
  readonly suffix: string
  /** Environments that give one of these parameters a value are found, too, wherever they are. */
  readonly parameters?: readonly string[]
  readonly fileSystem?: FileSystem
  /** Without it, all files are searched; what it leaves out is for the caller to report. */
  readonly budget?: ReadBudget
  /** Called with the number of files found, and with the number read of all. */
  readonly onProgress?: RunOptions['onProgress']
  /** Called between files: whatever else is to be done meanwhile, or throws where nobody waits for the answer. */
  readonly turns?: () => Promise<void> | undefined
}

export interface Callers {
  /** The files of the run, as reports name them. */
  readonly given: ReadonlySet<string>
  /** Files elsewhere that call them, directly or by others, with their environments; environments with a value of theirs. */
  readonly outside: readonly UnreadableFile[]
  /** Such files that the run leaves out on request. */
  readonly leftOut: readonly UnreadableFile[]
}

/**
 * Looks for callers up to the root of the repository, or where there is none, below the working directory. Names are
 * searched for in the sources, so that a file that mentions one only in a comment is read too.
 */
export async function findCallers(search: CallerSearch): Promise<Callers> {
  const { paths, cwd, ignore = [], ignoreRoot, suffix, fileSystem: fs = realFileSystem } = search
  const onFound = (count: number) => search.onProgress?.('finding', count, undefined)
  const found = await discover(paths, { cwd, ignore, ignoreRoot, fileSystem: fs, onFound })
  const given = new Set(found.files.map(({ path }) => path))
  const roots = rootsOf(paths, cwd, fs)
  if (roots.length === 0) return { given, outside: [], leftOut: [] }
  const around = await discover(roots, { cwd, fileSystem: fs, onFound })
  const own = new Set(found.files.map(({ path }) => absolutePath(cwd, path)))
  // Mostly there is nobody who could call: then no file is read.
  if (!around.files.some(({ path }) => mayCall(path, suffix) && !own.has(absolutePath(cwd, path))))
    return { given, outside: [], leftOut: [] }
  const texts = new Texts(cwd, fs, search)
  for (const { path, realPath } of [...found.files, ...around.files])
    if (mayCall(path, suffix)) texts.add(path, realPath)
  const onRead = (count: number) => search.onProgress?.('preparing', count, texts.length)
  const calling = await callersOf(own, texts, suffix, onRead)
  const added = new Set([
    ...calling,
    ...(await giversIn(texts, search.parameters ?? [], new Set([...own, ...calling]))),
  ])
  const allowed = await discover([...added], { cwd, ignore, ignoreRoot, fileSystem: fs })
  const isAllowed = new Set(allowed.files.map(({ path }) => absolutePath(cwd, path)))
  const unread = (path: string, why: string): UnreadableFile => {
    return { path: relative(cwd, path).replaceAll('\\', '/'), why, text: texts.of(path), isOutside: true }
  }
  return {
    given,
    outside: [...added]
      .filter((path) => isAllowed.has(path))
      .map((path) => unread(path, 'it is not part of this run; name it as well')),
    leftOut: [...added]
      .filter((path) => !isAllowed.has(path))
      .map((path) => unread(path, 'it is left out of this run')),
  }
}

/** The files that may call, each read when it is asked for: there may be more of them than the memory holds. */
class Texts {
  readonly #cwd: string
  readonly #fs: FileSystem
  readonly #turns: CallerSearch['turns']
  readonly #budget: CallerSearch['budget']
  /** By absolute path: from outside of the working directory a name leads to a file by many ways. */
  readonly #realPaths = new Map<string, string>()

  constructor(cwd: string, fs: FileSystem, { turns, budget }: Pick<CallerSearch, 'turns' | 'budget'>) {
    this.#cwd = cwd
    this.#fs = fs
    this.#turns = turns
    this.#budget = budget
  }

  add(path: string, realPath: string): void {
    const absolute = absolutePath(this.#cwd, path)
    if (!this.#realPaths.has(absolute)) this.#realPaths.set(absolute, realPath)
  }

  get length(): number {
    return this.#realPaths.size
  }

  has(path: string): boolean {
    return this.#realPaths.has(path)
  }

  paths(): Iterable<string> {
    return this.#realPaths.keys()
  }

  /** The same, to read each of them. */
  async *toRead(): AsyncGenerator<string> {
    for (const path of this.#realPaths.keys()) {
      const turn = this.#turns?.()
      if (turn !== undefined) await turn
      yield path
    }
  }

  /** Empty for a file that cannot be read, and for plans and reports of hotshift, which name every file of a run. */
  of(path: string): string {
    return spelledOut(new TextDecoder().decode(this.bytesOf(path)))
  }

  bytesOf(path: string): Uint8Array {
    const realPath = this.#realPaths.get(path)
    const input = realPath === undefined ? undefined : readWithin(this.#budget, realPath, this.#fs)
    if (input === undefined || !('bytes' in input)) return nothing
    return isOwnFile({ path, bytes: input.bytes }) ? nothing : input.bytes
  }
}

const nothing = new Uint8Array()

function absolutePath(cwd: string, path: string): string {
  return resolve(cwd, path).replaceAll('\\', '/')
}

/** The directories to search that are not searched already. */
function rootsOf(paths: readonly string[], cwd: string, fs: FileSystem): readonly string[] {
  const given = paths.map((path) => resolve(cwd, path))
  const roots = given.map(
    (path) => repositoryRoot(dirname(path), fs) ?? (isInside(path, cwd) ? cwd : undefined),
  )
  return [...new Set(roots)].filter(
    (root): root is string => root !== undefined && !given.some((path) => isInside(root, path)),
  )
}

/** Templates and environments, by their names. */
function mayCall(path: string, suffix: string): boolean {
  return path.endsWith(suffix) || isNamedAsTemplate(path) || /\.env$/i.test(path)
}

/** The files whose source names a template of the run or its alias, transitively. */
async function callersOf(
  given: ReadonlySet<string>,
  texts: Texts,
  suffix: string,
  onRead: (count: number) => void,
): Promise<ReadonlySet<string>> {
  const namedBy = await namersIn(texts, onRead)
  const aliases = new Aliases(texts)
  const added = new Set<string>()
  const reached = new Set(given)
  let open = [...given]
  const reach = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    if (isOther(path, texts.bytesOf(path))) return
    open.push(path)
    added.add(path)
  }
  while (open.length > 0) {
    const round = open
    open = []
    for (const path of round) {
      const callers = namedBy.get(path) ?? []
      for (const caller of callers) reach(caller)
      aliases.note(path, callers)
      const environment = `${directoryOf(path)}${baseName(path)}${suffix}`
      if (added.has(path) && texts.has(environment)) reach(environment)
    }
    for await (const path of aliases.namers((path) => reached.has(path))) reach(path)
  }
  return added
}

/** For each file the files that name it. Names that match no possible caller are dropped. */
async function namersIn(
  texts: Texts,
  onRead: (count: number) => void,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = new Map<string, string>()
  for (const path of texts.paths()) known.set(path, path)
  const namedBy = new Map<string, string[]>()
  let count = 0
  for await (const path of texts.toRead()) {
    onRead(++count)
    for (const name of templatesNamedIn({ path, text: texts.of(path), why: '' })) {
      // The path from `known`: a substring would retain the whole source in memory.
      const own = known.get(name)
      if (own !== undefined) push(namedBy, own, path)
    }
  }
  return namedBy
}

/** The names of types that environments give templates: files are searched once for all that come up together. */
class Aliases {
  readonly #texts: Texts
  /** By environment and template. */
  readonly #ofEnvironment = new Map<string, ReadonlyMap<string, readonly string[]>>()
  readonly #known = new Set<string>()
  #fresh: string[] = []

  constructor(texts: Texts) {
    this.#texts = texts
  }

  /** Takes note of the names that some files give a template. */
  note(template: string, callers: readonly string[]): void {
    for (const caller of callers) {
      for (const alias of this.#given(caller).get(template) ?? []) {
        if (this.#known.has(alias)) continue
        this.#known.add(alias)
        this.#fresh.push(alias)
      }
    }
  }

  /** The files that have one of the names which came up since the last time. */
  async *namers(isKnown: (path: string) => boolean): AsyncGenerator<string> {
    const fresh = this.#fresh
    this.#fresh = []
    if (fresh.length === 0) return
    for await (const path of this.#texts.toRead()) {
      if (isKnown(path)) continue
      const text = this.#texts.of(path)
      if (fresh.some((alias) => text.includes(alias))) yield path
    }
  }

  #given(path: string): ReadonlyMap<string, readonly string[]> {
    const known = this.#ofEnvironment.get(path)
    if (known !== undefined) return known
    const made = aliasesIn(path, this.#texts.bytesOf(path))
    this.#ofEnvironment.set(path, made)
    return made
  }
}

/** Whether a file was read and is no template and no environment: reports and manifests name templates too. */
function isOther(path: string, bytes: Uint8Array): boolean {
  return load({ path, bytes }).is === 'other'
}

/** The names of types that an environment gives templates, by template; none of any other file. */
function aliasesIn(path: string, bytes: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const aliases = new Map<string, string[]>()
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('resource_registry')) return aliases
  const loaded = load({ path, bytes })
  if (loaded.is !== 'file' || loaded.file.recognition.kind !== 'environment') return aliases
  for (const { path: target, name } of registryEntries(path, loaded.file.root))
    if (target !== undefined && !name.includes('*')) push(aliases, target, name)
  return aliases
}
