import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { isScalar, parse, parseDocument } from 'yaml'
import type { Scalar } from '../../src/text/document/node.ts'
import {
  fitsSimpleKey,
  type ScalarTextOptions,
  scalarText,
  UnwritableScalar,
} from '../../src/text/yaml/scalar-text.ts'
import { resolvePlain } from '../../src/text/yaml/scalar-value.ts'
import '../seed.ts'

type Place = Pick<ScalarTextOptions, 'in' | 'as'>

const blockValue: ScalarTextOptions = { in: 'block', as: 'value', quote: 'single' }
const flowValue: ScalarTextOptions = { in: 'flow', as: 'value', quote: 'single' }
const text = (value: string): Pick<Scalar, 'type' | 'value'> => ({ type: 'str', value })

describe('texts', () => {
  it.each<[value: string, block: string, flow: string]>([
    ['', "''", "''"],
    ['web_server', 'web_server', 'web_server'],
    ['a b', 'a b', 'a b'],
    ['2018-08-31', '2018-08-31', '2018-08-31'],
    ['10.0.0.0/16', '10.0.0.0/16', '10.0.0.0/16'],
    ['AWS::EC2::Instance', 'AWS::EC2::Instance', 'AWS::EC2::Instance'],
    ['1e3', '1e3', '1e3'],
    ['08', '08', '08'],
    ['Zürich 😀', 'Zürich 😀', 'Zürich 😀'],
    ['yes', "'yes'", "'yes'"],
    ['No', "'No'", "'No'"],
    ['~', "'~'", "'~'"],
    ['null', "'null'", "'null'"],
    ['0755', "'0755'", "'0755'"],
    ['22:22', "'22:22'", "'22:22'"],
    ['1_000', "'1_000'", "'1_000'"],
    ['=', "'='", "'='"],
    ['<<', "'<<'", "'<<'"],
    [' a', "' a'", "' a'"],
    ['a ', "'a '", "'a '"],
    ['a: b', "'a: b'", "'a: b'"],
    ['a:', "'a:'", "'a:'"],
    ['a #b', "'a #b'", "'a #b'"],
    ['a#b', 'a#b', 'a#b'],
    ['a:b', 'a:b', 'a:b'],
    ['- a', "'- a'", "'- a'"],
    ['-a', '-a', '-a'],
    ['---', "'---'", "'---'"],
    ['--- a', "'--- a'", "'--- a'"],
    ['*', "'*'", "'*'"],
    ['%x', "'%x'", "'%x'"],
    ['@x', "'@x'", "'@x'"],
    ['`x', "'`x'", "'`x'"],
    ['a,b', 'a,b', "'a,b'"],
    ['a[0]', 'a[0]', "'a[0]'"],
    ['?a', '?a', "'?a'"],
    [':a', ':a', "':a'"],
    ['a:?', 'a:?', "'a:?'"],
    ['a{x}', 'a{x}', "'a{x}'"],
    ['{x}', "'{x}'", "'{x}'"],
    ["it's", "it's", "it's"],
    ["'s", `"'s"`, `"'s"`],
    [`'"`, `'''"'`, `'''"'`],
    ["'\\", "'''\\'", "'''\\'"],
    ['a\nb', '"a\\nb"', '"a\\nb"'],
    ['a\rb', '"a\\rb"', '"a\\rb"'],
    ['"\n\\', '"\\"\\n\\\\"', '"\\"\\n\\\\"'],
    [
      '\u0000\u0007\b\t\f\u001b\u007f',
      '"\\u0000\\u0007\\b\\t\\f\\u001b\\u007f"',
      '"\\u0000\\u0007\\b\\t\\f\\u001b\\u007f"',
    ],
    ['a\u0085b', '"a\\u0085b"', '"a\\u0085b"'],
    ['a\u2028b\u2029c', '"a\\u2028b\\u2029c"', '"a\\u2028b\\u2029c"'],
    ['\ufeff\ufffe\uffff', '"\\ufeff\\ufffe\\uffff"', '"\\ufeff\\ufffe\\uffff"'],
  ])('writes %j', (value, block, flow) => {
    expect(scalarText(text(value), blockValue)).toBe(block)
    expect(scalarText(text(value), flowValue)).toBe(flow)
  })

  it('quotes more when told to', () => {
    expect(scalarText(text('a'), { ...blockValue, force: true })).toBe("'a'")
    expect(scalarText(text('a'), { ...blockValue, quote: 'double', force: true })).toBe('"a"')
    expect(scalarText({ type: 'int', value: 5 }, { ...blockValue, force: true })).toBe('5')
  })

  it('keeps to double quotes, so that JSON stays JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const written = scalarText(text(value), { in: 'flow', as: 'value', quote: 'double', force: true })
        expect(JSON.parse(written)).toBe(value)
      }),
    )
  })

  it('refuses half characters with a code', () => {
    for (const value of ['\ud83d', 'a\ude00b', '\ude00\ud83d']) {
      expect(() => scalarText(text(value), blockValue)).toThrow(UnwritableScalar)
      expect(() => scalarText(text(value), blockValue)).toThrow(
        expect.objectContaining({ code: 'lone-surrogate' }) as Error,
      )
    }
  })
})

describe('other types', () => {
  it.each<[Pick<Scalar, 'type' | 'value'>, string]>([
    [{ type: 'null', value: null }, 'null'],
    [{ type: 'bool', value: true }, 'true'],
    [{ type: 'bool', value: false }, 'false'],
    [{ type: 'int', value: 493 }, '493'],
    [{ type: 'int', value: -0 }, '0'],
    [{ type: 'int', value: -5 }, '-5'],
    [{ type: 'int', value: 12345678901234567890n }, '12345678901234567890'],
    [{ type: 'float', value: 1 }, '1.0'],
    [{ type: 'float', value: 1.5 }, '1.5'],
    [{ type: 'float', value: -0 }, '-0.0'],
    [{ type: 'float', value: 1e16 }, '1.0e+16'],
    [{ type: 'float', value: 1.5e-7 }, '1.5e-07'],
    [{ type: 'float', value: 1e300 }, '1.0e+300'],
    [{ type: 'float', value: Number.POSITIVE_INFINITY }, '.inf'],
    [{ type: 'float', value: Number.NEGATIVE_INFINITY }, '-.inf'],
    [{ type: 'float', value: Number.NaN }, '.nan'],
  ])('writes %p as %s', (scalar, expected) => {
    expect(scalarText(scalar, blockValue)).toBe(expected)
    expect(resolvePlain(expected)).toEqual(
      scalar.value === 0 && scalar.type === 'int' ? { type: 'int', value: 0 } : scalar,
    )
  })

  it('reads every float and integer back as it was', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(resolvePlain(scalarText({ type: 'float', value }, blockValue))).toEqual({
          type: 'float',
          value,
        })
      }),
    )
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        const near = Number(value)
        const expected = Number.isSafeInteger(near) ? near : value
        expect(resolvePlain(scalarText({ type: 'int', value }, blockValue))).toEqual({
          type: 'int',
          value: expected,
        })
      }),
    )
  })
})

describe('short texts of all indicators, against recorded PyYAML results', () => {
  const recorded = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'scalars-plain.json'), 'utf8')) as {
    readonly alphabet: string
    readonly digits: Readonly<Record<string, string>>
  }
  const locations: readonly (Place & { readonly bit: number; readonly document: string })[] = [
    { in: 'block', as: 'value', bit: 1, document: 'k: %\n' },
    { in: 'block', as: 'key', bit: 2, document: '%: 1\n' },
    { in: 'flow', as: 'value', bit: 4, document: '[%, 1]\n' },
    { in: 'flow', as: 'key', bit: 8, document: '{%: 1}\n' },
  ]

  /** All texts of 1 to 3 characters, each with the bits of the places where PyYAML reads it back. */
  function* texts(): Generator<readonly [string, number]> {
    const letters = [...recorded.alphabet]
    let shorter = ['']
    for (const length of [1, 2, 3]) {
      shorter = shorter.flatMap((start) => letters.map((letter) => start + letter))
      const digits = recorded.digits[length] ?? ''
      for (const [index, value] of shorter.entries()) yield [value, Number.parseInt(digits.charAt(index), 16)]
    }
  }

  function npmReadsBack(value: string, document: string): boolean {
    const parsed = parseDocument(
      document.replace('%', () => value),
      { schema: 'failsafe' },
    )
    const node = parsed.contents as { items?: { key?: unknown; value?: unknown }[] } | null
    if (parsed.errors.length > 0 || parsed.warnings.length > 0) return false
    const item = node?.items?.[0]
    const found = document.startsWith('k') ? item?.value : document.startsWith('[') ? item : item?.key
    return isScalar(found) && found.value === value
  }

  /** Safe in the recorded places, and quoted all the same: they look like something else. */
  const quotedForPeople = (value: string, location: Place): boolean =>
    ['---', '...'].includes(value) ||
    (location.as === 'key' && (/:$/.test(value) || ['-', '?', '='].includes(value)))

  it.each(locations)('in $in as $as: plain when, and only when, it reads back', (location) => {
    const unsafe: string[] = []
    const needless: string[] = []
    for (const [value, bits] of texts()) {
      const plain = scalarText(text(value), { in: location.in, as: location.as, quote: 'single' }) === value
      const readsBack = (bits & location.bit) !== 0 && npmReadsBack(value, location.document)
      if (plain && !readsBack) unsafe.push(value)
      if (!plain && readsBack && !quotedForPeople(value, location)) needless.push(value)
    }
    expect({ unsafe, needless }).toEqual({ unsafe: [], needless: [] })
  })
})

describe('any text', () => {
  it('reads back in npm yaml in every place', () => {
    const anyText = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...' :-#?,[]{}\'"\\\n\t'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom<'single' | 'double'>('single', 'double'),
        fc.boolean(),
        (value, quote, force) => {
          const written = (location: Place): string => scalarText(text(value), { ...location, quote, force })
          const options = { schema: 'failsafe' } as const
          const block = `${written({ in: 'block', as: 'key' })}: ${written({ in: 'block', as: 'value' })}\n`
          const flow = `{${written({ in: 'flow', as: 'key' })}: [${written({ in: 'flow', as: 'value' })}]}\n`
          expect(parse(block, options)).toEqual(Object.fromEntries([[value, value]]))
          expect(parse(flow, options)).toEqual(Object.fromEntries([[value, [value]]]))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('fitsSimpleKey', () => {
  it('takes up to 1024 characters on one line', () => {
    expect(fitsSimpleKey('x'.repeat(1024))).toBe(true)
    expect(fitsSimpleKey('x'.repeat(1025))).toBe(false)
    expect(fitsSimpleKey('a\nb')).toBe(false)
  })
})
