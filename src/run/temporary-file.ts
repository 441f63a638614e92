/** Files of ours that stand in a tree while a run writes: their names, how they come up, how they last. */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileSystem } from './file-system.ts'
import { errnoOf } from './file-system.ts'

/** An unpredictable name for a file that is about to replace another one. */
export function temporaryName(): string {
  return `.hotshift-${randomBytes(16).toString('hex')}.tmp`
}

/** Whether the name is one that only files of hotshift have, of this version or an older one. */
export function isTemporaryName(name: string): boolean {
  return /^\.hotshift-[0-9a-z-]+\.(?:tmp|journal)$/.test(name)
}

/** Absent on Windows, where links take a privilege to make. */
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants

/** Creates a file and opens it for writing: never an existing one, and never through a link. */
export function createFile(path: string, mode: number, fs: FileSystem): number {
  return fs.openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
}

/** Writes all bytes, however many the disk takes at a time. */
export function writeAll(fd: number, bytes: Uint8Array, fs: FileSystem): void {
  for (let position = 0; position < bytes.length; ) {
    position += fs.writeSync(fd, bytes, position)
  }
}

/** Gets the content of a file onto the disk, and closes it. */
export async function flush(fd: number, fs: FileSystem): Promise<void> {
  try {
    await new Promise<void>((done, fail) => fs.fsync(fd, (error) => (error ? fail(error) : done())))
  } finally {
    fs.closeSync(fd)
  }
}

/** What file systems say that flush no directories, and users who may write into one and not read it. */
const CANNOT_FLUSH: ReadonlySet<string | undefined> = new Set([
  'EISDIR',
  'EPERM',
  'EINVAL',
  'EACCES',
  'ENOTSUP',
])

/** Gets the names in a directory onto the disk, where the system can do that. */
export async function flushDirectory(path: string, fs: FileSystem): Promise<void> {
  try {
    await flush(fs.openSync(path, constants.O_RDONLY), fs)
  } catch (error) {
    if (!CANNOT_FLUSH.has(errnoOf(error))) throw error
  }
}

/** Removes a file of ours, when it is still there. */
export function removeTemporary(path: string, fs: FileSystem): void {
  try {
    fs.unlinkSync(path)
  } catch {
    // Mostly it has got its name; otherwise the next run that meets it says so.
  }
}
