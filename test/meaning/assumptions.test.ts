/** What a verdict takes for granted: listed, and given up where the pair itself says the contrary. */

import { compareTemplates } from '../../src/meaning/compare.ts'
import { compareTexts, sideOf } from './pairs.ts'

const before = (value: string, declared = '') => `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  N: {Type: Number, Default: 1}
  L: {Type: CommaDelimitedList, Default: 'a,b'}
  J: {Type: Json, Default: {a: [x]}}
  S: {Type: String, Default: 'a,b'}
${declared}Outputs: {o: {Value: ${value}}}
`
const after = (value: string, declared = '') => `heat_template_version: 2018-08-31
parameters:
  N: {type: number, default: 1}
  L: {type: comma_delimited_list, default: 'a,b'}
  J: {type: json, default: {a: [x]}}
  S: {type: string, default: 'a,b'}
${declared}outputs: {o: {value: ${value}}}
`

const select = "{'Fn::Select': [{Ref: N}, {Ref: L}]}"
const index = '{get_param: [L, {get_param: N}]}'
const inside = "{'Fn::Select': [0, {'Fn::Select': [a, {Ref: J}]}]}"
const path = '{get_param: [J, a, 0]}'
const part = "{'Fn::Select': [1, {'Fn::Split': [',', {Ref: S}]}]}"
const split = "{str_split: [',', {get_param: S}, 1]}"

/** A pair, a declaration that says nothing to the contrary, and one that does. */
const cases = [
  ['an index', select, index, 'Default: 1}', "Default: '1.0'}", ['whole-number-index N']],
  ['an index among allowed ones', select, index, 'Default: 1}', 'Default: 1, AllowedValues: [1, 1.5]}', []],
  [
    'a list in a json parameter',
    inside,
    path,
    'Default: {a: [x]}}',
    'Default: {a: \'["x"]\'}}',
    ['collection J', 'no-json-inside «parameter J»["a"]'],
  ],
  ['a json parameter', inside, path, 'Default: {a: [x]}}', "Default: ''}", []],
  ['a part of a string', part, split, "Default: 'a,b'}\n", "Default: 'a'}\n", []],
] as const

/** HOT's words for what is declared. */
const inHot = (declared: string) =>
  declared
    .replace('Default', 'default')
    .replace(/, AllowedValues: (\[.*\])\}/, ', constraints: [{allowed_values: $1}]}')

/** With the declaration in the place of the other one, from the end where two look alike. */
function declaring(text: string, from: string, to: string): string {
  const at = text.lastIndexOf(from)
  if (at < 0) throw new Error(`there is no ${from}`)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

it.each(cases)('%s', (_, one, other, usual, odd, used) => {
  const said = compareTexts(before(one), after(other))
  expect(said.verdict).toBe('equal')
  const listed = said.assumptions.map(({ kind, about }) => `${kind} ${about}`)
  expect(listed).toEqual(expect.arrayContaining([...used]))
  expect(listed).not.toEqual([])
  const contrary = compareTexts(
    declaring(before(one), usual, odd),
    declaring(after(other), inHot(usual), inHot(odd)),
  )
  expect(contrary.verdict).not.toBe('equal')
})

it('looks at the values of an environment', () => {
  const [one, other] = [sideOf(before(select)), sideOf(after(index))]
  const given = (value: string) => ({
    environment: { parameters: new Map([['N', value]]), defaults: new Map() },
  })
  const verdict = (value: string) =>
    compareTemplates({ ...one, ...given(value) }, { ...other, ...given(value) }).verdict
  expect(verdict('2')).toBe('equal')
  expect(verdict('1.0')).toBe('differs')
})

it('takes nothing for granted where nothing needs it', () => {
  const said = compareTexts(before("{'Fn::Join': ['', [{Ref: S}]]}"), after('{get_param: S}'))
  expect(said).toMatchObject({ verdict: 'equal', assumptions: [] })
})

it('compares a json parameter that may be a string with strings', () => {
  const text = (name: string, declared: string) => `heat_template_version: 2018-08-31
parameters: {j: {type: json, default: ${declared}}}
outputs: {o: {value: {if: [{equals: [{get_param: j}, '']}, ${name}, b]}}}
`
  expect(compareTexts(text('a', '{}'), text('c', '{}')).verdict).toBe('equal')
  expect(compareTexts(text('a', "''"), text('c', "''")).verdict).toBe('differs')
})

describe('a string that yaql reads', () => {
  const text = (value: string, preset: string) => `heat_template_version: 2018-08-31
parameters: {p: {type: string, default: ${preset}}}
outputs: {o: {value: ${value}}}
`
  const plain = '{get_param: p}'
  const read = "{yaql: {expression: '$.data', data: {get_param: p}}}"

  it('is assumed to be short where yaql is new', () => {
    const said = compareTexts(text(plain, 'x'), text(read, 'x'))
    expect(said.verdict).toBe('equal')
    expect(said.assumptions.map((one) => one.text)).toEqual([
      'strings in p, which yaql reads, have fewer than 10,000 bytes',
    ])
  })

  it('needs no assumption where yaql is gone, or read it before', () => {
    expect(compareTexts(text(read, 'x'), text(plain, 'x'))).toMatchObject({
      verdict: 'equal',
      assumptions: [],
    })
    const again = "{yaql: {expression: '$.data.v', data: {v: {get_param: p}}}}"
    expect(compareTexts(text(read, 'x'), text(again, 'x'))).toMatchObject({
      verdict: 'equal',
      assumptions: [],
    })
  })

  it('is not assumed to be short where its default is long', () => {
    const long = 'x'.repeat(10_000)
    expect(compareTexts(text(plain, long), text(read, long)).verdict).not.toBe('equal')
    expect(
      compareTexts(text('a', 'x'), text(`{yaql: {expression: '$.data.v', data: {v: a, w: ${long}}}}`, 'x'))
        .verdict,
    ).not.toBe('equal')
  })
})

it('lists what a service is assumed to send where Fn::Select selects from it', () => {
  const text = (value: string) => `heat_template_version: 2013-05-23
resources: {v: {type: OS::Cinder::Volume, properties: {size: 1}}}
outputs: {o: {value: ${value}}}
`
  const said = compareTexts(
    text('{Fn::Select: [0, {get_attr: [v, attachments_list]}]}'),
    text('{get_attr: [v, attachments_list, 0]}'),
  )
  expect(said.verdict).toBe('equal')
  expect(said.assumptions.map((one) => one.text)).toContain(
    'the service sends what Heat declares for the attribute "attachments_list" of OS::Cinder::Volume (list)',
  )
  // What is no list or map by its declaration may be JSON in a string.
  const open = compareTexts(
    text('{Fn::Select: [0, {get_attr: [v, metadata]}]}'),
    text('{get_attr: [v, metadata, 0]}'),
  )
  expect(open.verdict).not.toBe('equal')
})
