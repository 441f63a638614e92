/** The trees whose configurations may run code: those that this user has said yes to once, by `hotshift trust`. */
import { mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { isInside, repositoryRoot } from '../runner/boundary.ts'
import { realFileSystem } from '../runner/file-system.ts'
import { systemMessage } from '../runner/problem.ts'
import { readRegular } from '../runner/read-file.ts'
import { temporaryName } from '../runner/temporary-file.ts'
import { othersMayWrite } from '../runner/trust.ts'
import { UsageError } from './usage-error.ts'

/** A directory that was said yes to. What comes up at its path later is another one. */
interface TrustedTree {
  readonly path: string
  readonly inode: number
}

/** The repository that a directory lies in, else the directory; links resolved. @param directory absolute */
export function treeOf(directory: string): string {
  const real = realpathSync(directory)
  return repositoryRoot(real, realFileSystem) ?? real
}

/** Why code of a tree may not run: nobody has said yes to it, or it says so itself. Undefined where it may. */
export function isTrustedTree(tree: string): boolean {
  const file = fileOfTrees()
  // A tree cannot vouch for itself, wherever the user is at home.
  if (file === undefined || isInside(file, tree)) return false
  return treesIn(file).some((one) => one.path === tree && one.inode === inodeOf(tree))
}

/** All of them. */
export function trustedTrees(): readonly string[] {
  const file = fileOfTrees()
  return file === undefined ? [] : treesIn(file).map(({ path }) => path)
}

/**
 * Says yes or no to a tree from now on.
 *
 * @throws UsageError where that cannot be stored
 */
export function setTrusted(tree: string, word: 'yes' | 'no'): void {
  const file = fileOfTrees()
  if (file === undefined) throw new UsageError('the system knows no home directory of this user')
  if (isInside(file, tree))
    throw new UsageError(`${tree}: your home directory lies in it, and a tree cannot vouch for itself`, [
      '--config <file> says yes for one file, --trust-config for one run',
    ])
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const others = treesIn(file).filter(({ path }) => path !== tree)
    const trees = word === 'yes' ? [...others, { path: tree, inode: inodeOf(tree) }] : others
    const unfinished = join(dirname(file), temporaryName())
    writeFileSync(unfinished, `${JSON.stringify(trees, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    throw new UsageError(`${file}: cannot be written: ${systemMessage(error)}`)
  }
}

/** Not below HOME, which may be a folder of a checkout in CI: the system knows where the user is at home. */
function fileOfTrees(): string | undefined {
  try {
    return join(realpathSync(userInfo().homedir), '.config/hotshift/trusted.json')
  } catch {
    // A user without a name, or without a home, has said yes to nothing.
    return undefined
  }
}

/** @throws UsageError for a file that others may write, or that is none of ours */
function treesIn(file: string): readonly TrustedTree[] {
  if (!realFileSystem.existsSync(file)) return []
  const doubt = othersMayWrite(file)
  if (doubt !== undefined) throw new UsageError(`${file} does not count: ${doubt}`)
  const text = Buffer.from(readRegular(file, realFileSystem)).toString('utf8')
  try {
    const trees: unknown = JSON.parse(text)
    if (Array.isArray(trees) && trees.every(isTree)) return trees
  } catch {
    // The message is the same.
  }
  throw new UsageError(`${file} is not a list of trusted trees`, ['remove it, and say yes again'])
}

function isTree(value: unknown): value is TrustedTree {
  if (typeof value !== 'object' || value === null) return false
  const { path, inode } = value as Partial<TrustedTree>
  return typeof path === 'string' && typeof inode === 'number'
}

function inodeOf(tree: string): number {
  return statSync(tree, { throwIfNoEntry: false })?.ino ?? -1
}
