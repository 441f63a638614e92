/** Decisions with more paths than anything could walk: what looks at all that a term may be looks at each once. */
import { compareTexts } from './pairs.ts'

const count = 40
const each = (make: (index: number) => string) => Array.from({ length: count }, (_, n) => make(n)).join('')

/** The last of the conditions asks whether an odd number of parameters is `a`. */
const hot = (value: string) => `heat_template_version: 2021-04-16
parameters:
${each((n) => `  p${n}: {type: string, default: a}\n`)}  l: {type: comma_delimited_list, default: a}
  j: {type: json, default: {}}
conditions:
${each((n) =>
  n === 0
    ? '  c0: {equals: [{get_param: p0}, a]}\n'
    : `  c${n}: {or: [{and: [c${n - 1}, {not: {equals: [{get_param: p${n}}, a]}}]}, {and: [{not: c${n - 1}}, {equals: [{get_param: p${n}}, a]}]}]}\n`,
)}resources: {r: {type: OS::Nova::Server}}
outputs: {o: {value: ${value}}}
`
const odd = `c${count - 1}`

it.each([
  ['a value', `{if: [${odd}, x, y]}`, `{if: [{not: ${odd}}, y, x]}`],
  [
    'what a function asks of it',
    `{list_join: ['', {if: [${odd}, {get_param: l}, {get_attr: [r, networks]}]}]}`,
    `{list_join: ['', {if: [{not: ${odd}}, {get_attr: [r, networks]}, {get_param: l}]}]}`,
  ],
  [
    'what is selected by it',
    `{get_param: [j, {if: [${odd}, a, b]}]}`,
    `{if: [${odd}, {get_param: [j, a]}, {get_param: [j, b]}]}`,
  ],
])('%s is proved', (_, before, after) => {
  expect(compareTexts(hot(before), hot(after)).verdict).toBe('equal')
})

it.each([
  ['a list', `{list_concat: [{if: [${odd}, [a], [b, c]]}, {get_param: l}]}`, '[a]'],
  ['a map', `{map_merge: [{if: [${odd}, {a: 1}, {b: 2}]}, {get_param: j}]}`, '{a: 1}'],
  ['items that may be left out', `{list_join: [',', [${each((n) => `{if: [c${n}, x${n}]}, `)}z]]}`, 'z'],
])('%s comes to an end', (_, before, after) => {
  expect(compareTexts(hot(before), hot(before)).verdict).toBe('equal')
  expect(compareTexts(hot(before), hot(after)).verdict).not.toBe('equal')
})
