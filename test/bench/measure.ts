/** CPU time of a call, all threads of the process included, in ms. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * The least CPU time of each of several pieces of work, in ms. They take turns, so that
 * a change in the machine's speed meets all of them; the first rounds warm up.
 */
export function bestTimes<Name extends string>(
  works: Readonly<Record<Name, () => void>>,
  { warmUp = 2, rounds = 7 } = {},
): Readonly<Record<Name, number>> {
  const names = Object.keys(works) as Name[]
  const best = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<
    Name,
    number
  >
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const name of names) {
      const time = cpuTime(works[name])
      if (round >= warmUp) best[name] = Math.min(best[name], time)
    }
  }
  return best
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
