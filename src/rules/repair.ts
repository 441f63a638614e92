/** What repairs a finding: one form for the rules of Heat, of ONAP and of SDC. */

import type { Workspace } from '../stack/workspace.ts'

/**
 * Makes a finding go away: asked with the view in which a rule found something, and with what it reported there. For a template
 * it returns a remedy, from which the edits of its source follow; for a package another package.
 */
export type RepairOf<View, Found, Result, Notes extends readonly unknown[] = []> = (
  view: View,
  found: Found,
  ...notes: Notes
) => Result

/** A repair of packages, which is a transform as well; `Notes` receive what it does. */
export interface PackageRepair<Found, Notes> {
  /** That of its transform, `onap/describe-parameters`. */
  readonly id: string
  /** Imperative, no full stop. */
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** What it rests on; for ONAP beside the requirements. */
  readonly references?: readonly string[]
  /**
   * The package without what was found; the very same one when an earlier repair has seen to it.
   * @throws Stuck when one of the locations cannot be changed
   */
  readonly repair: RepairOf<Workspace, Found, Workspace, [notes: Notes]>
}
