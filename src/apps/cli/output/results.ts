import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { FileOutcome } from '../../../engine/outcome.ts'
import { repositoryRoot } from '../../../run/boundary.ts'
import type { FileSystem } from '../../../run/file-system.ts'
import type { RunReport } from '../../../run/run-report.ts'
import type { DiffOf } from '../../../show/report/reporter.ts'
import { defined } from '../../../text/document/records.ts'
import type { Arguments } from '../command.ts'
import { isDiffSummary } from '../options/options.ts'
import type { World } from '../world.ts'
import { type OutputFile, openOutputFile } from './output-file.ts'
import { makeReporter, type Reporting } from './reporters.ts'

/** Where the outcomes of a run that rewrites go: the report, and the patch. */
export interface Results {
  file(outcome: FileOutcome): Promise<void>
  end(report: RunReport): Promise<void>
  /** Removes what has not come to its end. */
  discard(): void
}

/** @throws UsageError for formats that there are not, and files that cannot be made */
export async function openResults(
  args: Arguments,
  reporting: Omit<Reporting, 'diffOf'>,
  world: World,
): Promise<Results> {
  const diff = lazyDiff(world)
  const diffOf = isDiffSummary(args) ? summaryOr(diff) : diff
  const reporter = await makeReporter(args, { ...reporting, diffOf }, world)
  const patchName = args.value('patch')
  const patch = patchName === undefined ? undefined : openPatch(patchName, world)
  return {
    async file(outcome) {
      if (outcome.status === 'changed') patch?.append(await diff(outcome))
      await reporter.file(outcome)
    },
    async end(report) {
      patch?.finish()
      await reporter.end(report)
    },
    discard() {
      patch?.discard()
      reporter.discard()
    },
  }
}

/** What is proved equal by its entries, and all else as a diff. */
function summaryOr(diff: DiffOf): DiffOf {
  return async (outcome) => {
    const { entrySummary, isFoldable } = await import('../../../show/report/entry-summary.ts')
    return isFoldable(outcome) ? entrySummary(outcome) : diff(outcome)
  }
}

function openPatch(path: string, world: World): OutputFile {
  return openOutputFile({ option: 'patch', path, kind: 'patch', start: 'diff --git ' }, world.cwd)
}

/**
 * Gives the unified diff of a changed file, with paths as `git apply` wants them. The diff library is loaded with the
 * first change; the last diff is cached, because the patch and the report ask for the same one.
 */
function lazyDiff(world: World): DiffOf {
  const pathOf = patchPaths(world.cwd, world.fileSystem)
  let last: { readonly outcome: FileOutcome; readonly diff: string } | undefined
  return async (outcome) => {
    if (last?.outcome === outcome) return last.diff
    const { unifiedDiff } = await import('../../../run/diff/unified-diff.ts')
    const { path, newPath, before, after = '' } = outcome
    const names = { path: pathOf(path), newPath: newPath === undefined ? undefined : pathOf(newPath) }
    const diff = unifiedDiff(defined({ after, ...names, before }))
    last = { outcome, diff }
    return diff
  }
}

/**
 * Gives the path that a patch names a file by. `git apply` takes the paths of a patch
 * relative to the root of the repository, wherever it is called, and passes over all
 * others without a word; outside of a repository they are relative to where it is
 * called. It refuses to patch through symbolic links, so the real path counts.
 */
export function patchPaths(cwd: string, fs: FileSystem): (path: string) => string {
  const real = (path: string): string => {
    try {
      return fs.realpathSync(path)
    } catch {
      return dirname(path) === path ? path : join(real(dirname(path)), basename(path))
    }
  }
  const start = real(cwd)
  const root = repositoryRoot(start, fs) ?? start
  return (path) =>
    relative(root, real(resolve(cwd, path)))
      .split(sep)
      .join('/')
}
