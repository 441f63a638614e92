/** Why no stack can be made of a result. */

import { type DeployableOutcome, type Obstacle, obstacleOf } from '../../run/prospect.ts'
import { listed } from '../../text/document/listed.ts'

/** So many names stand in a line before the rest is counted. */
const NAMES_SHOWN = 3

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
