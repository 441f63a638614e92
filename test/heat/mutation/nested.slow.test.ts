/** `verify` asked about stacks of two layers that Heat judges: none that Heat shows to be different may be called equal. */
import { join } from 'node:path'
import { hasHeat } from '../installed.ts'
import { isNestedEscape, type NestedOutcome, nestedOutcomes } from './nested.ts'

const withHeat = hasHeat ? describe : describe.skip

const seed = 4203
const count = 150

withHeat(`${count} mutants of stacks of two layers (seed ${seed})`, () => {
  let found: readonly NestedOutcome[] = []

  beforeAll(() => {
    found = nestedOutcomes(join(__dirname, '../../..'), seed, count)
  }, 600_000)

  it('are judged, and many are different to Heat', () => {
    expect(found).toHaveLength(count)
    expect(found.filter(({ heat }) => heat === 'differs').length).toBeGreaterThan(count / 10)
    expect(found.filter(({ kind, heat }) => kind === 'equal' && heat === 'same').length).toBeGreaterThan(10)
  })

  it('are never called equal where Heat shows a difference', () => {
    const escapes = found.filter(isNestedEscape)
    expect(escapes.map(({ name, how }) => [name, how])).toEqual([])
  })
})
