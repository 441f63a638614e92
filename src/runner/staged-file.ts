import { constants, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { temporaryName } from './temporary-name.ts'
import { WriteFailure } from './write-failure.ts'

/** One file to write; paths absolute, links resolved. */
export interface PlannedWrite {
  /** The path of the report. */
  readonly path: string
  /** The file that was read; absent when the change makes a new file. */
  readonly source?: string
  /** Where the text belongs; equal to `source` unless the file gets another name. */
  readonly target: string
  /** What was read, to notice changes by others. */
  readonly before?: string
  readonly after: string
}

/** A planned write whose new content lies complete under a temporary name beside the target. */
export interface StagedFile extends PlannedWrite {
  readonly temporary: string
  /** Open until `flush`. */
  readonly fd: number
}

const NEW_FILE_MODE = 0o666

/**
 * Writes the new content under a temporary name, with the mode and owner of the file
 * it replaces. Nothing is left behind on failure.
 */
export function stage(write: PlannedWrite, fs: FileSystem): StagedFile {
  const original = write.source === undefined ? undefined : writableStat(write.source, fs)
  const directory = dirname(write.target)
  // A new file may be the first of its directory, as a common environment is.
  if (write.source === undefined) fs.mkdirSync(directory, { recursive: true })
  const temporary = join(directory, temporaryName())
  // Exclusive: never through a link that somebody laid under this name.
  const fd = fs.openSync(temporary, 'wx', original === undefined ? NEW_FILE_MODE : 0o600)
  try {
    writeAll(fd, Buffer.from(write.after, 'utf8'), fs)
    if (original !== undefined) keepOwnerAndMode(fd, original, fs)
    return { ...write, temporary, fd }
  } catch (error) {
    fs.closeSync(fd)
    removeTemporary(temporary, fs)
    throw error
  }
}

/** Gets the content onto the disk before its name does, and closes it. */
export async function flush(staged: StagedFile, fs: FileSystem): Promise<void> {
  try {
    await new Promise<void>((done, fail) => fs.fsync(staged.fd, (error) => (error ? fail(error) : done())))
  } finally {
    fs.closeSync(staged.fd)
  }
}

/** Removes a file under a temporary name, when it is still there. */
export function removeTemporary(path: string, fs: FileSystem): void {
  try {
    fs.unlinkSync(path)
  } catch {
    // Mostly it has got its name; otherwise it stays, and no run takes it for a template.
  }
}

/** A rename needs no leave of the file it replaces, so a read-only file would be replaced without a word. */
function writableStat(path: string, fs: FileSystem): Stats {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) {
    throw new WriteFailure({ code: 'changed-on-disk', message: 'has disappeared during the run' })
  }
  const readOnly = new WriteFailure({ code: 'read-only-file', message: 'is read-only' })
  // Root passes every access check, yet a file without any write permission is meant to stay.
  if ((stat.mode & 0o222) === 0) throw readOnly
  try {
    fs.accessSync(path, constants.W_OK)
  } catch {
    throw readOnly
  }
  return stat
}

function keepOwnerAndMode(fd: number, original: Stats, fs: FileSystem): void {
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

function writeAll(fd: number, bytes: Uint8Array, fs: FileSystem): void {
  for (let position = 0; position < bytes.length; ) {
    position += fs.writeSync(fd, bytes, position)
  }
}
