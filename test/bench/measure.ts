/** CPU time of a call, all threads of the process included, in ms. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The least CPU time of a piece of work, in ms. */
export interface BestTime {
  /** Of the rounds behind the first ones, as in a run over some hundred files. */
  readonly early: number
  /** Of the last rounds, when V8 has little left to optimise, as in a run over thousands. */
  readonly warm: number
}

/**
 * What several pieces of work cost. They take turns, so that a change in the machine's speed meets all of them; the first
 * rounds warm up.
 */
export function bestTimes<Name extends string>(
  works: Readonly<Record<Name, () => void>>,
  { warmUp = 2, early = 7, between = 11, warm = 20 } = {},
): Readonly<Record<Name, BestTime>> {
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >
  for (let round = 0; round < warmUp + early + between + warm; round += 1)
    for (const name of Object.keys(works) as Name[]) times[name].push(cpuTime(works[name]))
  const best = (name: Name): BestTime => ({
    early: Math.min(...times[name].slice(warmUp, warmUp + early)),
    warm: Math.min(...times[name].slice(-warm)),
  })
  return Object.fromEntries((Object.keys(works) as Name[]).map((name) => [name, best(name)])) as Record<
    Name,
    BestTime
  >
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
