import fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { systemMessage } from '../runner/problem.ts'
import { temporaryName } from '../runner/temporary-name.ts'
import { UsageError } from './usage-error.ts'

const PATCH_START = 'diff --git '

/** A patch in the making; it gets its name when it is complete. */
export interface PatchFile {
  append(diff: string): void
  finish(): void
  /** Removes what was written, when it has not got its name. */
  discard(): void
}

/**
 * Begins a patch.
 *
 * @throws UsageError when the file cannot be made, or exists and is no patch: in
 * `--patch stack.template` the name of the patch was forgotten
 */
export function openPatchFile(path: string, cwd: string): PatchFile {
  const target = resolve(cwd, path)
  if (!isReplaceable(target)) {
    throw new UsageError(`--patch ${path}: the file exists and is no patch`, [
      'give the patch a name of its own',
    ])
  }
  const temporary = join(dirname(target), temporaryName())
  let fd: number
  try {
    fd = fs.openSync(temporary, 'wx')
  } catch (error) {
    throw new UsageError(`--patch ${path}: cannot be written: ${systemMessage(error)}`)
  }
  let isOpen = true
  const close = () => {
    if (isOpen) fs.closeSync(fd)
    isOpen = false
  }
  return {
    append: (diff) => fs.writeFileSync(fd, diff),
    finish: () => {
      fs.fsyncSync(fd)
      close()
      fs.renameSync(temporary, target)
    },
    discard: () => {
      close()
      fs.rmSync(temporary, { force: true })
    },
  }
}

/** Nothing, an empty file or an older patch. */
function isReplaceable(target: string): boolean {
  const stat = fs.statSync(target, { throwIfNoEntry: false })
  if (stat === undefined) return true
  if (!stat.isFile()) return false
  const fd = fs.openSync(target, 'r')
  try {
    const start = Buffer.alloc(PATCH_START.length)
    const length = fs.readSync(fd, start)
    return length === 0 || start.toString('latin1', 0, length) === PATCH_START
  } finally {
    fs.closeSync(fd)
  }
}
