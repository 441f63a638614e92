import type { FindingCode } from '../../engine/findings/catalogue.ts'
import type { Severity } from '../../engine/findings/finding.ts'
import type { FileOutcome } from '../../engine/outcome.ts'
import { verdictOf as verdictOfImpact } from '../../meaning/impact/model.ts'
import type { RunMode, RunReport } from '../../run/run-report.ts'
import { AcceptanceCount, acceptanceOf } from './acceptance.ts'
import { quantity } from './counts.ts'
import { type FileLines, fileLinesWriter, type Room, type Verbosity } from './file-lines.ts'
import { isError } from './finding-lines.ts'
import { Opening } from './opening.ts'
import type { DiffOf, LookUpCode, Reporter, Write } from './reporter.ts'
import { oneLine, type Style, visible } from './style.ts'
import { renderRepositories, renderSummary, totalsLine } from './summary.ts'
import { Tally } from './tally.ts'
import { sharedLines, WaitingFiles } from './waiting-files.ts'

export interface TerminalOptions {
  /** For the diff alone, so that it can be piped into `git apply`. */
  readonly out: { readonly write: Write; readonly style: Style }
  /** For everything else: standard output for a command whose result this is, standard error beside a diff. */
  readonly report: {
    readonly write: Write
    readonly style: Style
  }
  readonly verbosity: Verbosity
  /** What the run is for. */
  readonly mode: RunMode
  /** The diff of a changed file; undefined when none is to be printed. */
  readonly diffOf: DiffOf | undefined
  readonly lookUp: LookUpCode
  /** How long the run took, asked at its end. */
  readonly seconds: () => number | undefined
  /** The line that says why the exit code is not 0; undefined where it is. */
  readonly exitReason: (report: RunReport) => string | undefined
  /** The lines that close the report. */
  readonly closing: (report: RunReport, tally: Tally) => readonly string[]
  /** What to type with some codes accepted; undefined where nothing can be accepted. */
  readonly accepting?: ((codes: readonly string[]) => string) | undefined
  /** Whether files are counted only, and none has a line of its own. */
  readonly isSummary?: boolean
  /** The command that makes the fixes of a check; undefined where there is none. */
  readonly fixCommand?: string | undefined
  /** Whether a table at the end sums up what was accepted. */
  readonly hasLosses?: boolean
  /** Of a migration: what can be deployed stands first, and before that who could reach what; `natively` with native types. */
  readonly begins?: 'natively' | 'as it is' | undefined
}

/** The report for people: diff, what became of every file worth a line, closing tables. */
export function terminalReporter(given: TerminalOptions): Reporter {
  return new TerminalReporter(heldBack(given))
}

class TerminalReporter implements Reporter {
  readonly #options: TerminalOptions
  readonly #opening: Opening | undefined
  readonly #isQuiet: boolean
  readonly #isSummary: boolean
  readonly #fileLines: FileLines
  readonly #waiting: WaitingFiles
  readonly #acceptable = new AcceptanceCount()
  readonly #tally: Tally
  readonly #remarks: Remarks
  #notReached = 0
  #needsGap = false

  constructor({ options, opening }: HeldBack) {
    const { report, verbosity, lookUp, mode, accepting } = options
    this.#options = options
    this.#opening = opening
    this.#isQuiet = verbosity === 'quiet'
    this.#isSummary = options.isSummary === true
    const isAccepting = accepting !== undefined
    this.#fileLines = fileLinesWriter({ style: report.style, lookUp, mode, verbosity, isAccepting })
    this.#tally = new Tally(mode)
    this.#remarks = new Remarks(mode)
    this.#waiting = new WaitingFiles({
      hasExcerpts: mode === 'checked' && !this.#isQuiet,
      isWhole: verbosity !== 'normal',
      write: (outcome, room) => this.#writeLines(outcome, room),
    })
  }

  async #writeLines(outcome: FileOutcome, room: Room): Promise<void> {
    const shown = outcome.findings.filter((one) => this.#opening?.isAboutSecurity(one) !== true)
    const lines = this.#fileLines.of(outcome, this.#isQuiet ? shown.filter(isError) : shown, room)
    if (lines === '') return
    // The verdict ends what its diff began; a blank line keeps it apart from the next one.
    const hasDiff = outcome.status === 'changed' && this.#options.diffOf !== undefined && !this.#isQuiet
    const { areMany } = this.#waiting
    await this.#options.report.write(`${lines}${hasDiff && !areMany ? '\n' : ''}`)
    this.#needsGap = !hasDiff || areMany
  }

  async file(outcome: FileOutcome): Promise<void> {
    const { accepting, lookUp, diffOf, out } = this.#options
    this.#tally.add(outcome)
    this.#opening?.add(outcome)
    if (accepting !== undefined) this.#acceptable.add(acceptanceOf(outcome, lookUp))
    // Of thousands of files that nobody has looked at there is one thing to say.
    const isLeft = isNotReached(outcome)
    if (isLeft) this.#notReached++
    if (this.#isSummary || isLeft) return
    if (diffOf !== undefined && outcome.status === 'changed' && !this.#isQuiet)
      await out.write(colourDiff(await diffOf(outcome), out.style))
    const isWorthALine = this.#isQuiet ? needsAttention(outcome) : isNotable(outcome, this.#options)
    if (isWorthALine) await this.#waiting.add(outcome)
    this.#remarks.add(outcome, isWorthALine)
  }

  async end(report: RunReport): Promise<void> {
    const { begins = 'as it is', report: err } = this.#options
    await this.#opening?.begin(this.#tally.prospects, begins, err.style)
    const shared = await this.#waiting.end()
    if (this.#isQuiet) return this.#endQuietly(report)
    for (const outcome of this.#remarks.shown()) {
      await err.write(this.#fileLines.of(outcome, outcome.findings, { isWide: false, isApart: () => false }))
      this.#needsGap = true
    }
    const { missing, files } = this.#tally
    if (missing > 0 && missing === files && !this.#isSummary) return
    for (const { finding } of shared) this.#fileLines.note(finding, 'changed')
    const closing = [
      ...notReachedLine(this.#notReached),
      ...acceptanceLines(this.#acceptable, this.#options),
      ...this.#options.closing(report, this.#tally),
    ]
    const infos = this.#isSummary ? [] : this.#remarks.lines()
    const parts = [sharedLines(shared, err.style), infos, this.#fileLines.advice()].map(linesOf)
    const before = parts.filter((part) => part !== '')
    const gap = this.#needsGap ? '\n' : ''
    const repositories = renderRepositories(report, err.style)
    const end = closing.length === 0 ? '' : `\n${linesOf(closing)}`
    await err.write(`${gap}${[...before, this.#summary()].join('\n')}${repositories}${end}`)
  }

  async #endQuietly(report: RunReport): Promise<void> {
    const { exitReason, report: err } = this.#options
    const lines = [totalsLine(this.#tally), ...notReachedLine(this.#notReached), exitReason(report)]
    await err.write(lines.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join(''))
  }

  #summary(): string {
    const { seconds, report, fixCommand, hasLosses, lookUp, verbosity } = this.#options
    const isWhole = verbosity === 'verbose' || this.#isSummary
    return renderSummary(this.#tally, {
      seconds: seconds(),
      style: report.style,
      fixCommand,
      losses: hasLosses === true ? lookUp : undefined,
      isWhole,
      hasKinds: this.#waiting.areMany || isWhole,
    })
  }
}

interface HeldBack {
  readonly options: TerminalOptions
  readonly opening?: Opening
}

/** With an opening, all other output waits for that. */
function heldBack(options: TerminalOptions): HeldBack {
  const { begins, verbosity, out, report, lookUp } = options
  if (begins === undefined || verbosity === 'quiet') return { options }
  const opening = new Opening({ out: out.write, report: report.write }, lookUp)
  const held = {
    out: { ...out, write: opening.stream('out') },
    report: { ...report, write: opening.stream('report') },
  }
  return { options: { ...options, ...held }, opening }
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

/** Files that have infos and nothing else. */
class Remarks {
  readonly #mode: RunMode
  readonly #files: FileOutcome[] = []
  /** Paths with their infos. */
  readonly #named: string[] = []
  #isAnyNotable = false

  constructor(mode: RunMode) {
    this.#mode = mode
  }

  add(outcome: FileOutcome, isWorthALine: boolean): void {
    this.#isAnyNotable ||= isWorthALine
    const { path, findings } = outcome
    if (isWorthALine || findings.length === 0) return
    if (this.#mode !== 'checked' && this.#files.length < REMARKS) this.#files.push(outcome)
    this.#named.push(`${oneLine(path)} (${findings.length})`)
  }

  /** They are the whole result of a rewrite where no other file is worth a line. */
  shown(): readonly FileOutcome[] {
    return this.#isAnyNotable ? [] : this.#files
  }

  /** The line that names the others. */
  lines(): readonly string[] {
    const named = this.#named.slice(this.shown().length)
    return named.length === 0 ? [] : [`infos only (-v): ${named.join(', ')}`]
  }
}

const interruptions: ReadonlySet<string> = new Set<FindingCode>(['interrupted'])

/** A file that a run was interrupted before. */
function isNotReached({ kind, findings: [first] }: FileOutcome): boolean {
  return kind === 'unread' && first !== undefined && interruptions.has(first.code)
}

type Accepting = Pick<TerminalOptions, 'lookUp' | 'isSummary'> & {
  readonly accepting: NonNullable<TerminalOptions['accepting']>
}

/** Which codes would do for how many files that are blocked or not deployable now, and what they cost. */
function acceptanceLines(
  count: AcceptanceCount,
  { accepting, ...others }: TerminalOptions,
): readonly string[] {
  if (accepting === undefined) return []
  const options = { accepting, ...others }
  return [...blockedLines(count, options), ...deployingLines(count, options)]
}

function blockedLines(
  count: AcceptanceCount,
  { accepting, lookUp, isSummary }: Accepting,
): readonly string[] {
  const steps = count.steps()
  if (steps.length === 0) return []
  // The last line of the only file has said it.
  const isSaid = isSummary !== true && steps.every(({ files }) => files === 1)
  return [
    ...steps.map(({ codes, files }) => `nothing else blocks ${quantity(files, 'file')}: ${accepting(codes)}`),
    ...(isSaid ? [] : [`${steps.length === 1 ? 'it costs' : 'the last one costs'}: ${count.costs(lookUp)}`]),
  ]
}

function deployingLines(
  count: AcceptanceCount,
  { accepting, lookUp, isSummary }: Accepting,
): readonly string[] {
  const { codes, files, lacking, costs } = count.deploying(lookUp)
  if (files === 0) return []
  const isSaid = isSummary !== true && files === 1
  const types = lacking === 0 ? '' : ` (${lacking} with types that Heat lacks)`
  return [
    `nothing else is rejected in ${quantity(files, 'result')}${types}: ${accepting(codes)}`,
    ...(isSaid ? [] : [`it costs: ${costs}`]),
  ]
}

function notReachedLine(count: number): readonly string[] {
  return count === 0
    ? []
    : [`interrupted: ${quantity(count, 'file')} not looked at; the same command goes on with the rest`]
}

/** So many unchanged files get a line where no other file does. */
const REMARKS = 3

/** Unchanged files without a warning are only counted. */
function isNotable(outcome: FileOutcome, { verbosity }: Pick<TerminalOptions, 'verbosity'>): boolean {
  if (outcome.status !== 'unchanged' && outcome.status !== 'skipped') return true
  if (outcome.impact !== undefined && verdictOfImpact(outcome.impact) !== 'nothing') return true
  if (verbosity === 'verbose') return outcome.findings.length > 0
  return outcome.findings.some(({ severity }) => severity !== ('info' satisfies Severity))
}

function needsAttention(outcome: FileOutcome): boolean {
  return outcome.status === 'failed' || outcome.status === 'blocked' || outcome.findings.some(isError)
}

/** A unified diff for a terminal: coloured, control characters made visible. Without colours it is unchanged. */
export function colourDiff(diff: string, style: Style): string {
  if (!style.enabled) return diff
  let isHeader = false
  const lines = diff.split('\n').map((line) => {
    if (line.startsWith('diff --git ')) isHeader = true
    else if (line.startsWith('@@ ')) isHeader = false
    // A carriage return before the line feed does no harm, and shown it would be noise in every line.
    const shown = line.endsWith('\r') ? visible(line.slice(0, -1)) : visible(line)
    if (isHeader) return style.bold(shown)
    return colourLine(shown, style)
  })
  return lines.join('\n')
}

function colourLine(line: string, style: Style): string {
  if (line.startsWith('+')) return style.green(line)
  if (line.startsWith('-')) return style.red(line)
  if (line.startsWith('\\')) return style.dim(line)
  const hunk = /^(@@ .*? @@)(.*)$/.exec(line)
  return hunk === null ? line : style.cyan(hunk[1] ?? '') + style.dim(hunk[2] ?? '')
}
