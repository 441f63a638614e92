import type { FileOutcome } from '../engine/outcome.ts'
import type { DiffOf } from '../report/reporter.ts'
import { realFileSystem } from '../runner/file-system.ts'
import { patchPaths } from './patch-paths.ts'
import type { World } from './world.ts'

/**
 * Gives the unified diff of a changed file, with paths as `git apply` wants them. What
 * it takes is loaded with the first change; the last diff is kept, because the patch
 * and the report ask for the same one.
 */
export function lazyDiff(world: World): DiffOf {
  const pathOf = patchPaths(world.cwd, world.fileSystem ?? realFileSystem)
  let last: { readonly outcome: FileOutcome; readonly diff: string } | undefined
  return async (outcome) => {
    if (last?.outcome === outcome) return last.diff
    const { unifiedDiff } = await import('../report/unified-diff.ts')
    const { path, newPath, before, after = '' } = outcome
    const diff = unifiedDiff({
      path: pathOf(path),
      after,
      ...(newPath === undefined ? {} : { newPath: pathOf(newPath) }),
      ...(before === undefined ? {} : { before }),
    })
    last = { outcome, diff }
    return diff
  }
}
