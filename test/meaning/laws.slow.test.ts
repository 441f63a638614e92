/**
 * Each law of the proof, on terms and values made at random: what it calls equal is computed equal, wherever the one
 * side is not refused; by our own evaluation, and by Heat in the worlds of its judge (test/heat/mutation).
 */

import { join } from 'node:path'
import fc from 'fast-check'
import { sameValue, type Value } from '../../src/heat/values/value.ts'
import { evaluateProgram } from '../../src/meaning/evaluate.ts'
import { readProgram } from '../../src/meaning/program.ts'
import { defaultSample } from '../../src/meaning/sample.ts'
import { hasFailure } from '../heat/evaluated.ts'
import { hasHeatFor } from '../heat/installed.ts'
import { Judge } from '../heat/mutation/judge.ts'
import { compareTexts, sideOf } from './pairs.ts'

const root = join(__dirname, '../..')
const withHeat = hasHeatFor('a law by Heat') ? it : it.skip

/** A value as it stands in a template, in JSON. */
type Written = unknown
type Made = fc.Arbitrary<Written>

const parameters = {
  s: { type: 'string', default: 'a' },
  t: { type: 'string', default: '' },
  p: { type: 'string', default: 'a', constraints: [{ allowed_values: ['a', 'b'] }] },
  i: { type: 'number', default: 1 },
  f: { type: 'boolean', default: false },
  l: { type: 'comma_delimited_list', default: '' },
  k: { type: 'comma_delimited_list', default: 'a,b' },
  m: { type: 'json', default: {} },
  n: { type: 'json', default: { a: 'b' } },
}

const param = (...names: (keyof typeof parameters)[]): Made =>
  fc.constantFrom(...names).map((name) => ({ get_param: name }))
const word: Made = fc.constantFrom('', 'a', 'b', 'a,b', 'x-y', '$k')
const test: Made = fc.oneof(
  fc.record({ equals: fc.tuple(param('s', 'p', 't'), fc.constantFrom('a', 'b', '')) }),
  param('f'),
  fc.record({ not: fc.record({ equals: fc.tuple(param('p'), fc.constantFrom('a', 'b')) }) }),
)
/** Sometimes of another type, so that refusals are met, too. */
const odd: Made = fc.constantFrom(null, 1, true, '', 'a', [], {}, ['a'], { a: 1 })

const mostly = (made: Made, type: Made): Made =>
  fc.oneof({ weight: 12, arbitrary: made }, { weight: 2, arbitrary: type }, { weight: 1, arbitrary: odd })
const chosen = (made: Made): Made => fc.record({ if: fc.tuple(test, made, made) })
const flatString = mostly(word, param('s', 't', 'p', 'i'))
const string = fc.oneof(
  flatString,
  flatString,
  chosen(flatString),
  fc.record({ list_join: fc.tuple(word, fc.array(flatString, { maxLength: 3 })) }),
)
const flatList = mostly(fc.array(flatString, { maxLength: 3 }), param('l', 'k'))
const list = fc.oneof(flatList, flatList, chosen(flatList))
const flatMap = mostly(
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), flatString, { maxKeys: 3 }),
  param('m', 'n'),
)
const map = fc.oneof(flatMap, flatMap, chosen(flatMap))
const delimiter = fc.constantFrom('', ',', '-')
const names = fc.constantFrom('p', 's')

const inWord = fc.constantFrom('', 'a', 'b', '%w%')
const inWords: Made = fc.constantFrom('', 'a', 'b', 'a,b', 'x-y')
const ref = (...of: string[]): Made => fc.constantFrom(...of).map((name) => ({ Ref: name }))
const cfnString = mostly(inWords, ref('s', 't', 'p', 'i'))
const cfnChoice = (made: Made): Made =>
  fc.record({ 'Fn::If': fc.tuple(fc.constantFrom('c', 'd'), made, made) })
const cfnText = fc.oneof(cfnString, cfnString, cfnChoice(cfnString))
const cfnList = mostly(fc.array(cfnText, { maxLength: 3 }), ref('l', 'k'))

/** A law by what it takes: two spellings of one thing. */
type Law = fc.Arbitrary<readonly [before: Written, after: Written]>
const laws: Readonly<Record<string, Law>> = {
  'joins of joins': fc
    .tuple(delimiter, list, string, string)
    .map(([by, some, one, other]) => [
      { list_join: [by, [one, { list_join: [by, [other, one]] }], some] },
      { list_join: [by, [one, other, one], some] },
    ]),
  'a join of a concatenation': fc
    .tuple(delimiter, list, list)
    .map(([by, one, other]) => [
      { list_join: [by, one, other] },
      { list_join: [by, { list_concat: [one, other] }] },
    ]),
  'split and joined again': fc
    .tuple(fc.constantFrom(',', '-'), param('s', 't', 'p'))
    .map(([by, one]) => [{ list_join: [by, { str_split: [by, one] }] }, one]),
  'a replacement': fc
    .tuple(string, string)
    .map(([one, other]) => [
      { str_replace: { template: 'x $k $k2 y', params: { $k: one, $k2: other } } },
      { list_join: ['', ['x ', one, ' ', other, ' y']] },
    ]),
  'nested concatenations': fc
    .tuple(list, list, list)
    .map(([one, two, three]) => [
      { list_concat: [{ list_concat: [one, two] }, three] },
      { list_concat: [one, { list_concat: [two, three] }] },
    ]),
  'a concatenation of one': fc.tuple(param('l', 'k')).map(([one]) => [{ list_concat: [one] }, one]),
  'a concatenation of a filter': fc
    .tuple(fc.array(word), param('l', 'k'))
    .map(([some, one]) => [{ list_concat: [{ filter: [some, one] }] }, { filter: [some, one] }]),
  'nested merges': fc
    .tuple(map, map, map)
    .map(([one, two, three]) => [
      { map_merge: [{ map_merge: [one, two] }, three] },
      { map_merge: [one, { map_merge: [two, three] }] },
    ]),
  'a merge of one': fc.tuple(param('m', 'n')).map(([one]) => [{ map_merge: [one] }, one]),
  'a replacement of nothing': fc
    .tuple(map, fc.constantFrom({}, { keys: {} }, { values: {} }))
    .map(([one, table]) => [{ map_replace: [one, table] }, { map_merge: [one] }]),
  'an inverted choice': fc
    .tuple(test, string, string)
    .map(([asked, one, other]) => [{ if: [asked, one, other] }, { if: [{ not: asked }, other, one] }]),
  'commuted conditions': fc
    .tuple(test, test, string, string)
    .map(([asked, also, one, other]) => [
      { if: [{ and: [asked, also] }, one, other] },
      { if: [{ not: { or: [{ not: also }, { not: asked }] } }, one, other] },
    ]),
  'the other of two values': fc
    .tuple(names, string, string)
    .map(([name, one, other]) => [
      { if: [{ equals: [{ get_param: name }, 'a'] }, one, other] },
      { if: [{ equals: [{ get_param: name }, 'b'] }, other, one] },
    ]),
  'a choice inside': fc
    .tuple(test, string, string, string)
    .map(([asked, one, other, more]) => [
      { list_join: ['', [{ if: [asked, one, other] }, more]] },
      { if: [asked, { list_join: ['', [one, more]] }, { list_join: ['', [other, more]] }] },
    ]),
  'a choice of a choice': fc
    .tuple(test, string, string, string)
    .map(([asked, one, other, more]) => [
      { if: [asked, { if: [asked, one, other] }, more] },
      { if: [asked, one, more] },
    ]),
  'not of not': fc
    .tuple(test, string, string)
    .map(([asked, one, other]) => [
      { if: [{ not: { not: asked } }, one, other] },
      { if: [asked, one, other] },
    ]),
  'conditions that are flattened': fc
    .tuple(fc.constantFrom('and', 'or'), test, test, test, string, string)
    .map(([both, asked, also, too, one, other]) => [
      { if: [{ [both]: [{ [both]: [asked, also] }, too] }, one, other] },
      { if: [{ [both]: [asked, also, too] }, one, other] },
    ]),
  'a replacement in a replacement': fc.tuple(string, string).map(([one, other]) => [
    {
      str_replace: {
        template: { str_replace: { template: 'x $k $l', params: { $k: 'mid' } } },
        params: { $l: { list_join: ['', [one, other]] } },
      },
    },
    { list_join: ['', ['x mid ', one, other]] },
  ]),
  'white space of an expression': fc
    .tuple(list)
    .map(([some]) => [
      { yaql: { expression: '$.data.where( $ != a ).first( null )', data: some } },
      { yaql: { expression: '$.data.where($ != a).first(null)', data: some } },
    ]),
  'a value looked up by yaql': fc.tuple(test, string, string).map(([asked, one, other]) => [
    {
      yaql: {
        expression: '$.data.choices.get($.data.key, "")',
        data: { choices: { a: one, b: other }, key: { if: [asked, 'a', 'c'] } },
      },
    },
    { if: [asked, one, ''] },
  ]),
  'a loop that changes nothing': fc
    .tuple(list)
    .map(([some]) => [
      { repeat: { template: '%v%', for_each: { '%v%': some } } },
      { list_concat: [{ repeat: { template: '%w%', for_each: { '%w%': some }, permutations: false } }] },
    ]),
  'a loop over a concatenation': fc
    .tuple(fc.constantFrom('v', 'x%v%', { k: '%v%', '%v%y': 1 }, ['%v%', null]), list, list)
    .map(([template, one, other]) => [
      { repeat: { template, for_each: { '%v%': { list_concat: [one, other] } } } },
      {
        list_concat: [
          { repeat: { template, for_each: { '%v%': one } } },
          { repeat: { template, for_each: { '%v%': other } } },
        ],
      },
    ]),
  'a loop over a loop': fc.tuple(fc.constantFrom('v', 'x%v%', '%v%%v%'), list).map(([template, some]) => [
    {
      repeat: { template, for_each: { '%v%': { repeat: { template: '-%w%', for_each: { '%w%': some } } } } },
    },
    {
      repeat: {
        template: template.replaceAll('%v%', '-%w%'),
        for_each: { '%w%': some },
      },
    },
  ]),
  'a loop of two variables': fc.tuple(fc.array(inWord, { maxLength: 2 }), list).map(([known, some]) => [
    { repeat: { template: '%v%-%w%', for_each: { '%v%': known, '%w%': some } } },
    {
      list_concat: known.map((one) => ({
        repeat: { template: `${one}-%w%`, for_each: { '%w%': some } },
      })),
    },
  ]),
  'a filter of a filter': fc
    .tuple(fc.array(word, { maxLength: 2 }), fc.array(flatString, { maxLength: 2 }), list)
    .map(([one, other, some]) => [
      { filter: [one, { filter: [other, some] }] },
      { filter: [[...other, ...one, ...one], some] },
    ]),
  'a filter of a concatenation': fc
    .tuple(fc.array(flatString, { maxLength: 2 }), list, list)
    .map(([unwanted, one, other]) => [
      { filter: [unwanted, { list_concat: [one, other] }] },
      { list_concat: [{ filter: [unwanted, one] }, { filter: [unwanted, other] }] },
    ]),
  'unique lists': fc
    .tuple(list, list)
    .map(([one, other]) => [
      { list_concat_unique: [{ list_concat_unique: [one, other] }, one, null] },
      { list_concat_unique: [one, { list_concat: [other] }] },
    ]),
  'a filter of a unique list': fc
    .tuple(fc.array(flatString, { maxLength: 2 }), list)
    .map(([unwanted, some]) => [
      { filter: [unwanted, { list_concat_unique: [some] }] },
      { list_concat_unique: [{ filter: [unwanted, { list_concat: [some] }] }] },
    ]),
  'a value in a concatenation': fc
    .tuple(flatString, list, list)
    .map(([value, one, other]) => [
      { contains: [value, { list_concat: [one, other] }] },
      { contains: [value, { list_concat_unique: [other, one, other] }] },
    ]),
  'replaced entries': fc
    .tuple(flatString, flatString, fc.constantFrom('a', 'b', ''))
    .map(([one, other, old]) => [
      {
        map_replace: [
          { k: one, m: other },
          { keys: { k: 'l', m: null }, values: { [old]: 'new' } },
        ],
      },
      {
        map_merge: [
          { l: { if: [{ equals: [one, old] }, 'new', one] } },
          { m: { if: [{ equals: [other, old] }, 'new', other] } },
        ],
      },
    ]),
  'a table that replaces nothing': fc
    .tuple(map, fc.constantFrom(null, { keys: null }, { keys: { a: 'a' }, values: { b: 'b' } }))
    .map(([one, table]) => [{ map_replace: [one, table] }, { map_merge: [one, null] }]),
  'a string split where it is written': fc
    .tuple(string, string, fc.constantFrom(0, -1, '1'))
    .map(([one, other, at]) => [
      { str_split: [',', { list_join: ['', [one, ',x,', other]] }, at] },
      {
        yaql: {
          expression: `$.data[${at}]`,
          data: {
            list_concat: [
              { str_split: [',', { list_join: ['', [one]] }] },
              ['x'],
              { str_split: [',', { list_join: ['', [other]] }] },
            ],
          },
        },
      },
    ]),
  'lists compared item by item': fc
    .tuple(flatString, flatString, string, string)
    .map(([one, other, then, otherwise]) => [
      {
        if: [
          {
            equals: [
              [one, { k: other }],
              ['a', { k: 'b' }],
            ],
          },
          then,
          otherwise,
        ],
      },
      {
        if: [{ and: [{ equals: ['a', one] }, { equals: ['b', other] }] }, then, otherwise],
      },
    ]),
  'anything and anything else': fc.tuple(fc.oneof(string, list, map), fc.oneof(string, list, map)),
}

/** Laws of functions that only CloudFormation has. */
const cfnLaws: Readonly<Record<string, Law>> = {
  'joins of joins in CloudFormation': fc
    .tuple(delimiter, cfnText, cfnText)
    .map(([by, one, other]) => [
      { 'Fn::Join': [by, [one, { 'Fn::Join': [by, [other, one]] }]] },
      { 'Fn::Join': [by, [one, other, one]] },
    ]),
  'an item of a list that is written out': fc
    .tuple(fc.constantFrom('0', '1', 0, 1), cfnText, cfnText, fc.array(cfnText, { maxLength: 2 }))
    .map(([at, one, other, more]) => [
      { 'Fn::Select': [at, [one, other, ...more]] },
      Number(at) === 0 ? one : other,
    ]),
  'an entry of a map that is written out': fc
    .tuple(cfnText, cfnText)
    .map(([one, other]) => [{ 'Fn::Select': ['b', { a: one, b: other }] }, other]),
  'an entry of a mapping': fc
    .tuple(fc.constantFrom('x', 'y'), fc.constantFrom('a', 'b'))
    .map(([one, other]) => [{ 'Fn::FindInMap': ['M', one, other] }, `${one}${other}`]),
  'a lookup by a choice': fc
    .constantFrom('a', 'b')
    .map((key) => [
      { 'Fn::FindInMap': ['M', { 'Fn::If': ['c', 'x', 'y'] }, key] },
      { 'Fn::If': ['c', `x${key}`, `y${key}`] },
    ]),
  'what is encoded for nobody': fc.tuple(cfnText).map(([one]) => [{ 'Fn::Base64': one }, one]),
  'split and joined again in CloudFormation': fc
    .tuple(fc.constantFrom(',', '-'), ref('s', 't', 'p'))
    .map(([by, one]) => [{ 'Fn::Join': [by, { 'Fn::Split': [by, one] }] }, one]),
  'a replacement in CloudFormation': fc
    .tuple(cfnText, cfnText)
    .map(([one, other]) => [
      { 'Fn::Replace': [{ $k: one, $l: other }, 'x $k $l y'] },
      { 'Fn::Join': ['', ['x ', one, ' ', other, ' y']] },
    ]),
  'anything and anything else in CloudFormation': fc.tuple(
    fc.oneof(cfnText, cfnList),
    fc.oneof(cfnText, cfnList),
  ),
}

const values = fc.record({
  s: fc.constantFrom('', 'a', 'b', 'a,b', '-', 'x'),
  t: fc.constantFrom('', 'a', ',', 'b-'),
  p: fc.constantFrom('a', 'b'),
  i: fc.constantFrom(0, 1, 7),
  f: fc.boolean(),
  l: fc.constantFrom('', 'a', 'b,a', ','),
  k: fc.constantFrom('', 'a', 'b,a', ','),
  m: fc.constantFrom('{}', '{"a": 1}', '{"b": null, "a": "x"}', '["a"]'),
  n: fc.constantFrom('{}', '{"a": 1}', '{"b": null, "a": "x"}'),
})

function hotTemplate(value: Written): string {
  return JSON.stringify({ heat_template_version: '2018-08-31', parameters, outputs: { o: { value } } })
}

function cfnTemplate(value: Written): string {
  const { f: _f, ...others } = parameters
  const types = {
    string: 'String',
    number: 'Number',
    comma_delimited_list: 'CommaDelimitedList',
    json: 'Json',
  }
  return JSON.stringify({
    AWSTemplateFormatVersion: '2010-09-09',
    Parameters: Object.fromEntries(
      Object.entries(others).map(([name, { type, default: preset }]) => [
        name,
        { Type: types[type as keyof typeof types], Default: preset },
      ]),
    ),
    Mappings: { M: { x: { a: 'xa', b: 'xb' }, y: { a: 'ya', b: 'yb' } } },
    Conditions: {
      c: { 'Fn::Equals': [{ Ref: 's' }, 'a'] },
      d: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'p' }, 'b'] }] },
    },
    Resources: {},
    Outputs: { o: { Value: value } },
  })
}

function resultOf(text: string, given: Readonly<Record<string, Value>>): Value {
  const { root, dialect } = sideOf(text)
  return (
    evaluateProgram(readProgram(root, dialect), defaultSample(new Map(Object.entries(given)))).outputs.get(
      'o',
    )?.value ?? null
  )
}

const allLaws = [
  ...Object.entries(laws).map(([name, law]) => ({ name, law, template: hotTemplate })),
  ...Object.entries(cfnLaws).map(([name, law]) => ({ name, law, template: cfnTemplate })),
]

/** Heat takes its time: it tries each pair in many worlds. */
const mostJudged = 12

/** One process of Heat for all laws. */
let judge: Judge | undefined
const asked = (): Judge => {
  judge ??= new Judge(root)
  return judge
}
afterAll(async () => await judge?.close())

/** What our own evaluation takes for unknown, whatever it is given. */
const computedByHeatOnly: ReadonlySet<string> = new Set(['white space of an expression'])

describe.each(allLaws)('$name', ({ name, law, template }) => {
  /** The pairs that the proof calls equal. */
  const proved: (readonly [before: string, after: string])[] = []

  it('calls nothing equal that is not computed equal', () => {
    fc.assert(
      fc.property(law, fc.array(values, { minLength: 6, maxLength: 6 }), ([before, after], given) => {
        const [one, other] = [template(before), template(after)]
        const { verdict } = compareTexts(one, other)
        if (verdict !== 'equal') return
        proved.push([one, other])
        for (const some of computedByHeatOnly.has(name) ? [] : given) {
          const [was, is] = [resultOf(one, some), resultOf(other, some)]
          if (!hasFailure(was)) expect({ some, result: is }).toEqual({ some, result: was })
          expect(hasFailure(was) || sameValue(was, is)).toBe(true)
        }
      }),
      { numRuns: 60, seed: 7 },
    )
    // A law that is never met shows nothing.
    expect(proved.length).toBeGreaterThan(0)
  })

  withHeat('calls nothing equal that Heat shows to differ', async () => {
    const said = await Promise.all(
      proved.slice(0, mostJudged).map(([one, other]) => asked().judge(one, other)),
    )
    for (const [index, judgement] of said.entries())
      expect({ pair: proved[index], judgement }).not.toMatchObject({ judgement: { verdict: 'differs' } })
    // Where Heat takes no original there is nothing to be seen.
    expect(said.filter(({ verdict }) => verdict === 'same').length).toBeGreaterThan(0)
  })
})
