/** No answer that was stored differs from the one that would be found out now. */
import { removeTemporaryTrees } from '../run/temporary-tree.ts'
import { type Count, sameAnswers } from './same-answers.ts'

afterAll(removeTemporaryTrees)

test('over edits of trees no outcome that is recalled differs from a new one', () => {
  const counts = Array.from({ length: 6 }, (_, seed) => sameAnswers(seed, 20))
  const sum = (of: (count: Count) => number) => counts.reduce((total, one) => total + of(one), 0)
  // It says nothing where nothing is recalled, or nothing depends on other files.
  expect(sum(({ recalled }) => recalled)).toBeGreaterThan(0.4 * sum(({ outcomes }) => outcomes))
  expect(sum(({ turned }) => turned)).toBeGreaterThan(10)
})
