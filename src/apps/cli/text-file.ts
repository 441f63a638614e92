import { dirname, join, resolve } from 'node:path'
import { type FileSystem, realFileSystem } from '../../run/file-system.ts'
import { namedAlike } from '../../run/given-path.ts'
import { fileSource, type Source } from '../../run/plan/long-document.ts'
import { systemMessage } from '../../run/problem.ts'
import { readGiven } from '../../run/read-file.ts'
import { openNameless } from '../../run/spill.ts'
import { type Document, readDocument } from '../../text/document/document.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import { didYouMean, UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** V8 cannot hold longer strings. */
const LARGEST = 500 * 1024 * 1024

/**
 * What is in a file that an option names, which may be a pipe: 64 MB at most.
 *
 * @param origin how a message begins
 * @throws UsageError when it cannot be read
 */
function givenBytes(path: string, origin: string, cwd: string): Uint8Array {
  const result = readGiven(resolve(cwd, path), realFileSystem)
  if ('problem' in result) throw new UsageError(`${origin}: ${result.problem.message}`)
  return result.bytes
}

/** The same as a string. @throws UsageError when it cannot be read */
export function givenText(path: string, origin: string, cwd: string): string {
  return Buffer.from(givenBytes(path, origin, cwd)).toString('utf8')
}

/** The contents of a file that a command line names. @throws UsageError when it cannot be read */
export function readTextFile(path: string, { cwd, fileSystem }: Pick<World, 'cwd' | 'fileSystem'>): string {
  const result = readGiven(resolve(cwd, path), fileSystem, LARGEST)
  if ('problem' in result) throw unreadable(path, { cwd, fileSystem }, result.problem.message)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.bytes)
}

/** A document that is read part by part. */
export interface OpenDocument {
  readonly source: Source
  close(): void
}

/**
 * Opens a document that a command line names. What comes through a pipe is copied to a temporary file first.
 *
 * @throws UsageError when it cannot be read
 */
export function openDocument(
  path: string,
  { cwd, fileSystem: fs }: Pick<World, 'cwd' | 'fileSystem'>,
): OpenDocument {
  try {
    const given = fs.openSync(resolve(cwd, path), 'r')
    const isFile = fs.fstatSync(given).isFile()
    const fd = isFile ? given : copied(given, fs)
    return { source: fileSource(fd, isFile ? fs : realFileSystem), close: () => fs.closeSync(fd) }
  } catch (error) {
    throw unreadable(path, { cwd, fileSystem: fs }, `cannot be read: ${systemMessage(error)}`)
  }
}

/** A file that a command line names and that cannot be read, with the one beside it that may be meant. */
function unreadable(
  path: string,
  { cwd, fileSystem }: Pick<World, 'cwd' | 'fileSystem'>,
  why: string,
): UsageError {
  const absolute = resolve(cwd, path)
  const near = fileSystem.existsSync(absolute) ? undefined : namedAlike(absolute, fileSystem)
  return new UsageError(`${path}: ${why}`, didYouMean(near === undefined ? [] : [join(dirname(path), near)]))
}

function copied(from: number, fs: FileSystem): number {
  const to = openNameless()
  const piece = Buffer.alloc(1 << 16)
  try {
    for (;;) {
      const length = fs.readSync(from, piece, 0, piece.length, null)
      if (length === 0) return to
      realFileSystem.writeSync(to, piece, 0, length)
    }
  } finally {
    fs.closeSync(from)
  }
}

/** The YAML or JSON that an option names. @throws UsageError when it cannot be read, with the location of the mistake */
export function givenDocument(path: string, option: string, cwd: string): Document {
  const text = givenText(path, `--${option} ${path}`, cwd)
  const reading = readDocument(text)
  if ('document' in reading) return reading.document
  const { line, column } = new LineIndex(text).position(reading.problem.start)
  throw new UsageError(`--${option} ${path}:${line}:${column}: ${reading.problem.message}`)
}
