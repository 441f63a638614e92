/** Large templates, long lists, narrow constraints: nothing is overlooked, refused or left out for its size. */

import { pythonEquals, type Value } from '../../src/heat/values/value.ts'
import { readProgram } from '../../src/meaning/program.ts'
import { SampleFrame, Samples } from '../../src/meaning/samples.ts'
import { tellingIn } from '../../src/meaning/terms/telling.ts'
import { compareTexts, sideOf } from './pairs.ts'

const hot = (body: string, version = '2018-08-31') => `heat_template_version: ${version}\n${body}`
/** The same for a version that takes `if` otherwise, so that all of it is compared. */
const newer = (text: string) => text.replace('2018-08-31', '2021-04-16')
const numbered = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

/** Verdict and the places that differ, with the sample where the first shows. */
function told(before: string, after: string): readonly string[] {
  const { verdict, differences, reasons } = compareTexts(before, after)
  return [
    verdict,
    ...differences.map(({ path, world }) => `${path} (${world})`),
    ...reasons.map(({ path, why }) => `${path}: ${why}`),
  ]
}

describe('thousands of conditions', () => {
  const count = 1500
  const template = (definition: (index: number) => string) =>
    hot(
      `parameters:\n${numbered(count, (n) => `  p${n}: {type: string, default: a}\n`)}conditions:\n${numbered(count, (n) => `  c${n}: ${definition(n)}\n`)}outputs:\n${numbered(count, (n) => `  o${n}: {value: {if: [c${n}, one, two]}}\n`)}`,
    )
  // Two values at once meet each of them.
  const seldom = template(
    (n) => `{and: [{equals: [{get_param: p${n}}, x]}, {equals: [{get_param: p${(n + 1) % count}}, y]}]}`,
  )
  const never = template(
    (n) => `{and: [{equals: [{get_param: p${n}}, x]}, {equals: [{get_param: p${n}}, y]}]}`,
  )
  const wrong = (text: string, index: number) =>
    text.replace(`[c${index}, one, two]`, `[c${index}, other, two]`)

  it('are each decided both ways', () => {
    expect(compareTexts(seldom, newer(seldom)).verdict).toBe('equal')
    expect(told(seldom, wrong(seldom, 1234))).toEqual(['differs', 'outputs.o1234.value (other values 1)'])
  })

  it('are not met by what is equal to two values at once', () => {
    expect(told(never, wrong(never, 1234))).toEqual(['equal'])
  })

  it('may each concern everything', () => {
    const chained = template((n) =>
      n === 0
        ? '{equals: [{get_param: p0}, x]}'
        : `{and: [c${n - 1}, {equals: [{get_param: p${n}}, {get_param: p0}]}]}`,
    )
    const all = chained.replaceAll(/\[c(\d+), one, two\]/g, '[c$1, {if: [c0, one, three]}, two]')
    expect(compareTexts(all, newer(all)).verdict).toBe('equal')
    expect(told(all, all.replace('[c1499, {if: [c0, one', '[c1499, {if: [c0, other'))[0]).toBe('differs')
  })

  it('may all ask for the same parameter', () => {
    const one = template((n) => `{equals: [{get_param: p0}, v${n}]}`)
    expect(compareTexts(one, newer(one)).verdict).toBe('equal')
    expect(told(one, wrong(one, 1499))).toEqual(['differs', 'outputs.o1499.value (other values 1)'])
  })
})

describe('a condition inside another', () => {
  const text = hot(`parameters: {p: {type: string, default: a}}
conditions:
  x: {equals: [{get_param: p}, b]}
  y: {not: x}
  z: {and: [y, {equals: [{get_param: p}, c]}]}
resources:
  r: {type: OS::Heat::Value, condition: z, properties: {value: {get_param: p}}}
outputs:
  o: {value: {if: [z, {get_attr: [r, value]}, none]}}
  q: {value: {if: [z, one, two]}}
`)

  it('turns what depends on it, through others', () => {
    expect(told(text, text)).toEqual(['equal'])
    for (const [from, to] of [
      ['one, two', 'one, three'],
      ['one, two', 'three, two'],
      ['[r, value]', '[r, values]'],
      ['{not: x}', '{not: {not: x}}'],
      ['}, c]', '}, d]'],
      ['value: {get_param: p}', 'value: a'],
    ] as const)
      expect([from, told(text, text.replace(from, to))[0]]).toEqual([from, 'differs'])
  })
})

it('replaces more placeholders than a stack is deep', () => {
  const count = 20_000
  const text = hot(
    `outputs:\n  o:\n    value:\n      str_replace:\n        template: ${numbered(count, (n) => `<${n}>`)}\n        params:\n${numbered(count, (n) => `          <${n}>: v${n}\n`)}`,
  )
  expect(told(text, text)).toEqual(['equal'])
  expect(told(text, text.replace('<19999>: v19999', '<19999>: v1999'))[0]).toBe('differs')
})

describe('an index beyond the usual', () => {
  const cases = [
    ['a list attribute', 'OS::Nova::Server', '{get_attr: [r, accessIPv4, N]}'],
    ['members of a group', 'OS::Heat::ResourceGroup', '{get_attr: [r, refs, N]}'],
    ['a parameter', 'OS::Nova::Server', '{get_param: [l, N]}'],
    ['parts of a text', 'OS::Nova::Server', "{str_split: [',', {get_attr: [r, name]}, N]}"],
    ['parts of a parameter', 'OS::Nova::Server', "{str_split: [',', {get_param: s}, N]}"],
  ] as const

  it.each(cases)('is told from its neighbour: %s', (_, type, call) => {
    const text = (index: number) =>
      hot(
        `parameters: {l: {type: comma_delimited_list, default: a}, s: {type: string, default: a}}\nresources: {r: {type: ${type}}}\noutputs: {o: {value: ${call.replace('N', String(index))}}}\n`,
      )
    expect(told(text(17), text(17))).toEqual(['equal'])
    expect(told(text(17), text(16))[0]).toBe('differs')
    expect(told(text(17), text(18))[0]).toBe('differs')
  })
})

describe('a variable of Fn::Sub that AWS::NoValue may take away', () => {
  const cfn = (value: string) =>
    `AWSTemplateFormatVersion: '2010-09-09'\nParameters: {p: {Type: String, Default: x}}\nConditions: {c: !Equals [!Ref p, a]}\nOutputs: {o: {Value: ${value}}}\n`
  const after = (value: string) =>
    hot(
      `parameters: {p: {type: string, default: x}}\nconditions: {c: {equals: [{get_param: p}, a]}}\noutputs: {o: {value: ${value}}}\n`,
      '2021-04-16',
    )
  const told = (before: string, rewritten: string) => {
    const { verdict, differences, reasons } = compareTexts(cfn(before), after(rewritten), 'aws')
    return [
      verdict,
      ...differences.map(({ path }) => path),
      ...reasons.map((one) => `${one.path}: ${one.why}`),
    ]
  }

  it('is unproved, whatever it becomes', () => {
    const before = "!Sub ['x${v}', {v: !If [c, a, !Ref 'AWS::NoValue']}]"
    expect(told(before, "{str_replace: {template: 'x${v}', params: {'${v}': {if: [c, a]}}}}")[0]).toBe(
      'unproved',
    )
    expect(told("!Sub 'x${AWS::NoValue}'", 'x')[0]).toBe('unproved')
  })
})

describe('the second sample', () => {
  it.each([
    ['text that a pattern allows only once', "type: string, constraints: [{allowed_pattern: 'only this'}]"],
    ['a number between narrow bounds', 'type: number, constraints: [{range: {min: 4711, max: 4711}}]'],
    ['text of one length', 'type: string, constraints: [{length: {min: 1, max: 1}}]'],
    ['a list', 'type: comma_delimited_list'],
    ['a map', 'type: json'],
    ['a flag', 'type: boolean'],
    ['a default and a pattern', "type: string, default: aa, constraints: [{allowed_pattern: 'a+'}]"],
    ['a default and bounds', 'type: number, default: 4711, constraints: [{range: {min: 4711, max: 4711}}]'],
  ])('differs in %s', (_, schema) => {
    const { root, dialect } = sideOf(hot(`parameters: {p: {${schema}}}\n`))
    const program = readProgram(root, dialect)
    const [first, second] = new Samples(new SampleFrame(program, program), tellingIn([])).first()
    const value = first?.parameters.get('p') ?? (schema.includes('number') ? 4711 : 'aa')
    expect(second?.parameters.get('p')).toBeDefined()
    expect(pythonEquals(value, second?.parameters.get('p') as Value)).toBe(false)
  })
})
