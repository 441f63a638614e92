import { resolve } from 'node:path'
import { realFileSystem } from '../runner/file-system.ts'
import { readGiven } from '../runner/read-file.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** A longer text V8 does not hold. */
const LARGEST = 500 * 1024 * 1024

/** The text of a file that a command line names. @throws UsageError when it cannot be read */
export function readTextFile(
  path: string,
  { cwd, fileSystem = realFileSystem }: Pick<World, 'cwd' | 'fileSystem'>,
): string {
  const result = readGiven(resolve(cwd, path), fileSystem, LARGEST)
  if ('problem' in result) throw new UsageError(`${path}: ${result.problem.message}`)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.bytes)
}
