/** The new content of a file, complete on the disk before it gets its name. */
import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FindingCode } from '../engine/findings/catalogue.ts'
import type { FileSystem } from './file-system.ts'
import { errnoOf } from './file-system.ts'
import type { Problem } from './problem.ts'
import { systemMessage } from './problem.ts'
import { createFile, flush, removeTemporary, temporaryName, writeAll } from './temporary-file.ts'

/** One file to write; paths absolute, links resolved. */
export interface PlannedWrite {
  /** The path of the report. */
  readonly path: string
  /** The file that was read; absent when the change makes a new file. */
  readonly source?: string
  /** The path to write to; equal to `source` unless the file is renamed. */
  readonly target: string
  /** What was read, to notice changes by others. */
  readonly before?: string | Uint8Array
  readonly after: string | Uint8Array
  /** Of a new file, where it is not as usual. */
  readonly mode?: number
}

/** A planned write with the names under which its contents stand on the way. */
export interface PreparedWrite extends PlannedWrite {
  /** Of the new content; beside the target. */
  readonly temporary: string
  /** Of the original, where it has to come back when another file of the change cannot be written; beside it. */
  readonly backup?: string
}

/** Chooses the names for files that are written together or not at all. */
export function prepare(unit: readonly PlannedWrite[]): readonly PreparedWrite[] {
  return unit.map((write) => {
    const temporary = join(dirname(write.target), temporaryName())
    // A single file is replaced or renamed in steps of which the last one decides.
    const isKept = unit.length > 1 && write.source !== undefined
    return isKept
      ? { ...write, temporary, backup: join(dirname(write.source), temporaryName()) }
      : { ...write, temporary }
  })
}

/** The bytes of a string, or the bytes as given. */
export function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text, 'utf8') : text
}

/** The mode of a new file, of which the system takes what the user does not want. */
export const NEW_FILE_MODE = 0o666

/** The mode of a new file that is for its owner only. */
export const OWNER_ONLY_MODE = 0o600

/**
 * Writes the new content under its temporary name, with the mode and owner of the file it replaces, and gets
 * it onto the disk. Nothing is left behind on failure.
 *
 * @throws WriteFailure, or what the file system says
 */
export async function stage(write: PreparedWrite, fs: FileSystem): Promise<void> {
  const { source, target, temporary, after, mode = NEW_FILE_MODE } = write
  const original = source === undefined ? undefined : writableStat(source, fs)
  const directory = dirname(target)
  // A new file may be the first of its directory, as a common environment is.
  if (source === undefined) fs.mkdirSync(directory, { recursive: true })
  for (const one of new Set([directory, dirname(source ?? target)])) assertReal(one, fs)
  const fd = createFile(temporary, original === undefined ? mode : 0o600, fs)
  try {
    try {
      writeAll(fd, bytesOf(after), fs)
      if (original !== undefined) keepOwnerAndMode(fd, original, fs)
    } catch (error) {
      fs.closeSync(fd)
      throw error
    }
    await flush(fd, fs)
  } catch (error) {
    removeTemporary(temporary, fs)
    throw error
  }
}

/** Somebody who can write to the tree may have put a link where a directory was when the files were found. */
function assertReal(directory: string, fs: FileSystem): void {
  if (fs.realpathSync(directory) === directory) return
  const message = `${directory} has become a symbolic link during the run`
  throw new WriteFailure({ code: 'changed-on-disk', message })
}

/** A rename needs no leave of the file it replaces, so a read-only file would be replaced without a word. */
function writableStat(path: string, fs: FileSystem): Stats {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isFile() !== true) {
    const message = stat === undefined ? 'has disappeared during the run' : 'is no longer a regular file'
    throw new WriteFailure({ code: 'changed-on-disk', message })
  }
  const readOnly = new WriteFailure({ code: 'read-only-file', message: 'is read-only' })
  // Root passes every access check, yet a file without any write permission is meant to be preserved.
  if ((stat.mode & 0o222) === 0) throw readOnly
  try {
    fs.accessSync(path, constants.W_OK)
  } catch {
    throw readOnly
  }
  return stat
}

/** Gives a file of ours the mode and the owner of another. */
export function keepOwnerAndMode(fd: number, original: Stats, fs: FileSystem): void {
  const made = fs.fstatSync(fd)
  if (made.uid !== original.uid || made.gid !== original.gid) {
    try {
      fs.fchownSync(fd, original.uid, original.gid)
    } catch {
      // Only root may give files away; the content matters more than the owner.
    }
  }
  // After chown, which clears the set-user-ID bits.
  fs.fchmodSync(fd, original.mode & 0o7777)
}

/** A file could not be written; carries the finding for the user. */
export class WriteFailure extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Directory permissions, because a file is replaced by way of its directory; its own are checked before. */
const CODE_OF_ERRNO: ReadonlyMap<string | undefined, FindingCode> = new Map([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'read-only-directory'],
  ['EACCES', 'read-only-directory'],
  ['EPERM', 'read-only-directory'],
  ['EEXIST', 'target-exists'],
])

/** The finding for an error that came up while a file was written. */
export function problemOfWrite(error: unknown): Problem {
  if (error instanceof WriteFailure) return error.problem
  const code = CODE_OF_ERRNO.get(errnoOf(error)) ?? 'write-failed'
  return { code, message: `cannot be written: ${systemMessage(error)}` }
}
