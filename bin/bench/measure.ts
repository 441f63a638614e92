/** CPU time of a function, all threads of the process included, in ms. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The least time that a piece of work takes, in ms. */
export interface BestTime {
  /** CPU time of the rounds behind the first ones, as in a run over some hundred files. */
  readonly early: number
  /** The same rounds on the clock: V8 optimises on other threads, while the one that works goes on. */
  readonly clock: number
  /** CPU time of the last rounds, when V8 has little left to optimise, as in a run over thousands. */
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
  const noTimes = () =>
    Object.fromEntries(Object.keys(works).map((name) => [name, []])) as unknown as Record<Name, number[]>
  const [cpu, clock] = [noTimes(), noTimes()]
  for (let round = 0; round < warmUp + early + between + warm; round += 1)
    for (const name of Object.keys(works) as Name[]) {
      const start = performance.now()
      cpu[name].push(cpuTime(works[name]))
      clock[name].push(performance.now() - start)
    }
  const leastEarly = (times: readonly number[]) => Math.min(...times.slice(warmUp, warmUp + early))
  const best = (name: Name): BestTime => ({
    early: leastEarly(cpu[name]),
    clock: leastEarly(clock[name]),
    warm: Math.min(...cpu[name].slice(-warm)),
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
