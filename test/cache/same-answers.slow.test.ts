/** The same as the fast test, over more edits of more trees. */
import { removeTemporaryTrees } from '../run/temporary-tree.ts'
import { sameAnswers } from './same-answers.ts'

afterAll(removeTemporaryTrees)

const SEEDS = Number(process.env.SEEDS ?? 60)

test('over many edits of many trees no outcome that is recalled differs from a new one', () => {
  const sum = { outcomes: 0, recalled: 0, repeated: 0, turned: 0 }
  for (let seed = 100; seed < 100 + SEEDS; seed++) {
    const count = sameAnswers(seed, 40)
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += count[key]
  }
  process.stderr.write(`${JSON.stringify(sum)}\n`)
  expect(sum.recalled).toBeGreaterThan(0.4 * sum.outcomes)
  expect(sum.turned).toBeGreaterThan(SEEDS)
})
