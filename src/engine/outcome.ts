import type { Finding } from './finding.ts'

/** Every file that was found ends in exactly one of these. */
export type FileStatus = 'changed' | 'unchanged' | 'skipped' | 'blocked' | 'failed'

/** What the proof says of a changed file; `none` where no proof was asked for. */
export type ProofVerdict = 'equal' | 'differs' | 'unproved' | 'none'

/** A finding with its place: line and column count from 1, columns in UTF-16 units. */
export interface LocatedFinding extends Finding {
  readonly line: number
  readonly column: number
}

/** One transform that changed a file, with the number of places it changed. */
export interface AppliedTransform {
  readonly id: string
  readonly changes: number
}

/** What became of one file. */
export interface FileOutcome {
  /** As given to the engine: relative to the working directory, `/` as separator. */
  readonly path: string
  /** Where the result belongs when the file gets another name. */
  readonly newPath?: string
  /** A file that the run creates: there is no text before, and nothing may stand at its path. */
  readonly isNew?: true
  /** Changed files that carry the same group are one change: all of them are written or none. */
  readonly group?: string
  /** For example `cfn-json`, `cfn-yaml`, `heat-cfn-yaml`, `hot`, `environment`, `not-a-template`. */
  readonly kind: string
  readonly status: FileStatus
  /** Why the file was skipped, blocked or failed, in one line. */
  readonly reason?: string
  readonly proof: ProofVerdict
  /** What the proof took, where there was one. */
  readonly proofMilliseconds?: number
  readonly transforms: readonly AppliedTransform[]
  readonly findings: readonly LocatedFinding[]
  /** The text as read, BOM included; absent when the file could not be read as text. */
  readonly before?: string
  /** The text to write, BOM included; present exactly when `status` is `changed`. */
  readonly after?: string
}
