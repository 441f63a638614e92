import type { FindingCode } from '../../engine/findings/catalogue.ts'
import type { Severity } from '../../engine/findings/finding.ts'
import type { FileOutcome } from '../../engine/outcome.ts'
import { verdictOf as verdictOfImpact } from '../../meaning/impact/model.ts'
import type { RunMode, RunReport } from '../../run/run-report.ts'
import { AcceptanceCount, acceptanceOf } from './acceptance.ts'
import { quantity } from './counts.ts'
import { fileLinesWriter, type Verbosity } from './file-lines.ts'
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
  const { opening, options } = heldBack(given)
  const { out, report: err, verbosity, lookUp, mode, accepting } = options
  const { style } = err
  const isQuiet = verbosity === 'quiet'
  const isAccepting = accepting !== undefined
  const fileLines = fileLinesWriter({ style, lookUp, mode, verbosity, isAccepting })
  const acceptable = new AcceptanceCount()
  const tally = new Tally(mode)
  const remarks = new Remarks(mode)
  let needsGap = false
  const waiting = new WaitingFiles({
    hasExcerpts: mode === 'checked' && !isQuiet,
    isWhole: verbosity !== 'normal',
    async write(outcome, room) {
      const shown = outcome.findings.filter((one) => opening?.isAboutSecurity(one) !== true)
      const findings = isQuiet ? shown.filter(isError) : shown
      const lines = fileLines.of(outcome, findings, room)
      if (lines === '') return
      // The verdict ends what its diff began; a blank line keeps it apart from the next one.
      const hasDiff = outcome.status === 'changed' && options.diffOf !== undefined && !isQuiet
      await err.write(`${lines}${hasDiff && !waiting.areMany ? '\n' : ''}`)
      needsGap = !hasDiff || waiting.areMany
    },
  })
  let notReached = 0
  return {
    async file(outcome) {
      tally.add(outcome)
      opening?.add(outcome)
      if (isAccepting) acceptable.add(acceptanceOf(outcome, lookUp))
      // Of thousands of files that nobody has looked at there is one thing to say.
      const isLeft = isNotReached(outcome)
      if (isLeft) notReached++
      if (options.isSummary === true || isLeft) return
      const diffOf = outcome.status === 'changed' && !isQuiet ? options.diffOf : undefined
      if (diffOf !== undefined) await out.write(colourDiff(await diffOf(outcome), out.style))
      const isWorthALine = isQuiet ? needsAttention(outcome) : isNotable(outcome, options)
      if (isWorthALine) await waiting.add(outcome)
      remarks.add(outcome, isWorthALine)
    },
    async end(report) {
      await opening?.begin(tally.prospects, options.begins ?? 'as it is', style)
      const shared = await waiting.end()
      if (isQuiet) {
        const lines = [totalsLine(tally), ...notReachedLine(notReached), options.exitReason(report)]
        await err.write(lines.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join(''))
        return
      }
      for (const outcome of remarks.shown()) {
        await err.write(fileLines.of(outcome, outcome.findings, { isWide: false, isApart: () => false }))
        needsGap = true
      }
      if (tally.missing > 0 && tally.missing === tally.files && options.isSummary !== true) return
      for (const { finding } of shared) fileLines.note(finding, 'changed')
      const closing = [
        ...notReachedLine(notReached),
        ...acceptanceLines(acceptable, options),
        ...options.closing(report, tally),
      ]
      const summary = renderSummary(tally, {
        seconds: options.seconds(),
        style,
        fixCommand: options.fixCommand,
        losses: options.hasLosses === true ? lookUp : undefined,
        isWhole: verbosity === 'verbose' || options.isSummary === true,
        hasKinds: waiting.areMany || verbosity === 'verbose' || options.isSummary === true,
      })
      const infos = options.isSummary === true ? [] : remarks.lines()
      const parts = [sharedLines(shared, style), infos, fileLines.advice()].map(linesOf)
      const before = parts.filter((part) => part !== '')
      const gap = needsGap ? '\n' : ''
      const repositories = renderRepositories(report, style)
      const end = closing.length === 0 ? '' : `\n${linesOf(closing)}`
      await err.write(`${gap}${[...before, summary].join('\n')}${repositories}${end}`)
    },
  }
}

/** With an opening, all other output waits for that. */
function heldBack(options: TerminalOptions): { options: TerminalOptions; opening?: Opening } {
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
