import type { Range } from '../document/node.ts'

/** `error` findings block the file they are found in; `warning` and `info` do not. */
export type Severity = 'error' | 'warning' | 'info'

/** `safe` and `lossy` are hotshift's (`remediate`, the latter with `--lossy`); `by-hand` takes a person's decision. */
export type Repair = 'safe' | 'lossy' | 'by-hand'

/** What a finding of a profile says beyond that something is wrong; its `code` is the requirement's number. */
export interface RequirementFacts {
  /** As the requirement words it: `MUST`, `MUST NOT`, `SHOULD`, `SHOULD NOT`. */
  readonly keyword: string
  readonly repair: Repair
  /** Whether this run repaired it; the message then says what was done, and `help` what is lost, if anything. */
  readonly isRepaired?: true
}

/** Something the user should know, at a place in the text that was read. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** UTF-16 offsets into the original text of the file; absent when the finding is about the file as a whole. */
  readonly range?: Range
  /** The transform that found it, by id. */
  readonly transform?: string
  /** What to do about it, when the catalogue's general advice is not precise enough. */
  readonly help?: string
  /** Only in findings about requirements of a profile such as ONAP's. */
  readonly requirement?: RequirementFacts
}
