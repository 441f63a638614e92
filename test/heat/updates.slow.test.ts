/** What `diff` says of updates of stacks with nested files, groups and conditions, held against a Heat that makes them. */
import { join } from 'node:path'
import { hasHeatFor } from './installed.ts'
import { happened, mistakes } from './updates/judge.ts'
import { someUpdates } from './updates/stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

withHeat('what diff says of sixty updates', () => {
  it('is what happens, and seldom that worse may happen', () => {
    const updates = someUpdates(60, 1)
    const { judged, found, counts } = mistakes(updates, happened(updates, join(__dirname, 'updating.py')))
    const of = (verdict: 'right' | 'over') => counts.get(verdict) ?? 0
    expect(judged).toBeGreaterThanOrEqual(50)
    expect(of('over') / of('right')).toBeLessThan(0.02)
    expect(found).toEqual([])
  })
})
