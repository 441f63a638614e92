/** What `--summary` leaves of a report in JSON: the numbers that reports for people begin with, and no file. */
import type { FindingCount, ProofCount, ReasonCount, TransformCount } from './counts.ts'
import { type FullReport, gathered } from './gathered.ts'
import type { Reporter } from './reporter.ts'
import { Tally } from './tally.ts'

/** The numbers of a run. */
export interface SummaryEntry {
  readonly files: number
  /** Files by what became of them, or of a check by the worst that was found in them. */
  readonly verdicts: Readonly<Record<string, number>>
  readonly findings: readonly (Omit<FindingCount, 'places'> & { readonly locations: number })[]
  readonly requirements?: readonly {
    readonly code: string
    readonly keyword: string
    readonly left: number
    readonly repaired: number
  }[]
  readonly transforms: readonly TransformCount[]
  readonly skipped: readonly ReasonCount[]
  readonly proof: Omit<ProofCount, 'milliseconds'>
}

/** A reporter that is told the numbers of all files at once. */
export function totalsReporter(
  end: (report: FullReport, summary: SummaryEntry) => void | Promise<void>,
): Reporter {
  return gathered((report) => end(report, summaryOf(Tally.of(report.files, report.mode))))
}

function summaryOf(tally: Tally): SummaryEntry {
  const { milliseconds: _time, ...proof } = tally.proof()
  const requirements = tally
    .requirements()
    .map(({ code, keyword, left, repaired }) => ({ code, keyword, left, repaired }))
  return {
    files: tally.files,
    verdicts: Object.fromEntries(tally.verdicts()),
    findings: tally.findings().map(({ places: locations, ...one }) => ({ ...one, locations })),
    ...(requirements.length === 0 ? {} : { requirements }),
    transforms: tally.transforms(),
    skipped: tally.reasons(),
    proof,
  }
}
