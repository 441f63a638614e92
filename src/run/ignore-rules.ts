import { dirname, join, posix, relative } from 'node:path'
import { repositoryRoot } from './boundary.ts'
import type { FileSystem } from './file-system.ts'
import { type EntryKind, type IgnoreRules, ignoreRules, ignoresBelow } from './ignore-pattern.ts'
import { readRegular } from './read-file.ts'

/** Later files win over earlier ones: a `.hotshiftignore` may take back a `.gitignore` with `!pattern`. */
const IGNORE_FILES = ['.gitignore', '.hotshiftignore']

/** The rules of one directory. */
interface DirectoryRules {
  /** Length of the directory's absolute path with the separator behind it. */
  readonly prefix: number
  readonly rules: IgnoreRules
}

/** The rules that hold in a directory, from the outermost to the innermost. */
export type IgnoreLevels = readonly DirectoryRules[]

/**
 * Whether the entry `path` (absolute) of the directory that `levels` belong to is ignored; innermost rules win. Nothing
 * is asked of the directories above: we only get into one that is ignored when the user names it, or not at all.
 */
export function isIgnored(levels: IgnoreLevels, path: string, kind: EntryKind): boolean {
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]
    const decided = level?.rules.decide(path.slice(level.prefix), kind)
    if (decided !== undefined) return decided === 'ignored'
  }
  return false
}

/** The levels inside `directory` (absolute), given those of its parent. */
export function enterDirectory(parent: IgnoreLevels, directory: string, fs: FileSystem): IgnoreLevels {
  const patterns = IGNORE_FILES.flatMap((name) => readPatterns(join(directory, name), fs))
  if (patterns.length === 0) return parent
  const prefix = directory.endsWith('/') ? directory.length : directory.length + 1
  return [...parent, { prefix, rules: ignoreRules(patterns) }]
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
): (path: string, kind: EntryKind) => boolean {
  if (patterns.length === 0) return () => false
  const rules = ignoreRules(patterns.map((pattern) => anchored(pattern, root)))
  const way = relative(root, cwd).replaceAll('\\', '/')
  return (path, kind) => {
    const inside = (way === '' ? path : posix.join(way, path)).replace(/^(\.\.\/)+/, '')
    return inside !== '' && inside !== '..' && ignoresBelow(rules, inside, kind)
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
    return { isTaken, rules: ignoreRules([anchored(isTaken ? pattern : pattern.slice(1), root)]) }
  })
  return (path) =>
    // Paths that lead out of the directory are in no pattern's reach.
    !/^(?:\.{0,2}\/|\.{1,2}$)/.test(path) &&
    path !== '' &&
    tests.findLast(({ rules }) => ignoresBelow(rules, path, 'file'))?.isTaken === true
}

/** A pattern as `.gitignore` writes it: there, `./a` and absolute paths match nothing. */
function anchored(pattern: string, root?: string): string {
  const [, not = '', rest = ''] = /^(!?)(.*)$/s.exec(pattern) ?? []
  if (root !== undefined && rest.startsWith(`${root}/`)) return `${not}${rest.slice(root.length)}`
  return `${not}${rest.replace(/^\.\//, '/')}`
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
