/** `npm test -- --update [<part of an id> …]`: makes what transforms do now the expected files of their fixtures. */
import { relative } from 'node:path'
import { writeExpected } from '../../src/apps/testing/fixture.ts'
import { resultFor } from '../../src/apps/testing/tester.ts'
import { fixtureRuns } from './fixture-runs.ts'

const [root = '.', ...parts] = process.argv.slice(2)
const runs = fixtureRuns(root).filter(
  ({ id }) => parts.length === 0 || parts.some((part) => id.includes(part)),
)
const written = runs.flatMap(({ fixtures, run }) =>
  fixtures.flatMap((one) => writeExpected(one, resultFor(one, run))),
)
for (const path of written) process.stdout.write(`${relative(root, path)}\n`)
process.stderr.write(
  `hotshift: ${written.length} expected files updated, of ${runs.length} transforms and presets\n`,
)
if (runs.length === 0) process.exitCode = 1
