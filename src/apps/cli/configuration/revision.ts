/** What sets findings aside: a comment is for the engine, a baseline, a waiver and a setting are for the command line. */
import type { FileOutcome, IgnoredFinding, LocatedFinding } from '../../../engine/outcome.ts'
import type { Since } from '../../../run/run-report.ts'

/** What sets findings aside that somebody lives with. */
export interface Revision {
  /** The outcome without these findings. */
  readonly revise: (outcome: FileOutcome) => FileOutcome
  /** To be called when all outcomes were revised: what is to be said. */
  readonly end: () => readonly string[]
  /** Of a comparison with an earlier run: what has changed; to be called like `end`. */
  readonly since?: () => Since
}

/**
 * The outcome with some of its findings ignored; the same object where none is.
 *
 * @param by asked once of each finding, in their order: what ignores it
 */
export function setAside(
  outcome: FileOutcome,
  by: (finding: LocatedFinding) => IgnoredFinding['ignoredBy'] | undefined,
): FileOutcome {
  const ignored: IgnoredFinding[] = []
  const findings = outcome.findings.filter((finding) => {
    const ignoredBy = by(finding)
    if (ignoredBy !== undefined) ignored.push({ ...finding, ignoredBy })
    return ignoredBy === undefined
  })
  return ignored.length === 0
    ? outcome
    : { ...outcome, findings, ignored: [...(outcome.ignored ?? []), ...ignored] }
}
