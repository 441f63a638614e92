import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'yaml'
import { blockLiteral, quotedLines, scalarText } from '../../src/text/yaml/scalar-text.ts'

const pythons = ['python3', '/usr/bin/python3']
const python = pythons.find((name) => spawnSync(name, ['-c', 'import yaml; yaml.CSafeLoader']).status === 0)
if (python === undefined) console.warn('skipped: no Python with PyYAML and LibYAML to compare with')
const withPyYaml = python === undefined ? describe.skip : describe

/** What Heat's loader reads in each of the texts; an error message where it refuses one. */
function pyYaml(texts: readonly string[]): readonly unknown[] {
  const run = spawnSync(String(python), [join(__dirname, 'scalar-load.py')], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const results = JSON.parse(run.stdout) as readonly { value?: unknown; error?: string }[]
  return results.map((result) => ('error' in result ? result.error : result.value))
}

interface Case {
  readonly text: string
  readonly document: string
  readonly expected: unknown
}

/** The cases that do not come back, with what was read instead. */
function failures(cases: readonly Case[], read: (texts: readonly string[]) => readonly unknown[]): unknown[] {
  const results = read(cases.map((one) => one.document))
  return cases.flatMap((one, index) =>
    JSON.stringify(results[index]) === JSON.stringify(one.expected) ? [] : [{ ...one, read: results[index] }],
  )
}

function npmYaml(texts: readonly string[]): readonly unknown[] {
  return texts.map((text) => {
    try {
      return parse(text, { schema: 'failsafe' })
    } catch (error) {
      return String(error)
    }
  })
}

const piece = fc.oneof(
  fc.constantFrom(
    ...' :-#?,[]{}\'"\\\n\t&*!|>%@`=~.',
    '---',
    '...',
    ': ',
    ' #',
    '- ',
    '😀',
    'é',
    '\u0085',
    '\u2028',
    '\ufeff',
  ),
  fc.constantFrom('yes', '0', '12', ':30', '1.5', 'e+3', '_', '0x', 'null', '2018-08-31', 'word'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
)
const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))

function scalarCases(): Case[] {
  return fc.sample(anyText, { numRuns: 3000, seed: 7 }).flatMap((text) =>
    (['single', 'double'] as const).flatMap((quote) => {
      const written = (location: 'block' | 'flow', as: 'key' | 'value'): string =>
        scalarText({ type: 'str', value: text }, { in: location, as, quote })
      return [
        {
          text,
          document: `${written('block', 'key')}: ${written('block', 'value')}\n`,
          expected: Object.fromEntries([[text, text]]),
        },
        {
          text,
          document: `- {${written('flow', 'key')}: ${written('flow', 'value')}, zz: [${written('flow', 'value')}]}\n`,
          expected: [
            Object.fromEntries([
              [text, text],
              ['zz', [text]],
            ]),
          ],
        },
      ]
    }),
  )
}

const line = fc
  .array(
    fc.constantFrom(
      'a',
      'b c',
      ' ',
      '  ',
      '\t',
      '#',
      '# x',
      '---',
      '...',
      ': ',
      '- ',
      'é',
      '😀',
      '"',
      "'",
      '|',
      '%',
    ),
    {
      maxLength: 4,
    },
  )
  .map((pieces) => pieces.join(''))
const linesText = fc
  .tuple(
    fc.array(fc.oneof(line, fc.constant(''), fc.constantFrom('   ', '\t', ' a', '\ta')), { maxLength: 6 }),
    fc.nat(3),
  )
  .map(([lines, breaks]) => lines.join('\n') + '\n'.repeat(breaks))

/** One text as a literal block in a map, a nested map and a sequence, each with something after it. */
function literalCases(text: string, step: number): Case[] {
  const literal = blockLiteral(text, step)
  if (literal === undefined) return []
  const body = (indent: number): string =>
    literal.lines.map((one) => `${one === '' ? '' : ' '.repeat(indent + step) + one}\n`).join('')
  return [
    { text, document: `k: ${literal.header}\n${body(0)}`, expected: { k: text } },
    { text, document: `k: ${literal.header}\n${body(0)}l: m\n`, expected: { k: text, l: 'm' } },
    {
      text,
      document: `a:\n  k: ${literal.header}\n${body(2)}  l: m\n`,
      expected: { a: { k: text, l: 'm' } },
    },
    { text, document: `- ${literal.header}\n${body(0)}- m\n`, expected: [text, 'm'] },
    { text, document: `- k: ${literal.header}\n${body(2)}  l: m\n`, expected: [{ k: text, l: 'm' }] },
  ]
}

function literalSamples(): Case[] {
  const texts = fc.sample(linesText, { numRuns: 1500, seed: 11 })
  return texts.flatMap((text, index) => literalCases(text, [1, 2, 3, 4, 8, 9][index % 6] ?? 2))
}

/** One string on lines of its own in double quotes, with something after it. */
function quotedLinesCases(): Case[] {
  const texts = fc.sample(fc.oneof(linesText, anyText), { numRuns: 1500, seed: 13 })
  return texts.flatMap((text) => {
    const body = (indent: number): string => quotedLines(text).join(`\n${' '.repeat(indent)}`)
    return [
      { text, document: `k: ${body(1)}\nl: m\n`, expected: { k: text, l: 'm' } },
      { text, document: `a:\n  - ${body(4)} # c\n  - m\n`, expected: { a: [text, 'm'] } },
    ]
  })
}

withPyYaml('written scalars, read by PyYAML', () => {
  it('come back on one line', () => {
    expect(failures(scalarCases(), pyYaml)).toEqual([])
  })

  it('come back as literal blocks', () => {
    const cases = literalSamples()
    expect(cases.length).toBeGreaterThan(4000)
    expect(failures(cases, pyYaml)).toEqual([])
  })

  it('come back in quotes, line by line', () => {
    expect(failures(quotedLinesCases(), pyYaml)).toEqual([])
  })
})

describe('written scalars, read by npm yaml', () => {
  it('come back on one line', () => {
    expect(failures(scalarCases(), npmYaml)).toEqual([])
  })

  it('come back as literal blocks', () => {
    expect(failures(literalSamples(), npmYaml)).toEqual([])
  })

  it('come back in quotes, line by line', () => {
    expect(failures(quotedLinesCases(), npmYaml)).toEqual([])
  })
})
