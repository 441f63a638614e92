import type { CatalogueEntry } from '../../engine/findings/catalogue.ts'
import type { FileOutcome, ReportedOutcome } from '../../engine/outcome.ts'
import type { RunReport } from '../../run/run-report.ts'
import { Spill } from '../../run/spill.ts'
import type { Drawing } from './page-data.ts'

/** Where output goes; resolves once it may go on. */
export type Write = (text: string) => void | Promise<void>

/** Turns a run into something to read, file by file and then as a whole. */
export interface Reporter {
  /** Called with every outcome, file contents included, in the order of the paths. */
  file(outcome: FileOutcome): void | Promise<void>
  end(report: RunReport): void | Promise<void>
}

/** Whether a report is of a run, of a part of one that others are merged with, or has its numbers only. */
export type ReportExtent = 'whole' | 'part' | 'totals'

/** What is known of a finding's code; undefined for a code in no catalogue. */
export type LookUpCode = (code: string) => CatalogueEntry | undefined

/** Draws a template; undefined for what has no picture. */
export type DrawingOf = (outcome: FileOutcome) => Drawing | undefined

/** Gives the unified diff of a changed file. */
export type DiffOf = (outcome: FileOutcome) => string | Promise<string>

// Reports that begin with what comes out last: they have to know all files before they can say anything.

/** All files of a run in the order of their paths, without their content; each pass may read them from the disk. */
export interface AllFiles<Extra = unknown> extends Iterable<KeptOutcome<Extra>> {
  readonly length: number
}

/** What is stored of a file, with what a report needs of its content. */
export type KeptOutcome<Extra = unknown> = ReportedOutcome & { readonly extra?: Extra }

/** What became of all files, with each of them. */
export interface FullReport<Extra = unknown> extends RunReport {
  readonly files: AllFiles<Extra>
}

/** What can be said of a file without its content. */
export function withoutTexts(outcome: FileOutcome): ReportedOutcome {
  const { before: _before, after: _after, steps: _steps, asRead: _asRead, ...rest } = outcome
  return rest
}

/**
 * A reporter that is given all files at once. Their number does not matter for memory.
 *
 * @param extraOf what to store of the content of a file; something that JSON can hold
 */
export function gathered<Extra = unknown>(
  end: (report: FullReport<Extra>) => void | Promise<void>,
  extraOf: (outcome: FileOutcome) => Extra | undefined = () => undefined,
): Reporter {
  const lines = new Spill()
  const files: AllFiles<Extra> = {
    get length() {
      return lines.length
    },
    *[Symbol.iterator]() {
      for (const line of lines) yield JSON.parse(line) as KeptOutcome<Extra>
    },
  }
  return {
    file: (outcome) => lines.add(JSON.stringify({ ...withoutTexts(outcome), extra: extraOf(outcome) })),
    async end(report) {
      try {
        await end({ ...report, files })
      } finally {
        lines.discard()
      }
    },
  }
}

/** The first of many rows, and how many there are. */
export class FirstRows<Row> {
  length = 0
  readonly rows: Row[] = []
  readonly #most: number

  /** @param most rows that are stored */
  constructor(most: number) {
    this.#most = most
  }

  add(row: Row): void {
    this.length++
    if (this.rows.length < this.#most) this.rows.push(row)
  }
}
