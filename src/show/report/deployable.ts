/** Why no stack can be made of a result. */

import type { ReportedOutcome } from '../../engine/outcome.ts'
import { listed } from '../../text/document/listed.ts'

/** So many names stand in a line before the rest is counted. */
const NAMES_SHOWN = 3

type DeployableOutcome = Pick<ReportedOutcome, 'missingTypes' | 'undeployable'>

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

/** `not deployable: Heat has no AWS::S3::Bucket; 2 properties`; empty where Heat takes the result. */
export function undeployableText(outcome: DeployableOutcome): string {
  const { missingTypes = [], undeployable } = outcome
  const obstacle = obstacleOf(outcome)
  if (obstacle === undefined) return ''
  const reasons = [
    ...(missingTypes.length === 0 ? [] : [`Heat has no ${listed(missingTypes, ', ', NAMES_SHOWN)}`]),
    ...(undeployable === undefined ? [] : [undeployable.why]),
  ]
  return `not deployable${obstacle === 'new' ? '' : ` ${obstacle}`}: ${reasons.join('; ')}`
}

/** Results by what is in the way of a stack. */
export type ObstacleCounts = ReadonlyMap<Obstacle, number>

/** `3 not deployable (1 as before, 1 without an environment)`; empty where Heat takes all results. */
export function undeployableCountText(counts: ObstacleCounts): string {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (all === 0) return ''
  const others = (['as before', 'without an environment'] as const).flatMap((obstacle) => {
    const count = counts.get(obstacle) ?? 0
    return count === 0 ? [] : [`${count} ${obstacle}`]
  })
  return `${all} not deployable${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}
