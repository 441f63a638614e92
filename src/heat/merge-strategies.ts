/** `parameter_merge_strategies` of environments (heat/common/environment_util.py). */

import type { Mapping } from '../text/document/node.ts'
import { mapOf, stringOf } from '../text/document/read.ts'
import { readValue } from './merge-keys.ts'

/** `ALLOWED_PARAM_MERGE_STRATEGIES` */
export const mergeStrategies = ['overwrite', 'merge', 'deep_merge'] as const
export type MergeStrategy = (typeof mergeStrategies)[number]

export function isMergeStrategy(name: string | undefined): name is MergeStrategy {
  return mergeStrategies.some((one) => one === name)
}

/**
 * How an environment wants the value of a parameter put together with that of the environments before it
 * (`get_param_merge_strategy`): what is none of the strategies counts as the default of the file.
 * @param before what the environments before it want
 */
export function mergeStrategyIn(
  environment: Mapping,
  parameter: string,
  before: MergeStrategy | undefined,
): MergeStrategy {
  const own = mapOf(readValue(environment, 'parameter_merge_strategies'))
  const usual = stringOf(readValue(own, 'default'))
  const preset = isMergeStrategy(usual) ? usual : 'overwrite'
  const given = readValue(own, parameter)
  if (given === undefined) return before ?? preset
  const named = stringOf(given)
  return isMergeStrategy(named) ? named : preset
}
