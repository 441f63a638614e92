import type { CatalogueEntry } from '../engine/catalogue.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import type { RunReport } from '../runner/run-report.ts'

/** Where text goes; resolves once it may go on. */
export type Write = (text: string) => void | Promise<void>

/** Turns a run into something to read, file by file and then as a whole. */
export interface Reporter {
  /** Told every outcome, texts included, in the order of the paths. */
  file(outcome: FileOutcome): void | Promise<void>
  end(report: RunReport): void | Promise<void>
}

/** Whether a report is of a run, of a part of one that others are merged with, or has its numbers only. */
export type ReportExtent = 'whole' | 'part' | 'totals'

/** What is known of a finding's code; undefined for a code in no catalogue. */
export type LookUpCode = (code: string) => CatalogueEntry | undefined

/** Gives the unified diff of a changed file. */
export type DiffOf = (outcome: FileOutcome) => string | Promise<string>
