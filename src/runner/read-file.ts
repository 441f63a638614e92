import { errnoOf, type FileSystem } from './file-system.ts'
import { type Problem, systemMessage } from './problem.ts'

/** A file this large is looked into before it is read: disk images lie about in real repositories. */
const LARGE = 16 * 1024 * 1024
const HEAD = 64 * 1024
/** V8 holds no longer string than this, in UTF-16 units. */
const LONGEST = 512 * 1024 * 1024

export type ReadResult =
  | { readonly bytes: Uint8Array /** Hard links, itself included. */; readonly names: number }
  | { readonly status: 'skipped' | 'failed'; readonly problem: Problem }

/** Reads a regular file as a whole; a huge one only if it may be text. */
export function readInput(path: string, fs: FileSystem): ReadResult {
  try {
    const fd = fs.openSync(path, 'r')
    try {
      const { size, nlink } = fs.fstatSync(fd)
      if (size > LARGE) {
        const problem = tooLarge(size, headOf(fd, fs))
        if (problem !== undefined) return { status: 'skipped', problem }
      }
      return { bytes: fs.readFileSync(fd), names: nlink }
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

function tooLarge(size: number, head: Uint8Array): Problem | undefined {
  const megabytes = Math.round(size / 1024 / 1024)
  if (head.includes(0))
    return { code: 'file-too-large', message: `is binary, ${megabytes} MB`, severity: 'info' }
  if (size >= LONGEST) return { code: 'file-too-large', message: `has ${megabytes} MB` }
  return undefined
}

function headOf(fd: number, fs: FileSystem): Uint8Array {
  const head = Buffer.alloc(HEAD)
  return head.subarray(0, fs.readSync(fd, head, 0, HEAD, 0))
}
