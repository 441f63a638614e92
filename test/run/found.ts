import { discover } from '../../src/run/discovery.ts'
import type { FileSystem } from '../../src/run/file-system.ts'
import type { TemporaryTree } from './temporary-tree.ts'

/** Paths found, then problems as `status code path: message`. */
export async function found(
  tree: TemporaryTree,
  paths: readonly string[],
  options: { cwd?: string; ignore?: readonly string[]; fileSystem?: FileSystem } = {},
): Promise<string[]> {
  const { files, problems } = await discover(paths, { cwd: tree.root, ...options })
  return [
    ...files.map(({ path }) => path),
    ...problems.map(
      ({ status, path, reason, findings }) => `${status} ${findings[0]?.code} ${path}: ${reason}`,
    ),
  ]
}
