/** What must hold of every repair, on each case of the check and on real packages. */
import { broken, realPackages } from './packages.ts'
import {
  changedAgain,
  dishonest,
  lostComments,
  miscounted,
  newlyViolated,
  otherDeployment,
  otherValues,
} from './properties.ts'
import { modes, remediated } from './remediated.ts'

const real = realPackages()
if (real === undefined) console.warn('real packages: skipped, there is no folder ../shared/corpus/onap')

describe.each(modes)('%s repairs', (mode) => {
  it.each([...broken, ...(real ?? [])])('%s', (_title, texts) => {
    const done = remediated(texts, mode)
    expect(dishonest(done, mode)).toEqual([])
    expect(miscounted(texts, done)).toEqual([])
    expect(newlyViolated(texts, done)).toEqual([])
    expect(changedAgain(done, mode)).toEqual([])
    expect(lostComments(texts, done)).toEqual([])
    if (mode === 'lossy') return
    expect(otherValues(texts, done)).toEqual([])
    expect(otherDeployment(texts, done)).toEqual([])
  })
})
