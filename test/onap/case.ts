import type { RequirementId } from '../../src/rules/onap/requirement.ts'
import type { Change } from './changes.ts'

/** What breaks a requirement, and what only looks as if it did. */
export interface RequirementCase {
  readonly id: RequirementId
  /** What a package that meets all requirements is changed to. */
  readonly broken: readonly Change[]
  /** All violations of the requirement: `file line:column repair`. */
  readonly flagged: readonly string[]
  /** Changes after which the requirement is met. */
  readonly alike?: readonly (readonly Change[])[]
}
