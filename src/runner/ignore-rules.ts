import { dirname, join, posix, relative } from 'node:path'
import type { Ignore } from 'ignore'
import ignore from 'ignore'
import { repositoryRoot } from './boundary.ts'
import type { FileSystem } from './file-system.ts'
import { readRegular } from './read-file.ts'

/** Later files win over earlier ones: a `.hotshiftignore` may take back a `.gitignore` with `!pattern`. */
const IGNORE_FILES = ['.gitignore', '.hotshiftignore']

/** The rules of one directory. */
interface Level {
  /** Length of the directory's absolute path with the separator behind it. */
  readonly prefix: number
  readonly patterns: readonly string[]
  readonly rules: Ignore
}

/** The rules that hold in a directory, from the outermost to the innermost. */
export type IgnoreLevels = readonly Level[]

/** Whether the entry `path` (absolute) of the directory that `levels` belong to is ignored; innermost rules win. */
export function isIgnored(levels: IgnoreLevels, path: string, kind: 'file' | 'directory'): boolean {
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]
    if (level === undefined) continue
    const { ignored, unignored } = level.rules.test(pathBelow(level, path, kind))
    if (ignored) return true
    if (unignored) return false
  }
  return false
}

/** The levels inside `directory` (absolute), given those of its parent. */
export function enterDirectory(parent: IgnoreLevels, directory: string, fs: FileSystem): IgnoreLevels {
  const levels = parent.map((level) => withoutRulesFor(level, directory))
  const patterns = IGNORE_FILES.flatMap((name) => readPatterns(join(directory, name), fs))
  if (patterns.length === 0) return levels
  const prefix = directory.endsWith('/') ? directory.length : directory.length + 1
  return [...levels, { prefix, patterns, rules: rulesOf(patterns) }]
}

/**
 * We only get into a directory that a level ignores when an inner level takes that
 * back or the user names it. As in git, the pattern then says nothing about what is
 * below, but the `ignore` package would apply it to all of that.
 */
function withoutRulesFor(level: Level, directory: string): Level {
  const { rule } = level.rules.test(pathBelow(level, directory, 'directory'))
  if (rule === undefined) return level
  const patterns = level.patterns.filter((pattern) => pattern !== rule.pattern)
  if (patterns.length === level.patterns.length) return level
  return withoutRulesFor({ ...level, patterns, rules: rulesOf(patterns) }, directory)
}

/**
 * The levels inside a directory at which a walk starts: from the root of its
 * repository downwards; outside of a repository from `cwd`, or the directory itself
 * when it lies elsewhere.
 */
export function levelsAt(directory: string, cwd: string, fs: FileSystem): IgnoreLevels {
  const isBelowCwd = !relative(cwd, directory).startsWith('..')
  const top = repositoryRoot(directory, fs) ?? (isBelowCwd ? cwd : directory)
  const way: string[] = []
  for (let current = directory; current !== top; current = dirname(current)) way.unshift(current)
  return [top, ...way].reduce<IgnoreLevels>((levels, next) => enterDirectory(levels, next, fs), [])
}

/**
 * The test for `--ignore` patterns: `.gitignore` syntax, relative to the working
 * directory. It takes a path as reported (relative, `/` as separator).
 *
 * @param root the directory that the patterns are relative to instead, absolute
 */
export function optionRules(
  patterns: readonly string[],
  cwd: string,
  root: string = cwd,
): (path: string, kind: 'file' | 'directory') => boolean {
  if (patterns.length === 0) return () => false
  const rules = rulesOf(patterns.map((pattern) => anchored(pattern, root)))
  const way = relative(root, cwd).replaceAll('\\', '/')
  return (path, kind) => {
    const inside = (way === '' ? path : posix.join(way, path)).replace(/^(\.\.\/)+/, '')
    return inside !== '' && inside !== '..' && rules.ignores(kind === 'directory' ? `${inside}/` : inside)
  }
}

/**
 * The test for patterns that select files, of paths relative to where the patterns stand. They have the syntax of
 * `.gitignore`, and the last one that matches decides. As no directory is passed over here, `!` also takes back what is
 * below a directory that another pattern names; an ignore file cannot do that.
 *
 * @param root the directory that absolute patterns lead to, absolute
 */
export function selectedBy(patterns: readonly string[], root?: string): (path: string) => boolean {
  const tests = patterns.map((pattern) => {
    const isTaken = !pattern.startsWith('!')
    return { isTaken, rules: rulesOf([anchored(isTaken ? pattern : pattern.slice(1), root)]) }
  })
  return (path) =>
    // Paths that lead out of the directory are in no pattern's reach.
    ignore.isPathValid(path) && tests.findLast(({ rules }) => rules.ignores(path))?.isTaken === true
}

/** A pattern as `.gitignore` writes it: there, `./a` and absolute paths match nothing. */
function anchored(pattern: string, root?: string): string {
  const [, not = '', rest = ''] = /^(!?)(.*)$/s.exec(pattern) ?? []
  if (root !== undefined && rest.startsWith(`${root}/`)) return `${not}${rest.slice(root.length)}`
  return `${not}${rest.replace(/^\.\//, '/')}`
}

function pathBelow(level: Level, path: string, kind: 'file' | 'directory'): string {
  return kind === 'directory' ? `${path.slice(level.prefix)}/` : path.slice(level.prefix)
}

/** The lines of an ignore file; none when it is absent, unreadable or no regular file, as for git. */
function readPatterns(file: string, fs: FileSystem): string[] {
  if (!fs.existsSync(file)) return []
  try {
    return readRegular(file, fs)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
  } catch {
    return []
  }
}

/** Upper and lower case differ, as for git on Linux; the package's own default is that of Windows. */
function rulesOf(patterns: readonly string[]): Ignore {
  return ignore({ ignorecase: false }).add(patterns)
}
