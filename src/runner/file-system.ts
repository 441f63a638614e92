import fs from 'node:fs'

/** The part of `node:fs` that the runner uses; tests put a failing disk in its place. */
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
  | 'realpathSync'
  | 'renameSync'
  | 'statSync'
  | 'unlinkSync'
  | 'writeSync'
>

export const realFileSystem: FileSystem = fs

/** The `code` of a failed system call (`ENOENT`, `EACCES`, ...), or undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
