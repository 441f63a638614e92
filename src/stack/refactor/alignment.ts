/** Which items of one list became which of another one. */
import { dataKey } from '../../text/document/data.ts'
import type { Node } from '../../text/document/node.ts'

/** An item in both lists, or in one of them: by their numbers. */
export interface AlignedPair {
  readonly one: number | undefined
  readonly other: number | undefined
}

/** So many pairs of items are compared at the most. */
const mostPairs = 250_000

/**
 * Aligns two lists: equal items are paired in order; between two such pairs items of the same kind are paired by position.
 * The steps are in the order of the lists.
 * @returns undefined for lists that differ in more than can be compared
 */
export function alignment(
  ones: readonly Node[],
  others: readonly Node[],
): readonly AlignedPair[] | undefined {
  const [own, theirs] = [ones.map(dataKey), others.map(dataKey)]
  let start = 0
  while (start < own.length && start < theirs.length && own[start] === theirs[start]) start += 1
  let end = 0
  const rest = Math.min(own.length, theirs.length) - start
  while (end < rest && own[own.length - 1 - end] === theirs[theirs.length - 1 - end]) end += 1
  const [ownEnd, theirEnd] = [own.length - end, theirs.length - end]
  if ((ownEnd - start) * (theirEnd - start) > mostPairs) return undefined
  const equal = common(own.slice(start, ownEnd), theirs.slice(start, theirEnd))
  const steps: AlignedPair[] = []
  for (let index = 0; index < start; index += 1) steps.push({ one: index, other: index })
  let [one, other] = [start, start]
  for (const [nextOne, nextOther] of [
    ...equal.map(([a, b]) => [a + start, b + start] as const),
    [ownEnd, theirEnd] as const,
  ]) {
    steps.push(...between(ones, others, [one, nextOne], [other, nextOther]))
    if (nextOne < ownEnd) steps.push({ one: nextOne, other: nextOther })
    one = nextOne + 1
    other = nextOther + 1
  }
  for (let index = 0; index < end; index += 1) steps.push({ one: ownEnd + index, other: theirEnd + index })
  return steps
}

type IndexRange = readonly [start: number, end: number]

function between(
  ones: readonly Node[],
  others: readonly Node[],
  [from, to]: IndexRange,
  [otherFrom, otherTo]: IndexRange,
): readonly AlignedPair[] {
  const steps: AlignedPair[] = []
  let [one, other] = [from, otherFrom]
  while (one < to && other < otherTo && ones[one]?.kind === others[other]?.kind) {
    steps.push({ one, other })
    one += 1
    other += 1
  }
  for (; one < to; one += 1) steps.push({ one, other: undefined })
  for (; other < otherTo; other += 1) steps.push({ one: undefined, other })
  return steps
}

/** The longest common subsequence, as pairs of numbers. */
function common(ones: readonly string[], others: readonly string[]): readonly (readonly [number, number])[] {
  const width = others.length + 1
  const lengths = new Uint32Array((ones.length + 1) * width)
  const at = (one: number, other: number) => lengths[one * width + other] ?? 0
  for (let one = ones.length - 1; one >= 0; one -= 1)
    for (let other = others.length - 1; other >= 0; other -= 1)
      lengths[one * width + other] =
        ones[one] === others[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1))
  const pairs: (readonly [number, number])[] = []
  let [one, other] = [0, 0]
  while (one < ones.length && other < others.length) {
    if (ones[one] === others[other]) {
      pairs.push([one, other])
      one += 1
      other += 1
    } else if (at(one + 1, other) >= at(one, other + 1)) one += 1
    else other += 1
  }
  return pairs
}
