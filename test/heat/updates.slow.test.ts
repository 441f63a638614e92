/** What `diff` says of updates of stacks with nested files, groups and conditions, held against a Heat that makes them. */
import { hasHeatFor } from './installed.ts'
import { mistakes } from './updates/judge.ts'
import { generatedUpdates } from './updates/stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

withHeat('what diff says of five hundred updates', () => {
  it('is what happens, and seldom that worse may happen', () => {
    const { judged, found, counts } = mistakes(generatedUpdates(11), 500)
    const of = (verdict: 'right' | 'over') => counts.get(verdict) ?? 0
    expect(judged).toBeGreaterThanOrEqual(400)
    expect(of('over') / of('right')).toBeLessThan(0.02)
    expect(found).toEqual([])
  })
})
