import { quantity } from '../report/counts.ts'
import { noProgress, type Progress, progressLine } from '../report/progress.ts'
import type { DiffOf, LookUpCode, Reporter } from '../report/reporter.ts'
import { offersOf } from '../report/requirements.ts'
import type { RunMode, RunReport } from '../runner/run-report.ts'
import { chosenRequirements } from './chosen-requirements.ts'
import { codeLookUp } from './code-look-up.ts'
import type { Arguments } from './command.ts'
import { type OutputFile, openOutputFile } from './output-file.ts'
import { formatOf, reportFormats } from './report-formats.ts'
import { styleOf } from './styles.ts'
import { UsageError } from './usage-error.ts'
import type { TextStream, World } from './world.ts'

/** A reporter that may have begun a file. */
export interface RunReporter extends Reporter {
  /** Removes what has not come to its end. */
  discard(): void
}

/** What a command has its files gone through for. */
export interface Reporting {
  readonly mode: RunMode
  readonly diffOf: DiffOf
  readonly closing?: Closing
}

/**
 * The reporter that the options ask for, for the streams of the world or for a file.
 *
 * @throws UsageError for formats that there are not, and files that cannot be made
 */
export async function makeReporter(
  args: Arguments,
  reporting: Reporting,
  world: World,
): Promise<RunReporter> {
  const format = formatOf(args)
  const output = args.value('output')
  const { lookUp, prepare } = codeLookUp()
  const reporters: Reporter[] = []
  let file: OutputFile | undefined
  if (format === 'text' || output !== undefined) {
    reporters.push(await textReporter(args, reporting, world, lookUp))
  }
  if (format !== 'text') {
    const { start, make } = reportFormats[format]
    file =
      output === undefined
        ? undefined
        : openOutputFile({ option: 'output', path: output, kind: `report as ${format}`, start }, world.cwd)
    reporters.push(await make(file?.append ?? world.out.write, lookUp))
  }
  return {
    async file(outcome) {
      await prepare(outcome)
      for (const reporter of reporters) await reporter.file(outcome)
    },
    async end(report) {
      for (const reporter of [...reporters].reverse()) {
        await reporter.end(report)
        file?.finish()
        file = undefined
      }
    },
    discard: () => file?.discard(),
  }
}

async function textReporter(
  args: Arguments,
  { mode, diffOf, closing = closingLines }: Reporting,
  world: World,
  lookUp: LookUpCode,
): Promise<Reporter> {
  const { terminalReporter } = await import('../report/terminal.ts')
  const start = world.now()
  const showsDiff = !args.has('write') && args.value('patch') === undefined
  const reporter = terminalReporter({
    out: { write: world.out.write, style: styleOf(world.out, args, world) },
    err: { write: world.err.write, style: styleOf(world.err, args, world), width: world.err.columns },
    verbosity: verbosityOf(args),
    mode,
    diffOf: showsDiff ? diffOf : undefined,
    lookUp,
    seconds: () => (world.now() - start) / 1000,
    closing: (report) => [...closing(report, args), ...outputLine(args)],
  })
  return showsDiff ? untilGone(reporter, world.out) : reporter
}

/** Whoever has seen enough of a diff, as `head` does, wants no more of the report either. */
function untilGone(reporter: Reporter, out: TextStream): Reporter {
  const isGone = () => out.isGone?.() === true
  return {
    file: (outcome) => (isGone() ? undefined : reporter.file(outcome)),
    end: (report) => (isGone() ? undefined : reporter.end(report)),
  }
}

function verbosityOf(args: Arguments): 'quiet' | 'normal' | 'verbose' {
  if (args.has('quiet') && args.has('verbose')) {
    throw new UsageError('--quiet and --verbose exclude one another')
  }
  if (args.has('quiet')) return 'quiet'
  return args.has('verbose') ? 'verbose' : 'normal'
}

/** The lines that close a report for people. */
export type Closing = (report: RunReport, args: Arguments) => string[]

/** What the user may want to do next. */
function closingLines({ files: outcomes, totals, mode }: RunReport, args: Arguments): string[] {
  const patch = args.value('patch')
  const files = (number: number) => quantity(number, 'file')
  const { lossy } = offersOf(outcomes, chosenRequirements(args).isWanted)
  return [
    ...(lossy > 0 && !args.has('lossy')
      ? [`--lossy repairs up to ${quantity(lossy, 'more place')}, giving something up for each`]
      : []),
    ...(totals.blocked > 0
      ? ['`hotshift explain <finding>` says what can be done about a blocked file']
      : []),
    ...(patch === undefined ? [] : [`the patch of ${files(totals.changed)} is in ${patch}`]),
    mode === 'written' ? `${files(totals.changed)} written` : dryRunLine(totals.changed, args),
  ]
}

function dryRunLine(changed: number, args: Arguments): string {
  if (changed === 0) return 'dry run: there is nothing to write'
  if (args.value('patch') !== undefined) return 'dry run: nothing else was written'
  // --check and --write exclude one another.
  return `dry run: nothing was written${args.has('check') ? '' : '; add --write to write'}`
}

function outputLine(args: Arguments): string[] {
  const output = args.value('output')
  return output === undefined ? [] : [`the report is in ${output}`]
}

/** A progress line on a terminal, unless silence is asked for. */
export async function makeProgress(args: Arguments, world: World): Promise<Progress> {
  if (!world.err.isTTY || args.has('quiet')) return noProgress
  return progressLine(world.err.write, world.now)
}
