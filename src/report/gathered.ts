/** Reports that begin with what comes out last: they have to know all files before they can say anything. */
import type { FileOutcome, ReportedOutcome } from '../engine/outcome.ts'
import type { RunReport } from '../runner/run-report.ts'
import type { Reporter } from './reporter.ts'

/** What became of all files, with each of them, in the order of their paths and without its texts. */
export interface FullReport extends RunReport {
  readonly files: readonly ReportedOutcome[]
}

/** What can be said of a file without its texts. */
export function withoutTexts(outcome: FileOutcome): ReportedOutcome {
  const { before: _before, after: _after, steps: _steps, ...rest } = outcome
  return rest
}

/**
 * A reporter that is told all files at once.
 *
 * @param each told every file as well, with its texts
 */
export function gathered(
  end: (report: FullReport) => void | Promise<void>,
  each: (outcome: FileOutcome) => void = () => {},
): Reporter {
  const files: ReportedOutcome[] = []
  return {
    file(outcome) {
      each(outcome)
      files.push(withoutTexts(outcome))
    },
    end: (report) => end({ ...report, files }),
  }
}
