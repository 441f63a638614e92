/** The trees whose configurations may run code: those that this user has said yes to once, by `hotshift trust`. */
import { mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { isInside, repositoryRoot } from '../../../run/boundary.ts'
import { realFileSystem } from '../../../run/file-system.ts'
import { systemMessage } from '../../../run/problem.ts'
import { readRegular } from '../../../run/read-file.ts'
import { temporaryName } from '../../../run/temporary-file.ts'
import { othersMayWrite } from '../../../run/trust.ts'
import type { TrustedModules } from '../../../run/user-module.ts'
import { UsageError } from '../usage-error.ts'

/** A directory that was said yes to, with the code that was there. What comes up at its path later is another one. */
interface TrustedTree {
  readonly path: string
  readonly inode: number
  /** SHA-256 of what may run, by its absolute path; older versions did not ask. */
  readonly modules?: Readonly<Record<string, string>>
}

/** The repository that a directory lies in, else the directory; links resolved. @param directory absolute */
export function treeOf(directory: string): string {
  const real = realpathSync(directory)
  return repositoryRoot(real, realFileSystem) ?? real
}

/** The code of a tree that this user has said yes to; undefined where nobody has, or the tree says so itself. */
export function trustedCodeOf(tree: string): TrustedModules | undefined {
  const file = fileOfTrees()
  // A tree cannot vouch for itself, wherever the user is at home.
  if (file === undefined || isInside(file, tree)) return undefined
  const found = treesIn(file).find((one) => one.path === tree && one.inode === inodeOf(tree))
  return found === undefined ? undefined : new Map(Object.entries(found.modules ?? {}))
}

/** All of them. */
export function trustedTrees(): readonly string[] {
  const file = fileOfTrees()
  return file === undefined ? [] : treesIn(file).map(({ path }) => path)
}

/**
 * Says yes to the code of a tree from now on, or no.
 *
 * @throws UsageError where that cannot be stored
 */
export function setTrusted(tree: string, code: TrustedModules | 'none'): void {
  const file = fileOfTrees()
  if (file === undefined) throw new UsageError('the system knows no home directory of this user')
  if (isInside(file, tree))
    throw new UsageError(`${tree}: your home directory lies in it, and a tree cannot vouch for itself`, [
      '--config <file> says yes for one file, --trust-config for one run',
    ])
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const all = treesIn(file)
    const others = all.filter(({ path }) => path !== tree)
    // Other configurations of the same repository.
    const before = all.find(({ path, inode }) => path === tree && inode === inodeOf(tree))?.modules
    const trees: readonly TrustedTree[] =
      code === 'none'
        ? others
        : [
            ...others,
            { path: tree, inode: inodeOf(tree), modules: { ...before, ...Object.fromEntries(code) } },
          ]
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
  const { path, inode, modules = {} } = value as Partial<TrustedTree>
  const isPlain =
    typeof modules === 'object' && Object.values(modules).every((one) => typeof one === 'string')
  return typeof path === 'string' && typeof inode === 'number' && isPlain
}

function inodeOf(tree: string): number {
  return statSync(tree, { throwIfNoEntry: false })?.ino ?? -1
}
