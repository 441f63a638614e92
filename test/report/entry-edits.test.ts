import fc from 'fast-check'
import { entryEdits } from '../../src/run/diff/entry-edits.ts'
import { splitLines } from '../../src/run/diff/hunks.ts'
import type { LineEdit } from '../../src/run/diff/line-diff.ts'
import '../seed.ts'

/** The edits of two texts, each as what goes and what comes. */
function blocks(before: string, after: string) {
  const [old, made] = [splitLines(before), splitLines(after)]
  return entryEdits(old, made)?.map(({ oldStart, oldEnd, newStart, newEnd }) => [
    old.slice(oldStart, oldEnd).join(''),
    made.slice(newStart, newEnd).join(''),
  ])
}

function applied(old: readonly string[], made: readonly string[], edits: readonly LineEdit[]): string {
  let [at, other] = [0, 0]
  const lines: string[] = []
  for (const { oldStart, oldEnd, newStart, newEnd } of edits) {
    expect([oldStart, newStart]).toEqual([at, other])
    lines.push(...made.slice(newStart, newEnd))
    at = oldEnd
    other = newEnd
  }
  expect([at, other]).toEqual([old.length, made.length])
  return lines.join('')
}

const json = `{
  "AWSTemplateFormatVersion": "2010-09-09",

  "Parameters": {
    "A": {"Type": "String"},
    // about B
    "B": {
      "Type": "Number"
    }
  },
  "Mappings": {"M": {"a": {"b": "c"}}},

  "Resources": {
    "Net": {"Type": "N"}
  }
}
`
const yaml = `heat_template_version: 2018-08-31

parameters:
  A: {type: string}
  # about B
  B:
    type: number
  region: {type: string}

resources:
  "Net": {type: N}
`

describe('a change from JSON to YAML', () => {
  it('is shown entry by entry, with comments and blank lines above', () => {
    expect(blocks(json, yaml)).toEqual([
      ['{\n', ''],
      ['  "AWSTemplateFormatVersion": "2010-09-09",\n', 'heat_template_version: 2018-08-31\n'],
      ['\n  "Parameters": {\n', '\nparameters:\n'],
      ['    "A": {"Type": "String"},\n', '  A: {type: string}\n'],
      [
        '    // about B\n    "B": {\n      "Type": "Number"\n    }\n  },\n',
        '  # about B\n  B:\n    type: number\n',
      ],
      ['  "Mappings": {"M": {"a": {"b": "c"}}},\n', ''],
      ['', '  region: {type: string}\n'],
      ['\n  "Resources": {\n', '\nresources:\n'],
      ['    "Net": {"Type": "N"}\n  }\n}\n', '  "Net": {type: N}\n'],
    ])
  })

  it('of one line is one block', () => {
    expect(blocks('{"Resources": {"Net": {}}}', 'resources:\n  Net: {}\n')).toEqual([
      ['{"Resources": {"Net": {}}}', 'resources:\n'],
      ['', '  Net: {}\n'],
    ])
  })

  it('is none where the format is the same', () => {
    expect(blocks(json, json)).toBeUndefined()
    expect(blocks(yaml, yaml)).toBeUndefined()
    expect(blocks(yaml, json)).toBeUndefined()
  })

  it('leads from one text to the other, whatever they are', () => {
    const line = fc.constantFrom(
      '{',
      '}',
      '  "A": {',
      '    "b": 1,',
      '  }',
      '"B": {"c": "}"}',
      '// x',
      '/* y',
      '*/',
      '',
      '"\\"',
      '[[',
      ']',
    )
    const other = fc.constantFrom('A:', '  b: 1', 'B:', '  "c": {', '    d: |', '# x', '', '- e', "  'f': 2")
    const text = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.array(other, { maxLength: 20 }), (some, more) => {
        const [old, made] = [splitLines(text(['{', ...some])), splitLines(text(['x: 1', ...more]))]
        const edits = entryEdits(old, made)
        expect(edits).toBeDefined()
        expect(applied(old, made, edits ?? [])).toBe(made.join(''))
      }),
    )
  })
})
