import type { Range } from '../document/node.ts'

/** `error` findings block the file they are found in; `warning` and `info` do not. */
export type Severity = 'error' | 'warning' | 'info'

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
}
