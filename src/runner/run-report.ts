import type { FileStatus, ReportedOutcome } from '../engine/outcome.ts'
import { Defect } from './problem.ts'

/** Files per status; the keys stand in the order in which reports name them. */
export type Totals = Readonly<Record<FileStatus, number>>

/** Whether changed files are on disk now, or only would be; `checked`: nothing was to change. */
export type RunMode = 'written' | 'dry-run' | 'checked'

/** What a run was asked, and how it ends. */
export interface Invocation {
  readonly command: string
  /** By their names, as far as they are not as by default. */
  readonly options: Readonly<Record<string, true | readonly string[]>>
  readonly exitCode: number
}

/** What became of all files. */
export interface RunReport {
  /** Sorted by path; without their texts. */
  readonly files: readonly ReportedOutcome[]
  readonly totals: Totals
  readonly mode: RunMode
  /** Absent where no command line asked for the run. */
  readonly invocation?: Invocation
  /** Archives that the files came from. */
  readonly archives?: readonly CheckedArchive[]
}

/** An archive as it was read. */
export interface CheckedArchive {
  /** As reports name it. */
  readonly path: string
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string
}

/**
 * Counts the outcomes per status.
 *
 * @throws Defect when an outcome is in no bucket or a file is counted twice or not at all
 */
export function countTotals(outcomes: readonly ReportedOutcome[], expectedPaths: readonly string[]): Totals {
  const totals = { changed: 0, unchanged: 0, skipped: 0, blocked: 0, failed: 0 }
  const missing = new Set(expectedPaths)
  for (const { path, status } of outcomes) {
    if (!Object.hasOwn(totals, status)) throw new Defect('unknown-status', `${path} ended as ${status}`)
    if (!missing.delete(path)) throw new Defect('file-counted-twice', path)
    totals[status] += 1
  }
  if (missing.size > 0) throw new Defect('file-lost', [...missing].join(', '))
  return totals
}
