/** Moves staged files to their targets: all of a change or, when one cannot be moved, none. */
import { dirname } from 'node:path'
import { messageOf } from '../engine/findings/finding.ts'
import type { FileSystem } from './file-system.ts'
import { errnoOf } from './file-system.ts'
import { readRegular } from './read-file.ts'
import type { PreparedWrite } from './staged-file.ts'
import { bytesOf, keepOwnerAndMode, WriteFailure } from './staged-file.ts'
import { createFile, removeTemporary, writeAll } from './temporary-file.ts'

/** Why a commit did not happen, and at which file. */
interface CommitFailure {
  readonly file: PreparedWrite
  readonly error: unknown
  /** Whether some file could not be restored; what a manual recovery needs is preserved. */
  readonly isTorn: boolean
}

/**
 * Moves staged files to their targets.
 *
 * @returns the failure, after everything was rolled back
 */
export function commit(files: readonly PreparedWrite[], fs: FileSystem): CommitFailure | undefined {
  const undo: (() => void)[] = []
  const steps: readonly ((file: PreparedWrite) => void)[] = [
    (file) => assertUnchanged(file, fs),
    (file) => keepOriginal(file, fs),
    (file) => place(file, undo, fs),
  ]
  for (const step of steps) {
    for (const file of files) {
      try {
        step(file)
      } catch (cause) {
        const error = rollBack(undo, cause)
        const isTorn = error !== cause
        if (!isTorn) removeBackups(files, fs)
        return { file, error, isTorn }
      }
    }
  }
  removeBackups(files, fs)
  return undefined
}

/** Somebody may have saved the file in an editor since we read it. */
function assertUnchanged({ source, before = '' }: PreparedWrite, fs: FileSystem): void {
  if (source === undefined) return
  let isSame = false
  try {
    const expected = Buffer.from(bytesOf(before))
    const stat = fs.lstatSync(source)
    isSame = stat.isFile() && stat.size === expected.length && expected.equals(readRegular(source, fs))
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
  if (!isSame) {
    throw new WriteFailure({
      code: 'changed-on-disk',
      message: 'was changed by another program during the run',
    })
  }
}

function keepOriginal({ source, backup }: PreparedWrite, fs: FileSystem): void {
  if (source === undefined || backup === undefined) return
  try {
    fs.linkSync(source, backup)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw error
    copyOriginal(source, backup, fs)
  }
}

/** On a file system without hard links. */
function copyOriginal(source: string, backup: string, fs: FileSystem): void {
  const original = fs.lstatSync(source)
  const bytes = readRegular(source, fs)
  const fd = createFile(backup, 0o600, fs)
  try {
    writeAll(fd, bytes, fs)
    keepOwnerAndMode(fd, original, fs)
  } finally {
    fs.closeSync(fd)
  }
}

function place(file: PreparedWrite, undo: (() => void)[], fs: FileSystem): void {
  const { source, target, temporary, backup } = file
  if (source === target) {
    fs.renameSync(temporary, target)
    if (backup !== undefined) undo.push(() => fs.renameSync(backup, target))
    return
  }
  placeUnderNewName(temporary, target, fs)
  undo.push(() => fs.unlinkSync(target))
  if (source === undefined) return
  fs.unlinkSync(source)
  if (backup !== undefined) undo.push(() => fs.renameSync(backup, source))
}

/** Unlike a rename, a hard link fails when the name is taken, even by a file that came up this instant. */
export function placeUnderNewName(temporary: string, target: string, fs: FileSystem): void {
  try {
    fs.linkSync(temporary, target)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' || fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
      throw new WriteFailure({ code: 'target-exists', message: `${target} has come up during the run` })
    }
    // A file system without hard links: an empty file takes the name, and is replaced.
    fs.closeSync(createFile(target, 0o600, fs))
    try {
      fs.renameSync(temporary, target)
    } catch (cause) {
      removeTemporary(target, fs)
      throw cause
    }
    return
  }
  fs.unlinkSync(temporary)
}

/** Undoes what was done, the last step first; gives `cause`, or a worse error when a step failed. */
function rollBack(undo: readonly (() => void)[], cause: unknown): unknown {
  const failures: string[] = []
  for (const step of [...undo].reverse()) {
    try {
      step()
    } catch (error) {
      failures.push(messageOf(error))
    }
  }
  if (failures.length === 0) return cause
  const message = `cannot be written (${messageOf(cause)}), and not everything could be put back: ${failures.join('; ')}`
  return new WriteFailure({ code: 'write-failed', message })
}

function removeBackups(files: readonly PreparedWrite[], fs: FileSystem): void {
  for (const { backup } of files) if (backup !== undefined) removeTemporary(backup, fs)
}

/** The directories in which a commit changes names. */
export function directoriesOf(
  files: readonly Pick<PreparedWrite, 'source' | 'target'>[],
): ReadonlySet<string> {
  return new Set(files.flatMap(({ source, target }) => [dirname(target), dirname(source ?? target)]))
}
