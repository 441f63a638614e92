import type { RequirementId } from '../requirement.ts'
import type { Report } from '../violation.ts'
import type { Vnf } from '../vnf/vnf.ts'

/** Rules of one kind. */
export interface RuleFamily {
  /** All that `find` may report. */
  readonly requirements: readonly RequirementId[]
  readonly find: (vnf: Vnf, report: Report) => void
}
