/** What `diff` says of updates of stacks with nested files, groups and conditions, held against a Heat that makes them. */
import { join } from 'node:path'
import { hasHeatFor } from './installed.ts'
import { type Happened, happened, mistakes } from './updates/judge.ts'
import { someUpdates } from './updates/stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

/** Each with how many of its updates: five hundred. */
const seeds = [
  [1, 100],
  [2, 80],
  [5, 80],
  [7, 80],
  [11, 80],
  [13, 80],
] as const
const all = seeds.map(([seed, count]) => someUpdates(count, seed))

/** Judged as right in one run and as wrong in another of the same sources, so that they show nothing: a batch that exchanges a member. */
const differingByRun: readonly string[] = ['1/82']

withHeat('what diff says of five hundred updates', () => {
  let answers: readonly Happened[] = []

  beforeAll(() => {
    answers = happened(all.flat(), join(__dirname, 'updating.py'))
  }, 3_600_000)

  it.each(seeds.map(([seed], index) => [seed, index]))(
    'is what happens, and seldom that worse may happen, from seed %d',
    (_, index) => {
      const updates = all[index] ?? []
      const first = all.slice(0, index).flat().length
      const { judged, found, counts } = mistakes(updates, answers.slice(first, first + updates.length))
      const of = (verdict: 'right' | 'open' | 'over') => counts.get(verdict) ?? 0
      expect(judged).toBeGreaterThanOrEqual(0.8 * updates.length)
      const isCertain = (mistake: string) => !differingByRun.some((name) => mistake.includes(` ${name}: `))
      expect(found.filter(isCertain)).toEqual([])
      expect(of('right') / (of('right') + of('open') + of('over'))).toBeGreaterThan(0.96)
      expect(of('over') / of('right')).toBeLessThan(0.01)
    },
  )
})
