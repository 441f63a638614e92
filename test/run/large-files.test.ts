import { getHeapSpaceStatistics } from 'node:v8'
import { holdHeap, inLittleMemory } from '../../src/run/heap.ts'

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

  it('collects what small files took, as often as their source asks for', () => {
    holdHeap(10_000)
    const newObjects = () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_used_size ?? 0
    // Less than V8 collects by itself.
    const someObjects = () => Array.from({ length: 4000 }, (_, i) => ({ i })).length
    const left = (size: number) => {
      inLittleMemory(60_000, () => 0)
      const before = newObjects()
      inLittleMemory(size, someObjects)
      return newObjects() - before
    }
    expect(left(10)).toBeGreaterThan(100_000)
    expect(left(60_000)).toBeLessThan(100_000)
  })
})
