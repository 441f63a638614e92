import fs from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { errnoOf, realLocation } from '../../../run/file-system.ts'
import { noteScratch } from '../../../run/journal.ts'
import { systemMessage } from '../../../run/problem.ts'
import { createFile, removeTemporary, temporaryName, writeAll } from '../../../run/temporary-file.ts'
import { UsageError } from '../usage-error.ts'

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

interface OutputTarget {
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
  let parts: number
  try {
    parts = openNameless(dirname(target))
  } catch (error) {
    const message = `--${option} ${path}: cannot be written: ${systemMessage(error)}`
    throw FULL.has(errnoOf(error)) ? new OutputFailure(message) : new UsageError(message)
  }
  return new NamedOutput(output, target, parts)
}

/** Its functions are handed on without it. */
class NamedOutput implements OutputFile {
  readonly #output: OutputTarget
  readonly #target: string
  /** What was appended, in a file without a name. */
  readonly #parts: number
  #isOpen = true
  #complete: { readonly temporary: string; readonly journal: string | undefined } | undefined

  constructor(output: OutputTarget, target: string, parts: number) {
    this.#output = output
    this.#target = target
    this.#parts = parts
  }

  readonly append = (data: string | Uint8Array): void => {
    this.#orFail(() => fs.writeFileSync(this.#parts, data))
  }

  readonly complete = (): void => {
    this.#orFail(() => this.#putTogether())
  }

  readonly finish = (): void => {
    this.#orFail(() => {
      this.#putTogether()
      if (this.#complete !== undefined) fs.renameSync(this.#complete.temporary, this.#target)
    })
    removeOwn(this.#complete?.journal)
  }

  readonly discard = (): void => {
    this.#close()
    if (this.#complete !== undefined) removeTemporary(this.#complete.temporary, fs)
    removeOwn(this.#complete?.journal)
  }

  /** @throws OutputFailure when the disk is full, for example */
  #orFail(write: () => void): void {
    try {
      write()
    } catch (error) {
      const { option, path } = this.#output
      throw new OutputFailure(`--${option} ${path}: cannot be written: ${systemMessage(error)}`)
    }
  }

  #putTogether(): void {
    if (!this.#isOpen) return
    const temporary = join(dirname(this.#target), temporaryName())
    this.#complete = { temporary, journal: noteScratch(temporary, fs) }
    copyInto(temporary, this.#parts)
    this.#close()
  }

  #close(): void {
    if (this.#isOpen) fs.closeSync(this.#parts)
    this.#isOpen = false
  }
}

/**
 * A file without a name, for what comes up during a run: however that ends, nothing of it is left. It lies where the
 * output will, so that what cannot be written there is known before the run.
 */
function openNameless(directory: string): number {
  const name = join(directory, temporaryName())
  const fd = fs.openSync(name, 'wx+', 0o600)
  removeTemporary(name, fs)
  return fd
}

/** So many bytes are copied at a time. */
const CHUNK = 1 << 20

/** Writes what an open file holds into a new one, and gets it onto the disk. */
function copyInto(path: string, source: number): void {
  const fd = createFile(path, 0o666, fs)
  try {
    const chunk = Buffer.alloc(CHUNK)
    for (let at = 0, length = 1; length > 0; at += length) {
      length = fs.readSync(source, chunk, 0, CHUNK, at)
      writeAll(fd, chunk.subarray(0, length), fs)
    }
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
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

/** A file that an option names, or one in a folder that it names, with its contents in parts. */
interface OpenOutput extends OutputTarget {
  readonly parts: Iterable<string>
}

/**
 * Writes files that belong together: all of them are complete on the disk before the first gets its name.
 *
 * @param makeRoom called when that is so
 * @throws UsageError and OutputFailure as for one file
 */
export function writeTogether(outputs: readonly OpenOutput[], cwd: string, makeRoom = () => {}): void {
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
