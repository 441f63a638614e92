import { constants } from 'node:fs'
import type { FileSystem } from './file-system.ts'
import { errnoOf } from './file-system.ts'
import type { Problem } from './problem.ts'
import { systemMessage } from './problem.ts'

/** A file this large is looked into before it is read: disk images lie about in real repositories. */
const LARGE = 16 * 1024 * 1024
const HEAD = 64 * 1024
/** V8 holds no longer string than this, in UTF-16 units. */
const LONGEST = 512 * 1024 * 1024

export type ReadResult =
  | { readonly bytes: Uint8Array /** Hard links, itself included. */; readonly names: number }
  | { readonly status: 'skipped' | 'failed'; readonly problem: Problem }

/** Reads a regular file as a whole; a huge one only if it is not binary. @param path with links resolved */
export function readInput(path: string, fs: FileSystem): ReadResult {
  try {
    const { fd, size, nlink } = openedRegular(path, fs)
    try {
      if (size > LARGE) {
        const problem = tooLarge(size, headOf(fd, fs))
        if (problem !== undefined) return { status: 'skipped', problem }
      }
      return { bytes: contentOf(fd, size, fs), names: nlink }
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') {
      return {
        status: 'failed',
        problem: { code: 'unreadable-file', message: 'has disappeared since it was found' },
      }
    }
    const problem: Problem = { code: 'unreadable-file', message: `cannot be read: ${systemMessage(error)}` }
    return { status: 'failed', problem }
  }
}

/** As `readFileSync`, which asks once more how large the file is: of small files that is a fifth of reading them. */
function contentOf(fd: number, size: number, fs: FileSystem): Uint8Array {
  // Files that the system makes up have no size.
  if (size === 0 || size > LARGE) return fs.readFileSync(fd)
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const count = fs.readSync(fd, bytes, length, size - length, null)
    if (count === 0) break
    length += count
  }
  return bytes.subarray(0, length)
}

/** Far more than Heat takes for a template. */
const MOST_GIVEN = 64 * 1024 * 1024

/** Reads a file that the user gave by itself, which may be a link or a pipe, as in `<(git show HEAD:a.yaml)`. */
export function readGiven(path: string, fs: FileSystem, most = MOST_GIVEN): ReadResult {
  try {
    const fd = fs.openSync(path, 'r')
    try {
      const bytes = readUpTo(fd, most, fs)
      return bytes === undefined
        ? {
            status: 'failed',
            problem: { code: 'file-too-large', message: `has more than ${most / 1024 / 1024} MB` },
          }
        : { bytes, names: 1 }
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    const problem: Problem = { code: 'unreadable-file', message: `cannot be read: ${systemMessage(error)}` }
    return { status: 'failed', problem }
  }
}

/** All bytes that there are, undefined when there are more than `most`. */
function readUpTo(fd: number, most: number, fs: FileSystem): Buffer | undefined {
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    const chunk = Buffer.alloc(HEAD)
    const length = fs.readSync(fd, chunk, 0, HEAD, null)
    if (length === 0) return Buffer.concat(chunks)
    size += length
    if (size > most) return undefined
    chunks.push(chunk.subarray(0, length))
  }
}

/** The bytes of a regular file. @throws what the file system says, also of a link and of a pipe */
export function readRegular(path: string, fs: FileSystem): Buffer {
  const fd = openRegular(path, fs)
  try {
    return fs.readFileSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Absent on Windows. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * Opens a regular file for reading, whatever has come up under its name since it was found: a link is not
 * followed, and a pipe does not wait for a writer.
 */
export function openRegular(path: string, fs: FileSystem): number {
  return openedRegular(path, fs).fd
}

function openedRegular(
  path: string,
  fs: FileSystem,
): { readonly fd: number; readonly size: number; readonly nlink: number } {
  const fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stat = fs.fstatSync(fd)
    if (stat.isFile()) return { fd, size: stat.size, nlink: stat.nlink }
    throw new Error('not a regular file')
  } catch (error) {
    fs.closeSync(fd)
    throw error
  }
}

function tooLarge(size: number, head: Uint8Array): Problem | undefined {
  const megabytes = Math.round(size / 1024 / 1024)
  if (head.includes(0)) return { code: 'binary-file', message: `is binary, ${megabytes} MB` }
  if (size >= LONGEST) return { code: 'file-too-large', message: `has ${megabytes} MB` }
  return undefined
}

function headOf(fd: number, fs: FileSystem): Uint8Array {
  const head = Buffer.alloc(HEAD)
  return head.subarray(0, fs.readSync(fd, head, 0, HEAD, 0))
}
