import { inLittleMemory } from '../../src/runner/heap.ts'

const LARGE = 10_000_000

describe('inLittleMemory', () => {
  it.each([10, LARGE])('gives on what a file of %d bytes comes to', (size) => {
    expect(inLittleMemory(size, () => 'result')).toBe('result')
    const fail = () => {
      throw new Error('of the work')
    }
    expect(() => inLittleMemory(size, fail)).toThrow('of the work')
  })

  it('keeps nothing of what a large file took', () => {
    const before = process.memoryUsage().heapUsed
    inLittleMemory(LARGE, () => Array.from({ length: 1_000_000 }, (_, i) => ({ i })).length)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
  })
})
