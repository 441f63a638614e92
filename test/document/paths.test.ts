import { posix } from 'node:path'
import * as fc from 'fast-check'
import { join, normalize } from '../../src/text/document/paths.ts'
import '../seed.ts'

const path = fc
  .array(fc.constantFrom('a', 'b.yaml', '.', '..', '...', '', '/', ' ', 'é'), { maxLength: 8 })
  .map((parts) => parts.join('/'))
const runs = { numRuns: 5_000 }

it('normalizes as Node does', () => {
  fc.assert(
    fc.property(fc.oneof(path, fc.string()), (one) => expect(normalize(one)).toBe(posix.normalize(one))),
    runs,
  )
})

it('joins as Node does', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(path, fc.string()), { maxLength: 4 }), (parts) =>
      expect(join(...parts)).toBe(posix.join(...parts)),
    ),
    runs,
  )
})
