/**
 * The tester for transforms, for whoever writes one: it runs a transform over the cases in its folder `fixtures/` and
 * knows no test framework.
 */

import { AssertionError, deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fixture, readFixtures, writeExpected } from './apps/testing/fixture.ts'
import { type Check, checksOf, type RunFixture, resultFor } from './apps/testing/tester.ts'
import { loadTransform, rewrite, type Transform } from './index.ts'
import { defined } from './text/document/records.ts'

export type { ExpectedFinding, Fixture, FixtureOptions } from './apps/testing/fixture.ts'
export type { Check } from './apps/testing/tester.ts'

/** One case of a transform, to be run by whatever test framework there is. */
export interface FixtureTest {
  /** The name of its folder below `fixtures/`. */
  readonly name: string
  /** What is compared; each `expected` has to equal its `actual`. */
  checks(): Iterable<Check>
  /** @throws AssertionError with the difference, where something is not as expected */
  run(): void
  /** Writes what the transform makes as what is expected; gives the files that were written. */
  update(): readonly string[]
}

/**
 * The cases of the transform in a folder: `input.yaml` (or a folder `input/`) and what becomes of it, `expected.yaml`
 * (or `expected/`). Each one also runs with other line ends, with a byte order mark, without a final newline, and a
 * second time over its own result.
 *
 * @param folder of the transform, as a path or a `file:` URL such as `import.meta.url` gives
 * @param transform the transform, where it is not the one that the folder's `index.*` exports
 * @throws TransformFileError for a folder without a transform, Error for one without cases
 */
export async function fixtureTests(
  folder: string | { readonly href: string },
  transform?: Transform,
): Promise<readonly FixtureTest[]> {
  const path =
    typeof folder === 'string' && !folder.startsWith('file:')
      ? folder
      : fileURLToPath(new URL('.', typeof folder === 'string' ? folder : folder.href))
  const tested = transform ?? (await loadTransform(path))
  const fixtures = readFixtures(join(path, 'fixtures'))
  if (fixtures.length === 0) throw new Error(`${join(path, 'fixtures')} holds no case`)
  return fixtures.map((fixture) => testOf(fixture, runOf(tested)))
}

function runOf(transform: Transform): RunFixture {
  return (files, { to, from, accept, partial, assumeVersion }) =>
    rewrite(files, {
      chain: [transform],
      ...defined({ to, accept, partial, from, assumedVersion: assumeVersion }),
    })
}

function testOf(fixture: Fixture, run: RunFixture): FixtureTest {
  return {
    name: fixture.name,
    checks: () => checksOf(fixture, run),
    run: () => {
      for (const { name, expected, actual } of checksOf(fixture, run)) assertEqual(name, expected, actual)
    },
    update: () => writeExpected(fixture, resultFor(fixture, run)),
  }
}

function assertEqual(name: string, expected: unknown, actual: unknown): void {
  try {
    deepStrictEqual(actual, expected)
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error
    throw new AssertionError({
      message: `${name}: ${error.message}`,
      actual,
      expected,
      operator: 'deepStrictEqual',
    })
  }
}
