import { dirname, join } from 'node:path'
import { errnoOf, type FileSystem } from './file-system.ts'
import { messageOf } from './problem.ts'
import { removeTemporary, type StagedFile } from './staged-file.ts'
import { temporaryName } from './temporary-name.ts'
import { WriteFailure } from './write-failure.ts'

/** Why a commit did not happen, and at which file. */
export interface CommitFailure {
  readonly file: StagedFile
  readonly error: unknown
}

/**
 * Puts staged files in their places: all of them or, when one cannot be, none.
 *
 * @returns the failure, after everything was put back
 */
export function commit(files: readonly StagedFile[], fs: FileSystem): CommitFailure | undefined {
  const backups = new Map<StagedFile, string>()
  const undo: (() => void)[] = []
  // A single file is replaced or renamed in steps of which the last one decides;
  // only several of them need their originals kept.
  const steps: ((file: StagedFile) => void)[] = [
    (file) => assertUnchanged(file, fs),
    ...(files.length > 1 ? [(file: StagedFile) => keepOriginal(file, backups, fs)] : []),
    (file) => place(file, backups.get(file), undo, fs),
  ]
  for (const step of steps) {
    for (const file of files) {
      try {
        step(file)
      } catch (cause) {
        const error = rollBack(undo, cause)
        if (error === cause) removeBackups(backups, fs)
        return { file, error }
      }
    }
  }
  removeBackups(backups, fs)
  return undefined
}

/** Somebody may have saved the file in an editor since we read it. */
function assertUnchanged(file: StagedFile, fs: FileSystem): void {
  if (file.source === undefined) return
  const expected = Buffer.from(file.before ?? '', 'utf8')
  let isSame = false
  try {
    isSame =
      fs.statSync(file.source).size === expected.length && fs.readFileSync(file.source).equals(expected)
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

function place(file: StagedFile, backup: string | undefined, undo: (() => void)[], fs: FileSystem): void {
  const { source, target, temporary } = file
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
function placeUnderNewName(temporary: string, target: string, fs: FileSystem): void {
  try {
    fs.linkSync(temporary, target)
  } catch (error) {
    const isTaken =
      errnoOf(error) === 'EEXIST' || fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined
    if (isTaken) {
      const message = `${target} has come up during the run`
      throw new WriteFailure({ code: 'target-exists', message })
    }
    // A file system without hard links.
    fs.renameSync(temporary, target)
    return
  }
  fs.unlinkSync(temporary)
}

function keepOriginal(file: StagedFile, backups: Map<StagedFile, string>, fs: FileSystem): void {
  if (file.source === undefined) return
  const backup = join(dirname(file.source), temporaryName())
  backups.set(file, backup)
  try {
    fs.linkSync(file.source, backup)
  } catch {
    fs.copyFileSync(file.source, backup)
  }
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

function removeBackups(backups: ReadonlyMap<StagedFile, string>, fs: FileSystem): void {
  for (const backup of backups.values()) removeTemporary(backup, fs)
}
