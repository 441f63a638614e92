/** Commits of some files, whatever else is staged. */
import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { GitFailure, git, gitOrNothing, hiddenNames, namesOf } from './git.ts'

/**
 * Why git would not commit some files, which need not be there yet; undefined where nothing is known to be in the way.
 *
 * @param names relative to the root
 */
export function commitObstacle(root: string, names: readonly string[]): string | undefined {
  try {
    for (const [head, what] of UNDER_WAY)
      if (existsSync(pathOfGit(root, head))) return `${what} is in progress in ${root}`
    git(['var', 'GIT_COMMITTER_IDENT'], root)
    const [ignored] = ignoredNames(root, names)
    return ignored === undefined ? undefined : `${ignored} is ignored by git`
  } catch (error) {
    if (error instanceof GitFailure) return error.message
    throw error
  }
}

/** Files that git ignores and does not track. */
function ignoredNames(root: string, names: readonly string[]): readonly string[] {
  // Literal names are what this command refuses to be asked for, and takes all the same behind `./`.
  const input = names.map((name) => `./${name}\0`).join('')
  // What git knows it is not asked here: it would look through all of that for each name.
  const ask = ['--no-literal-pathspecs', 'check-ignore', '--no-index', '-z', '--stdin']
  const ignored = namesOf(gitOrNothing(ask, root, { input })).map((name) => name.slice(2))
  if (ignored.length === 0) return []
  const known = new Set(namesOf(git(['ls-files', '-z'], root)))
  return ignored.filter((name) => !known.has(name))
}

/** What keeps git from a commit, or what the next one would complete. */
const UNDER_WAY = [
  ['index.lock', 'another command of git'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick or rebase'],
  ['REVERT_HEAD', 'a revert'],
] as const

/**
 * Commits the contents of some files, deleted ones included, as `git commit --only` does: hooks run, and whatever else
 * is staged remains staged. `git commit --only` compares each given name with each tracked file; here each is looked up.
 *
 * @param names relative to the root
 * @throws GitFailure the files have their contents of that moment, and may be staged
 */
export function commitFiles(root: string, names: readonly string[], message: readonly string[]): void {
  const own = new Set(names)
  if (stagedNames(root).every((name) => own.has(name))) {
    commitStaged(root, names, message)
    return
  }
  const index = pathOfGit(root, 'hotshift-index')
  try {
    git(['read-tree', hasCommits(root) ? 'HEAD' : '--empty'], root, { index })
    commitStaged(root, names, message, index)
  } finally {
    rmSync(index, { force: true })
  }
  stage(root, names)
}

function commitStaged(root: string, names: readonly string[], message: readonly string[], index?: string) {
  stage(root, names, index)
  const paragraphs = message.flatMap((one) => ['-m', one])
  git(['commit', '--quiet', ...paragraphs], root, { index, signals: 'completed' })
}

/** Takes files into an index as they stand on the disk. */
function stage(root: string, names: readonly string[], index?: string): void {
  const update = (option: string, paths: readonly string[]) => {
    const input = paths.map((path) => `${path}\0`).join('')
    git(['update-index', option, '--remove', '-z', '--stdin'], root, { input, index, signals: 'completed' })
  }
  // What git is to pass over in `git status`, it would pass over here, too.
  const hidden = hiddenNames(root, new Set(names), index)
  if (hidden.length > 0)
    for (const option of ['--no-assume-unchanged', '--no-skip-worktree']) update(option, hidden)
  update('--add', names)
}

/** What the next commit would take, relative to the root. */
function stagedNames(root: string): readonly string[] {
  return namesOf(
    hasCommits(root)
      ? git(['diff-index', '--cached', '--name-only', '-z', '--ignore-submodules=none', 'HEAD'], root)
      : git(['ls-files', '-z'], root),
  )
}

function hasCommits(root: string): boolean {
  return gitOrNothing(['rev-parse', '--verify', '--quiet', 'HEAD'], root) !== ''
}

function pathOfGit(root: string, name: string): string {
  return resolve(root, git(['rev-parse', '--git-path', name], root).replace(/\n$/, ''))
}
