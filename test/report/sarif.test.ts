import fc from 'fast-check'
import description from '../../package.json' with { type: 'json' }
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { homepage, sarifReporter } from '../../src/show/report/sarif.ts'
import { type Replacement, replacementsOf } from '../../src/show/report/sarif-fix.ts'
import { finding } from '../run/fake-engine.ts'
import { collector, feed, lookUp, outcome } from './sample-outcomes.ts'
import '../seed.ts'

interface Result {
  readonly ruleId: string
  readonly level: string
  readonly message: { readonly text: string }
  readonly occurrenceCount?: number
  readonly fixes?: readonly { readonly artifactChanges: readonly Change[] }[]
}

interface Change {
  readonly artifactLocation: { readonly uri: string }
  readonly replacements: readonly Replacement[]
}

async function resultsOf(files: readonly FileOutcome[], most?: number, mode?: 'checked' | 'written') {
  const { write, text } = collector()
  await feed(sarifReporter(write, '1', lookUp, most), files, mode)
  return JSON.parse(text()).runs[0].results as readonly Result[]
}

const change = (path: string, fields: object = {}) =>
  outcome({
    path,
    status: 'changed',
    before: 'a\nb\nc\n',
    after: 'a\nB\nc\n',
    transforms: [{ id: 'hot/version', changes: 1 }],
    ...fields,
  })

/** The text after its replacements, by line and column as the standard counts them. */
function replaced(text: string, replacements: readonly Replacement[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offset = (line: number, column: number) => (starts[line - 1] ?? text.length) + column - 1
  let result = ''
  let position = 0
  for (const { deletedRegion: at, insertedContent } of replacements) {
    result += text.slice(position, offset(at.startLine, at.startColumn)) + (insertedContent?.text ?? '')
    position = offset(at.endLine, at.endColumn)
  }
  return result + text.slice(position)
}

it('links to where hotshift is published', () => {
  expect(homepage).toBe(description.homepage)
})

describe('changes in sarif', () => {
  it('make of the text before the text after, whatever their line ends', () => {
    const text = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '', 'ä😀'), fc.constantFrom('\n', '\n', '\r\n')), {
        maxLength: 8,
      })
      .chain((lines) => fc.constantFrom('', 'end').map((end) => lines.flat().join('') + end))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const file = outcome({ path: 'a', status: 'changed', before, after })
        expect(replaced(before, replacementsOf(file) ?? [])).toBe(after)
      }),
    )
  })

  it('stand with a result of the file, of a dry run only', async () => {
    const [result] = await resultsOf([change('a.yaml')])
    expect(result).toMatchObject({
      ruleId: 'would-change',
      level: 'note',
      message: { text: 'would be rewritten by hot/version' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a.yaml' }, region: { startLine: 2 } } }],
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation: { uri: 'a.yaml' },
              replacements: [
                {
                  deletedRegion: { startLine: 2, startColumn: 1, endLine: 3, endColumn: 1 },
                  insertedContent: { text: 'B\n' },
                },
              ],
            },
          ],
        },
      ],
    })
    expect(await resultsOf([change('a.yaml')], undefined, 'written')).toEqual([])
  })

  it('of a group are one fix, with the last of its files', async () => {
    const results = await resultsOf([
      change('a.yaml', { group: 'g' }),
      change('b.yaml'),
      change('c.yaml', { group: 'g' }),
    ])
    expect(
      results.map(({ fixes }) => fixes?.[0]?.artifactChanges.map((one) => one.artifactLocation.uri)),
    ).toEqual([undefined, ['b.yaml'], ['a.yaml', 'c.yaml']])
    expect(results[0]?.message.text).toBe('would be rewritten by hot/version, together with other files')
  })

  it.each(['p: {hidden: true}', '"NoEcho": "true"'])(
    'are not shown of files with hidden parameters: %s',
    async (line) => {
      const [result] = await resultsOf([change('a.yaml', { before: `a\n${line}\n`, after: `b\n${line}\n` })])
      expect(result?.ruleId).toBe('would-change')
      expect(result?.fixes).toBeUndefined()
    },
  )

  it.each([{ newPath: 'b.yaml' }, { isNew: true, before: undefined }])(
    'are not a fix where a fix cannot say them: %j',
    async (fields) => {
      const files = [change('a.json', { ...fields, group: 'g' }), change('b.json', { group: 'g' })]
      const results = await resultsOf(files)
      expect(results.map(({ fixes }) => fixes)).toEqual([undefined, undefined])
    },
  )
})

describe('too many results for sarif', () => {
  const file = (path: string, ...codes: readonly string[]) =>
    outcome({
      path,
      status: 'unchanged',
      findings: codes.map((code, index) =>
        finding({ code: code as 'odd-character', line: index + 1, message: `${code} ${index}` }),
      ),
    })
  const said = (results: readonly Result[]) =>
    results.map(({ ruleId, message, occurrenceCount = 1 }) => [ruleId, message.text, occurrenceCount])

  it('are put together by file first', async () => {
    const files = [file('a', 'x', 'x', 'y', 'x'), file('b', 'y')]
    expect(await resultsOf(files, 5, 'checked')).toHaveLength(5)
    expect(said(await resultsOf(files, 4, 'checked'))).toEqual([
      ['x', 'x 0 (and 2 more locations in this file)', 3],
      ['y', 'y 2', 1],
      ['y', 'y 0', 1],
    ])
  })

  it('are then cut by code, the rarer ones not', async () => {
    const files = [
      ...Array.from({ length: 30 }, (_, i) => file(`${i}`, 'x', 'x')),
      file('z', 'y'),
      file('zz', 'y'),
    ]
    const results = said(await resultsOf(files, 8, 'checked'))
    expect(results).toHaveLength(8)
    expect(results.slice(5)).toEqual([
      ['y', 'y 0', 1],
      ['y', 'y 0', 1],
      ['x', '50 more results like this in 25 files; the first: x 0 (and 1 more location in this file)', 50],
    ])
  })

  it('are never more than the number, whatever there is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }), { maxLength: 12 }),
        fc.integer({ min: 4, max: 12 }),
        async (all, most) => {
          const files = all.map((codes, index) => file(`${index}`, ...codes))
          const results = await resultsOf(files, most, 'checked')
          expect(results.length).toBeLessThanOrEqual(most)
          const counted = results.reduce((sum, { occurrenceCount = 1 }) => sum + occurrenceCount, 0)
          expect(counted).toBe(all.flat().length)
        },
      ),
    )
  })
})
