/** Runs git without a shell: arguments are passed as a list. */

import { spawnSync } from 'node:child_process'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { push } from '../text/document/multimap.ts'
import { isInside, repositoryRoot, resolvedInside } from './boundary.ts'
import { type FileSystem, realPathOf } from './file-system.ts'
import { systemMessage } from './problem.ts'

/** git is not there, or refuses. */
export class GitFailure extends Error {}

/** git ends, and does not say why. */
class SilentFailure extends GitFailure {}

/** More than any list of changed files has. */
const MOST_OUTPUT = 1 << 30

/**
 * Names are literal: a file may be called `*.yaml`. A repository may name a program of its own to watch over files. A
 * folder that only looks like a repository, as a tree may have one committed, is none.
 */
const COMMON = ['--literal-pathspecs', '-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit']

/**
 * The variables of git that it still sees: whose commits they are, and where its programs and the user's configuration are.
 * Of the others, git sets some for its hooks, and somebody may have set any: they would lead it to another repository, work tree
 * or index (`git rev-parse --local-env-vars`), contradict how it is called here (GIT_ICASE_PATHSPECS), or have it print more
 * (GIT_TRACE).
 */
const SEEN = new Set([
  ...['AUTHOR', 'COMMITTER'].flatMap((who) => ['NAME', 'EMAIL', 'DATE'].map((what) => `GIT_${who}_${what}`)),
  'GIT_ASKPASS',
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_EXEC_PATH',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_TERMINAL_PROMPT',
])

/** @param root where git is not to look for a repository above */
function environmentFor(index: string | undefined, root: string | undefined): NodeJS.ProcessEnv {
  const isSeen = (name: string) => !name.startsWith('GIT_') || SEEN.has(name)
  const env = Object.entries(process.env).filter(([name]) => isSeen(name.toUpperCase()))
  return {
    ...Object.fromEntries(env),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    ...(root === undefined ? {} : { GIT_CEILING_DIRECTORIES: dirname(root) }),
  }
}

interface GitOptions {
  readonly input?: string
  /** Whether Ctrl-C ends git, too, or lets it complete what it does. */
  readonly signals?: 'ended' | 'completed'
  /** The index to work with; the one of the repository by default. */
  readonly index?: string | undefined
  /** `somewhere`: the directory may lie below the root of the repository; by default it is the root. */
  readonly within?: 'root' | 'somewhere'
}

/**
 * Runs git and gives what it prints.
 *
 * @param cwd absolute, the root of a repository unless `within` says otherwise
 * @throws GitFailure with what git says
 */
export function git(args: readonly string[], cwd: string, options: GitOptions = {}): string {
  const { input = '', signals = 'ended', index, within = 'root' } = options
  // A terminal sends Ctrl-C to all processes of a group.
  const detached = signals === 'completed'
  const env = environmentFor(index, within === 'root' ? cwd : undefined)
  const spawned = { cwd, input, env, encoding: 'utf8', maxBuffer: MOST_OUTPUT, detached } as const
  const { error, status, stdout, stderr } = spawnSync('git', [...COMMON, ...args], spawned)
  if (error !== undefined) throw new GitFailure(`git cannot be run: ${systemMessage(error)}`)
  if (status === 0) return stdout
  const complaint = complaintIn(stderr)
  if (complaint === undefined) throw new SilentFailure(`git ended with ${status}`)
  throw new GitFailure(complaint)
}

/** What git prints, or nothing where it ends without a word. */
export function gitOrNothing(args: readonly string[], cwd: string, options: GitOptions = {}): string {
  try {
    return git(args, cwd, options)
  } catch (error) {
    if (error instanceof SilentFailure) return ''
    throw error
  }
}

/** What git prints in one line. Where it ends without a word, the failure has words of ours. */
function gitOr(message: string, args: readonly string[], cwd: string): string {
  try {
    return git(args, cwd).trim()
  } catch (error) {
    throw error instanceof SilentFailure ? new GitFailure(message) : error
  }
}

/** What git says from where it gives up, in one line. */
function complaintIn(stderr: string): string | undefined {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const fatal = lines.findIndex((line) => /^(?:fatal|error):/.test(line))
  const said = lines.slice(fatal < 0 ? -3 : fatal, fatal < 0 ? undefined : fatal + 3)
  return said.length === 0 ? undefined : said.join(' ')
}

/** Names that git prints with `-z`. */
export function namesOf(output: string): readonly string[] {
  return output.split('\0').filter((name) => name !== '')
}

interface UncommittedOptions {
  /** Absolute. */
  readonly cwd: string
  readonly fs: FileSystem
  /** `unstaged`: only what differs from what is staged. */
  readonly counts: 'all' | 'unstaged'
}

/**
 * Which of some files have changes that no commit has, or may have because git cannot be asked; with a sentence about each.
 * A file that git does not track counts: once it is rewritten or removed, nothing can bring the original back.
 */
export function uncommittedFiles(
  paths: readonly string[],
  { cwd, fs, counts }: UncommittedOptions,
): ReadonlyMap<string, string> {
  const uncommitted = new Map<string, string>()
  for (const [root, files] of byRepository(paths, cwd, fs)) {
    try {
      const asked = new Set(files.map(([, name]) => name))
      const names = new Set([...changedNames(root, counts), ...hiddenChanges(root, asked)])
      for (const [path, name] of files)
        if (names.has(name)) uncommitted.set(path, 'has changes that are not committed')
      for (const path of untracked(files, root, { cwd, fs, counts }))
        uncommitted.set(path, 'is not tracked by git, which could not bring back the original')
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      const message = `may have changes that are not committed, git does not say: ${error.message}`
      for (const [path] of files) uncommitted.set(path, message)
    }
  }
  return uncommitted
}

/** Those of some files that are on the disk, and that git does not track. Files of archives are not on the disk. */
function untracked(
  files: readonly (readonly [path: string, name: string])[],
  root: string,
  { cwd, fs, counts }: UncommittedOptions,
): readonly string[] {
  const index = counts === 'unstaged' ? indexOfCommit(root) : undefined
  const tracked = new Set(namesOf(git(['ls-files', '-z'], root, { index })))
  return files.flatMap(([path, name]) =>
    tracked.has(name) || !fs.existsSync(resolve(cwd, path)) ? [] : [path],
  )
}

/** Files that git tracks and that have changed, relative to the root. */
function changedNames(root: string, counts: UncommittedOptions['counts']): readonly string[] {
  const index = counts === 'unstaged' ? indexOfCommit(root) : undefined
  const asked = ['status', '--porcelain', '-z', '--untracked-files=no', '--no-renames']
  const output = git(asked, root, { index })
  return namesOf(output)
    .filter((line) => counts === 'all' || line[1] !== ' ')
    .map((line) => line.slice(3))
}

/** Files that `git update-index` keeps out of `git status`, and that differ from what is staged all the same. */
function hiddenChanges(root: string, asked: ReadonlySet<string>): readonly string[] {
  const hidden = hiddenNames(root, asked)
  if (hidden.length === 0) return []
  const staged = new Map(
    namesOf(git(['ls-files', '-s', '-z'], root)).map((line) => {
      const [about = '', name] = line.split('\t', 2)
      return [name, about.split(' ')[1]]
    }),
  )
  return hidden.filter((name) => git(['hash-object', '--', name], root).trim() !== staged.get(name))
}

/** Those of some files that `git update-index` keeps out of `git status`. */
export function hiddenNames(root: string, asked: ReadonlySet<string>, index?: string): readonly string[] {
  return namesOf(git(['ls-files', '-v', '-z'], root, { index })).flatMap((line) => {
    const name = line.slice(2)
    return /^[a-zS] /.test(line) && asked.has(name) ? [name] : []
  })
}

/** By the roots of repositories, paths with their names in there. */
export function byRepository(
  paths: readonly string[],
  cwd: string,
  fs: FileSystem,
): ReadonlyMap<string, readonly (readonly [path: string, name: string])[]> {
  const roots = new Map<string, string | undefined>()
  const found = new Map<string, (readonly [path: string, name: string])[]>()
  for (const path of paths) {
    const absolute = resolve(cwd, path)
    const real = realPathOf(absolute, fs)
    const directory = dirname(real)
    if (!roots.has(directory)) roots.set(directory, repositoryRoot(directory, fs))
    const root = roots.get(directory)
    if (root === undefined) continue
    const name = relative(root, real).split(sep).join('/')
    push(found, root, [path, name] as const)
  }
  return found
}

/**
 * The files that differ from a commit, those that git does not know yet included; absolute. Deleted ones are left away.
 *
 * @param since a commit; what happened after the branch left it counts
 * @throws GitFailure
 */
export function filesSince(since: string, cwd: string): readonly string[] {
  const root = rootFor(cwd)
  const name = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${since}^{commit}`]
  const commit = gitOr('git knows no such commit', name, root)
  const apart = 'it has no commit in common with HEAD here; a shallow clone may lack it'
  const base = gitOr(apart, ['merge-base', commit, 'HEAD'], root)
  const changed = namesOf(git(['diff', '--name-only', '-z', '--no-renames', '--diff-filter=d', base], root))
  const untracked = namesOf(git(['ls-files', '-z', '--others', '--exclude-standard'], root))
  return [...changed, ...untracked].map((name) => join(root, name))
}

/** The files that are staged, absolute; deleted ones are left away. @throws GitFailure */
export function stagedFiles(cwd: string): readonly string[] {
  const root = rootFor(cwd)
  const staged = ['diff', '--cached', '--name-only', '-z', '--no-renames', '--diff-filter=d']
  return namesOf(git(staged, root, { index: indexOfCommit(root) })).map((name) => join(root, name))
}

/**
 * A file as the last commit has it; undefined where that has none, and in another repository.
 *
 * @param path absolute
 * @param beside a file of the repository, absolute
 * @throws GitFailure
 */
export function committedFile(path: string, beside: string, fs: FileSystem): Uint8Array | undefined {
  const [[root, [[, own = ''] = []] = []] = []] = byRepository([beside], '/', fs)
  if (root === undefined) return undefined
  // Asked by the path alone first: a template may name a file of another host.
  const named = resolve(dirname(join(root, own)), relative(dirname(beside), path))
  const real = isInside(named, root) ? resolvedInside(named, root, fs) : undefined
  if (real === undefined || repositoryRoot(dirname(real), fs) !== root) return undefined
  const name = relative(root, real).split(sep).join('/')
  const blob = gitOrNothing(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `HEAD:${name}`],
    root,
  ).trim()
  return blob === '' ? undefined : Buffer.from(git(['cat-file', 'blob', blob], root))
}

/** The root of the repository that a directory lies in. @throws GitFailure */
function rootFor(cwd: string): string {
  return git(['rev-parse', '--show-toplevel'], cwd, { within: 'somewhere' }).replace(/\n$/, '')
}

/** What a commit takes whose hook runs hotshift, as of `git commit --all`: git gives it an index of its own. */
function indexOfCommit(root: string): string | undefined {
  const { GIT_INDEX_FILE: given } = process.env
  if (given === undefined) return undefined
  const index = resolve(root, given)
  return isInside(index, git(['rev-parse', '--absolute-git-dir'], root).replace(/\n$/, ''))
    ? index
    : undefined
}
