/** The order of a map is part of its value where a function lists it, and no difference where none does. */

import { compareTemplates } from '../../src/meaning/compare.ts'
import type { Side } from '../../src/meaning/side.ts'
import { compareTexts, sideOf } from './pairs.ts'

const list = '{repeat: {template: "<%k%>", for_each: {"%k%": {get_param: j}}}}'
const plain = '{get_param: j}'
const hot = (value: string, table: string, more = '') => `heat_template_version: 2018-08-31
parameters: {j: {type: json, default: ${table}}}
resources:
  v: {type: OS::Heat::Value, properties: {type: json, value: ${more === '' ? '{}' : more}}}
outputs: {o: {value: ${value}}}
`
const [one, other] = ['{a: 1, b: {c: 2, d: 3}}', '{b: {d: 3, c: 2}, a: 1}']

describe('a default', () => {
  it.each([
    ['repeat', list],
    ['yaql', '{yaql: {expression: $.data.keys(), data: {get_param: j}}}'],
    ['make_url', '{make_url: {scheme: http, host: h, query: {get_param: j}}}'],
    [
      'a function over a merge of it',
      '{yaql: {expression: $.data, data: {map_merge: [{x: 1}, {get_param: j}]}}}',
    ],
  ])('that %s lists', (_, value) => {
    expect(compareTexts(hot(value, one), hot(value, one)).verdict).toBe('equal')
    expect(compareTexts(hot(value, one), hot(value, other)).verdict).toBe('unproved')
  })

  it.each([
    ['is looked up', '{get_param: [j, b, c]}'],
    ['is given on', plain],
    ['becomes JSON', "{list_join: ['', [{get_param: j}]]}"],
  ])('that %s', (_, value) => {
    expect(compareTexts(hot(value, one), hot(value, other)).verdict).toBe('equal')
  })
})

it('that an environment gives counts alike', () => {
  const given = (text: string, table: [string, number][]): Side => ({
    ...sideOf(text),
    environment: { parameters: new Map([['j', new Map(table)]]), defaults: new Map() },
  })
  const tables: [string, number][][] = [
    [
      ['a', 1],
      ['b', 2],
    ],
    [
      ['b', 2],
      ['a', 1],
    ],
  ]
  const verdict = (value: string) => {
    const [before, after] = tables.map((table) => given(hot(value, '{}'), table)) as [Side, Side]
    return compareTemplates(before, after).verdict
  }
  expect(verdict(list)).toBe('unproved')
  expect(verdict(plain)).toBe('equal')
})

it('that a resource holds counts where its attributes are listed', () => {
  const listed = '{repeat: {template: "<%k%>", for_each: {"%k%": {get_attr: [v, value]}}}}'
  const pair = (value: string) =>
    compareTexts(hot(value, '{}', '{a: 1, b: 2}'), hot(value, '{}', '{b: 2, a: 1}'))
  expect(pair(listed).verdict).toBe('unproved')
  expect(pair('{get_attr: [v, value]}').verdict).toBe('equal')
})

describe('an argument of a nested template', () => {
  const outer = (table: string) => `heat_template_version: 2018-08-31
resources: {n: {type: inner.yaml, properties: {j: ${table}}}}
`
  const stack = (table: string, value: string): Side => ({
    ...sideOf(outer(table)),
    nested: new Map([['inner.yaml', sideOf(hot(value, '{}'))]]),
  })
  const verdict = (value: string) => compareTemplates(stack(one, value), stack(other, value)).verdict

  it('counts where the template lists it', () => {
    expect(verdict(list)).toBe('unproved')
    expect(verdict(plain)).toBe('equal')
  })
})

it('counts in what a merge of two branches leaves', () => {
  const text = (first: string, second: string) => `heat_template_version: 2018-08-31
parameters: {p: {type: boolean, default: true}}
outputs:
  o: {value: {repeat: {template: "<%k%>", for_each: {"%k%": {map_merge: [{if: [{get_param: p}, ${first}, ${second}]}]}}}}}
`
  expect(
    compareTexts(text('{a: 1, b: 2}', '{b: 2, a: 1}'), text('{a: 1, b: 2}', '{a: 1, b: 2}')).verdict,
  ).not.toBe('equal')
})
