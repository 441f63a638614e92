import { foundInPair, type Pair } from './pairs.ts'
import { pairsBetween } from './pairs-between.ts'
import { pairsKnown } from './pairs-known.ts'
import { pairsMisread } from './pairs-misread.ts'
import { pairsValues } from './pairs-values.ts'

describe.each<readonly [string, readonly Pair[]]>([
  ['between resources', pairsBetween],
  ['of values that are known', pairsKnown],
  ['read otherwise than it looks', pairsMisread],
  ['of values and limits', pairsValues],
])('%s', (_, pairs) => {
  it.each(pairs)('finds $what, and nothing in what looks like it', ({ wrong, sound, code }) => {
    expect(foundInPair(wrong, code).map((one) => one.split(' ')[0])).toContain(code)
    expect(foundInPair(sound, code)).toEqual([])
  })
})
