import type { Severity } from '../engine/finding.ts'
import { quantity } from '../report/counts.ts'
import type { Tally } from '../report/tally.ts'
import type { RunReport } from '../runner/run-report.ts'
import { checkedArchives } from './archives.ts'
import { baselineOf, type Revision } from './baseline.ts'
import type { Arguments } from './command.ts'
import { type Exit, exitCodes, failedExit } from './exit-code.ts'
import type { LoadedEngine } from './load-engine.ts'
import { invocationOf, makeReporter } from './reporters.ts'
import { runFiles } from './run-files.ts'
import { UsageError } from './usage-error.ts'
import { useWaivers } from './waivers.ts'
import type { World } from './world.ts'

/** Asks an engine that changes nothing about the files of a command line; gives the exit code. */
export async function inspect(args: Arguments, engine: LoadedEngine, world: World): Promise<number> {
  const revisions = await revisionsOf(args, world)
  let aboutRevisions: readonly string[] = []
  let isTemplate = false
  const exit = (report: RunReport) => exitOf(report, args.has('strict') ? strictly : leniently)
  // Nothing changes, so nobody asks for a diff.
  const reporter = await makeReporter(
    args,
    {
      mode: 'checked',
      diffOf: () => '',
      exit,
      closing: (report, tally) => [...aboutRevisions, ...closing(report, tally)],
    },
    world,
  )
  try {
    const report = await runFiles(
      args,
      {
        engine,
        mode: 'check',
        revise: (outcome) => revisions.reduce((revised, { revise }) => revise(revised), outcome),
        onOutcome: async (one) => {
          isTemplate ||= !notTemplates.has(one.kind)
          await reporter.file(one)
        },
        archives: { archives: 'open', output: undefined },
      },
      world,
    )
    // Why it was not looked at is reported where something failed.
    if (args.has('profile') && !isTemplate && report.totals.failed === 0) refuseWithoutTemplate(args)
    aboutRevisions = revisions.flatMap(({ end }) => end())
    const exitCode = exit(report).code
    await reporter.end({
      ...report,
      archives: checkedArchives(args, world),
      invocation: invocationOf(args, exitCode),
    })
    return exitCode
  } finally {
    reporter.discard()
  }
}

/** What sets findings aside: a waiver before the baseline, which is then not to hold what has been waived. */
async function revisionsOf(args: Arguments, world: World): Promise<readonly Revision[]> {
  const { cwd, today } = world
  const baseline = baselineOf(args, world)
  const waivers = args.has('profile') && args.waivers.length > 0 ? [await useWaivers(args, cwd, today())] : []
  return baseline === undefined ? waivers : [...waivers, baseline]
}

const notTemplates: ReadonlySet<string> = new Set(['not-a-template', 'environment', 'unread'])

/**
 * A package that was not looked at meets no requirement.
 * @throws UsageError
 */
function refuseWithoutTemplate(args: Arguments): never {
  const where = args.positionals.length === 0 ? 'the working directory' : args.positionals.join(', ')
  throw new UsageError(`no template was found in ${where}`, [
    'give the folder or the zip archive of the package; an archive inside of another one is not opened',
  ])
}

/** The severities that make an exit code 1. */
const leniently: readonly Severity[] = ['error']
const strictly: readonly Severity[] = ['error', 'warning']

function closing(report: RunReport, tally: Tally): string[] {
  return [
    ...repairsLine(tally.offers()),
    ...(has(report, strictly) ? ['`hotshift explain <finding>` says more about a finding'] : []),
  ]
}

/** What `remediate` can do about the places that a check of a profile found. */
function repairsLine({ safe, lossy }: ReturnType<Tally['offers']>): string[] {
  if (lossy === 0) return safe === 0 ? [] : [`\`hotshift remediate\` repairs ${safe} of these locations`]
  const more = 'giving something up for each'
  return safe === 0
    ? [`\`hotshift remediate --lossy\` repairs up to ${lossy} of these locations, ${more}`]
    : [`\`hotshift remediate\` repairs ${safe} of these locations, with --lossy up to ${lossy} more, ${more}`]
}

function has({ severities }: RunReport, counted: readonly Severity[]): boolean {
  return counted.some((severity) => severities[severity] > 0)
}

function exitOf(report: RunReport, counted: readonly Severity[]): Exit {
  if (report.totals.failed > 0) return failedExit(report)
  if (!has(report, counted)) return { code: exitCodes.done }
  const counts = counted.flatMap((one) => {
    const count = report.severities[one]
    return count === 0 ? [] : [quantity(count, one)]
  })
  return { code: exitCodes.found, reason: counts.join(', ') }
}
