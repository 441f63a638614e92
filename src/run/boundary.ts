/** Which files a run reads that nobody gave it, because a template names them. */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ReadBudget } from '../stack/read-budget.ts'
import type { FileSystem } from './file-system.ts'
import { errnoOf, realPathOf, statOf } from './file-system.ts'
import { systemMessage } from './problem.ts'
import { openRegular, type ReadResult, readInput } from './read-file.ts'

/** Larger than any script that Heat would take. */
const LARGEST = 16 * 1024 * 1024

export interface BoundaryOptions {
  /** The files, directories and patterns that were given. */
  readonly given: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** Whether files elsewhere may be read too. */
  readonly reach: 'inside' | 'anywhere'
}

/** Reads files that templates name. */
export interface NamedFiles {
  /** The bytes of a regular file that may be read. */
  read(path: string): Uint8Array | undefined
  /** Whether there is something at a path; also of what may not be looked at, so that its answer says nothing. */
  exists(path: string): boolean
  /** A folder that may be looked into, absolute and without links; it need not be there. */
  folder(path: string): string | undefined
  /** Why a file was not read, by its absolute path: whether one that lies outside is there, is not asked. */
  readonly refused: ReadonlyMap<string, string>
  /** Why a file is left out because of its size. */
  refusal(path: string): string | undefined
}

/**
 * Reads regular files of a bounded size below the repositories of the given paths, or below these themselves where
 * there is no repository. A link counts as what it leads to. What lies outside is not even looked at: on Windows, to look at
 * `//host/share` is to connect to it, and elsewhere a report would say which files there are.
 */
export function namedFiles(
  { given, cwd, reach }: BoundaryOptions,
  fs: FileSystem,
  budget = new ReadBudget({ each: LARGEST, all: Number.POSITIVE_INFINITY }),
): NamedFiles {
  const refused = new Map<string, string>()
  // Folders and what lies outside are no files of the stack that are left out.
  const leftOut = new Map<string, string>()
  const boundary = reach === 'anywhere' ? undefined : new Boundary(given, cwd, fs)
  const realOf = (absolute: string) =>
    boundary === undefined ? realPathOf(absolute, fs) : boundary.resolved(absolute)
  return {
    refused,
    refusal: (path) => leftOut.get(resolve(cwd, path)),
    folder: (path) => realOf(resolve(cwd, path)),
    exists: (path) => {
      const real = realOf(resolve(cwd, path))
      return real === undefined || fs.existsSync(real)
    },
    read: (path) => {
      const absolute = resolve(cwd, path)
      const real = realOf(absolute)
      const result =
        real === undefined
          ? `lies outside of ${boundary?.shown}`
          : readNamed(real, fs, (size) => {
              const why = budget.refusal(absolute, size)
              if (why !== undefined) leftOut.set(absolute, `is ${why}`)
              return why
            })
      if (typeof result !== 'string') return result
      refused.set(absolute, result)
      return undefined
    },
  }
}

/** Reads a regular file as a whole unless a budget leaves it out. @param path with links resolved */
export function readWithin(
  budget: ReadBudget | undefined,
  path: string,
  fs: FileSystem,
): ReadResult | undefined {
  const isLeftOut = budget?.refusal(path, statOf(path, fs)?.size ?? 0) !== undefined
  return isLeftOut ? undefined : readInput(path, fs)
}

/** The bytes, nothing where there is no such file, or why it is not read. */
function readNamed(
  path: string,
  fs: FileSystem,
  refusal: (size: number) => string | undefined,
): Uint8Array | undefined | string {
  try {
    const fd = openRegular(path, fs)
    try {
      const why = refusal(fs.fstatSync(fd).size)
      return why === undefined ? fs.readFileSync(fd) : `is ${why}`
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    const errno = errnoOf(error)
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? undefined : `cannot be read: ${systemMessage(error)}`
  }
}

/** The directories that files may be read from: asked by the path alone first, and then link by link. */
class Boundary {
  readonly #roots: readonly string[]
  /** Directories as they are named, and what they really are, where that is not the same. */
  readonly #aliases: readonly (readonly [named: string, real: string])[]
  readonly #fs: FileSystem

  constructor(given: readonly string[], cwd: string, fs: FileSystem) {
    this.#fs = fs
    const directories = [...new Set(given.map((path) => directoryOf(resolve(cwd, path), fs)))]
    this.#roots = treesOf(directories, cwd, fs)
    this.#aliases = [cwd, ...directories].flatMap((one) => {
      const real = realPathOf(one, fs)
      return one === real ? [] : [[one, real] as const]
    })
  }

  get shown(): string {
    return this.#roots.join(' and ')
  }

  /** A path without links, of what may not be there; undefined for one that leads out. @param path absolute */
  resolved(path: string): string | undefined {
    const alias = this.#aliases.find(([named]) => isInside(path, named))
    const real = alias === undefined ? path : join(alias[1], relative(alias[0], path))
    for (const root of this.#roots) {
      const found = isInside(real, root) ? resolvedInside(real, root, this.#fs) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Between the steps of a link's target: Windows takes both. */
const separator = sep === '/' ? '/' : /[/\\]/
/** No system follows more links on one way. */
const MOST_LINKS = 40

/**
 * A path with its links resolved as long as they remain in a directory; undefined where one leads out of it, whether or not
 * there is something behind it: nothing outside is looked at.
 *
 * @param path absolute, inside of the directory but for links
 * @param root absolute, without links
 */
export function resolvedInside(path: string, root: string, fs: FileSystem): string | undefined {
  let links = 0
  let current = root
  const open = relative(root, path).split(sep).reverse()
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === '' || name === '.') continue
    const next = join(current, name)
    if (!isInside(next, root)) return undefined
    if (!isLink(next, fs)) {
      current = next
      continue
    }
    if (++links > MOST_LINKS) return undefined
    const target = fs.readlinkSync(next)
    if (isAbsolute(target)) current = root
    // The dots of a target count from where the links before them lead.
    open.push(...(isAbsolute(target) ? relative(root, target) : target).split(separator).reverse())
  }
  return current
}

/** What cannot be asked here, reading it reports. */
function isLink(path: string, fs: FileSystem): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    return false
  }
}

/** Whether a path is that of a directory, or leads into it; both absolute. */
export function isInside(path: string, directory: string): boolean {
  const below = relative(directory, path)
  return !isAbsolute(below) && below.split(sep, 1)[0] !== '..'
}

/** The innermost directory, at or above one, that some paths lie in; all absolute. */
export function directoryAbove(directory: string, paths: readonly string[]): string {
  let shared = directory
  for (const path of paths)
    while (!isInside(path, shared) && dirname(shared) !== shared) shared = dirname(shared)
  return shared
}

/** The repositories of paths, else the directories that they are or lie in, links resolved; each once. */
export function treesOf(paths: readonly string[], cwd: string, fs: FileSystem): readonly string[] {
  return [...new Set(paths.map((path) => rootOf(resolve(cwd, path), fs)))]
}

/** The repository of a path, else the directory that it is or lies in. */
function rootOf(path: string, fs: FileSystem): string {
  const real = fs.realpathSync(directoryOf(path, fs))
  return repositoryRoot(real, fs) ?? real
}

/** The directory that a path is, or lies in. */
function directoryOf(path: string, fs: FileSystem): string {
  let directory = path
  while (statOf(directory, fs)?.isDirectory() !== true && dirname(directory) !== directory)
    directory = dirname(directory)
  return directory
}

/**
 * The nearest directory at or above `directory` (absolute) that holds `.git`, a file
 * in worktrees and submodules; undefined outside of a repository.
 */
export function repositoryRoot(directory: string, fs: FileSystem): string | undefined {
  for (let current = directory; ; current = dirname(current)) {
    if (fs.existsSync(join(current, '.git'))) return current
    if (dirname(current) === current) return undefined
  }
}

/**
 * Whether disks take a name for `.git`, as git itself sees it: with other letters, with dots and blanks at its end, as the
 * short name of Windows, as a stream of NTFS, with characters that HFS+ does not count.
 */
export function isNameOfGit(name: string): boolean {
  const counted = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
  return /^(?:\.git|git~1)[. ]*(?::.*)?$/i.test(counted)
}
