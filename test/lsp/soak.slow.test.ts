import { soak } from './soak.ts'

describe('the server over many edits', () => {
  it('does not grow', async () => {
    const { samples } = await soak({ edits: 1200 })
    expect(samples.length).toBe(8)
    // The first half fills what is kept once; a leak of each edit would go on.
    expect(samples.at(-1)?.memory).toBeLessThan((samples[3]?.memory ?? 0) * 1.25)
  })
})
