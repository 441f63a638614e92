import { resolve } from 'node:path'
import { realFileSystem } from '../runner/file-system.ts'
import { readGiven } from '../runner/read-file.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** A longer text V8 does not hold. */
const LARGEST = 500 * 1024 * 1024

/**
 * What is in a file that an option names, which may be a pipe: 64 MB at most.
 *
 * @param said how a message begins
 * @throws UsageError when it cannot be read
 */
export function givenBytes(path: string, said: string, cwd: string): Uint8Array {
  const result = readGiven(resolve(cwd, path), realFileSystem)
  if ('problem' in result) throw new UsageError(`${said}: ${result.problem.message}`)
  return result.bytes
}

/** The same as text. @throws UsageError when it cannot be read */
export function givenText(path: string, said: string, cwd: string): string {
  return Buffer.from(givenBytes(path, said, cwd)).toString('utf8')
}

/** The text of a file that a command line names. @throws UsageError when it cannot be read */
export function readTextFile(
  path: string,
  { cwd, fileSystem = realFileSystem }: Pick<World, 'cwd' | 'fileSystem'>,
): string {
  const result = readGiven(resolve(cwd, path), fileSystem, LARGEST)
  if ('problem' in result) throw new UsageError(`${path}: ${result.problem.message}`)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.bytes)
}
