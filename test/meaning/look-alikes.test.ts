/** What samples let pass: each with its look-alike that is still equal. */
import { compareTexts } from './pairs.ts'

const hot = (value: string, version = '2018-08-31') => `heat_template_version: ${version}
parameters:
  m: {type: number, default: 1}
  n: {type: number, default: 1}
  a: {type: boolean, default: true}
  b: {type: boolean, default: true}
  p: {type: string, default: x, constraints: [{allowed_values: [x, y]}]}
  q: {type: string, default: x, constraints: [{allowed_values: [x, y]}]}
  j: {type: json, default: {}}
  k: {type: json, default: {}}
  l: {type: comma_delimited_list, default: 'a,b'}
  t:
    type: json
    default: {one: {v: 1}, two: {v: 2}, three: {v: 3}, four: {v: 4}, five: {v: 5}}
conditions:
  c: {equals: [{get_param: p}, y]}
  d: {equals: [{get_param: q}, y]}
resources:
  r: {type: OS::No::Facts}
  s: {type: OS::Nova::Server}
outputs:
  o: {value: ${value}}
`

/** Before, the look-alike, and the mistake. */
const cases: readonly (readonly [string, string, string, string])[] = [
  ['numbers with one default', '{get_param: m}', '{get_param: [m]}', '{get_param: n}'],
  ['booleans with one default', '{get_param: a}', '{get_param: [a]}', '{get_param: b}'],
  [
    'what a replacement asks for and does not use',
    '{digest: [sha1, {str_replace: {template: abc, params: {X: {get_param: p}, Y: 1}}}]}',
    '{digest: [sha1, {str_replace: {template: abc, params: {Y: 1, X: {get_param: p}}}}]}',
    '{digest: [sha1, {str_replace: {template: abd, params: {X: {get_param: p}, Y: 1}}}]}',
  ],
  ['constrained strings', '{get_param: p}', '{get_param: [p]}', '{get_param: q}'],
  ['conditions', '{if: [c, 1, 2]}', '{if: [{not: c}, 2, 1]}', '{if: [d, 1, 2]}'],
  ['and for or', '{if: [{and: [c, d]}, 1, 2]}', '{if: [{and: [d, c]}, 1, 2]}', '{if: [{or: [c, d]}, 1, 2]}'],
  [
    'De Morgan',
    '{if: [{not: {and: [c, d]}}, 1, 2]}',
    '{if: [{or: [{not: c}, {not: d}]}, 1, 2]}',
    '{if: [{and: [{not: c}, {not: d}]}, 1, 2]}',
  ],
  [
    'an inlined condition',
    '{if: [c, 1, 2]}',
    '{if: [{equals: [y, {get_param: p}]}, 1, 2]}',
    '{if: [{equals: [x, {get_param: p}]}, 1, 2]}',
  ],
  [
    'one of two conditions',
    '{if: [{and: [c, d]}, 1, 2]}',
    '{if: [c, {if: [d, 1, 2]}, 2]}',
    '{if: [c, 1, 2]}',
  ],
  ['a step of a path', '{get_param: [j, a, b]}', '{get_param: [j, a, b]}', '{get_param: [j, a, c]}'],
  ['the json parameter', '{get_param: [j, a]}', '{get_param: [j, a]}', '{get_param: [k, a]}'],
  [
    'an index',
    '{get_param: [l, {get_param: m}]}',
    '{get_param: [l, {get_param: [m]}]}',
    '{get_param: [l, {get_param: n}]}',
  ],
  ['a number as an index', '{get_param: [l, 1]}', "{get_param: [l, '1']}", "{get_param: [l, '0']}"],
  [
    'a default in a branch',
    '{if: [c, {get_param: m}, 0]}',
    '{if: [c, {get_param: [m]}, 0]}',
    '{if: [c, 1, 0]}',
  ],
  [
    'contains',
    '{if: [{contains: [z, {get_param: l}]}, 1, 2]}',
    '{if: [{not: {contains: [z, {get_param: l}]}}, 2, 1]}',
    '{if: [{contains: [w, {get_param: l}]}, 1, 2]}',
  ],
  [
    'a filter',
    '{filter: [[zz], {get_param: l}]}',
    '{filter: [[zz], {get_param: [l]}]}',
    '{filter: [[ww], {get_param: l}]}',
  ],
  [
    'map_replace',
    '{map_replace: [{get_param: j}, {values: {zz: w}}]}',
    '{map_replace: [{get_param: [j]}, {values: {zz: w}}]}',
    '{map_replace: [{get_param: j}, {values: {zz: v}}]}',
  ],
  [
    'nested list_concat',
    '{list_concat: [[a], {list_concat: [{get_param: l}, [b]]}]}',
    '{list_concat: [[a], {get_param: l}, [b]]}',
    '{list_concat_unique: [[a], {get_param: l}, [b]]}',
  ],
  [
    'nested map_merge',
    '{map_merge: [{a: 1}, {map_merge: [{get_param: j}, {b: 2}]}]}',
    '{map_merge: [{a: 1}, {get_param: j}, {b: 2}]}',
    '{map_merge: [{b: 2}, {get_param: j}, {a: 1}]}',
  ],
  [
    'nested list_join',
    "{list_join: ['', [a, {list_join: ['-', [{get_param: p}, b]]}]]}",
    "{list_join: ['', [a, {get_param: p}, '-b']]}",
    "{list_join: ['-', [a, {get_param: p}, b]]}",
  ],
  [
    'str_replace in str_replace',
    "{str_replace: {template: {str_replace: {template: 'x z', params: {x: {get_param: p}}}}, params: {z: w}}}",
    "{str_replace: {template: {str_replace: {template: 'u z', params: {u: {get_param: p}}}}, params: {z: w}}}",
    "{str_replace: {template: 'x z', params: {x: {get_param: p}, z: w}}}",
  ],
  [
    'a split and joined string',
    "{list_join: ['-', {str_split: ['_', {get_param: p}]}]}",
    "{list_join: ['-', {str_split: ['_', {get_param: [p]}]}]}",
    '{get_param: p}',
  ],
  [
    'a file that is not there',
    '{str_replace: {template: {get_file: f}, params: {x: {get_param: p}}}}',
    '{str_replace: {template: {get_file: f}, params: {x: {get_param: [p]}}}}',
    '{str_replace: {template: {get_file: f}, params: {y: {get_param: p}}}}',
  ],
  [
    'digits behind an attribute',
    '{get_attr: [s, addresses, net, 0, addr]}',
    '{get_attr: [s, {list_join: ["", [addresses]]}, net, 0, addr]}',
    "{get_attr: [s, addresses, net, '0', addr]}",
  ],
  ['a fraction behind an attribute', '{get_attr: [r, a, 1.0]}', 'null', '{get_attr: [r, a, 1]}'],
  [
    'a string behind an attribute',
    '{get_attr: [r, a, {get_param: p}]}',
    '{get_attr: [r, a, {get_param: [p]}]}',
    '{get_attr: [r, a, {get_param: q}]}',
  ],
  [
    'numbers that are equal',
    '{if: [{equals: [{get_param: m}, 1]}, {if: [{equals: [{get_param: m}, 1.0]}, 1, 2]}, 3]}',
    '{if: [{equals: [true, {get_param: m}]}, 1, 3]}',
    '{if: [{equals: [{get_param: m}, 1]}, 2, 3]}',
  ],
  [
    'maps that are equal',
    '{if: [{equals: [{get_param: j}, {a: 1, b: [2]}]}, {if: [{equals: [{get_param: j}, {b: [2.0], a: true}]}, 1, 2]}, 3]}',
    '{if: [{equals: [{b: [2], a: 1}, {get_param: j}]}, 1, 3]}',
    '{if: [{equals: [{get_param: j}, {a: 1, b: [2]}]}, 2, 3]}',
  ],
  [
    'a number that is not itself',
    '{if: [{equals: [.nan, .nan]}, 1, 2]}',
    '{if: [{not: {equals: [.nan, .nan]}}, 2, 1]}',
    '1',
  ],
  [
    'what nobody looks up any more',
    '{if: [{and: [c, {equals: [1, 2]}, nothing]}, 1, 2]}',
    '{if: [{and: [{equals: [1, 2]}, c]}, 1, 2]}',
    '1',
  ],
  ['text that looks like a reference', '{get_resource: r}', '{get_resource: r}', '"\\x01ref:r\\x02"'],
]

describe.each(cases)('%s', (_what, before, alike, wrong) => {
  it('is equal to its look-alike', () => {
    const { verdict, differences, reasons } = compareTexts(hot(before), hot(alike))
    expect({ verdict, differences, reasons }).toEqual({ verdict: 'equal', differences: [], reasons: [] })
  })

  it('is not equal to the mistake', () => {
    expect(compareTexts(hot(before), hot(wrong)).verdict).not.toBe('equal')
  })
})

it('compares entries of tables beyond the first', () => {
  const text = hot('{get_param: [t, {get_param: p}, v]}')
  expect(compareTexts(text, text.replace('five: {v: 5}', 'five: {v: 6}')).verdict).not.toBe('equal')
})

it('sees a condition that was not there', () => {
  const text = hot('x')
  const other = text.replace('{type: OS::Nova::Server}', '{type: OS::Nova::Server, condition: c}')
  expect(compareTexts(text, other).verdict).toBe('differs')
})

it('does not take a number for equal to itself that may be none', () => {
  const condition = (of: string) => `{if: [{equals: [{get_param: m}, {get_param: m}]}, 1, ${of}]}`
  expect(compareTexts(hot(condition('2')), hot(condition('3'))).verdict).not.toBe('equal')
})

it('knows that a strict replacement fails for some values only', () => {
  const text = (name: string) =>
    hot(`{${name}: {template: {str_split: [',', {get_param: p}, 0]}, params: {x: y}}}`)
  expect(compareTexts(text('str_replace_strict'), text('str_replace')).verdict).toBe('equal')
  expect(compareTexts(text('str_replace'), text('str_replace_strict')).verdict).not.toBe('equal')
})

describe('a resource that is never there', () => {
  const text = (value: string) => `heat_template_version: 2018-08-31
conditions: {never: {equals: [1, 2]}}
resources: {r: {type: OS::Heat::None, condition: never, properties: {a: ${value}}}}
`
  it('is parsed all the same', () => {
    const { verdict, differences } = compareTexts(text('1'), text('{list_join: 5}'))
    expect(verdict).toBe('differs')
    expect(differences.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['value-to-error resources.r'])
  })

  it.each([
    ['what nothing computes', '{list_join: ["", 5]}'],
    ['the branch that nothing takes', '{if: [never, {list_join: 5}, 1]}'],
    ['what refers to nothing', '{get_resource: nowhere}'],
  ])('may hold %s', (_, value) => {
    expect(compareTexts(text('1'), text(value)).verdict).toBe('equal')
  })
})

describe('two constants', () => {
  const aws = (condition: string) => `AWSTemplateFormatVersion: '2010-09-09'
Conditions: {C: ${condition}}
Resources: {R: {Type: 'AWS::EC2::Instance', Properties: {ImageId: !If [C, yes-img, no-img], KeyName: !Sub x}}}
`
  const rewritten = (image: string) => `heat_template_version: 2021-04-16
resources: {R: {type: 'AWS::EC2::Instance', properties: {ImageId: ${image}, KeyName: x}}}
`
  it.each([
    ['[a, a]', 'yes-img', 'no-img'],
    ['[a, b]', 'no-img', 'yes-img'],
    ['[1, "1"]', 'yes-img', 'no-img'],
    ['[1.0, "1"]', 'no-img', 'yes-img'],
    ['[true, "true"]', 'yes-img', 'no-img'],
  ])('that AWS compares as strings: %s', (operands, right, wrong) => {
    const before = aws(`!Equals ${operands}`)
    expect(compareTexts(before, rewritten(right), 'aws').verdict).toBe('equal')
    expect(compareTexts(before, rewritten(wrong), 'aws').verdict).toBe('differs')
  })
})

it('warns where only the rewrite is taken', () => {
  const text = hot('{str_replace: {template: host=$H, params: {$H: {get param: n}}}}', '2013-05-23').replace(
    /conditions:\n.*\n.*\n/,
    '',
  )
  const { verdict, tolerated } = compareTexts(text, text.replace('2013-05-23', '2018-08-31'))
  expect(verdict).toBe('equal')
  expect(tolerated.map(({ kind, path }) => [kind, path])).toContainEqual([
    'error-to-value',
    'outputs.o.value',
  ])
})
