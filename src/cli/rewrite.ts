import { realFileSystem } from '../runner/file-system.ts'
import { run } from '../runner/run.ts'
import type { Arguments } from './command.ts'
import { exitCodeOf } from './exit-code.ts'
import { signalInterruption } from './interruption.ts'
import { teamFor } from './jobs.ts'
import { lazyDiff } from './lazy-diff.ts'
import type { LoadedEngine } from './load-engine.ts'
import { type OutputFile, openOutputFile } from './output-file.ts'
import { makeProgress, makeReporter } from './reporters.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** Takes the files of a command line through an engine and reports; gives the exit code. */
export async function rewrite(args: Arguments, engine: LoadedEngine, world: World): Promise<number> {
  if (args.has('check') && args.has('write')) {
    throw new UsageError('--check and --write exclude one another', ['--check only asks what would change'])
  }
  const diff = lazyDiff(world)
  const team = teamFor(args, engine, world)
  const progress = await makeProgress(args, world)
  const reporter = await makeReporter(
    args,
    { mode: args.has('write') ? 'written' : 'dry-run', diffOf: diff },
    world,
  )
  const patchName = args.value('patch')
  const patch = patchName === undefined ? undefined : openPatch(patchName, world)
  try {
    const report = await run({
      engine,
      team,
      paths: args.positionals.length === 0 ? ['.'] : args.positionals,
      cwd: world.cwd,
      ignore: args.values('ignore'),
      mode: args.has('write') ? 'write' : 'dry-run',
      fileSystem: world.fileSystem ?? realFileSystem,
      interruption: signalInterruption(),
      onProgress: progress.update,
      onOutcome: async (outcome) => {
        progress.clear()
        if (outcome.status === 'changed') patch?.append(await diff(outcome))
        await reporter.file(outcome)
      },
    })
    progress.clear()
    patch?.finish()
    await reporter.end(report)
    return exitCodeOf(report, args.has('check') ? 'check' : 'no-check')
  } finally {
    progress.clear()
    patch?.discard()
    reporter.discard()
  }
}

function openPatch(path: string, world: World): OutputFile {
  return openOutputFile({ option: 'patch', path, kind: 'patch', start: 'diff --git ' }, world.cwd)
}
