import type { Severity } from '../engine/finding.ts'
import { offersOf } from '../report/requirements.ts'
import { realFileSystem } from '../runner/file-system.ts'
import { run } from '../runner/run.ts'
import type { RunReport } from '../runner/run-report.ts'
import type { Arguments } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { signalInterruption } from './interruption.ts'
import { teamFor } from './jobs.ts'
import type { LoadedEngine } from './load-engine.ts'
import { makeProgress, makeReporter } from './reporters.ts'
import type { World } from './world.ts'

/** Asks an engine that changes nothing about the files of a command line; gives the exit code. */
export async function inspect(args: Arguments, engine: LoadedEngine, world: World): Promise<number> {
  const team = teamFor(args, engine, world)
  const progress = await makeProgress(args, world)
  // Nothing changes, so nobody asks for a diff.
  const reporter = await makeReporter(args, { mode: 'checked', diffOf: () => '', closing }, world)
  try {
    const report = await run({
      engine,
      team,
      paths: args.positionals.length === 0 ? ['.'] : args.positionals,
      cwd: world.cwd,
      ignore: args.values('ignore'),
      mode: 'check',
      fileSystem: world.fileSystem ?? realFileSystem,
      interruption: signalInterruption(),
      onProgress: progress.update,
      onOutcome: async (outcome) => {
        progress.clear()
        await reporter.file(outcome)
      },
    })
    progress.clear()
    await reporter.end(report)
    return exitCodeOf(report, args.has('strict') ? strictly : leniently)
  } finally {
    progress.clear()
    reporter.discard()
  }
}

/** The severities that make an exit code 1. */
const leniently: readonly Severity[] = ['error']
const strictly: readonly Severity[] = ['error', 'warning']

function closing(report: RunReport): string[] {
  return [
    ...repairsLine(offersOf(report.files)),
    ...(has(report, strictly) ? ['`hotshift explain <finding>` says more about a finding'] : []),
  ]
}

/** What `remediate` can do about the places that a check of a profile found. */
function repairsLine({ safe, lossy }: ReturnType<typeof offersOf>): string[] {
  if (lossy === 0) return safe === 0 ? [] : [`\`hotshift remediate\` repairs ${safe} of these places`]
  const more = 'giving something up for each'
  return safe === 0
    ? [`\`hotshift remediate --lossy\` repairs up to ${lossy} of these places, ${more}`]
    : [`\`hotshift remediate\` repairs ${safe} of these places, with --lossy up to ${lossy} more, ${more}`]
}

function has({ files }: RunReport, counted: readonly Severity[]): boolean {
  return files.some(({ findings }) => findings.some(({ severity }) => counted.includes(severity)))
}

function exitCodeOf(report: RunReport, counted: readonly Severity[]): number {
  if (report.totals.failed > 0) return exitCodes.failed
  return has(report, counted) ? exitCodes.found : exitCodes.done
}
