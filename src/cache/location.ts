/** Where verdicts are stored, and whether that is somewhere that nobody else can have written to. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isInside, repositoryRoot } from '../runner/boundary.ts'
import { realFileSystem, realPathOf } from '../runner/file-system.ts'
import { othersMayWrite } from '../runner/trust.ts'

/** The folder of verdicts in a location. */
export function verdictFolder(location: string): string {
  return join(location, 'verdicts')
}

/**
 * The user's own cache: `$XDG_CACHE_HOME/hotshift`, or `~/.cache/hotshift`. A reason where that lies in the tree that is
 * looked at, or where others may write: whoever sends a tree must not send what is said of it along.
 *
 * @param cwd absolute
 */
export function ownLocation(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): { readonly location: string } | { readonly refused: string } {
  const { XDG_CACHE_HOME: given } = env
  // The XDG specification has relative paths ignored.
  const home = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache')
  const location = join(home, 'hotshift')
  const real = realPathOf(location, realFileSystem)
  const refused = isInside(real, cwd)
    ? `${location} lies in the working directory`
    : repositoryRoot(real, realFileSystem) !== undefined
      ? `${location} lies in a repository`
      : othersMayWrite(nearest(real))
  return refused === undefined ? { location } : { refused }
}

/** The path, or the directory above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}
