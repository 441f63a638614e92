/** Where verdicts are stored, and whether that is somewhere that nobody else can have written to. */
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { isInside, repositoryRoot, treesOf } from '../boundary.ts'
import { errnoOf, realFileSystem, realPathOf } from '../file-system.ts'
import { systemMessage } from '../problem.ts'
import { othersMayWrite } from '../trust.ts'

/** The folder of verdicts in a location. */
export function verdictFolder(location: string): string {
  return join(location, 'verdicts')
}

/** The user's home as the system knows it: in CI, HOME is often a folder of the checkout. */
function systemHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}

/** A folder for verdicts, or why it is none, in half a sentence that begins with its name. */
type CacheLocation = { readonly location: string } | { readonly refused: string }

/**
 * The user's own cache: whoever sends a tree must not send what is said of it along, so it lies neither in the working
 * directory nor in a repository, and nobody else can write there.
 *
 * @param cwd absolute
 */
export function ownLocation(cwd: string, home = systemHome()): CacheLocation {
  if (home === undefined) return { refused: 'the system knows no home directory of this user' }
  const location = join(home, '.cache/hotshift')
  const real = realPathOf(location, realFileSystem)
  const why = isInside(real, realPathOf(cwd, realFileSystem))
    ? 'lies in the working directory'
    : doubtAbout(real)
  return why === undefined ? { location } : { refused: `${location} ${why}` }
}

/** What is asked of a folder that a command line names. */
interface GivenLocation {
  readonly cwd: string
  /** What is checked. */
  readonly given: readonly string[]
  /** Whether the files in it are sealed with a secret: then it makes no difference who can write there. */
  readonly seal: 'secret' | 'none'
}

/**
 * A folder that the command line names. What is checked must not vouch for itself: without a secret it lies outside of it
 * and of every repository, and only this user can write there; with one, no link leads out of it.
 *
 * @param location absolute
 */
export function givenLocation(location: string, { cwd, given, seal }: GivenLocation): CacheLocation {
  const real = realPathOf(location, realFileSystem)
  const trees = treesOf([cwd, ...given], cwd, realFileSystem)
  const tree = trees.find((one) => isInside(location, one) || isInside(real, one))
  const why =
    seal === 'none'
      ? doubtWithoutSecret(real, tree)
      : tree !== undefined && !isInside(real, tree)
        ? 'is a link that leads out of what is checked'
        : undefined
  return why === undefined ? { location } : { refused: `${location} ${why}` }
}

function doubtWithoutSecret(real: string, tree: string | undefined): string | undefined {
  return tree === undefined
    ? doubtAbout(real)
    : `lies in what is checked (${tree}), and may have come with it`
}

function doubtAbout(real: string): string | undefined {
  if (repositoryRoot(real, realFileSystem) !== undefined) return 'lies in a repository'
  const doubt = othersMayWrite(nearest(real)) ?? notPrivate(verdictFolder(real))
  return doubt === undefined ? undefined : `is not safe: ${doubt}`
}

/** The path, or the directory above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}

/** Why a folder of verdicts is not for this user alone, as hotshift makes it: 0700, its files 0600. */
function notPrivate(folder: string): string | undefined {
  const own = process.getuid?.()
  if (own === undefined) return undefined
  try {
    if (!lstatSync(folder).isDirectory()) return `${folder} is not a directory`
    const files = readdirSync(folder).filter((name) => name.endsWith('.verdicts'))
    for (const path of [folder, ...files.map((name) => join(folder, name))]) {
      const { uid, mode } = lstatSync(path)
      if (uid !== own) return `${path} belongs to another user`
      if ((mode & 0o077) !== 0) return `${path} is not for you alone (mode ${(mode & 0o777).toString(8)})`
    }
    return undefined
  } catch (error) {
    // Another run may have removed a file.
    return errnoOf(error) === 'ENOENT' ? undefined : `${folder} cannot be looked at: ${systemMessage(error)}`
  }
}
