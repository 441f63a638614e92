import * as fc from 'fast-check'
import { countFirst, longestRise } from '../../src/text/document/sorted.ts'
import '../seed.ts'

const numbers = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 9 })

it('counts what comes first in a sorted list as a look at all of it does', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: -1, max: 10 }), (values, bound) => {
      const sorted = [...values].sort((a, b) => a - b)
      expect(countFirst(sorted, (one) => one < bound)).toBe(sorted.filter((one) => one < bound).length)
    }),
  )
})

/** Of every rising subsequence the length, by trying all of them. */
function lengthOfRise(values: readonly number[], above = -1): number {
  const [first, ...rest] = values
  if (first === undefined) return 0
  const without = lengthOfRise(rest, above)
  return first > above ? Math.max(without, 1 + lengthOfRise(rest, first)) : without
}

it('finds a longest subsequence that rises strictly', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const rise = longestRise(values)
      const found = rise.map((index) => values[index] as number)
      expect(rise).toHaveLength(lengthOfRise(values))
      expect([...rise].sort((a, b) => a - b)).toEqual(rise)
      expect([...new Set(found)].sort((a, b) => a - b)).toEqual(found)
    }),
  )
})
