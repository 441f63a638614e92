/**
 * What changes when only the version of a template changes: one case for each row of what Heat does
 * otherwise from some version on, by number, the harmless rows included. That the whole chain of `upgrade`
 * makes of each what is expected, `test/transforms/fixtures.test.ts` compares.
 */
import { join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'
import { type FixtureCase, fixtureCases, usualTarget } from '../transforms/fixture-cases.ts'

const cases = fixtureCases(join(__dirname, '..'), 'upgrade')

function run({ options, inputName }: FixtureCase, bytes: Uint8Array): FileOutcome {
  const { to = usualTarget, accept = [], partial = false } = options
  const engine = createEngine({ chain: 'upgrade', to, accept, partial, registry: transforms })
  return engine.run({ path: inputName, bytes })
}

/** Rows in which only the version line may change, and nothing but what Heat refused before is reported. */
const harmless = [
  '01-group-attributes-was-an-error',
  '01-group-from-2014',
  '01-group-refs',
  '01-group-without-path',
  '01-autoscaling-outputs-was-an-error',
  '01-other-types',
  '02-get-attr-of-one-letter',
  '02-get-attr-without-attribute',
  '03-list-join-of-maps',
  '03-list-join-of-nothing',
  '03-list-join-of-several-lists',
  '03-list-join-unchanged',
  '04-str-replace-of-maps',
  '04-str-replace-unchanged',
  '05-repeat-with-map',
  '05-repeat-with-other-keys',
  '05-repeat-with-permutations-before',
  '06-if-with-three-items',
  '06-if-with-two-items',
  '06-if-with-two-items-in-properties',
  '07-two-keys',
  '08-conditions-of-a-refused-template',
  '08-conditions-were-refused',
  '08-output-condition-before',
  '09-modulo-alone',
  '10-embedded-template',
  '10-select-stays',
  '11-contains-as-a-condition',
  '11-contains-before',
  '11-what-every-version-has',
  '11-yaql-in-a-condition',
  '12-lower-case-policies',
  '12-tags',
  '13-region-has-no-value',
  '13-types-do-not-depend-on-the-version',
  '13-unchanged-functions',
  '13-what-every-version-has',
  '14-date-2017-02-24',
  '14-date-2018-03-02',
  '14-date-quoted',
  '14-release-newton',
  '14-release-ocata',
  '14-release-pike',
  '14-release-queens',
  '14-release-rocky',
]

describe('what changes with the version', () => {
  const changed = cases.filter(({ expected }) => expected !== undefined)

  it.each(changed.map((one) => [one.name, one] as const))('%s leaves nothing to say', (_, one) => {
    const again = run(one, Buffer.from(one.expected ?? ''))
    expect([again.status, again.findings]).toEqual(['unchanged', []])
  })

  it.each(harmless)('%s changes one line', (name) => {
    const one = cases.find((other) => other.name === name)
    const before = one?.input.toString().split('\n') ?? []
    const after = one?.expected?.split('\n') ?? []
    expect(after).toHaveLength(before.length)
    expect(before.flatMap((line, at) => (line === after[at] ? [] : [line]))).toEqual([
      expect.stringMatching(/^heat_template_version: /),
    ])
    expect(one?.findings.filter(({ code }) => code !== 'refused-before')).toEqual([])
  })
})
