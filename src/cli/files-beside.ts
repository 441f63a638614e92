/** Files that a command looks into beside those that it is about. */
import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isTemplateName } from '../package/load.ts'
import { realFileSystem } from '../runner/file-system.ts'
import { readInput } from '../runner/read-file.ts'
import type { Arguments } from './command.ts'
import type { World } from './world.ts'

/** The files that may be templates or environments: those that are given, and those beside files that are given. */
export async function filesBeside(
  given: readonly string[],
  args: Pick<Arguments, 'values'>,
  { cwd }: Pick<World, 'cwd'>,
): Promise<readonly string[]> {
  const { discover } = await import('../runner/discovery.ts')
  const { files } = await discover(given, { cwd, ignore: args.values('ignore') })
  const found = new Set(files.map(({ path }) => path))
  for (const path of given) {
    const stat = statSync(resolve(cwd, path), { throwIfNoEntry: false })
    if (stat?.isFile() !== true) continue
    const folder = dirname(path)
    for (const name of readdirSync(resolve(cwd, folder)).sort()) found.add(join(folder, name))
  }
  return [...found].filter((path) => isTemplateName(path))
}

/** Those of these files that may be environments with a registry of types. */
export async function environmentsBeside(
  given: readonly string[],
  args: Pick<Arguments, 'values'>,
  world: Pick<World, 'cwd'>,
): Promise<readonly string[]> {
  const files = await filesBeside(given, args, world)
  return files.filter((path) => bytesOf(path, world)?.includes('resource_registry') === true)
}

/** What stands in a file; undefined where it cannot be read. */
export function bytesOf(path: string, { cwd }: Pick<World, 'cwd'>): Buffer | undefined {
  const input = readInput(resolve(cwd, path), realFileSystem)
  return 'bytes' in input
    ? Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.length)
    : undefined
}
