import fs, { type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The part of `node:fs` that the runner uses; tests inject a failing disk. */
export type FileSystem = Pick<
  typeof fs,
  | 'accessSync'
  | 'closeSync'
  | 'copyFileSync'
  | 'existsSync'
  | 'fchmodSync'
  | 'fchownSync'
  | 'fsync'
  | 'fstatSync'
  | 'linkSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readSync'
  | 'readlinkSync'
  | 'realpathSync'
  | 'renameSync'
  | 'statSync'
  | 'unlinkSync'
  | 'writeSync'
>

export const realFileSystem: FileSystem = fs

/**
 * What a path that somebody gave leads to; undefined for what is not there, may not be looked at, or is a link that leads to
 * itself. That is for those who only ask: discovery reports it.
 */
export function statOf(path: string, fs: Pick<FileSystem, 'statSync'> = realFileSystem): Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The `code` of a failed system call (`ENOENT`, `EACCES`, ...), or undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/** What a path leads to, and of a file that is not there where it would come up. */
export function realPathOf(path: string, fs: FileSystem): string {
  return fs.existsSync(path) ? fs.realpathSync(path) : realLocation(path, fs)
}

/** Where a file is to come up, links of its directory resolved as far as there is one. */
export function realLocation(path: string, fs: FileSystem): string {
  const directory = dirname(path)
  try {
    return join(fs.realpathSync(directory), basename(path))
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || directory === path) return path
    return join(realLocation(directory, fs), basename(path))
  }
}

/** The archive that a path leads into, or is; undefined where there is none in it. */
export function archiveAlong(path: string): string | undefined {
  const steps = path.split('/')
  const at = steps.findIndex(isArchiveName)
  return at === -1 ? undefined : steps.slice(0, at + 1).join('/')
}

/** Whether a file name is that of an archive. */
export function isArchiveName(path: string): boolean {
  return /\.(?:zip|csar)$/i.test(path)
}
