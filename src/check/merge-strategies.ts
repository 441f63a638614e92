/** How the values of several environments are put together (heat/common/environment_util.py: `merge_parameters`). */

import type { Entry, Mapping } from '../document/node.ts'
import { isNull, mapOf, nameOf, scalarOf } from '../document/read.ts'
import { readValue } from '../heat/merge-keys.ts'
import { type MergeStrategy, mergeStrategyIn } from '../heat/merge-strategies.ts'
import { valueSections } from '../workspace/values.ts'
import type { CheckProblem } from './scope.ts'

/** The environments that a stack is created with. */
interface MergedEnvironments {
  /** Their trees, in the order in which Heat merges them. */
  readonly roots: readonly Mapping[]
  /** The type of a parameter, `unknown` for one whose type is not known; undefined where no template declares it. */
  readonly typeOf: (parameter: string) => string | undefined
}

/** What Heat refuses to merge, by the tree of the environment that is merged into those before it. */
export function mergeProblems({
  roots,
  typeOf,
}: MergedEnvironments): ReadonlyMap<Mapping, readonly CheckProblem[]> {
  const strategies = new Map<string, MergeStrategy>()
  const hasValues = new Set<string>()
  const found = new Map<Mapping, readonly CheckProblem[]>()
  for (const root of roots) {
    const problems: CheckProblem[] = []
    for (const section of valueSections) {
      const entries = mapOf(readValue(root, section))?.entries ?? []
      for (const one of entries) {
        const name = nameOf(one) ?? ''
        const type = typeOf(name)
        if (type === undefined || isNull(one.value)) continue
        const strategy = mergeStrategyIn(root, name, strategies.get(name))
        const agreed = strategies.get(name) ?? strategy
        strategies.set(name, agreed)
        const message =
          agreed !== strategy
            ? `"${name}" is merged by ${strategy} here and by ${agreed} in an environment before; Heat refuses two strategies for one parameter`
            : strategy !== 'overwrite' && hasValues.has(section)
              ? unmergeable(name, type, one, strategy)
              : undefined
        if (message !== undefined)
          problems.push({ code: 'bad-value', at: one, message, rule: `${rule}: merge_parameters` })
      }
      if (entries.length > 0) hasValues.add(section)
    }
    if (problems.length > 0) found.set(root, problems)
  }
  return found
}

const rule = 'heat/common/environment_util.py'

/** Why a value is not merged; undefined for one that is. */
function unmergeable(
  name: string,
  type: string,
  { value }: Entry,
  strategy: MergeStrategy,
): string | undefined {
  if (type === 'boolean' || type === 'number')
    return `Heat cannot merge (${strategy}) the parameter "${name}", which is a ${type}; write overwrite`
  const scalar = scalarOf(value)
  const isString = scalar === undefined || scalar.type === 'str'
  return (type === 'string' || type === 'comma_delimited_list') && !isString
    ? `Heat merges (${strategy}) strings and lists for "${name}", and this value is neither; quote it`
    : undefined
}
