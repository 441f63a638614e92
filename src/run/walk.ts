import type { Dirent } from 'node:fs'
import { relative, sep } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import type { OpenArchive } from './archive/archive.ts'
import type { FileSystem } from './file-system.ts'
import type { IgnoreLevels } from './ignore-rules.ts'
import { enterDirectory, isIgnored, levelsAt, optionRules } from './ignore-rules.ts'
import type { Problem } from './problem.ts'
import { systemMessage, unreadOutcome } from './problem.ts'
import { isTemporaryName } from './temporary-file.ts'

/** Never templates, and large. */
export const NEVER_ENTERED: readonly string[] = ['.git', 'node_modules']

/** A file of the run. */
export interface FoundFile {
  /** Relative to the working directory, `/` as separator. */
  readonly path: string
  /** Absolute, with all symbolic links resolved: the file that is read and replaced. */
  readonly realPath: string
  /** Of a member of an archive: what it holds. There is nothing to read or replace on the disk then. */
  readonly content?: Uint8Array
}

/** What a discovery gathers on its way; all paths absolute unless said otherwise. */
export interface DirectoryWalk {
  readonly fs: FileSystem
  readonly cwd: string
  /** By real path. */
  readonly files: Map<string, FoundFile>
  /** Real paths of the directories that were read. */
  readonly directories: Set<string>
  /** Symbolic links that were met, resolved at the end. */
  readonly links: Set<string>
  /** Files with names of ours, by real path. */
  readonly own: Map<string, FoundFile>
  /** Archives whose members are files of the run, by real path. */
  readonly archives: Map<string, OpenArchive>
  /** By path relative to the working directory. */
  readonly problems: Map<string, FileOutcome>
  /** Whether `--ignore` excludes it. */
  excludes(path: string, kind: 'file' | 'directory'): boolean
  /** Adds a file unless `--ignore` excludes it. */
  add(path: string, realPath: string): void
  /** Adds a file with a name of ours, unless `--ignore` excludes it. */
  addOwn(path: string, realPath: string): void
  report(path: string, status: 'skipped' | 'failed', problem: Problem): void
}

/** A directory on the way, by the path that led there and by its real one. */
export interface Directory {
  readonly path: string
  readonly realPath: string
  readonly levels: IgnoreLevels
}

export function startWalk(
  cwd: string,
  ignored: readonly string[],
  fs: FileSystem,
  ignoreRoot: string = cwd,
  apart?: string,
  onFound?: (count: number) => void,
): DirectoryWalk {
  const isExcluded = optionRules(ignored, cwd, ignoreRoot)
  const files = new Map<string, FoundFile>()
  const own = new Map<string, FoundFile>()
  const problems = new Map<string, FileOutcome>()
  const excludes: DirectoryWalk['excludes'] = (path, kind) =>
    (apart !== undefined && (path === apart || path.startsWith(`${apart}${sep}`))) ||
    isExcluded(reportedPath(cwd, path), kind)
  return {
    fs,
    cwd,
    files,
    directories: new Set(),
    links: new Set(),
    own,
    archives: new Map(),
    problems,
    excludes,
    addOwn: (path, realPath) => {
      if (!excludes(path, 'file')) own.set(realPath, { path: reportedPath(cwd, path), realPath })
    },
    add: (path, realPath) => {
      if (files.has(realPath) || excludes(path, 'file')) return
      files.set(realPath, { path: reportedPath(cwd, path), realPath })
      onFound?.(files.size)
    },
    report: (path, status, problem) => {
      if (excludes(path, 'file')) return
      const name = reportedPath(cwd, path) || '.'
      problems.set(name, unreadOutcome(name, status, problem))
    },
  }
}

/** The path as reports show it: relative to `cwd`, `/` as separator; empty for `cwd` itself. */
export function reportedPath(cwd: string, path: string): string {
  // Nearly every path lies below the working directory, and path.relative is slow.
  const below =
    path.startsWith(cwd) && path[cwd.length] === sep ? path.slice(cwd.length + 1) : relative(cwd, path)
  return sep === '/' ? below : below.split(sep).join('/')
}

/** Adds all files below a directory that the user named. */
export function walkDirectory(walk: DirectoryWalk, path: string): void {
  const realPath = walk.fs.realpathSync(path)
  walkWithin(walk, { path, realPath, levels: levelsAt(path, walk.cwd, walk.fs) })
}

function walkWithin(walk: DirectoryWalk, within: Directory): void {
  if (walk.directories.has(within.realPath)) return
  walk.directories.add(within.realPath)
  for (const entry of readEntries(walk, within.path)) {
    if (!entry.isDirectory()) {
      visitEntry(walk, within, entry.name, entry)
      continue
    }
    const path = entryIn(within.path, entry.name)
    if (NEVER_ENTERED.includes(entry.name)) continue
    if (isIgnored(within.levels, path, 'directory') || walk.excludes(path, 'directory')) continue
    const levels = enterDirectory(within.levels, path, walk.fs)
    walkWithin(walk, { path, realPath: realPathIn(within, path, entry.name), levels })
  }
}

/** The path of an entry. `path.join` would leave the pieces of it in memory for each of 100,000 files. */
function entryIn(directory: string, name: string): string {
  return directory.endsWith(sep) ? directory + name : directory + sep + name
}

/** One string where no link leads to the directory. */
function realPathIn(within: Directory, path: string, name: string): string {
  return within.realPath === within.path ? path : entryIn(within.realPath, name)
}

/** What kind of thing a directory entry is. */
type DirentKind = Pick<Dirent, 'isFile' | 'isSymbolicLink' | 'isFIFO' | 'isSocket'>

/** Takes in an entry that is no directory. */
export function visitEntry(walk: DirectoryWalk, within: Directory, name: string, entry: DirentKind): void {
  if (NEVER_ENTERED.includes(name)) return
  const path = entryIn(within.path, name)
  // Whatever an ignore file says: somebody may have put it there on purpose.
  if (isTemporaryName(name)) {
    walk.addOwn(path, realPathIn(within, path, name))
    return
  }
  if (isIgnored(within.levels, path, 'file')) return
  if (name.includes('\uFFFD') && !exists(walk, path)) {
    const problem = { code: 'undecodable-name', message: 'the file name is not UTF-8' } as const
    walk.report(path, 'skipped', problem)
  } else if (entry.isSymbolicLink()) {
    walk.links.add(path)
  } else if (entry.isFile()) {
    walk.add(path, realPathIn(within, path, name))
  } else {
    walk.report(path, 'skipped', { code: 'special-file', message: `is ${kindOf(entry)}, not a regular file` })
  }
}

function readEntries(walk: DirectoryWalk, path: string): readonly Dirent[] {
  try {
    return walk.fs.readdirSync(path, { withFileTypes: true })
  } catch (error) {
    const message = `cannot be read: ${systemMessage(error)}`
    walk.report(path, 'failed', { code: 'unreadable-directory', message })
    return []
  }
}

/** Node decodes names as UTF-8; a name with replacement characters that leads nowhere was something else. */
function exists(walk: DirectoryWalk, path: string): boolean {
  return walk.fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function kindOf(entry: DirentKind): string {
  if (entry.isFIFO()) return 'a named pipe'
  if (entry.isSocket()) return 'a socket'
  return 'a device'
}
