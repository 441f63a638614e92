import fc from 'fast-check'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { DocumentProblem } from '../../src/run/plan/document.ts'
import { ReadPlan } from '../../src/run/plan/plan.ts'
import { edited, outcomeOf, plannedFile, planWriter } from '../../src/run/plan/planned-file.ts'
import { outcomesOf, threeHunks, upgraded } from './changes.ts'
import { sourceOf } from './source-of.ts'
import '../seed.ts'

/** The text of a plan of these outcomes. */
function planOf(outcomes: readonly FileOutcome[]): string {
  let text = ''
  const header = {
    version: '1.2.3',
    command: 'upgrade',
    arguments: ['a'],
    options: { to: ['rocky'], partial: true },
  }
  const writer = planWriter((part) => (text += part), header as never)
  for (const outcome of outcomes) writer.file(outcome)
  writer.end({ totals: { changed: outcomes.length, unchanged: 0, skipped: 0, blocked: 0, failed: 0 } })
  return text
}

/** The files of a plan. */
function filesIn(text: string) {
  const plan = new ReadPlan(sourceOf(text))
  return Array.from({ length: plan.length }, (_, index) => plan.file(index))
}

const readBack = (outcomes: readonly FileOutcome[]) => filesIn(planOf(outcomes)).map(outcomeOf)

describe('a plan', () => {
  it('gives back the outcomes that it was made from, steps and new names included', () => {
    const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"a": {"Type": "AWS::EC2::EIP"}}}'
    const outcomes = [
      upgraded(threeHunks),
      upgraded(threeHunks.replaceAll('\n', '\r\n'), 'crlf.yaml'),
      upgraded(`\ufeff${threeHunks}`.trimEnd(), 'bom.yaml'),
      ...outcomesOf({ 'c.json': json, 'd.json': '{', 'e.txt': '' }, { chain: 'migrate', to: 'rocky' }),
    ]
    expect(outcomes.map(({ status }) => status)).toEqual([
      'changed',
      'changed',
      'changed',
      'changed',
      'skipped',
      'skipped',
    ])
    const back = readBack(outcomes)
    expect(back.map(({ before: _before, ...rest }) => rest)).toEqual(
      outcomes.map(({ before: _before, ...rest }) => rest),
    )
    expect(back.slice(0, 4).map(({ before }) => before)).toEqual(
      outcomes.slice(0, 4).map(({ before }) => before),
    )
  })

  it('of no file at all is a plan', () => {
    expect(filesIn(planOf([]))).toEqual([])
  })

  it('names every transform that made a step, in their order', () => {
    const [file] = filesIn(planOf([upgraded(threeHunks)]))
    expect(
      file?.status === 'changed' &&
        file.steps?.map(({ transform, edits }) => [transform, edits.map(({ line }) => line)]),
    ).toEqual([
      ['cfn/join-to-str-replace', [9]],
      ['cfn/select-to-path', [20]],
      ['hot/target-version', [1]],
    ])
  })

  it('gives back any two texts, whatever their lines end in', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'b', '\r\n', 'c\r', '\u2028', '\n', ' d\r\n')
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const outcome: FileOutcome = {
          path: 'a',
          kind: 'hot',
          status: 'changed',
          proof: 'none',
          transforms: [],
          findings: [],
          before,
          after,
        }
        expect(outcomeOf(plannedFile(outcome))).toEqual(outcome)
      }),
    )
  })
})

describe('what is not a plan is refused, with the place', () => {
  const plan = JSON.parse(planOf([upgraded(threeHunks)]))
  const problem = (text: string): string => {
    try {
      filesIn(text).forEach(outcomeOf)
      return 'none'
    } catch (error) {
      if (!(error instanceof DocumentProblem)) throw error
      return error.message
    }
  }
  const file = (fields: object) => JSON.stringify({ ...plan, files: [{ ...plan.files[0], ...fields }] })

  it.each([
    ['no JSON', '{', 'is not a plan: Expected property name'],
    ['a list', '[]', 'is not a plan: at the top: object is expected'],
    [
      'another schema',
      JSON.stringify({ ...plan, $schema: 'x' }),
      'is not a plan: at $schema: "urn:hotshift:plan:1" is expected',
    ],
    ['an unknown status', file({ status: 'odd' }), 'is not a plan: at files[0].status'],
    [
      'a hash that is none',
      file({ after: { sha256: 'X' } }),
      'is not a plan: at files[0].after.sha256: the content has another form',
    ],
    [
      'a line 0',
      file({ edits: [{ line: 0, lines: 1, text: '' }] }),
      'is not a plan: at files[0].edits[0].line',
    ],
    [
      'edits that overlap',
      file({
        edits: [
          { line: 2, lines: 2, text: '' },
          { line: 3, lines: 1, text: '' },
        ],
      }),
      'the edit at line 3 overlaps another',
    ],
    [
      'an edit behind the end',
      file({ edits: [{ line: 99, lines: 1, text: '' }] }),
      'the edit at line 99 overlaps another, or lies outside',
    ],
    [
      'edits that give another text',
      file({ edits: [] }),
      'a.yaml: the hash of the result differs from the plan',
    ],
    [
      'another text before',
      file({ before: { ...plan.files[0].before, text: 'x\n' } }),
      'the edit at line 9 overlaps another, or lies outside',
    ],
    ['a new file with a text before', file({ isNew: true }), 'a.yaml: a new file must not have an original'],
  ])('%s', (_, text, message) => {
    expect(problem(text)).toContain(message)
  })

  it('edits are made from top to bottom', () => {
    expect(
      edited('a\nb\nc', [
        { line: 1, lines: 0, text: 'x\n' },
        { line: 3, lines: 1, text: '' },
      ]),
    ).toBe('x\na\nb\n')
  })
})
