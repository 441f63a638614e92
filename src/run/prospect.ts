/** What can be deployed of a result, and what is in the way. */

import type { ReportedOutcome } from '../engine/outcome.ts'

export type DeployableOutcome = Pick<ReportedOutcome, 'missingTypes' | 'undeployable'>

/**
 * Why Heat takes no stack of a result: `new`: it, or AWS, took the original, and the run ends with 3; `as before`: it
 * refused the original, too; `without an environment`: it lacks types that an environment can register.
 */
export type Obstacle = 'new' | 'as before' | 'without an environment'

/** Undefined where Heat takes the result. */
export function obstacleOf({ missingTypes = [], undeployable }: DeployableOutcome): Obstacle | undefined {
  if (undeployable !== undefined) return undeployable.isNew ? 'new' : 'as before'
  return missingTypes.length > 0 ? 'without an environment' : undefined
}

/**
 * `ready`: Heat accepts the result; `native`: it would with the native types that `--native` writes; `design`: it uses
 * types that neither Heat nor hotshift has anything for; `edit`: something else is in the way, which takes `--accept` or an edit.
 */
export type Prospect = 'ready' | 'native' | 'design' | 'edit'

/** Undefined for files that are not CloudFormation. */
export function prospectOf(outcome: ReportedOutcome): Prospect | undefined {
  const { kind, status, unreplacedTypes } = outcome
  if (!kind.includes('cfn-') || status === 'skipped' || status === 'unchanged') return undefined
  if (unreplacedTypes !== undefined) return 'design'
  if (status !== 'changed') return 'edit'
  const obstacle = obstacleOf(outcome)
  if (obstacle === undefined) return 'ready'
  return obstacle === 'without an environment' ? 'native' : 'edit'
}
