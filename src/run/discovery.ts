import { dirname, relative, resolve, sep } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import { byPath } from '../text/document/sorted.ts'
import type { OpenArchive } from './archive/archive.ts'
import { errnoOf, type FileSystem, isArchiveName, realFileSystem } from './file-system.ts'
import { brokenLink, problemOfGiven } from './given-path.ts'
import { holdHeap } from './heap.ts'
import { unreadOutcome } from './problem.ts'
import { type DirectoryWalk, type FoundFile, startWalk, walkDirectory } from './walk.ts'

export interface Discovery {
  /** Sorted by path, each real file once. */
  readonly files: readonly FoundFile[]
  /** What was found and is no file to read, as outcomes. */
  readonly problems: readonly FileOutcome[]
  /** Files with names that only temporary files of hotshift have. */
  readonly own: readonly FoundFile[]
  /** Archives whose members are among the files. */
  readonly archives: readonly OpenArchive[]
}

interface DiscoveryOptions {
  /** Absolute. */
  readonly cwd: string
  /** `.gitignore` patterns relative to `cwd`; they exclude files that are named explicitly too. */
  readonly ignore?: readonly string[]
  /** `open`: the members of archives that are given are files of the run; else an archive is a file as any other. */
  readonly archives?: 'open' | 'closed'
  /** The directory that they are relative to instead, absolute. */
  readonly ignoreRoot?: string | undefined
  /** A file or directory that is none of the run, absolute. */
  readonly apart?: string | undefined
  readonly fileSystem?: FileSystem
  /** Called for each file with the number found so far. */
  readonly onFound?: ((count: number) => void) | undefined
}

/**
 * Finds the files that `paths` stand for: files as they are, directories with all
 * they hold, glob patterns. `.git`, `node_modules` and what ignore files exclude are
 * left out unless named explicitly. A symbolic link counts when it is itself given;
 * one that is met on the way adds nothing, because its target is either part of the
 * run under its own name or outside.
 */
export async function discover(paths: readonly string[], options: DiscoveryOptions): Promise<Discovery> {
  const walk = startWalk(
    options.cwd,
    options.ignore ?? [],
    options.fileSystem ?? realFileSystem,
    options.ignoreRoot,
    options.apart,
    options.onFound,
  )
  for (const path of paths) await visitGiven(walk, path)
  if (options.archives === 'open') await openArchives(walk, paths)
  resolveLinks(walk)
  holdHeap(walk.files.size)
  return {
    files: [...walk.files.values()].sort(byPath),
    problems: [...walk.problems.values()].sort(byPath),
    own: [...walk.own.values()],
    archives: [...walk.archives.values()],
  }
}

/** A source as the only file of a run, whatever is on the disk at its path; none if the path is ignored. */
export function discoverText(path: string, content: Uint8Array, options: DiscoveryOptions): Discovery {
  const { cwd, ignore = [], ignoreRoot, fileSystem = realFileSystem } = options
  const walk = startWalk(cwd, ignore, fileSystem, ignoreRoot)
  const realPath = resolve(cwd, path)
  walk.add(realPath, realPath)
  const files = [...walk.files.values()].map((file) => ({ ...file, content }))
  return { files, problems: [], own: [], archives: [] }
}

/** Archives that lie in a directory are files of a package as any other; one that is named is the package. */
async function openArchives(walk: DirectoryWalk, paths: readonly string[]): Promise<void> {
  const given = paths.filter((path) => isArchiveName(path) || /[*?[\]{}()!]/.test(path))
  if (given.length === 0) return
  // Loaded late: most runs meet no archive.
  const { openFound } = await import('./archive/members.ts')
  const directories = paths.map((path) => `${resolve(walk.cwd, path)}${sep}`)
  for (const file of [...walk.files.values()]) {
    const path = resolve(walk.cwd, file.path)
    const isBelow = directories.some((directory) => path.startsWith(directory))
    if (isArchiveName(file.path) && !isBelow) await openFound(walk, file)
  }
}

async function visitGiven(walk: DirectoryWalk, given: string): Promise<void> {
  const { fs, cwd } = walk
  const absolute = resolve(cwd, given)
  try {
    const stat = fs.statSync(absolute)
    if (stat.isDirectory()) visitDirectory(walk, absolute)
    else if (stat.isFile()) walk.add(absolute, fs.realpathSync(absolute))
    else
      walk.report(absolute, 'failed', {
        code: 'special-file',
        message: 'is not a regular file',
        isNamed: true,
      })
  } catch (error) {
    if (!(await visitPattern(walk, given, error))) reportMissing(walk, absolute, error)
  }
}

function visitDirectory(walk: DirectoryWalk, absolute: string): void {
  const count = () => walk.files.size + walk.problems.size + walk.links.size + walk.own.size
  const before = count()
  walkDirectory(walk, absolute)
  const isWithin = ({ realPath }: FoundFile) => realPath.startsWith(absolute)
  // What is given twice is found once.
  if (count() > before || [...walk.files.values()].some(isWithin)) return
  walk.report(absolute, 'failed', {
    code: emptyDirectory,
    message: 'no files to process in this directory',
  })
}

/** Takes a path that does not exist for a glob pattern; false when it is none. */
async function visitPattern(walk: DirectoryWalk, given: string, error: unknown): Promise<boolean> {
  if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') return false
  // Loaded late: fast-glob takes longer to load than most runs need in all.
  const { isPattern, walkPattern } = await import('./glob.ts')
  if (!isPattern(given)) return false
  if (walkPattern(walk, given) === 0) {
    const problem = { code: 'glob-without-match', message: `no file matches ${given}` } as const
    walk.problems.set(given, unreadOutcome(given, 'failed', problem))
  }
  return true
}

function reportMissing(walk: DirectoryWalk, absolute: string, error: unknown): void {
  walk.report(absolute, 'failed', { ...problemOfGiven(absolute, error, walk.fs), isNamed: true })
}

/**
 * Says what becomes of the symbolic links that a walk met. One whose target is part
 * of the run adds nothing: the target is there under its own name. Any other is
 * reported and not followed, so that nothing outside of the given paths is changed.
 */
function resolveLinks(walk: DirectoryWalk): void {
  for (const link of walk.links) {
    try {
      const target = walk.fs.realpathSync(link)
      if (walk.files.has(target) || walk.directories.has(target)) continue
      const message = `links to ${relative(dirname(link), target)}, which is not part of this run`
      walk.report(link, 'skipped', { code: 'link-not-followed', message })
    } catch (error) {
      walk.report(link, 'skipped', brokenLink(error))
    }
  }
}

const emptyDirectory = 'empty-directory'

/** Whether a directory was given in which there is nothing to look at, as `./*` may list one. */
export function isEmptyDirectory({ findings }: FileOutcome): boolean {
  return findings.some(({ code }) => code === emptyDirectory)
}
