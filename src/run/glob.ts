import { basename, dirname, join, resolve } from 'node:path'
import fastGlob from 'fast-glob'
import { enterDirectory, isIgnored, levelsAt } from './ignore-rules.ts'
import { systemMessage } from './problem.ts'
import { type Directory, type DirectoryWalk, NEVER_ENTERED, visitEntry } from './walk.ts'

/** Whether a path holds glob syntax. */
export function isPattern(path: string): boolean {
  return fastGlob.isDynamicPattern(path)
}

/**
 * Adds the files that match, minus what ignore files exclude below the fixed part of
 * the pattern. Gives the number of matches, excluded ones included.
 */
export function walkPattern(walk: DirectoryWalk, pattern: string): number {
  const matches = fastGlob.globSync(pattern, {
    cwd: walk.cwd,
    dot: true,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    ignore: NEVER_ENTERED.map((name) => `**/${name}/**`),
    fs: { readdirSync: readdirReporting(walk) },
  })
  const directoryAt = directoriesBelow(walk, resolve(walk.cwd, fixedPart(pattern)))
  let count = 0
  for (const { path, dirent } of matches) {
    if (dirent.isDirectory()) continue
    count += 1
    const file = resolve(walk.cwd, path)
    const within = directoryAt(dirname(file))
    if (within !== undefined) visitEntry(walk, within, basename(file), dirent)
  }
  return count
}

/** The leading segments without glob syntax: what the user named explicitly. */
function fixedPart(pattern: string): string {
  const segments = pattern.split('/')
  const end = segments.findIndex((segment) => segment !== '' && isPattern(segment))
  // Braces and the like may span a slash; the whole pattern is known to be dynamic.
  const fixed = end === -1 ? '' : segments.slice(0, end).join('/')
  return pattern.startsWith('/') && fixed === '' ? '/' : fixed || '.'
}

/** Resolves a directory at or below `base` with its ignore rules; undefined when it is ignored. */
function directoriesBelow(walk: DirectoryWalk, base: string): (directory: string) => Directory | undefined {
  const known = new Map<string, Directory | undefined>()
  const find = (directory: string): Directory | undefined => {
    if (known.has(directory)) return known.get(directory)
    const within = directory === base || dirname(directory) === directory ? start(directory) : step(directory)
    known.set(directory, within)
    return within
  }
  const start = (directory: string): Directory => ({
    path: directory,
    realPath: walk.fs.realpathSync(directory),
    levels: levelsAt(directory, walk.cwd, walk.fs),
  })
  const step = (directory: string): Directory | undefined => {
    const parent = find(dirname(directory))
    if (parent === undefined || isIgnored(parent.levels, directory, 'directory')) return undefined
    const realPath = join(parent.realPath, basename(directory))
    return { path: directory, realPath, levels: enterDirectory(parent.levels, directory, walk.fs) }
  }
  return find
}

/** fast-glob either hides a directory that it cannot read or stops there; this reports it and goes on. */
function readdirReporting(walk: DirectoryWalk) {
  return ((path: string, options: { withFileTypes: true }) => {
    try {
      return walk.fs.readdirSync(path, options)
    } catch (error) {
      const message = `cannot be read: ${systemMessage(error)}`
      if (walk.fs.existsSync(path)) walk.report(path, 'failed', { code: 'unreadable-directory', message })
      return []
    }
  }) as typeof walk.fs.readdirSync
}
