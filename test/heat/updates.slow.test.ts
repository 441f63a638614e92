/** What `diff` says of updates of stacks with nested files, groups and conditions, held against a Heat that makes them. */
import { hasHeatFor } from './installed.ts'
import { mistakes } from './updates/judge.ts'
import { generatedUpdates } from './updates/stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

// Of a group that goes as a whole Heat notes nothing here: `npm run corpus:updates -- 500 11` shows such updates as wrong.
withHeat('what diff says of sixty updates', () => {
  it('is what happens, and seldom that worse may happen', () => {
    const { judged, found, counts } = mistakes(generatedUpdates(1), 60)
    const of = (verdict: 'right' | 'over') => counts.get(verdict) ?? 0
    expect(judged).toBeGreaterThanOrEqual(50)
    expect(of('over') / of('right')).toBeLessThan(0.02)
    expect(found).toEqual([])
  })
})
