/** Queries to sorted lists, in logarithmic time each. */

/**
 * For how many elements a predicate holds, given that it holds for the first of them and for none after: the index of
 * the first for which it does not hold.
 */
export function countFirst<Element>(
  sorted: readonly Element[],
  holds: (element: Element) => boolean,
): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle] as Element)) low = middle + 1
    else high = middle
  }
  return low
}

/** The indices of the longest subsequence that rises strictly (patience sorting). */
export function longestRise(values: readonly number[]): readonly number[] {
  /** Of the subsequences of each length, where the one ends that ends lowest. */
  const ends: number[] = []
  const previous = new Int32Array(values.length)
  values.forEach((value, index) => {
    const length = countFirst(ends, (end) => (values[end] as number) < value)
    previous[index] = ends[length - 1] ?? -1
    ends[length] = index
  })
  const rise: number[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) rise.push(at)
  return rise.reverse()
}

/** The order of strings by their UTF-16 code units. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The order of entries by their keys. */
export function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareTexts(a, b)
}

/** The order of what has a path. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return compareTexts(a.path, b.path)
}
