/** What `diff` says of updates of small stacks, held against a Heat that makes them. */
import { hasHeatFor } from './installed.ts'
import { mistakes } from './updates/judge.ts'
import { generatedUpdates } from './updates/stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

withHeat('what diff says of forty updates', () => {
  it('is what happens: nothing else that is certain, and nothing untold that is replaced or deleted', () => {
    const { judged, found, counts } = mistakes(generatedUpdates(3, 4), 40)
    expect(judged).toBeGreaterThanOrEqual(30)
    expect(counts.get('right')).toBeGreaterThan(100)
    expect(found).toEqual([])
  })
})
