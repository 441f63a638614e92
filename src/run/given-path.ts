/** What keeps a path that somebody gave from being read, and what they may have meant. */
import { basename, dirname, extname } from 'node:path'
import { nearNames } from '../heat/near-names.ts'
import { errnoOf, type FileSystem } from './file-system.ts'
import { type Problem, systemMessage } from './problem.ts'

type Looking = Pick<FileSystem, 'lstatSync' | 'readdirSync'>

/**
 * @param path absolute
 * @param error what the file system said of it
 */
export function problemOfGiven(path: string, error: unknown, fs: Looking): Problem {
  const errno = errnoOf(error)
  if ((errno === 'ENOENT' || errno === 'ELOOP') && isLink(path, fs)) return brokenLink(error)
  if (errno === 'ENOENT' || errno === 'ENOTDIR') {
    const near = namedAlike(path, fs)
    const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
    return { code: 'path-not-found', message: `no such file or directory${hint}` }
  }
  return { code: 'unreadable-file', message: `cannot be read: ${systemMessage(error)}` }
}

/** @param error what the file system said of the target of a link */
export function brokenLink(error: unknown): Problem {
  const message =
    errnoOf(error) === 'ELOOP' ? 'is a link that leads back to itself' : 'is a link whose target is missing'
  return { code: 'broken-link', message }
}

function isLink(path: string, fs: Pick<FileSystem, 'lstatSync'>): boolean {
  try {
    return fs.lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** The entry beside a path that is not there, which somebody may have meant. */
export function namedAlike(path: string, fs: Pick<FileSystem, 'readdirSync'>): string | undefined {
  try {
    const own = basename(path)
    // A link without its target is listed as well.
    const others = fs.readdirSync(dirname(path)).filter((one) => one !== own)
    const near = nearNames(own, others)
    return near.find((one) => extname(one) !== extname(path) || isNear(stemOf(path), stemOf(one)))
  } catch {
    // The folder is not there either.
    return undefined
  }
}

function stemOf(path: string): string {
  return basename(path, extname(path))
}

/** An ending that two names share makes short ones like each other. */
function isNear(one: string, other: string): boolean {
  return one === other || nearNames(one, [other]).length > 0
}
