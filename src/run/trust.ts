/** Whose code may run: the one notion of it, for modules of configurations and for the transforms that they name. */
import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemMessage } from './problem.ts'

/**
 * Why somebody else could have written a file, or may write it before it is read: it, a link that leads to it, or a
 * directory on the way belongs to another user than this one and root, or can be written by others. Undefined where only
 * this user and root can, and on Windows, which reports no owners.
 *
 * @param path absolute
 */
export function othersMayWrite(path: string): string | undefined {
  const own = process.getuid?.()
  if (own === undefined) return undefined
  try {
    const named = join(realpathSync(dirname(path)), basename(path))
    for (const file of new Set([named, realpathSync(path)])) {
      const doubt = doubtAbout(file, lstatSync(file), own) ?? doubtAboveOf(file, own)
      if (doubt !== undefined) return doubt
    }
    return undefined
  } catch (error) {
    return `${path} cannot be looked at: ${systemMessage(error)}`
  }
}

function doubtAboveOf(file: string, own: number): string | undefined {
  for (let directory = dirname(file); ; directory = dirname(directory)) {
    const stat = lstatSync(directory)
    // Where everybody may make files, as in /tmp, a sticky directory keeps those of others from being replaced.
    const isSticky = (stat.mode & 0o1000) !== 0
    const doubt = doubtAbout(directory, stat, own, isSticky)
    if (doubt !== undefined) return doubt
    if (dirname(directory) === directory) return undefined
  }
}

function doubtAbout(path: string, stat: Stats, own: number, isSticky = false): string | undefined {
  const { uid, gid, mode } = stat
  if (uid !== own && uid !== 0) return `${path} belongs to another user`
  if (stat.isSymbolicLink() || isSticky) return undefined
  // Many systems give each user a group of the same number, in which nobody else is.
  const isOwnGroup = gid === own && gid === process.getgid?.()
  const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup)
  return isOpen ? `${path} can be written by others` : undefined
}
