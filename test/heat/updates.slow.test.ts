/** What `diff` says of updates of stacks with nested files, groups and conditions, held against a Heat that makes them. */
import { join } from 'node:path'
import { hasHeatFor } from './installed.ts'
import { schemasOfHeat } from './type-mutants.ts'
import { type Happened, happened, mistakes } from './updates/judge.ts'
import { someUpdates, type Update } from './updates/stacks.ts'
import { typedUpdates } from './updates/typed-stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

/** Each with how many of its updates, or of those of resources of all types: five hundred. */
const seeds = [
  ['seed 1', 80],
  ['seed 2', 60],
  ['seed 5', 60],
  ['seed 7', 60],
  ['seed 11', 60],
  ['seed 13', 60],
  ['types, seed 1', 120],
] as const

function updatesOf(name: string, count: number): readonly Update[] {
  const seed = Number(name.split(' ').at(-1))
  return name.startsWith('types') ? typedUpdates(count, seed, schemasOfHeat()) : someUpdates(count, seed)
}

withHeat('what diff says of five hundred updates', () => {
  let all: readonly (readonly Update[])[] = []
  let answers: readonly Happened[] = []

  beforeAll(() => {
    all = seeds.map(([name, count]) => updatesOf(name, count))
    answers = happened(all.flat(), join(__dirname, 'updating.py'))
  }, 3_600_000)

  it('is certain of nearly all', () => {
    const { counts } = mistakes(all.flat(), answers)
    const of = (verdict: 'right' | 'open' | 'over') => counts.get(verdict) ?? 0
    expect(of('right') / (of('right') + of('open') + of('over'))).toBeGreaterThan(0.975)
    expect(of('over') / of('right')).toBeLessThan(0.01)
  })

  it.each(seeds.map(([name], index) => [name, index]))(
    'is what happens, and seldom that worse may happen: %s',
    (_, index) => {
      const updates = all[index] ?? []
      const first = all.slice(0, index).flat().length
      const { judged, found, counts } = mistakes(updates, answers.slice(first, first + updates.length))
      const of = (verdict: 'right' | 'open' | 'over') => counts.get(verdict) ?? 0
      expect(judged).toBeGreaterThanOrEqual(0.9 * updates.length)
      expect(found).toEqual([])
      expect(of('right') / (of('right') + of('open') + of('over'))).toBeGreaterThan(0.96)
      expect(of('over') / of('right')).toBeLessThan(0.02)
    },
  )
})
