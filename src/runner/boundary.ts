/** Which files a run reads that nobody gave it, because a template names them. */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { errnoOf, statOf } from './file-system.ts'
import { systemMessage } from './problem.ts'
import { openRegular } from './read-file.ts'

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
  /** Why a file was not read that is there, by its absolute path. */
  readonly refused: ReadonlyMap<string, string>
}

/**
 * Reads regular files of a bounded size below the repositories of the given paths, or below these themselves where
 * there is no repository. A link counts as what it leads to.
 */
export function namedFiles({ given, cwd, reach }: BoundaryOptions, fs: FileSystem): NamedFiles {
  const roots = treesOf(given, cwd, fs)
  const refused = new Map<string, string>()
  return {
    refused,
    read: (path) => {
      const absolute = resolve(cwd, path)
      const result = readNamed(absolute, reach === 'anywhere' ? undefined : roots, fs)
      if (typeof result !== 'string') return result
      refused.set(absolute, result)
      return undefined
    },
  }
}

/** The bytes, nothing where there is no such file, or why it is not read. */
function readNamed(
  path: string,
  roots: readonly string[] | undefined,
  fs: FileSystem,
): Uint8Array | undefined | string {
  try {
    const real = fs.realpathSync(path)
    if (roots?.every((root) => !isInside(real, root)) === true)
      return `lies outside of ${roots.join(' and ')}`
    const fd = openRegular(real, fs)
    try {
      if (fs.fstatSync(fd).size > LARGEST) return `is larger than ${LARGEST / 1024 / 1024} MB`
      return fs.readFileSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    const errno = errnoOf(error)
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? undefined : `cannot be read: ${systemMessage(error)}`
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
  let directory = path
  while (statOf(directory, fs)?.isDirectory() !== true && dirname(directory) !== directory)
    directory = dirname(directory)
  const real = fs.realpathSync(directory)
  return repositoryRoot(real, fs) ?? real
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
