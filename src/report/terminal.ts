import type { Severity } from '../engine/finding.ts'
import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import type { RunMode } from '../runner/run-report.ts'
import { chooseAll, firstOfMany } from './alike.ts'
import { colourDiff } from './colour-diff.ts'
import { fileLinesWriter } from './file-lines.ts'
import type { DiffOf, LookUpCode, Reporter, Write } from './reporter.ts'
import type { Style } from './style.ts'
import { renderSummary } from './summary.ts'
import { wrap } from './wrap.ts'

export interface TerminalOptions {
  /** For the diff alone, so that it can be piped into `git apply`. */
  readonly out: { readonly write: Write; readonly style: Style }
  /** For everything else. */
  readonly err: {
    readonly write: Write
    readonly style: Style
    /** Characters in a line; undefined unless it is a terminal. */
    readonly width?: number | undefined
  }
  /** `quiet` leaves nothing but the files that need attention, with their errors; `verbose` shows all findings. */
  readonly verbosity: 'quiet' | 'normal' | 'verbose'
  /** What the files are gone through for. */
  readonly mode: RunMode
  /** The diff of a changed file; undefined when none is to be printed. */
  readonly diffOf: DiffOf | undefined
  readonly lookUp: LookUpCode
  /** How long the run took, asked at its end. */
  readonly seconds: () => number
  /** The lines that close the report. */
  readonly closing: (report: Parameters<Reporter['end']>[0]) => readonly string[]
}

/** The report for people: diff, what became of every file worth a line, closing tables. */
export function terminalReporter(options: TerminalOptions): Reporter {
  const { out, err, verbosity, lookUp, mode } = options
  const choose = verbosity === 'verbose' ? chooseAll : firstOfMany()
  const fileLines = fileLinesWriter({ style: err.style, lookUp, choose, mode, width: err.width })
  const isQuiet = verbosity === 'quiet'
  let needsGap = false
  return {
    async file(outcome) {
      const diffOf = outcome.status === 'changed' && !isQuiet ? options.diffOf : undefined
      if (diffOf !== undefined) await out.write(colourDiff(await diffOf(outcome), out.style))
      const findings = isQuiet ? outcome.findings.filter(isError) : outcome.findings
      const isWorthALine = isQuiet ? needsAttention(outcome) : isNotable(outcome)
      if (!isWorthALine) return
      // The verdict ends what its diff began; a blank line keeps it apart from the next one.
      await err.write(`${fileLines.of(outcome, findings)}${diffOf === undefined ? '' : '\n'}`)
      needsGap = diffOf === undefined
    },
    async end(report) {
      if (isQuiet) return
      const leftOut = fileLines.hasLeftOut()
        ? ['findings like others were left out; --verbose shows all']
        : []
      const closing = [...leftOut, ...options.closing(report)]
        .flatMap((line) => wrap(line, err.width))
        .map((line) => `${line}\n`)
      const summary = renderSummary(report, {
        seconds: options.seconds(),
        style: err.style,
        width: err.width,
      })
      await err.write(`${needsGap ? '\n' : ''}${summary}${closing.length > 0 ? '\n' : ''}${closing.join('')}`)
    },
  }
}

/** Files that stay as they are without a word of warning are only counted. */
function isNotable(outcome: FileOutcome): boolean {
  if (outcome.status !== 'unchanged' && outcome.status !== 'skipped') return true
  return outcome.findings.some(({ severity }) => severity !== ('info' satisfies Severity))
}

function needsAttention(outcome: FileOutcome): boolean {
  return outcome.status === 'failed' || outcome.status === 'blocked' || outcome.findings.some(isError)
}

function isError({ severity }: LocatedFinding): boolean {
  return severity === 'error'
}
