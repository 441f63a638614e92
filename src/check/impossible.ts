/** Constraints of a parameter that no value can meet: Heat takes the template, and refuses every value. */

import type { Node } from '../document/node.ts'
import { scalarOf } from '../document/read.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import { type Limits, limitProblem } from '../heat/parameter-values.ts'

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
  limits: readonly Limits[],
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
function apart(kind: 'range' | 'length', limits: readonly Limits[]): Impossible | undefined {
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
function noneAllowed(limits: readonly Limits[], type: HotParameterType): Impossible | undefined {
  const list = limits.find((one) => one.kind === 'allowed_values')
  if (list?.kind !== 'allowed_values') return undefined
  if (list.items.length === 0) return { at: list.at, why: 'the list of allowed values is empty' }
  const others = limits.filter((one) => one !== list)
  // Of what is made a string first, the constraints see the string.
  const isItself = (item: Node) => type !== 'string' || scalarOf(item)?.type === 'str'
  const isRefused = (item: Node) =>
    isItself(item) && others.some((one) => limitProblem(one, type, item) !== undefined)
  return list.items.every(isRefused)
    ? { at: list.at, why: 'the other constraints refuse every allowed value' }
    : undefined
}
