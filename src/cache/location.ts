/** Where verdicts are stored, and whether that is somewhere that nobody else can have written to. */
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { isInside, repositoryRoot } from '../runner/boundary.ts'
import { realFileSystem, realPathOf } from '../runner/file-system.ts'
import { othersMayWrite } from '../runner/trust.ts'

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

/**
 * The user's own cache, or why there is none: whoever sends a tree must not send what is said of it along, so it lies neither
 * in the working directory nor in a repository, and nobody else can write there.
 *
 * @param cwd absolute
 */
export function ownLocation(
  cwd: string,
  home = systemHome(),
): { readonly location: string } | { readonly refused: string } {
  if (home === undefined) return { refused: 'the system knows no home directory of this user' }
  const location = join(home, '.cache/hotshift')
  const refused = refusal(realPathOf(location, realFileSystem), realPathOf(cwd, realFileSystem))
  return refused === undefined ? { location } : { refused: `${location} ${refused}` }
}

function refusal(real: string, cwd: string): string | undefined {
  if (isInside(real, cwd)) return 'lies in the working directory'
  if (repositoryRoot(real, realFileSystem) !== undefined) return 'lies in a repository'
  const doubt = othersMayWrite(nearest(real))
  return doubt === undefined ? undefined : `is not safe: ${doubt}`
}

/** The path, or the directory above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}
