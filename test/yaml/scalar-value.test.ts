import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isPlainText,
  pythonText,
  type ResolvedScalar,
  resolvePlain,
  resolveTagged,
} from '../../src/text/yaml/scalar-value.ts'

interface Recorded {
  readonly plain: {
    readonly str: readonly string[]
    readonly problem: readonly string[]
    readonly int: readonly [string, string][]
    readonly float: readonly [string, string][]
    readonly bool: readonly [string, string][]
    readonly null: readonly [string, string][]
  }
  readonly tagged: readonly [tag: string, text: string, type: string, value: string][]
}

const recorded = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'scalars.json'), 'utf8')) as Recorded

/** Type and Python's text of a value, as the fixture holds them. */
function shown(resolved: ResolvedScalar): string {
  return 'problem' in resolved ? 'problem' : `${resolved.type} ${pythonText(resolved.type, resolved.value)}`
}

describe('resolvePlain', () => {
  it('reads every recorded text as PyYAML does', () => {
    const wrong: string[] = []
    const compare = (text: string, expected: string): void => {
      const got = shown(resolvePlain(text))
      if (got !== expected) wrong.push(`${JSON.stringify(text)}: ${got}, PyYAML: ${expected}`)
    }
    const { plain } = recorded
    for (const text of plain.str) compare(text, `str ${text}`)
    for (const text of plain.problem) compare(text, 'problem')
    for (const type of ['int', 'float', 'bool', 'null'] as const) {
      for (const [text, value] of plain[type]) compare(text, `${type} ${value}`)
    }
    expect(wrong).toEqual([])
  })

  it('was compared with thousands of texts', () => {
    const { plain } = recorded
    const counts = [plain.str, plain.int, plain.float, plain.bool, plain.null].map((texts) => texts.length)
    expect(counts).toEqual([10947, 766, 1263, 18, 5])
  })

  it.each<[string, ResolvedScalar]>([
    ['', { type: 'null', value: null }],
    ['0755', { type: 'int', value: 493 }],
    ['12:30', { type: 'int', value: 750 }],
    ['12:30.5', { type: 'float', value: 750.5 }],
    ['9007199254740991', { type: 'int', value: 9007199254740991 }],
    ['9007199254740993', { type: 'int', value: 9007199254740993n }],
    ['-0', { type: 'int', value: 0 }],
    ['-0.0', { type: 'float', value: -0 }],
    ['2018-08-31', { type: 'str', value: '2018-08-31' }],
    ['1e3', { type: 'str', value: '1e3' }],
    ['Off', { type: 'bool', value: false }],
    ['y', { type: 'str', value: 'y' }],
    ['=', { problem: 'PyYAML rejects a plain = as a value; quote it' }],
    ['<<', { problem: 'PyYAML rejects a plain << as a value; quote it' }],
    ['0b_', { problem: '"0b_" is not an integer for PyYAML' }],
  ])('reads %j', (text, expected) => {
    expect(resolvePlain(text)).toEqual(expected)
  })

  it('refuses decimal integers beyond the 4300 digits that Python takes', () => {
    expect(resolvePlain('9'.repeat(4301))).toEqual({ problem: 'an integer of more than 4300 digits' })
    expect(shown(resolvePlain('9'.repeat(4300)))).toBe(`int ${'9'.repeat(4300)}`)
  })

  it('takes long sexagesimal and hexadecimal numbers without delay', () => {
    // No clock: so much text takes minutes, more than a test has, when its cost is not linear.
    expect(resolvePlain(`1${':59'.repeat(1_000_000)}`)).toEqual({
      problem: 'an integer of more than 4300 digits',
    })
    expect(resolvePlain(`0x${'f'.repeat(1_000_000)}`)).toMatchObject({ type: 'int' })
    expect(resolvePlain(`${'1'.repeat(1_000_000)}.${'1_'.repeat(1_000_000)}`)).toMatchObject({
      type: 'float',
    })
  })
})

describe('resolveTagged', () => {
  it('converts every recorded text as PyYAML does', () => {
    const wrong = recorded.tagged.flatMap(([tag, text, type, value]) => {
      const expected = type === 'problem' ? 'problem' : `${type} ${value}`
      const got = shown(resolveTagged(tag, text, 'double'))
      return got === expected ? [] : [`${tag} ${JSON.stringify(text)}: ${got}, PyYAML: ${expected}`]
    })
    expect(wrong).toEqual([])
    expect(recorded.tagged.length).toBe(160)
  })

  it('refuses binary data', () => {
    expect(resolveTagged('!!binary', 'YQ==', 'plain')).toEqual({
      problem: 'binary data, which Heat cannot carry in a template',
    })
  })

  it('refuses what only the leniency of int() would take', () => {
    expect(resolveTagged('!!int', '--5', 'plain')).toEqual({ problem: '"--5" is not an integer for PyYAML' })
    expect(resolveTagged('!!int', '0o7', 'plain')).toEqual({ problem: '"0o7" is not an integer for PyYAML' })
  })

  it('refuses the short tags of CloudFormation', () => {
    expect(resolveTagged('!Ref', 'x', 'plain')).toEqual({ problem: 'Heat knows no tag !Ref' })
  })
})

describe('pythonText', () => {
  it.each([
    ['bool', true, 'True'],
    ['bool', false, 'False'],
    ['null', null, 'None'],
    ['int', 5, '5'],
    ['int', 123456789012345678901234567890n, '123456789012345678901234567890'],
    ['float', 1, '1.0'],
    ['float', -0, '-0.0'],
    ['float', 1e15, '1000000000000000.0'],
    ['float', 1e16, '1e+16'],
    ['float', 1.5e16, '1.5e+16'],
    ['float', 123456789012345680, '1.2345678901234568e+17'],
    ['float', 1e22, '1e+22'],
    ['float', 0.0001, '0.0001'],
    ['float', 0.00001, '1e-05'],
    ['float', 1.5e-7, '1.5e-07'],
    ['float', 1e-100, '1e-100'],
    ['float', 5e-324, '5e-324'],
    ['float', Number.POSITIVE_INFINITY, 'inf'],
    ['float', Number.NEGATIVE_INFINITY, '-inf'],
    ['float', Number.NaN, 'nan'],
    ['str', 'x', 'x'],
  ] as const)('writes %s %p as %s', (type, value, expected) => {
    expect(pythonText(type, value)).toBe(expected)
  })
})

describe('isPlainText', () => {
  it.each([
    ['text', true],
    ['2018-08-31', true],
    ['08', true],
    ['yes', false],
    ['', false],
    ['=', false],
    ['1_0', false],
  ])('%j: %s', (text, expected) => {
    expect(isPlainText(text)).toBe(expected)
  })
})
