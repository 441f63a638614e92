/** The update policy of an AWS group as a property of a native one. */

import {
  type Entry,
  integer,
  type Node,
  nameOf,
  stringOf,
  unwrapped,
  withEntries,
  withKey,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { hasLinks } from '../resources.ts'

const rollingNames = new Map([
  ['MinInstancesInService', 'min_in_service'],
  ['MaxBatchSize', 'max_batch_size'],
  ['PauseTime', 'pause_time'],
])

/** The update policy of an AWS group is a property of a native one, with seconds instead of an ISO 8601 duration. */
export function rollingUpdates(policy: Entry): readonly Entry[] | string {
  const [rolling] = policy.value.kind === 'map' ? policy.value.entries : []
  if (policy.value.kind !== 'map' || hasLinks(policy.value))
    return 'its update policy is not a literal mapping'
  if (
    policy.value.entries.length !== 1 ||
    rolling === undefined ||
    nameOf(rolling) !== 'AutoScalingRollingUpdate'
  )
    return 'its update policy is not AutoScalingRollingUpdate'
  if (rolling.value.kind !== 'map') return 'its update policy is not a mapping'
  const parts: Entry[] = []
  for (const part of rolling.value.entries) {
    const to = rollingNames.get(nameOf(part) ?? '')
    if (to === undefined) return `Heat does not support "${nameOf(part)}" in its update policy`
    const seconds = to === 'pause_time' ? secondsOf(part.value) : undefined
    if (to === 'pause_time' && seconds === undefined) return 'its PauseTime is not a literal duration'
    parts.push(
      withKey(seconds === undefined ? part : withValue(part, integer(seconds, { for: part.value })), to),
    )
  }
  return unwrapped(policy, [
    withKey(withValue(rolling, withEntries(rolling.value, parts)), 'rolling_updates'),
  ])
}

/** `PT1M30S`, as `heat.common.timeutils.parse_isoduration` reads it. */
function secondsOf(node: Node): number | undefined {
  const duration = /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?$/.exec(stringOf(node) ?? '')
  if (duration === null || duration[0] === 'PT') return undefined
  const [hours = 0, minutes = 0, seconds = 0] = duration.slice(1).map((part) => Number(part ?? 0))
  return (hours * 60 + minutes) * 60 + seconds
}
