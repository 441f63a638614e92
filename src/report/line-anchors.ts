/** Two lines, by index, that are the same line of both texts. */
export interface Anchor {
  readonly before: number
  readonly after: number
}

/**
 * Lines that occur once in each of the two ranges, as far as they stand in the same
 * order in both: the points at which a reader would line the texts up (the idea of
 * Bram Cohen's "patience diff"). Linear but for a logarithm.
 *
 * @param before line numbers of interned lines; `from` and `to` bound the range, end exclusive
 */
export function uniqueAnchors(
  before: readonly number[],
  after: readonly number[],
  range: {
    readonly oldStart: number
    readonly oldEnd: number
    readonly newStart: number
    readonly newEnd: number
  },
): readonly Anchor[] {
  const oldPlaces = uniquePlaces(before, range.oldStart, range.oldEnd)
  const newPlaces = uniquePlaces(after, range.newStart, range.newEnd)
  const pairs: Anchor[] = []
  for (const [line, place] of oldPlaces) {
    const other = newPlaces.get(line)
    if (place >= 0 && other !== undefined && other >= 0) pairs.push({ before: place, after: other })
  }
  pairs.sort((a, b) => a.before - b.before)
  return longestRise(pairs)
}

/** Where each line stands; -1 for lines that occur more than once. */
function uniquePlaces(lines: readonly number[], start: number, end: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let i = start; i < end; i++) {
    const line = lines[i] as number
    places.set(line, places.has(line) ? -1 : i)
  }
  return places
}

/** The longest subsequence in which `after` rises too (patience sorting). */
function longestRise(pairs: readonly Anchor[]): readonly Anchor[] {
  interface Link {
    readonly pair: Anchor
    readonly previous: Link | undefined
  }
  const piles: Link[] = []
  for (const pair of pairs) {
    let low = 0
    let high = piles.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((piles[middle] as Link).pair.after < pair.after) low = middle + 1
      else high = middle
    }
    piles[low] = { pair, previous: piles[low - 1] }
  }
  const rise: Anchor[] = []
  for (let link = piles.at(-1); link !== undefined; link = link.previous) rise.push(link.pair)
  return rise.reverse()
}
