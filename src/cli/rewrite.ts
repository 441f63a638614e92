import type { FileOutcome } from '../engine/outcome.ts'
import type { Arguments } from './command.ts'
import { exitCodeOf } from './exit-code.ts'
import { lazyDiff } from './lazy-diff.ts'
import type { LoadedEngine } from './load-engine.ts'
import { type OutputFile, openOutputFile } from './output-file.ts'
import { makeReporter } from './reporters.ts'
import { runFiles } from './run-files.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** Takes the files of a command line through an engine and reports; gives the exit code. */
export async function rewrite(args: Arguments, engine: LoadedEngine, world: World): Promise<number> {
  if (args.has('check') && args.has('write')) {
    throw new UsageError('--check and --write exclude one another', ['--check only asks what would change'])
  }
  const diff = lazyDiff(world)
  const reporter = await makeReporter(
    args,
    { mode: args.has('write') ? 'written' : 'dry-run', diffOf: diff },
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
      { engine, mode: args.has('write') ? 'write' : 'dry-run', onOutcome },
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
