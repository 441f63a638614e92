import fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { noteScratch } from '../runner/journal.ts'
import { systemMessage } from '../runner/problem.ts'
import { createFile, removeTemporary, temporaryName } from '../runner/temporary-file.ts'
import { OutputFailure } from './output-failure.ts'
import { UsageError } from './usage-error.ts'

/** A file in the making; it gets its name when it is complete. */
export interface OutputFile {
  append(data: string | Uint8Array): void
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
}

/**
 * Begins the file that an option names.
 *
 * @throws UsageError when the file cannot be made, or exists and is of no such kind: in
 * `--patch stack.template` the name of the patch was forgotten
 */
export function openOutputFile({ option, path, kind, start }: OutputTarget, cwd: string): OutputFile {
  const target = resolve(cwd, path)
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
    throw new UsageError(`--${option} ${path}: cannot be written: ${systemMessage(error)}`)
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
  return {
    append: (data) => orFail(() => fs.writeFileSync(fd, data)),
    finish: () => {
      orFail(() => {
        fs.fsyncSync(fd)
        close()
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
