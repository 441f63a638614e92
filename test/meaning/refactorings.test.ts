/** What people rewrite by hand: equal by construction, each beside a slip that the same hand makes. */
import { compareTexts } from './pairs.ts'

const hot = (value: string, resource = '{type: OS::Heat::None}') => `heat_template_version: 2021-04-16
parameters:
  env: {type: string, default: dev}
  size: {type: number, default: 1}
  flag: {type: boolean, default: true}
  list: {type: comma_delimited_list, default: 'a,b'}
  table: {type: json, default: {a: x, b: {c: z}}}
conditions:
  prod: {equals: [{get_param: env}, prod]}
  dev: {equals: [{get_param: env}, dev]}
  known: {yaql: {expression: '$.data.e.toLower() in [dev, prod]', data: {e: {get_param: env}}}}
resources:
  r: ${resource}
  s: {type: OS::Nova::Server}
outputs: {o: {value: ${value}}}
`

const cases = [
  [
    'a condition says it',
    '{if: [prod, {get_param: env}, x]}',
    '{if: [prod, prod, x]}',
    '{if: [prod, dev, x]}',
  ],
  [
    'a condition says it inside',
    "{if: [prod, {list_join: ['-', [a, {get_param: env}]]}, x]}",
    '{if: [prod, a-prod, x]}',
    '{if: [prod, a-dev, x]}',
  ],
  [
    'another name for a loop',
    '{repeat: {template: {n: "<%i%>"}, for_each: {"%i%": {get_param: list}}}}',
    '{repeat: {template: {n: "<$x>"}, for_each: {$x: {get_param: list}}}}',
    '{repeat: {template: {n: "<%i%>"}, for_each: {$x: {get_param: list}}}}',
  ],
  [
    'a name that stands in the body by chance',
    '{repeat: {template: "a-%i%", for_each: {"%i%": {get_param: list}}}}',
    '{repeat: {template: "a-$x", for_each: {$x: {get_param: list}}}}',
    '{repeat: {template: "a-a", for_each: {a: {get_param: list}}}}',
  ],
  ['branches turned', '{if: [prod, a, b]}', '{if: [{not: prod}, b, a]}', '{if: [{not: prod}, a, b]}'],
  [
    'a choice outside',
    "{list_join: ['', [a, {if: [prod, x, y]}]]}",
    '{if: [prod, ax, ay]}',
    '{if: [prod, ay, ax]}',
  ],
  [
    'a condition written out',
    '{if: [{or: [prod, dev]}, 1, 2]}',
    '{if: [prod, 1, {if: [dev, 1, 2]}]}',
    '{if: [prod, 1, {if: [dev, 2, 1]}]}',
  ],
  [
    'a list in parts',
    '{list_concat: [[a], {get_param: list}, []]}',
    '{list_concat: [[a], {get_param: list}]}',
    '{list_concat: [{get_param: list}, [a]]}',
  ],
  [
    'a map with nothing',
    '{map_merge: [{get_param: table}, {}]}',
    '{get_param: table}',
    '{map_merge: [{get_param: table}, {a: 1}]}',
  ],
  [
    'a join for a replacement',
    "{str_replace: {template: 'x $e', params: {$e: {get_param: env}}}}",
    "{list_join: [' ', [x, {get_param: env}]]}",
    "{list_join: ['', [x, {get_param: env}]]}",
  ],
] as const

describe.each(cases)('%s', (_, before, alike, slip) => {
  it('is equal', () => {
    const { verdict, reasons } = compareTexts(hot(before), hot(alike))
    expect({ verdict, reasons }).toEqual({ verdict: 'equal', reasons: [] })
  })

  it('is not equal with a slip', () => {
    expect(compareTexts(hot(before), hot(slip)).verdict).not.toBe('equal')
  })
})

it('drops what is empty', () => {
  const full = '{type: OS::Heat::None, properties: {}, metadata: {}, update_policy: {}}'
  expect(compareTexts(hot('x', full), hot('x')).verdict).toBe('equal')
  const other = '{type: OS::Heat::None, properties: {}, metadata: {a: 1}}'
  expect(compareTexts(hot('x', other), hot('x')).verdict).toBe('differs')
})

it('sorts a table that is looked up', () => {
  const text = (table: string) => `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {P: {Type: String, Default: a}}
Mappings: {M: ${table}}
Outputs: {o: {Value: {'Fn::FindInMap': [M, {Ref: P}, v]}}}
`
  const [one, other] = ['{a: {v: 1}, b: {v: 2}}', '{b: {v: 2}, a: {v: 1}}']
  expect(compareTexts(text(one), text(other)).verdict).toBe('equal')
  expect(compareTexts(text(one), text('{b: {v: 1}, a: {v: 2}}')).verdict).toBe('differs')
})

it('does not call different what depends on an answer that nobody knows', () => {
  const [one, other] = [hot('{if: [known, 1, 2]}'), hot('{if: [{or: [prod, dev]}, 1, 2]}')]
  expect(compareTexts(one, other).verdict).toBe('unproved')
  expect(compareTexts(one, hot('{if: [known, 1, 3]}')).verdict).toBe('differs')
})

it('shows the entry of a large table that differs', () => {
  const entries = Array.from({ length: 3000 }, (_, n) => `k${n}: {v: x${n}}`).join(', ')
  const text = (table: string) => `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {P: {Type: String, Default: k1}, Q: {Type: String, Default: v}}
Mappings: {M: {${table}}}
Outputs: {o: {Value: {'Fn::FindInMap': [M, {Ref: P}, {Ref: Q}]}}}
`
  const { verdict, differences } = compareTexts(text(entries), text(entries.replace('v: x2998', 'v: y')))
  expect(verdict).toBe('differs')
  expect(differences).toMatchObject([{ before: '"x2998"', after: '"y"', world: 'chosen values of P, Q' }])
})

it('says where Heat refuses the first and takes the second', () => {
  const text = (value: string) => `heat_template_version: 2018-08-31\noutputs: {o: {value: ${value}}}\n`
  expect(compareTexts(text('{list_join: ["", [1]]}'), text('x'))).toMatchObject({
    verdict: 'equal',
    refines: true,
  })
  expect(compareTexts(text('{list_join: ["", [x]]}'), text('x'))).toMatchObject({
    verdict: 'equal',
    refines: false,
  })
})
