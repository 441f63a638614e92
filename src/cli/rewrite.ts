import type { FileOutcome } from '../engine/outcome.ts'
import type { ArchiveRun } from './archives.ts'
import type { Arguments } from './command.ts'
import { exitCodeOf } from './exit-code.ts'
import { lazyDiff } from './lazy-diff.ts'
import type { LoadedEngine } from './load-engine.ts'
import { type OutputFile, openOutputFile } from './output-file.ts'
import { makeReporter } from './reporters.ts'
import { runFiles } from './run-files.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

const noArchives: ArchiveRun = { archives: 'closed', output: undefined, isSaved: false }

/** Takes the files of a command line through an engine and reports; gives the exit code. */
export async function rewrite(
  args: Arguments,
  engine: LoadedEngine,
  world: World,
  archives: ArchiveRun = noArchives,
): Promise<number> {
  if (args.has('check') && args.has('write')) {
    throw new UsageError('--check and --write exclude one another', ['--check only asks what would change'])
  }
  const diff = lazyDiff(world)
  const isWritten = args.has('write') || archives.isSaved
  const reporter = await makeReporter(
    args,
    { mode: isWritten ? 'written' : 'dry-run', diffOf: diff, savedTo: archives.output },
    world,
  )
  const patchName = args.value('patch')
  const patch = patchName === undefined ? undefined : openPatch(patchName, world)
  const onOutcome = async (outcome: FileOutcome) => {
    if (outcome.status === 'changed') patch?.append(await diff(outcome))
    await reporter.file(outcome)
  }
  try {
    const report = await runFiles(
      args,
      { engine, mode: isWritten ? 'write' : 'dry-run', onOutcome, archives },
      world,
    )
    patch?.finish()
    await reporter.end(report)
    return exitCodeOf(report, args.has('check') ? 'check' : 'no-check')
  } finally {
    patch?.discard()
    reporter.discard()
  }
}

function openPatch(path: string, world: World): OutputFile {
  return openOutputFile({ option: 'patch', path, kind: 'patch', start: 'diff --git ' }, world.cwd)
}
