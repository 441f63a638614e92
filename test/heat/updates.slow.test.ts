/** What `diff` says of updates of stacks with nested files, groups and conditions, held against a Heat that makes them. */
import { join } from 'node:path'
import { hasHeatFor } from './installed.ts'
import { schemasOfHeat } from './type-mutants.ts'
import { happened, mistakes, type Verdict } from './updates/judge.ts'
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
  let judged: readonly (ReturnType<typeof mistakes> & { readonly count: number })[] = []

  beforeAll(() => {
    const all = seeds.map(([name, count]) => updatesOf(name, count))
    const answers = happened(all.flat(), join(__dirname, 'updating.py'))
    let first = 0
    judged = all.map((updates) => {
      const own = answers.slice(first, first + updates.length)
      first += updates.length
      return { ...mistakes(updates, own), count: updates.length }
    })
  }, 3_600_000)

  const sum = (counts: readonly ReadonlyMap<Verdict, number>[], verdict: Verdict) =>
    counts.reduce((all, one) => all + (one.get(verdict) ?? 0), 0)

  /** The share of what is certain and right, and how much is overstated. */
  const shares = (counts: readonly ReadonlyMap<Verdict, number>[]) => {
    const [right, open, over] = (['right', 'open', 'over'] as const).map((one) => sum(counts, one)) as [
      number,
      number,
      number,
    ]
    return { right: right / (right + open + over), over: over / right }
  }

  it('is certain of nearly all', () => {
    const all = shares(judged.map(({ counts }) => counts))
    expect(all.right).toBeGreaterThan(0.975)
    expect(all.over).toBeLessThan(0.01)
  })

  it.each(seeds.map(([name], index) => [name, index]))(
    'is what happens, and seldom that worse may happen: %s',
    (_, index) => {
      const own = judged[index]
      if (own === undefined) throw new Error('nothing was judged')
      expect(own.judged).toBeGreaterThanOrEqual(0.9 * own.count)
      expect(own.found).toEqual([])
      expect(shares([own.counts]).right).toBeGreaterThan(0.96)
      expect(shares([own.counts]).over).toBeLessThan(0.02)
    },
  )
})
