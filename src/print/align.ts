/** How the children of a changed collection relate to those that were read. */
export interface Alignment<T> {
  /** Children that stay where they are, in order; `index` counts in the old collection. */
  readonly kept: readonly { readonly old: T; readonly next: T; readonly index: number }[]
  /** Indices of old children that are gone or have moved. */
  readonly removed: readonly number[]
  /** Runs of new or moved children and the old index they follow, -1 for the front. */
  readonly inserted: readonly { readonly after: number; readonly children: readonly T[] }[]
  /** Whether anything was removed or inserted. */
  readonly changed: boolean
}

/** Longest strictly increasing subsequence, as positions; O(n log n). */
function longestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = []
  const previous = new Array<number>(values.length).fill(-1)
  values.forEach((value, position) => {
    if (value < 0) return
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] as number] as number) < value) low = middle + 1
      else high = middle
    }
    if (low > 0) previous[position] = tails[low - 1] as number
    tails[low] = position
  })
  const result = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at] as number) result.add(at)
  return result
}

/**
 * Finds the children that keep their place: the longest run in the old order. What is left
 * of the old ones is removed, what is left of the new ones inserted.
 * @param parsed gives the old child behind a new one, if any
 */
export function alignChildren<T>(
  old: readonly T[],
  next: readonly T[],
  parsed: (child: T) => T | undefined,
): Alignment<T> {
  const indexOf = new Map<T, number>(old.map((child, index) => [child, index]))
  const positions = next.map((child) => {
    const origin = parsed(child)
    return origin === undefined ? -1 : (indexOf.get(origin) ?? -1)
  })
  const inOrder = longestIncreasing(positions)
  const kept: { old: T; next: T; index: number }[] = []
  const inserted: { after: number; children: T[] }[] = []
  let after = -1
  next.forEach((child, position) => {
    if (inOrder.has(position)) {
      after = positions[position] as number
      kept.push({ old: old[after] as T, next: child, index: after })
    } else {
      const group = inserted.at(-1)
      if (group !== undefined && group.after === after) group.children.push(child)
      else inserted.push({ after, children: [child] })
    }
  })
  const keptIndices = new Set(kept.map((child) => child.index))
  const removed = old.map((_, index) => index).filter((index) => !keptIndices.has(index))
  return { kept, removed, inserted, changed: removed.length > 0 || inserted.length > 0 }
}
