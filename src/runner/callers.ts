/** Who calls the templates of a run from outside of it: a default goes only from callers that were read. */
import { dirname, relative, resolve, sep } from 'node:path'
import { load } from '../package/load.ts'
import { baseName, directoryOf, type UnreadableFile } from '../package/package-file.ts'
import { registryEntries } from '../package/registry.ts'
import { templatesNamedIn } from '../package/unreadable-names.ts'
import { repositoryRoot } from './boundary.ts'
import { discover } from './discovery.ts'
import { type FileSystem, realFileSystem } from './file-system.ts'
import { readInput } from './read-file.ts'

export interface CallerSearch {
  /** Files, directories and patterns of the run. */
  readonly paths: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** `--ignore` patterns: what they exclude is found all the same, and is no file of the run. */
  readonly ignore?: readonly string[]
  /** What stands behind the base name of a template in the name of its environment. */
  readonly suffix: string
  readonly fileSystem?: FileSystem
}

export interface Callers {
  /** The files of the run, as reports name them. */
  readonly given: ReadonlySet<string>
  /** Files elsewhere that call them, directly or by others, with their environments. */
  readonly outside: readonly UnreadableFile[]
  /** Such files that the run leaves out on request. */
  readonly leftOut: readonly UnreadableFile[]
}

/**
 * Looks for callers up to the root of the repository, or where there is none, below the working directory. Names are
 * looked for in the texts, so that a file in which one only stands in a comment is read too.
 */
export async function findCallers(search: CallerSearch): Promise<Callers> {
  const { paths, cwd, ignore = [], suffix, fileSystem: fs = realFileSystem } = search
  const found = await discover(paths, { cwd, ignore, fileSystem: fs })
  const given = new Set(found.files.map(({ path }) => path))
  const roots = rootsOf(paths, cwd, fs)
  if (roots.length === 0) return { given, outside: [], leftOut: [] }
  const around = await discover(roots, { cwd, fileSystem: fs })
  // Absolute: from outside of the working directory a name leads to it by many ways.
  const texts = new Map<string, string>()
  for (const { path, realPath } of [...found.files, ...around.files]) {
    const absolute = absolutePath(cwd, path)
    if (texts.has(absolute) || !mayCall(path, suffix)) continue
    const input = readInput(realPath, fs)
    if ('bytes' in input) texts.set(absolute, new TextDecoder().decode(input.bytes))
  }
  const added = callersOf(new Set(found.files.map(({ path }) => absolutePath(cwd, path))), texts, suffix)
  const allowed = await discover([...added], { cwd, ignore, fileSystem: fs })
  const isAllowed = new Set(allowed.files.map(({ path }) => absolutePath(cwd, path)))
  const unread = (path: string, why: string): UnreadableFile => {
    return { path: relative(cwd, path).replaceAll('\\', '/'), why, text: texts.get(path) ?? '' }
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

function absolutePath(cwd: string, path: string): string {
  return resolve(cwd, path).replaceAll('\\', '/')
}

/** The directories to search that are not searched already. */
function rootsOf(paths: readonly string[], cwd: string, fs: FileSystem): readonly string[] {
  const given = paths.map((path) => resolve(cwd, path))
  const roots = given.map(
    (path) => repositoryRoot(dirname(path), fs) ?? (isBelow(path, cwd) ? cwd : undefined),
  )
  return [...new Set(roots)].filter(
    (root): root is string => root !== undefined && !given.some((path) => isBelow(root, path)),
  )
}

function isBelow(path: string, directory: string): boolean {
  return relative(directory, path).split(sep, 1)[0] !== '..'
}

/** Templates and environments, by their names. */
function mayCall(path: string, suffix: string): boolean {
  return path.endsWith(suffix) || /\.(?:ya?ml|json|template|hot|heat|env)$/i.test(path)
}

/** What names a template of the run, or its alias, in a text; then who names these. */
function callersOf(
  given: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
  suffix: string,
): ReadonlySet<string> {
  const namedBy = new Map<string, string[]>()
  for (const [path, text] of texts) {
    for (const name of templatesNamedIn({ path, text, why: '' })) push(namedBy, name, path)
  }
  const added = new Set<string>()
  const open = [...given]
  const reached = new Set(open)
  const reach = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    if (isOther(path, texts.get(path) ?? '')) return
    open.push(path)
    if (!given.has(path)) added.add(path)
  }
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const caller of namedBy.get(path) ?? []) {
      reach(caller)
      for (const alias of aliasesFor(path, caller, texts.get(caller) ?? ''))
        for (const [other, text] of texts) if (text.includes(alias)) reach(other)
    }
    const environment = `${directoryOf(path)}${baseName(path)}${suffix}`
    if (added.has(path) && texts.has(environment)) reach(environment)
  }
  return added
}

/** Whether a text was read and is no template and no environment: reports and manifests name templates too. */
function isOther(path: string, text: string): boolean {
  return load({ path, bytes: new TextEncoder().encode(text) }).is === 'other'
}

/** The names of types that an environment gives a template. */
function aliasesFor(template: string, path: string, text: string): readonly string[] {
  if (!text.includes('resource_registry')) return []
  const loaded = load({ path, bytes: new TextEncoder().encode(text) })
  if (loaded.is !== 'file' || loaded.file.recognition.kind !== 'environment') return []
  const entries = registryEntries(path, loaded.file.root)
  return entries.flatMap(({ path: target, name }) =>
    target === template && !name.includes('*') ? [name] : [],
  )
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
