/**
 * Pairs from the source of Heat's function classes, judged by Heat in worlds with all kinds of values: nothing that
 * differs may be called equal, and little that is the same may stay unproved.
 */
import { hasHeatFor } from '../installed.ts'
import { type Judged, judged } from './judging.ts'
import { sourcePairs } from './pairs.ts'

const withHeat = hasHeatFor('judging pairs from the source of Heat') ? describe : describe.skip

/** In how many contexts each seed stands. */
const contexts = 3

/** Of the pairs that Heat shows to be the same. */
const mostUnproved = 0.05

const isSame = ({ heat }: Judged) => heat === 'same' || heat === 'refines'
const isProved = ({ proof }: Judged) => proof === 'equal' || proof === 'refines'

function told({ pair, heat, proof, shown }: Judged): string {
  return `${pair.context}: ${pair.values.join('  =>  ')}: Heat: ${heat}, proof: ${proof} ${shown.join(' ')}`
}

function table(all: readonly Judged[]): string {
  const classes = [...new Set(all.map(({ pair }) => pair.className))]
  const rows = classes.map((name) => {
    const own = all.filter(({ pair }) => pair.className === name)
    const same = own.filter(isSame)
    const open = same.filter(({ proof }) => proof === 'unproved')
    return `${name.padEnd(34)} ${own.length} pairs, ${same.length} the same, ${open.length} of them unproved`
  })
  return rows.join('\n')
}

withHeat('pairs from the source of Heat', () => {
  let all: readonly Judged[] = []

  beforeAll(() => {
    all = judged(__dirname, sourcePairs(__dirname, contexts))
    const same = all.filter(isSame)
    const open = same.filter(({ proof }) => proof === 'unproved')
    const summary = `${all.length} pairs, ${same.length} the same, ${open.length} of them unproved (${((100 * open.length) / same.length).toFixed(1)} %)`
    console.info(`${table(all)}\n${summary}`)
  }, 900_000)

  it('are never called equal where Heat shows a difference', () => {
    expect(all.filter((one) => one.heat === 'differs' && isProved(one)).map(told)).toEqual([])
  })

  it('are never called different where Heat shows none', () => {
    expect(all.filter((one) => isSame(one) && one.proof === 'differs').map(told)).toEqual([])
  })

  it('refine where Heat refuses the first for values that its parameters may have', () => {
    const meant = all.filter(
      ({ pair }) => pair.className === 'hot.functions.MapMerge' && pair.meant === 'refines',
    )
    expect(meant.filter((one) => one.heat === 'refines' && one.proof !== 'refines').map(told)).toEqual([])
  })

  it('are mostly proved', () => {
    const same = all.filter(isSame)
    expect(same.length).toBeGreaterThan(1000)
    expect(same.filter(({ proof }) => proof === 'unproved').length).toBeLessThan(mostUnproved * same.length)
  })

  it('include look-alikes that Heat shows to differ', () => {
    const near = all.filter(({ pair }) => pair.meant === 'near' && pair.context === 'output')
    expect(near.filter(({ heat }) => heat === 'differs').length).toBeGreaterThan(0.8 * near.length)
  })
})
