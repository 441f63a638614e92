/** Constraints of a parameter that no value can meet: Heat takes the template, and refuses every value. */

import { constraintProblem } from '../heat/constraints.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import type { Constraint } from '../heat/facts/resource-types.ts'
import type { Value } from '../heat/values/value.ts'
import type { Node } from '../text/document/node.ts'

/** A constraint whose limits are literal, with its location. */
export type DeclaredLimit = Constraint & { readonly at: Node }

/** Where constraints leave no value, and why, as the end of a sentence about them. */
interface Impossible {
  readonly at: Node
  readonly why: string
}

/**
 * Whether literal constraints of a parameter contradict themselves or one another. A list may be empty, which meets every
 * list of allowed values (`AllowedValues._is_valid`).
 */
export function impossibleConstraint(
  limits: readonly DeclaredLimit[],
  type: HotParameterType | undefined,
): Impossible | undefined {
  if (type === undefined || type === 'json') return undefined
  return (
    apart('range', limits) ??
    apart('length', limits) ??
    (type === 'comma_delimited_list' ? undefined : noneAllowed(limits, type))
  )
}

/** Bounds of one kind that leave nothing between them, also when several constraints give them. */
function apart(kind: 'range' | 'length', limits: readonly DeclaredLimit[]): Impossible | undefined {
  const bounds = limits.flatMap((one) => (one.kind === kind ? [one] : []))
  const least = bounds.reduce(
    (most, { min = Number.NEGATIVE_INFINITY }) => Math.max(most, min),
    kind === 'length' ? 0 : Number.NEGATIVE_INFINITY,
  )
  const most = bounds.reduce(
    (below, { max = Number.POSITIVE_INFINITY }) => Math.min(below, max),
    Number.POSITIVE_INFINITY,
  )
  const last = bounds.at(-1)
  if (last === undefined || least <= most) return undefined
  const what = kind === 'range' ? 'no number is' : 'no length is'
  return { at: last.at, why: `${what} at least ${least} and at most ${most}` }
}

/** Allowed values of which each is refused by another constraint; an empty list has none to begin with. */
function noneAllowed(limits: readonly DeclaredLimit[], type: HotParameterType): Impossible | undefined {
  const list = limits.find((one) => one.kind === 'allowed_values')
  if (list?.kind !== 'allowed_values') return undefined
  if (list.values.length === 0) return { at: list.at, why: 'the list of allowed values is empty' }
  const others = limits.filter((one) => one !== list)
  // Of what is made a string first, the constraints see the string.
  const isItself = (item: Value) => type !== 'string' || typeof item === 'string'
  const isRefused = (item: Value) =>
    isItself(item) && others.some((one) => constraintProblem(one, item, type) !== undefined)
  return list.values.every(isRefused)
    ? { at: list.at, why: 'the other constraints reject every allowed value' }
    : undefined
}
