import { resolve } from 'node:path'
import type { FileOutcome } from '../../engine/outcome.ts'
import { run } from '../../run/run.ts'
import type { RunReport } from '../../run/run-report.ts'
import type { Arguments } from './command.ts'
import { signalInterruption } from './interruption.ts'
import type { LoadedEngine } from './load-engine.ts'
import type { ArchiveRun } from './options/archives.ts'
import { shardFor, teamFor } from './options/jobs.ts'
import type { Exit } from './output/exit-code.ts'
import { invocationOf, type RunReporter } from './output/reporters.ts'
import { makeProgress } from './output/run-progress.ts'
import type { Searched } from './searched.ts'
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
  { onOutcome, apart, archives, besides = [], ...asked }: CommandFiles,
  world: World,
): Promise<RunReport> {
  const { input } = args
  const { engine, mode } = asked
  // Archives go where `archives` says.
  const out = archives?.output === undefined ? args.value('out') : undefined
  const team = input === undefined ? teamFor(args, engine, world) : undefined
  const progress = makeProgress(args, world)
  try {
    return await run({
      ...asked,
      team,
      paths: args.isEmpty ? [] : [...args.paths, ...besides],
      ...(input === undefined ? {} : { input }),
      cwd: world.cwd,
      ...args.excluded,
      shard: shardFor(args),
      archives: archives?.archives ?? 'closed',
      archiveOutput: archives?.output,
      fileSystem: world.fileSystem,
      ...(out === undefined ? {} : { copyTo: resolve(world.cwd, out) }),
      apart: apart === undefined ? undefined : resolve(world.cwd, apart),
      uncommitted: mode === 'write' && out === undefined ? uncommittedIn(args, world) : undefined,
      interruption: signalInterruption(),
      ...reportedTo({ onOutcome }, progress, world),
    })
  } finally {
    engine.settle?.()
    progress.clear()
  }
}

/** A run over files, and where to report its outcomes. */
export interface ReportedRun {
  readonly results: RunReporter
  readonly searched: Searched
  /** Is given every outcome before it is reported. */
  readonly note: (outcome: FileOutcome) => void
  readonly exit: (report: RunReport) => Exit
  /** Whether the result for a template on standard input goes to standard output. */
  readonly writesInput: boolean
  /** @param file to which every outcome has to be given */
  readonly work: (file: CommandFiles['onOutcome']) => Promise<RunReport>
  /** What the report of the whole run has beside what the run knows. */
  readonly more: (report: RunReport) => Promise<Partial<RunReport>>
  /** What is said where there was nothing to look at. */
  readonly saysMissing?: (missing: string) => string
}

/** Where a report goes: the result for a template on standard input has standard output for itself. */
export function besideResult({ input }: Arguments, world: World): World {
  return input === undefined ? world : { ...world, out: world.err }
}

/** Does the work and reports it to its end; gives the exit code. */
export async function reportedRun(
  args: Arguments,
  { results, searched, note, exit, writesInput, work, more, saysMissing = (one) => one }: ReportedRun,
  world: World,
): Promise<number> {
  let written: string | Uint8Array | undefined = writesInput ? args.input : undefined
  const file = async (outcome: FileOutcome) => {
    if (written !== undefined) written = outcome.after ?? written
    searched.note(outcome)
    note(outcome)
    await results.file(outcome)
  }
  try {
    const report = await work(file)
    if (written !== undefined) await world.out.write(written)
    const { code } = exit(report)
    await results.end({ ...report, invocation: invocationOf(args, code), ...(await more(report)) })
    if (searched.missing !== undefined) await world.err.write(`${saysMissing(searched.missing)}\n`)
    return code
  } finally {
    results.discard()
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
