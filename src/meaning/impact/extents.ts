/** For which values something happens, and where values part. */
import type { Term } from '../terms/term.ts'

/** For which values something is so for certain, and for which it may be; boolean terms, the one within the other. */
export interface Extent {
  readonly sure: Term
  readonly may: Term
}

/** What is so for certain wherever it may be. */
export function surely(condition: Term): Extent {
  return { sure: condition, may: condition }
}

/** One location at which two values differ. */
export interface DifferingPart {
  /** Below the value: `.networks[0].port`; empty for the value itself. */
  readonly path: string
  readonly before: Term
  readonly after: Term
  readonly extent: Extent
  /** The resources or attributes that change, in words, where only what reads them does. */
  readonly by?: string
  /** What the new value reads that is known only after the update, in words: `server.first_address`. */
  readonly knownAfter?: string
}
