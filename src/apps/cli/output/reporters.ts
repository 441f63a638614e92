import { basename, resolve } from 'node:path'
import { behaves, renamedCodeNote } from '../../../engine/findings/catalogue.ts'
import type { FileOutcome } from '../../../engine/outcome.ts'
import type { Invocation, RunMode, RunReport } from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import { type ReportFormat, reportFormats } from '../../../show/report/formats.ts'
import { moreRepairs, offeredAfter } from '../../../show/report/offers.ts'
import { releaseText } from '../../../show/report/release.ts'
import type { DiffOf, DrawingOf, LookUpCode, ReportExtent, Reporter } from '../../../show/report/reporter.ts'
import { shellWord, typedLine } from '../../../show/report/shell-word.ts'
import type { Tally } from '../../../show/report/tally.ts'
import type { TerminalOptions } from '../../../show/report/terminal.ts'
import type { Arguments } from '../command.ts'
import { codeLookUp } from '../explain/code-look-up.ts'
import { givenArchives, outputsOf } from '../options/archives.ts'
import { presentation } from '../options/options.ts'
import { formatOf } from '../options/report-formats.ts'
import { UsageError } from '../usage-error.ts'
import { reportPath, type World } from '../world.ts'
import type { Exit } from './exit-code.ts'
import type { ReportOrigin } from './origin.ts'
import { type OutputFile, openOutputFile } from './output-file.ts'
import { styleOf } from './styles.ts'

/** A reporter that may have begun a file. */
export interface RunReporter extends Reporter {
  /** Removes what has not come to its end. */
  discard(): void
}

/** What changes nothing of what happens to files: where a report goes, how it looks, and how fast it comes. */
const ofPresentation: ReadonlySet<string> = new Set([...presentation, 'jobs', 'plan', 'patch'])

/** The options that a report names: those that the files depend on, so that the same run gives the same report. */
export function reportedOptions(options: Invocation['options']): Invocation['options'] {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !ofPresentation.has(name)))
}

/** What a report says of the command line. */
export function invocationOf(args: Arguments, exitCode: number): Invocation {
  return { command: args.command, options: reportedOptions(args.all()), exitCode }
}

/** How a command reports on the files that it processes. */
export interface Reporting {
  readonly mode: RunMode
  readonly diffOf: DiffOf
  readonly closing?: Closing
  /** Whether the report is made during the run, so that it can say how long that took. Default: yes. */
  readonly isOfNow?: boolean
  /** What is said above the closing lines, once all files were looked at. */
  readonly notes?: () => readonly string[]
  /** How the run ends, for the line that says why. */
  readonly exit: (report: RunReport) => Exit
  /** What made the report, where that is not the command that shows it; undefined where it has no one origin. */
  readonly made?: ReportOrigin | undefined
  /** Where packages that came as archives are written to; absolute. */
  readonly savedTo?: string | undefined
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
  const outputs = outputsOf(args, world)
  // What no package goes to must be the name of a report.
  const paths = reporting.savedTo === undefined ? args.values('output') : outputs.reports
  const reports = paths.map((path) => ({ path, format: formatOf(args, path) }))
  const format = reports.length === 0 ? formatOf(args, undefined) : 'text'
  const { lookUp, prepare } = codeLookUp()
  if (format === 'xlsx') refuseTerminal(world)
  // https://reproducible-builds.org/specs/source-date-epoch
  const isReproducible = world.env.SOURCE_DATE_EPOCH !== undefined
  const isPage = format === 'html' || reports.some((one) => one.format === 'html')
  const drawingOf = isPage ? await (await import('./stack-drawings.ts')).stackDrawings(world) : undefined
  const first =
    format === 'text'
      ? await textReporter(args, reporting, world, lookUp)
      : await reportFormats[format].make(world.out.write, lookUp, extentOf(args), drawingOf)
  const files: OutputFile[] = []
  const reporters = [first, ...(await fileReporters(reports, args, world, { lookUp, drawingOf, files }))]
  return {
    async file(own) {
      const outcome = isReproducible ? withoutTimes(own) : own
      await prepare(outcome)
      for (const reporter of reporters) await reporter.file(outcome)
    },
    async end(given) {
      // A report that was stored is of another directory.
      const own = 'made' in reporting ? given : { ...given, folder: basename(resolve(world.cwd)) }
      const report = isPage ? await withOrigin(own, reporting.made ?? madeBy(args), world) : own
      for (const reporter of [...reporters].reverse()) {
        await reporter.end(report)
        if (reporters.indexOf(reporter) > 0) files.pop()?.finish()
      }
    },
    discard: () => discardAll(files),
  }
}

function refuseTerminal({ out }: World): void {
  if (out.isTTY)
    throw new UsageError('--format xlsx: a workbook cannot be shown on a terminal', ['--output report.xlsx'])
}

/** The formats of the reports of a run. */
export function formatsOf(args: Arguments, world: World): readonly (keyof typeof reportFormats | 'text')[] {
  const { reports } = outputsOf(args, world)
  return reports.length === 0 ? [formatOf(args, undefined)] : reports.map((path) => formatOf(args, path))
}

/** The report of a page, which says where it comes from: git is asked for nothing else. */
export async function withOrigin(report: RunReport, made: ReportOrigin, world: World): Promise<RunReport> {
  const { originOf } = await import('./origin.ts')
  return { ...report, origin: originOf(made, world) }
}

function madeBy(args: Arguments): ReportOrigin {
  return { command: args.command, paths: args.paths, options: reportedOptions(args.all()) }
}

/** The same files give the same report then, byte for byte. */
function withoutTimes(outcome: FileOutcome): FileOutcome {
  const { proofMilliseconds: _time, ...rest } = outcome
  return rest
}

/** @param files those that are open: all, or none where one cannot be made */
async function fileReporters(
  reports: readonly NamedReport[],
  args: Arguments,
  world: World,
  made: FilesMade,
): Promise<readonly Reporter[]> {
  const reporters: Reporter[] = []
  try {
    for (const report of reports) reporters.push(await fileReporter(report, args, world, made))
  } catch (error) {
    discardAll(made.files)
    throw error
  }
  return reporters
}

/** A report into a file, which is then among those that are open. */
async function fileReporter(
  { path, format }: NamedReport,
  args: Arguments,
  { cwd }: World,
  { lookUp, drawingOf, files }: FilesMade,
): Promise<Reporter> {
  const { start, make }: ReportFormat = reportFormats[format]
  const file = openOutputFile({ option: 'output', path, kind: `report as ${format}`, start }, cwd)
  files.push(file)
  return make(file.append, lookUp, extentOf(args), drawingOf)
}

interface NamedReport {
  readonly path: string
  readonly format: keyof typeof reportFormats
}

function discardAll(files: readonly OutputFile[]): void {
  for (const file of files) file.discard()
}

interface FilesMade {
  readonly lookUp: LookUpCode
  readonly drawingOf: DrawingOf | undefined
  /** Those that are open. */
  readonly files: OutputFile[]
}

function extentOf(args: Arguments): ReportExtent {
  if (args.has('summary')) return 'totals'
  return args.value('shard') === undefined ? 'whole' : 'part'
}

async function textReporter(
  args: Arguments,
  reporting: Reporting,
  world: World,
  lookUp: LookUpCode,
): Promise<Reporter> {
  const { terminalReporter } = await import('../../../show/report/terminal.ts')
  const { mode, diffOf, savedTo } = reporting
  let [isUnsaved, isAtEnd] = [false, false]
  const showsDiff = mode === 'dry-run' && args.value('patch') === undefined && args.input === undefined
  // The findings of a check are its result. Other reports accompany a diff or the only file, and go to stderr.
  const report = mode === 'checked' ? world.out : world.err
  // Whoever has seen enough of a diff, as `head` does, wants no more of the report either; whoever leaves a pager still
  // reads the end.
  const isPiped = world.ending === undefined && (showsDiff || mode === 'checked')
  const isGone = () => isPiped && world.out.isGone?.() === true
  const reporter = terminalReporter({
    ...textOptions(args, reporting, world, () => (isUnsaved ? undefined : savedTo)),
    lookUp,
    out: { write: world.out.write, style: styleOf(world.out, args, world) },
    report: {
      write: (text) => {
        if (!isAtEnd) return report.write(text)
        return isGone() ? undefined : (world.ending ?? report).write(text)
      },
      style: styleOf(report, args, world),
    },
    diffOf: showsDiff ? diffOf : undefined,
  })
  const file: Reporter['file'] = (outcome) => {
    if (isGone()) return
    isUnsaved ||= outcome.findings.some((one) => behaves(one.code, 'not saved'))
    return reporter.file(outcome)
  }
  const end: Reporter['end'] = (own) => {
    isAtEnd = true
    return reporter.end(own)
  }
  return { file, end }
}

/** What the report for people says, wherever it goes to. */
function textOptions(
  args: Arguments,
  { mode, exit, closing = closingLines, notes, isOfNow = true }: Reporting,
  world: World,
  savedTo: () => string | undefined,
): Omit<TerminalOptions, 'out' | 'report' | 'diffOf' | 'lookUp'> {
  const start = world.now()
  const isMigration = args.command === 'migrate'
  return {
    verbosity: verbosityOf(args),
    mode,
    seconds: () => (isOfNow ? (world.now() - start) / 1000 : undefined),
    exitReason: (report) => exitLine(exit(report)),
    accepting: mode === 'checked' || !canAccept(args) ? undefined : (codes) => commandAccepting(args, codes),
    closing: (report, tally) => [
      ...args.listed('accept').flatMap((code) => renamedCodeNote(code) ?? []),
      ...(notes?.() ?? []),
      ...releaseLine(report),
      ...closing(report, tally, args),
      ...outputLines(args, report, savedTo(), world),
    ],
    isSummary: args.has('summary'),
    fixCommand: fixCommand(args),
    hasLosses: isMigration && args.has('lossy'),
    begins: isMigration ? (args.has('native') ? 'natively' : 'as it is') : undefined,
  }
}

/** What to type for the fixes of a check, but not of archives and standard input; a profile names `remediate` instead. */
function fixCommand(args: Arguments): string | undefined {
  if (args.command !== 'check' || args.input !== undefined) return undefined
  const isExcluded = args.has('profile') || args.has('fix') || args.has('baseline')
  if (isExcluded || givenArchives(args).length > 0) return undefined
  return typedLine(['hotshift', 'check'], args.paths, ['--fix'])
}

/** Of an earlier release than the newest one. */
function releaseLine({ requirements }: RunReport): readonly string[] {
  if (requirements === undefined) return []
  const { introducedLater, rewordedLater } = requirements
  const isNewest = introducedLater.length === 0 && rewordedLater.length === 0
  return isNewest ? [] : [`requirements of ${releaseText(requirements)}`]
}

function exitLine({ code, reason }: Exit): string | undefined {
  return reason === undefined ? undefined : `exit code ${code}: ${reason}`
}

function verbosityOf(args: Arguments): 'quiet' | 'normal' | 'verbose' {
  if (args.has('quiet')) return 'quiet'
  return args.has('verbose') ? 'verbose' : 'normal'
}

/** Commands that rewrite templates have `--accept`. */
function canAccept({ command }: Arguments): boolean {
  return ['migrate', 'upgrade', 'nativize', 'run'].includes(command)
}

/** The lines that close a report for people. */
type Closing = (report: RunReport, tally: Tally, args: Arguments) => string[]

/** What the user may want to do next. */
function closingLines({ totals, mode, invocation }: RunReport, tally: Tally, args: Arguments): string[] {
  const patch = args.value('patch')
  const files = (number: number) => quantity(number, 'file')
  return [
    // `check --fix` has no such options.
    ...(args.command === 'check' ? [] : moreRepairs(tally.offers(offeredAfter(invocation)))),
    ...(totals.blocked > 0
      ? ['`hotshift explain <finding>` says what can be done about a blocked file']
      : []),
    ...(patch === undefined ? [] : [`the patch of ${files(totals.changed)} is in ${patch}`]),
    ...(isCopied(args) ? [] : removalLine(tally.removed, mode)),
    ...upgradeLine(totals.changed, tally, args),
    mode === 'written' ? writtenLine(totals, args) : dryRunLine(totals.changed, args),
  ]
}

/** `migrate` has nothing to do for HOT, and another command has. */
function upgradeLine(changed: number, { hot }: Tally, { command }: Arguments): readonly string[] {
  if (command !== 'migrate' || changed > 0 || hot === 0) return []
  const are = hot === 1 ? 'file is' : 'files are'
  return [`${hot} ${are} HOT already; \`hotshift upgrade --to VERSION\` changes the version`]
}

/** What a run takes away is said before it does: each such file has a line `old -> new` above. */
export function removalLine(removed: number, mode: RunMode): readonly string[] {
  if (removed === 0) return []
  const originals = quantity(removed, 'original')
  if (mode === 'written') return [`${originals} ${removed === 1 ? 'was' : 'were'} removed`]
  return [`${originals} will be removed`]
}

/** Whether the result is written to another location, and the originals are preserved. */
function isCopied(args: Arguments): boolean {
  return args.input !== undefined || args.value('out') !== undefined || givenArchives(args).length > 0
}

function writtenLine({ changed, failed }: RunReport['totals'], args: Arguments): string {
  const folder = givenArchives(args).length > 0 ? undefined : args.value('out')
  if (folder === undefined) return `${quantity(changed, 'file')} written`
  return failed === 0
    ? `the converted copy is in ${folder}`
    : `the converted copy is in ${folder}, without ${quantity(failed, 'file')} that failed`
}

function dryRunLine(changed: number, args: Arguments): string {
  if (args.input !== undefined) return 'the result is on standard output'
  if (changed === 0) return 'dry run: there is nothing to write'
  if (args.value('patch') !== undefined) return 'dry run: nothing else was written'
  if (givenArchives(args).length > 0 && !args.has('check'))
    return 'dry run: nothing was written; add --output new.zip to write'
  // --check and --write cannot be combined.
  return `dry run: nothing was written${args.has('check') ? '' : '; add --write to write'}`
}

function outputLines(
  args: Arguments,
  { mode }: RunReport,
  savedTo: string | undefined,
  world: World,
): string[] {
  const { reports } = outputsOf(args, world)
  const isSaved = savedTo !== undefined && mode === 'written'
  return [
    ...(isSaved ? [`the package is in ${reportPath(savedTo, world)}`] : []),
    ...reports.map((path) => `the report is in ${path}`),
  ]
}

/** Options that affect how a file is rewritten, not where it is written or what is reported. */
const ofConversion = [
  'to',
  'from',
  'assume-version',
  'keep-newer',
  'version-style',
  'name',
  'native',
  'lossy',
  'strict',
  'modernize',
  'cloud',
  'idioms',
  'region-parameter',
  'heat-2012',
  'templated',
  'render',
  'map',
  'constraints',
  'blueprint',
  'rename-mentions',
  'transform',
  'accept-file',
  'partial',
  'allow-unproved',
] as const

/**
 * What to type for some paths with the codes accepted, those that were accepted already included.
 * @param paths as the report names them
 */
export function commandAccepting(args: Arguments, codes: readonly string[]): string {
  const options = ofConversion.flatMap((name) => {
    if (!args.isGiven(name)) return []
    const values = args.values(name)
    if (values.length === 0) return [`--${name}`]
    // A switch takes its word behind the sign alone.
    if (name === 'native' || name === 'lossy') return values.map((value) => `--${name}=${shellWord(value)}`)
    return values.flatMap((value) => [`--${name}`, shellWord(value)])
  })
  const before = args.isGiven('accept') ? args.listed('accept') : []
  const accepted = [...new Set([...before, ...codes])].join(',')
  return typedLine(['hotshift', args.command], args.paths, [...options, '--accept', shellWord(accepted)])
}
