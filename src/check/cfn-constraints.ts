/** Constraints of CloudFormation parameters, each a key of its own; heat/engine/parameters.py: Schema.from_dict. */

import type { Entry, Mapping } from '../document/node.ts'
import { entryOf, isNull, resolved } from '../document/read.ts'
import type { HotParameterType } from '../heat/hot-words.ts'
import { readValue } from '../heat/merge-keys.ts'
import type { Limits } from '../heat/parameter-values.ts'
import { pythonNumber } from '../heat/python-numbers.ts'
import { isFitting, limitsOf, oneConstraint } from './one-constraint.ts'
import type { CheckScope, Part } from './scope.ts'

const cfnBounds = [
  ['range', ['MinValue', 'MaxValue']],
  ['length', ['MinLength', 'MaxLength']],
] as const

/** Checks the constraints of a parameter, and gives those whose limits are literal. */
export function cfnConstraints(
  { map }: Part,
  type: HotParameterType | undefined,
  scope: CheckScope,
): Limits[] {
  const found = cfnBounds.flatMap(([kind, keys]) => cfnBound(kind, keys, map, type, scope))
  const single = [
    ['allowed_values', 'AllowedValues'],
    ['allowed_pattern', 'AllowedPattern'],
  ] as const
  return [
    ...found,
    ...single.flatMap(([kind, key]) => {
      const value = readValue(map, key)
      return value === undefined ? [] : oneConstraint(kind, value, type, scope, key)
    }),
  ]
}

function cfnBound(
  kind: 'range' | 'length',
  keys: readonly [string, string],
  map: Mapping,
  type: HotParameterType | undefined,
  { report, words }: CheckScope,
): Limits[] {
  const entries = keys.map((key) => entryOf(map, key))
  const at: Entry | undefined = entries[0] ?? entries[1]
  if (at === undefined) return []
  const rule = words.rule('constraints')
  if (!isFitting(kind, type)) {
    report('bad-constraint', at, `${keys.join(' and ')} cannot test a parameter of type ${type}`, rule)
    return []
  }
  const given = entries.map((one) => (one === undefined || isNull(one.value) ? undefined : one.value))
  const [min, max] = given.map((one) => (one === undefined ? undefined : pythonNumber(one)))
  const refuse = (message: string) => report('bad-constraint', at, message, rule)
  if (given.some((one, index) => one !== undefined && [min, max][index] === undefined))
    refuse(`${keys.join(' and ')} are numbers`)
  else if (min === undefined && max === undefined) refuse(`${keys.join(' and ')} are empty`)
  else if (kind === 'length' && [min, max].some((one) => one?.isInteger === false))
    refuse(`${keys.join(' and ')} are whole numbers`)
  else return [limitsOf(kind, min, max, resolved(at.value))]
  return []
}
