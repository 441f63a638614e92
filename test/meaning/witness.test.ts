/** Values that show a difference are found, and are values that Heat takes. */
import { compareTexts } from './pairs.ts'

function told(before: string, after: string) {
  const text = (value: string) => `heat_template_version: 2018-08-31
parameters:
  first: {type: number, default: 3}
  second: {type: number, default: 3}
  word: {type: string, default: x, constraints: [{allowed_values: [x, y]}]}
  open: {type: string, default: x}
  data: {type: json, default: {k: {l: 1, m: 1}}}
  one: {type: comma_delimited_list, default: 'p,q'}
  other: {type: comma_delimited_list, default: 'p,q'}
outputs: {o: {value: ${value}}}
`
  return compareTexts(text(before), text(after))
}

it.each([
  ['a step inside of json', '{get_param: [data, k, l]}', '{get_param: [data, k, m]}'],
  [
    'the index of an item',
    '{get_param: [one, {get_param: first}]}',
    '{get_param: [one, {get_param: second}]}',
  ],
  ['what holds an item', '{contains: [p, {get_param: one}]}', '{contains: [p, {get_param: other}]}'],
  [
    'placeholders in what is put in',
    '{str_replace: {template: "a b", params: {a: {get_param: open}, b: {get_param: word}}}}',
    '{str_replace: {template: {str_replace: {template: "a b", params: {a: {get_param: open}}}}, params: {b: {get_param: word}}}}',
  ],
])('%s is shown to differ', (_what, before, after) => {
  expect(told(before, after).verdict).toBe('differs')
  expect(told(before, before).verdict).toBe('equal')
})

it('a value that a constraint refuses shows nothing', () => {
  const { verdict, reasons } = told('{if: [{equals: [{get_param: word}, z]}, 1, 2]}', '2')
  expect(verdict).toBe('unproved')
  const why =
    /^1 and 2 are not proved equal for all values where equals\(«parameter word», "z"\) \(\d+ samples agree\)$/
  expect(reasons).toEqual([{ path: 'outputs.o.value', why: expect.stringMatching(why) }])
})
