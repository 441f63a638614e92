import { join } from 'node:path'
import { type Fixture, readFixtures } from '../../src/apps/testing/fixture.ts'

/** The version to which fixtures of `upgrade` lift where their options name none: none that Heat adds changes them. */
export const usualTarget = '2021-04-16'

/** A case of one template, with its one file. */
export interface FixtureCase extends Pick<Fixture, 'name' | 'folder' | 'options' | 'findings'> {
  /** `input.yaml`, `input.json` or `input.template`. */
  readonly inputName: string
  readonly input: Buffer
  /** Undefined where the file must not change. */
  readonly expected: string | undefined
}

/** The cases of one template each in `<root>/<id>/fixtures`. */
export function fixtureCases(root: string, id: string): readonly FixtureCase[] {
  return readFixtures(join(root, id, 'fixtures')).flatMap(({ form, input, expected, ...rest }) =>
    form === 'package'
      ? []
      : [...input].map(([inputName, bytes]) => ({
          ...rest,
          inputName,
          input: Buffer.from(bytes),
          expected: expected.get(inputName),
        })),
  )
}
