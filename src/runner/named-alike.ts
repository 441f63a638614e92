import { basename, dirname, extname } from 'node:path'
import { nearNames } from '../heat/near-names.ts'
import type { FileSystem } from './file-system.ts'

/** The entry beside a path that is not there, which somebody may have meant. */
export function namedAlike(path: string, fs: Pick<FileSystem, 'readdirSync'>): string | undefined {
  try {
    const near = nearNames(basename(path), fs.readdirSync(dirname(path)))
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

/** That nothing is at a path, with what somebody may have meant: an absolute path. */
export function notThere(path: string, fs: Pick<FileSystem, 'readdirSync'>): string {
  const near = namedAlike(path, fs)
  return `no such file or directory${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`}`
}
