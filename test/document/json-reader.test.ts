import fc from 'fast-check'
import * as jsoncParser from 'jsonc-parser'
import { type JsonReading, readJson } from '../../src/text/document/json/json-reader.ts'
import { JsonToken } from '../../src/text/document/json/json-tokens.ts'
import type { Node } from '../../src/text/document/node.ts'
import '../seed.ts'

/** The data of a tree as JSON.parse would give it, large integers rounded. */
function data(node: Node): unknown {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'bigint' ? Number(node.value) : node.value
    case 'seq':
      return node.items.map(data)
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [data(key), data(value)]))
    case 'alias':
      throw new Error('JSON has no aliases')
  }
}

function root(text: string): Node {
  const reading = readJson(text)
  expect(reading.problems).toEqual([])
  return reading.root as Node
}

function at(reading: JsonReading, text: string): string[] {
  return reading.problems.map(
    ({ code, start, end, message }) =>
      `${code} ${start}-${end} ${JSON.stringify(text.slice(start, end))}: ${message}`,
  )
}

describe('trees', () => {
  it('gives every node its range, flow style and quotes', () => {
    expect(root('{ "a": [1, true],\n "b": {} }')).toEqual({
      kind: 'map',
      style: 'flow',
      start: 0,
      end: 28,
      entries: [
        {
          key: {
            kind: 'scalar',
            type: 'str',
            value: 'a',
            style: 'double',
            start: 2,
            end: 5,
          },
          value: {
            kind: 'seq',
            style: 'flow',
            start: 7,
            end: 16,
            items: [
              {
                kind: 'scalar',
                type: 'int',
                value: 1,
                style: 'plain',
                start: 8,
                end: 9,
              },
              {
                kind: 'scalar',
                type: 'bool',
                value: true,
                style: 'plain',
                start: 11,
                end: 15,
              },
            ],
          },
        },
        {
          key: {
            kind: 'scalar',
            type: 'str',
            value: 'b',
            style: 'double',
            start: 19,
            end: 22,
          },
          value: { kind: 'map', style: 'flow', start: 24, end: 26, entries: [] },
        },
      ],
    })
  })

  it.each([
    ['5', 'int', 5],
    ['-5', 'int', -5],
    ['-0', 'int', 0],
    ['9007199254740991', 'int', 9007199254740991],
    ['9007199254740993', 'int', 9007199254740993n],
    ['-123456789012345678901', 'int', -123456789012345678901n],
    ['1.0', 'float', 1],
    ['1e3', 'float', 1000],
    ['1E-2', 'float', 0.01],
    ['-0.0', 'float', -0],
    ['1e400', 'float', Number.POSITIVE_INFINITY],
    ['NaN', 'float', Number.NaN],
    ['Infinity', 'float', Number.POSITIVE_INFINITY],
    ['-Infinity', 'float', Number.NEGATIVE_INFINITY],
    ['true', 'bool', true],
    ['false', 'bool', false],
    ['null', 'null', null],
    ['""', 'str', ''],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"', 'str', '"\\/\b\f\n\r\té'],
    ['"\\ud83d\\ude00"', 'str', '😀'],
    ['"😀"', 'str', '😀'],
    ['"a\u007f\u0085\u2028b"', 'str', 'a\u007f\u0085\u2028b'],
  ])('reads %s as %s', (text, type, value) => {
    for (const [before, after] of [
      ['', ''],
      ['[', ']'],
      ['{"k":', '}'],
    ] as const) {
      const reading = readJson(before + text + after)
      expect(reading).toMatchObject({ problems: [], strict: true })
      const outer = reading.root as Node
      const node =
        outer.kind === 'seq' ? outer.items[0] : outer.kind === 'map' ? outer.entries[0]?.value : outer
      expect(node).toEqual({
        kind: 'scalar',
        type,
        value,
        style: type === 'str' ? 'double' : 'plain',
        start: before.length,
        end: before.length + text.length,
      })
    }
  })

  it('equals JSON.parse on any value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        // -0 is the int 0 for Python, and __proto__ would not survive the comparison.
        fc.pre(!/-0\b(?!\.)/.test(text) && !text.includes('__proto__'))
        const reading = readJson(text)
        expect(reading).toMatchObject({ problems: [], comments: [], duplicates: [], strict: true })
        expect(data(reading.root as Node)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('gives ranges whose text is the value again', () => {
    const check = (node: Node, text: string): void => {
      const source = text.slice(node.start, node.end)
      expect(data(node)).toEqual(JSON.parse(source))
      if (node.kind === 'seq') for (const item of node.items) check(item, text)
      if (node.kind === 'map') {
        for (const { key, value } of node.entries) {
          check(key, text)
          check(value, text)
        }
      }
    }
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value, null, 1)
        fc.pre(!text.includes('__proto__'))
        check(root(text), text)
      }),
    )
  })
})

describe('what only Heat or people accept', () => {
  it('keeps comments, with their place', () => {
    const text =
      '// first\n{ // on the line\n  "a": 1, /* x */ /*y*/\n  /* two\n     lines */ "b": [] //\r\n}\n//  last'
    const reading = readJson(text)
    expect(reading).toMatchObject({ problems: [], strict: false })
    expect(data(reading.root as Node)).toEqual({ a: 1, b: [] })
    expect(reading.comments).toEqual([
      { start: 0, end: 8, text: 'first', ownLine: true },
      { start: 11, end: 25, text: 'on the line', ownLine: false },
      { start: 36, end: 43, text: 'x ', ownLine: false },
      { start: 44, end: 49, text: 'y', ownLine: false },
      { start: 52, end: 72, text: 'two\n     lines ', ownLine: true },
      { start: 81, end: 83, text: '', ownLine: false },
      { start: 87, end: 95, text: ' last', ownLine: true },
    ])
    for (const { start, end } of reading.comments) expect(text.slice(start, end)).toMatch(/^\/[/*]/)
  })

  it('takes trailing commas', () => {
    const reading = readJson('{"a": [1, 2,], "b": {"c": 3,},}')
    expect(reading).toMatchObject({ problems: [], strict: false })
    expect(data(reading.root as Node)).toEqual({ a: [1, 2], b: { c: 3 } })
  })

  it('skips a byte order mark', () => {
    const reading = readJson('\ufeff{"a": 1}')
    expect(reading).toMatchObject({ problems: [], strict: false, root: { start: 1, end: 9 } })
    expect(readJson('\ufeff// x\n{}').comments).toEqual([{ start: 1, end: 5, text: 'x', ownLine: true }])
  })
})

describe('duplicate keys', () => {
  const shadowed = (text: string): (number | undefined)[] => {
    const { duplicates, problems } = readJson(text)
    expect(problems).toEqual([])
    return duplicates.map(({ key }) => key.start)
  }

  it('keeps all entries and reports the shadowed ones', () => {
    const reading = readJson('{"a": 1, "b": 2, "a": 3, "a": 4}')
    expect(reading.root).toMatchObject({
      entries: [
        { value: { value: 1 } },
        { value: { value: 2 } },
        { value: { value: 3 } },
        { value: { value: 4 } },
      ],
    })
    expect(reading.strict).toBe(true)
    expect(shadowed('{"a": 1, "b": 2, "a": 3, "a": 4}')).toEqual([1, 17])
  })

  it('compares keys by what they say', () => {
    expect(shadowed('{"a": 1, "\\u0061": 2}')).toEqual([1])
    expect(shadowed('{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]}')).toEqual([])
  })

  it('finds them among many', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `"${index % 99}":${index}`)
    expect(shadowed(`{${keys.join(',')}}`)).toEqual([1])
  })
})

describe('problems', () => {
  it.each<[text: string, problem: string]>([
    ['', 'json-syntax 0-0 "": the file holds no value'],
    [' // x\n', 'json-syntax 6-6 "": the file holds no value'],
    ['{\n "a": [1,\n', 'json-syntax 12-12 "": the file ends inside the array opened at line 2'],
    ['{"a": 1', 'json-syntax 7-7 "": the file ends inside the object opened at line 1'],
    ['{"a"', 'json-syntax 4-4 "": the file ends inside the object opened at line 1'],
    [
      '{"a": 1 "b": 2}',
      'json-syntax 8-11 "\\"b\\"": expected \',\' or \'}\' after the value of "a", found "b"',
    ],
    ['[1 2]', "json-syntax 3-4 \"2\": expected ',' or ']' after item 1 of the array, found '2'"],
    ['[1}', "json-syntax 2-3 \"}\": expected ',' or ']' after item 1 of the array, found '}'"],
    ['{"a" 1}', 'json-syntax 5-6 "1": expected \':\' after the key "a", found \'1\''],
    ['{a: 1}', "json-syntax 1-2 \"a\": expected a key in double quotes or '}', found 'a'"],
    ['{"a": 1, b: 2}', "json-syntax 9-10 \"b\": expected a key in double quotes after ',', found 'b'"],
    ['{"a": 1,, "b": 2}', "json-syntax 8-9 \",\": expected a key in double quotes after ',', found ','"],
    ['[,]', 'json-syntax 1-2 ",": expected a value, found \',\''],
    ['{"a": }', 'json-syntax 6-7 "}": expected a value, found \'}\''],
    ['{"a": True}', 'json-syntax 6-10 "True": expected a value, found \'True\''],
    ['{"a": -}', 'json-syntax 6-7 "-": expected a value, found \'-\''],
    ['{"a": -Infinit}', 'json-syntax 6-7 "-": expected a value, found \'-\''],
    [
      "{'a': 1}",
      "json-syntax 1-4 \"'a'\": expected a key in double quotes or '}', found ''a''; strings need double quotes",
    ],
    [
      '{ # x\n}',
      "json-syntax 2-3 \"#\": expected a key in double quotes or '}', found '#'; JSON has no comments that begin with #",
    ],
    [
      '[010]',
      "json-syntax 2-4 \"10\": expected ',' or ']' after item 1 of the array, found '10'; numbers have no leading 0",
    ],
    ['[1.]', 'json-syntax 1-3 "1.": \'1.\' is not a complete number'],
    ['[1e+]', 'json-syntax 1-4 "1e+": \'1e+\' is not a complete number'],
    ['%(resources)s', 'json-syntax 0-13 "%(resources)s": expected a value, found \'%(resources)s\''],
    ['{} {}', 'json-syntax 3-4 "{": expected nothing after the end of the value, found \'{\''],
    ['[] x', 'json-syntax 3-4 "x": expected nothing after the end of the value, found \'x\''],
    ['["abc', 'json-syntax 1-2 "\\"": this string has no closing quote'],
    ['["abc\\', 'json-syntax 1-2 "\\"": this string has no closing quote'],
    ['["a\\x"]', 'json-syntax 3-5 "\\\\x": JSON has no escape \\x'],
    ['["a\\u00g0"]', 'json-syntax 3-5 "\\\\u": \\u needs four hexadecimal digits'],
    ['[1, /* x', 'json-syntax 4-6 "/*": this comment has no end: */ is missing'],
    ['[1, / 2]', 'json-syntax 4-5 "/": expected a value, found \'/\''],
    [
      '["a\tb"]',
      'json-raw-control 3-4 "\\t": the control character U+0009 inside a string: JSON requires an escape there',
    ],
    [
      '["a\nb"]',
      'json-raw-control 3-4 "\\n": a line break inside a string: JSON requires \\n there, or the closing quote is missing',
    ],
    [
      '{"a\r\nb": 1}',
      'json-raw-control 3-4 "\\r": a line break inside a string: JSON requires \\n there, or the closing quote is missing',
    ],
    ['["\\q\t"]', 'json-syntax 2-4 "\\\\q": JSON has no escape \\q'],
  ])('%j', (text, problem) => {
    const reading = readJson(text)
    expect(at(reading, text)).toEqual([problem])
    expect(reading).toMatchObject({ root: undefined, strict: false })
  })

  it('refuses integers that Python does not read', () => {
    const reading = readJson(`[${'9'.repeat(4301)}]`)
    expect(reading.problems).toEqual([
      {
        code: 'json-number',
        message: 'an integer of more than 4300 digits, which Python does not read',
        start: 1,
        end: 4302,
      },
    ])
    expect(readJson(`[-${'9'.repeat(4300)}]`).problems).toEqual([])
  })

  it('reports half characters where they stand, and keeps the tree', () => {
    const text = '["a\\ud83d", "\\ude00\\ud83d", "\\ud83d\\ude00\\ud83d x", "ok \\ud83d\\ude00"]'
    const reading = readJson(text)
    const message = 'half of a character (a surrogate without its other half), which YAML cannot hold'
    expect(at(reading, text)).toEqual([
      `lone-surrogate 3-9 "\\\\ud83d": ${message}`,
      `lone-surrogate 13-19 "\\\\ude00": ${message}`,
      `lone-surrogate 41-47 "\\\\ud83d": ${message}`,
    ])
    expect(reading.root?.kind).toBe('seq')
    expect(reading.strict).toBe(true)
  })

  it('takes 256 levels and refuses the 257th', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
    expect(readJson(nested(256)).problems).toEqual([])
    const tooDeep = {
      code: 'nesting-too-deep',
      message: 'more than 256 levels of nesting',
      start: 256,
      end: 257,
    }
    expect(readJson(nested(257)).problems).toEqual([tooDeep])
    expect(readJson('{"a":'.repeat(100_000)).problems).toEqual([{ ...tooDeep, start: 1280, end: 1281 }])
  })

  it('finds some problem in every truncated text', () => {
    const text = '{"Resources": {"a": [1.5, "\\u00e9", {"b": null}], /* c */ "d": -Infinity}}'
    for (let end = 0; end < text.length; end += 1) {
      const { root: none, problems } = readJson(text.slice(0, end))
      expect([none, problems.length]).toEqual([undefined, 1])
    }
  })
})

describe('cost', () => {
  it('is linear where it could be quadratic', () => {
    // No clock: so much text takes minutes, more than a test has, when its cost is not linear.
    expect(readJson(`[${'/**/'.repeat(500_000)}]`).comments.length).toBe(500_000)
    expect(
      readJson(`{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":0`).join(',')}}`).duplicates,
    ).toEqual([])
    expect(readJson(`["${'\\u00e9'.repeat(1_000_000)}"]`).problems).toEqual([])
    expect(readJson(`[${'"\\ud83d",'.repeat(200_000)}]`).problems.length).toBe(200_000)
  })
})

it('knows the token numbers of jsonc-parser', () => {
  const kinds = (jsoncParser as unknown as { SyntaxKind: Record<string, number> }).SyntaxKind
  expect(JsonToken).toEqual({
    openBrace: kinds.OpenBraceToken,
    closeBrace: kinds.CloseBraceToken,
    openBracket: kinds.OpenBracketToken,
    closeBracket: kinds.CloseBracketToken,
    comma: kinds.CommaToken,
    colon: kinds.ColonToken,
    null: kinds.NullKeyword,
    true: kinds.TrueKeyword,
    false: kinds.FalseKeyword,
    string: kinds.StringLiteral,
    number: kinds.NumericLiteral,
    lineComment: kinds.LineCommentTrivia,
    blockComment: kinds.BlockCommentTrivia,
    unknown: kinds.Unknown,
    end: kinds.EOF,
  })
})
