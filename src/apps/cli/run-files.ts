import { resolve } from 'node:path'
import type { FileOutcome } from '../../engine/outcome.ts'
import { run } from '../../run/run.ts'
import type { RunReport } from '../../run/run-report.ts'
import type { Arguments } from './command.ts'
import { signalInterruption } from './interruption.ts'
import type { LoadedEngine } from './load-engine.ts'
import type { ArchiveRun } from './options/archives.ts'
import { shardFor, teamFor } from './options/jobs.ts'
import { makeProgress } from './output/run-progress.ts'
import { uncommittedIn } from './uncommitted.ts'
import type { World } from './world.ts'

/** What a command does with the files of its command line. */
export interface CommandFiles {
  readonly engine: LoadedEngine
  readonly mode: Parameters<typeof run>[0]['mode']
  /** Called and awaited for every file, in their order. */
  readonly onOutcome: (outcome: FileOutcome) => Promise<void>
  readonly choose?: Parameters<typeof run>[0]['choose']
  readonly isChosenAtOnce?: boolean | undefined
  readonly revise?: ((outcome: FileOutcome) => FileOutcome) | undefined
  readonly whenStopped?: Parameters<typeof run>[0]['whenStopped']
  /** A file that is none of the run, relative to the working directory. */
  readonly apart?: string | undefined
  /** Closed by default. */
  readonly archives?: Pick<ArchiveRun, 'archives' | 'output'>
  /** Files of the run beside those that the command line lists as paths. */
  readonly besides?: readonly string[]
}

/** Takes the files of a command line, by default those of the working directory, through an engine. */
export async function runFiles(
  args: Arguments,
  {
    engine,
    mode,
    onOutcome,
    choose,
    isChosenAtOnce,
    revise,
    whenStopped,
    apart,
    archives,
    besides = [],
  }: CommandFiles,
  world: World,
): Promise<RunReport> {
  const { input } = args
  // Archives go where `archives` says.
  const out = archives?.output === undefined ? args.value('out') : undefined
  const team = input === undefined ? teamFor(args, engine, world) : undefined
  const progress = makeProgress(args, world)
  try {
    return await run({
      engine,
      team,
      paths: args.isEmpty ? [] : [...args.paths, ...besides],
      ...(input === undefined ? {} : { input }),
      cwd: world.cwd,
      ...args.excluded,
      mode,
      shard: shardFor(args),
      choose,
      isChosenAtOnce,
      revise,
      archives: archives?.archives ?? 'closed',
      archiveOutput: archives?.output,
      fileSystem: world.fileSystem,
      ...(out === undefined ? {} : { copyTo: resolve(world.cwd, out) }),
      apart: apart === undefined ? undefined : resolve(world.cwd, apart),
      uncommitted: mode === 'write' && out === undefined ? uncommittedIn(args, world) : undefined,
      interruption: signalInterruption(),
      ...reportedTo({ onOutcome }, progress, world),
      whenStopped,
    })
  } finally {
    engine.settle?.()
    progress.clear()
  }
}

/** Clears the line of progress before anything else is written. */
function reportedTo(
  { onOutcome }: Pick<CommandFiles, 'onOutcome'>,
  progress: ReturnType<typeof makeProgress>,
  { err }: World,
): Pick<Parameters<typeof run>[0], 'onProgress' | 'onNotice' | 'onOutcome'> {
  return {
    onProgress: progress.update,
    onNotice: (line) => {
      progress.clear()
      void err.write(`${line}\n`)
    },
    onOutcome: async (outcome) => {
      progress.clear()
      await onOutcome(outcome)
    },
  }
}
