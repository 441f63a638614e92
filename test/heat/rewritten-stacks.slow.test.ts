/** What commands that rewrite say of live stacks, held against a Heat that updates these to what was written. */
import { join } from 'node:path'
import { removeTemporaryTrees } from '../run/temporary-tree.ts'
import { hasHeatFor } from './installed.ts'
import { type Happened, happened, judge } from './updates/judge.ts'
import { type Rewrite, rewrites, someRewrites } from './updates/rewrites.ts'

const withHeat = hasHeatFor('what rewrites do to stacks') ? describe : describe.skip

withHeat('what a rewrite does to live stacks', () => {
  let all: readonly Rewrite[] = []
  let answers: readonly Happened[] = []

  beforeAll(async () => {
    all = await someRewrites(10, 41)
    answers = happened(
      all.map(({ update }) => update),
      join(__dirname, 'updating.py'),
    )
  }, 600_000)
  afterAll(removeTemporaryTrees)

  it.each(rewrites.map(({ line }) => line))('is what the report of %s says', (line) => {
    const own = all.flatMap(({ update, impact }, index) => {
      const answer = answers[index]
      return update.name.startsWith(`${line} (`) && answer !== undefined && answer.error === undefined
        ? [{ update, impact, answer }]
        : []
    })
    const found = own.flatMap(({ update, impact, answer }) =>
      judge(impact, answer, update.after.parameters).map(({ verdict, what }) => ({
        verdict,
        what: `${update.name}: ${what}`,
      })),
    )
    const of = (...verdicts: readonly string[]) => found.filter(({ verdict }) => verdicts.includes(verdict))
    expect(of('wrong', 'untold').map(({ what }) => what)).toEqual([])
    expect(of('right', 'open').length).toBeGreaterThan(20)
    expect(of('over').length).toBeLessThanOrEqual(0.02 * found.length)
  })
})
