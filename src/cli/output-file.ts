import fs from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { errnoOf, realLocation } from '../runner/file-system.ts'
import { noteScratch } from '../runner/journal.ts'
import { systemMessage } from '../runner/problem.ts'
import { createFile, removeTemporary, temporaryName } from '../runner/temporary-file.ts'
import { UsageError } from './usage-error.ts'

/** A file in the making; it gets its name when it is complete. */
export interface OutputFile {
  append(data: string | Uint8Array): void
  /** Gets what was written onto the disk. */
  complete(): void
  /** Gives the file its name. */
  finish(): void
  /** Removes what was written, when it has not got its name. */
  discard(): void
}

export interface OutputTarget {
  /** Without the dashes. */
  readonly option: string
  /** As given. */
  readonly path: string
  /** What such a file is, for messages. */
  readonly kind: string
  /** How every file of this kind begins. */
  readonly start: string
  /** The folder that was given, where it is one: folders below it come up as needed, and none may be a link. */
  readonly folder?: string
}

/**
 * Begins the file that an option names.
 *
 * @throws UsageError when the file cannot be made, or exists and is of no such kind: in
 * `--patch stack.template` the name of the patch was forgotten
 */
export function openOutputFile(output: OutputTarget, cwd: string): OutputFile {
  const { option, path, kind, start, folder } = output
  const target = resolve(cwd, path)
  if (folder !== undefined) makeFolders(output, folder, cwd)
  if (!isReplaceable(target, start)) {
    throw new UsageError(`--${option} ${path}: the file exists and is not a ${kind}`, [
      `give the ${kind} a name of its own`,
    ])
  }
  const temporary = join(dirname(target), temporaryName())
  let journal: string | undefined
  let fd: number
  try {
    journal = noteScratch(temporary, fs)
    fd = createFile(temporary, 0o666, fs)
  } catch (error) {
    removeOwn(journal)
    const message = `--${option} ${path}: cannot be written: ${systemMessage(error)}`
    throw FULL.has(errnoOf(error)) ? new OutputFailure(message) : new UsageError(message)
  }
  let isOpen = true
  const close = () => {
    if (isOpen) fs.closeSync(fd)
    isOpen = false
  }
  /** @throws OutputFailure when the disk is full, for example */
  const orFail = (write: () => void) => {
    try {
      write()
    } catch (error) {
      throw new OutputFailure(`--${option} ${path}: cannot be written: ${systemMessage(error)}`)
    }
  }
  const complete = () => {
    if (isOpen) fs.fsyncSync(fd)
    close()
  }
  return {
    append: (data) => orFail(() => fs.writeFileSync(fd, data)),
    complete: () => orFail(complete),
    finish: () => {
      orFail(() => {
        complete()
        fs.renameSync(temporary, target)
      })
      removeOwn(journal)
    },
    discard: () => {
      close()
      removeTemporary(temporary, fs)
      removeOwn(journal)
    },
  }
}

function makeFolders({ option, path }: OutputTarget, folder: string, cwd: string): void {
  const target = resolve(cwd, path)
  const root = dirname(realLocation(resolve(cwd, folder, 'any'), fs))
  if (relative(root, realLocation(target, fs)) !== relative(resolve(cwd, folder), target))
    throw new UsageError(`--${option} ${path}: lies behind a symbolic link`)
  try {
    fs.mkdirSync(dirname(target), { recursive: true })
  } catch (error) {
    throw new UsageError(`--${option} ${path}: cannot be written: ${systemMessage(error)}`)
  }
}

/** What is no mistake in the command line. */
const FULL: ReadonlySet<string | undefined> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENFILE',
])

/** A file that an option names, or one in a folder that it names, with the parts of its text. */
export interface Output extends OutputTarget {
  readonly parts: Iterable<string>
}

/**
 * Writes files that belong together: all of them are complete on the disk before the first gets its name.
 *
 * @param makeRoom called when that is so
 * @throws UsageError and OutputFailure as for one file
 */
export function writeTogether(outputs: readonly Output[], cwd: string, makeRoom = () => {}): void {
  const files: OutputFile[] = []
  try {
    for (const { parts, ...target } of outputs) {
      const file = openOutputFile(target, cwd)
      files.push(file)
      for (const part of parts) file.append(part)
      file.complete()
    }
    makeRoom()
    for (const file of files) file.finish()
  } finally {
    for (const file of files) file.discard()
  }
}

function removeOwn(journal: string | undefined): void {
  if (journal !== undefined) removeTemporary(journal, fs)
}

/** Nothing, an empty file or an older one of the same kind. */
function isReplaceable(target: string, start: string): boolean {
  const stat = fs.statSync(target, { throwIfNoEntry: false })
  if (stat === undefined) return true
  if (!stat.isFile()) return false
  const fd = fs.openSync(target, 'r')
  try {
    const head = Buffer.alloc(start.length)
    const length = fs.readSync(fd, head)
    return length === 0 || head.toString('latin1', 0, length) === start
  } finally {
    fs.closeSync(fd)
  }
}

/** What was asked for could not be written: a report, a patch. The message says which, and why. */
export class OutputFailure extends Error {}
