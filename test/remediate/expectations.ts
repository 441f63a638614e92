/** All that must hold of a repair, for the suites that ask it of many packages. */
import type { Texts } from '../onap/changes.ts'
import {
  changedAgain,
  dishonest,
  lostComments,
  miscounted,
  newlyViolated,
  otherDeployment,
  otherValues,
} from './properties.ts'
import { type Mode, remediated } from './remediated.ts'

/** Fails where the repair of a package lacks one of the properties. */
export function expectGoodRepair(texts: Texts, mode: Mode): void {
  const done = remediated(texts, mode)
  expect(dishonest(done, mode)).toEqual([])
  expect(miscounted(texts, done)).toEqual([])
  expect(newlyViolated(texts, done)).toEqual([])
  expect(changedAgain(done, mode)).toEqual([])
  expect(lostComments(texts, done)).toEqual([])
  if (mode !== 'safe') return
  expect(otherValues(texts, done)).toEqual([])
  expect(otherDeployment(texts, done)).toEqual([])
}
