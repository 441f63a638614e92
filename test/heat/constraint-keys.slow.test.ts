/** Constraints that the proof calls the same, held against Heat: it refuses the same values by both. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { verify } from '../../src/engine/proof/verify.ts'
import '../seed.ts'
import { hasHeat, python } from './installed.ts'

const withHeat = hasHeat ? it : it.skip

const limit = fc.constantFrom(-2, 0, 1, 2, 3, 9)
const bounds = fc.oneof(
  fc.record({ min: limit }),
  fc.record({ max: limit }),
  fc.record({ min: limit, max: limit }),
)
const shapes = {
  number: {
    constraint: fc.oneof(
      { weight: 4, arbitrary: fc.record({ range: bounds }) },
      fc.record({ allowed_values: fc.shuffledSubarray([0, 1, 2, 9], { minLength: 1 }) }),
      fc.constant({ modulo: { step: 3, offset: 1 } }),
    ),
    values: [-3, -2, -1, 0, 1, 2, 3, 4, 8, 9, 10],
  },
  string: {
    constraint: fc.oneof(
      { weight: 4, arbitrary: fc.record({ length: bounds }) },
      fc.record({ allowed_values: fc.shuffledSubarray(['', 'a', 'ab'], { minLength: 1 }) }),
      fc.constantFrom({ allowed_pattern: '[a-z]*' }, { allowed_pattern: '[a-y]+' }),
    ),
    values: ['', 'a', 'ab', 'abc', 'abcdefghi', 'abcdefghij', 'A', 'z'],
  },
} as const

const template = (type: string, constraints: unknown, value?: unknown) =>
  `heat_template_version: 2018-08-31
parameters: {p: {type: ${type}${value === undefined ? '' : `, default: ${JSON.stringify(value)}`}, constraints: ${JSON.stringify(constraints)}}}
`

function verdictOf(one: string, other: string): string {
  const [before, after] = [one, other].map((text) => ({
    path: 't.yaml',
    bytes: new TextEncoder().encode(text),
  })) as [Parameters<typeof verify>[0], Parameters<typeof verify>[1]]
  const found = verify(before, after)
  return 'verdict' in found ? found.verdict.verdict : found.problem.message
}

/** Whether Heat refuses each template. */
function refusedBy(templates: readonly string[]): readonly boolean[] {
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'pairs.py')], {
    input: JSON.stringify(templates.map((text) => ({ files: { 't.yaml': text } }))),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (answers.length !== templates.length) throw new Error(stderr)
  return answers.map((line) => (JSON.parse(line) as { refused: string | null }).refused !== null)
}

withHeat.each(['number', 'string'] as const)('reject the same, of type %s', (type) => {
  const { constraint, values } = shapes[type]
  const several = fc.array(constraint as fc.Arbitrary<unknown>, { minLength: 1, maxLength: 3 })
  const pairs = fc.sample(fc.tuple(several, several), 4000)
  const same = pairs.filter(
    ([one, other]) =>
      JSON.stringify(one) !== JSON.stringify(other) &&
      verdictOf(template(type, one), template(type, other)) === 'equal',
  )
  expect(same.length).toBeGreaterThan(20)
  const asked = same.slice(0, 120)
  const answers = refusedBy(
    asked.flatMap((pair) => pair.flatMap((one) => values.map((value) => template(type, one, value)))),
  )
  const wrong = asked.filter((_, index) => {
    const own = answers.slice(2 * index * values.length, 2 * (index + 1) * values.length)
    return values.some((_, at) => own[at] !== own[at + values.length])
  })
  expect(wrong).toEqual([])
  expect(answers).toContain(true)
  expect(answers).toContain(false)
})
