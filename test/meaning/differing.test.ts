/** Data that is the same on both sides is not looked at; what may mean something else there always is. */
import { differingContents } from '../../src/meaning/parts.ts'
import { readProgram } from '../../src/meaning/program.ts'
import type { Both } from '../../src/meaning/side.ts'
import { DynamicList, DynamicMap, type Snippet } from '../../src/meaning/snippet.ts'
import { compareTexts, sideOf } from './pairs.ts'

const cfn = (properties: string) => `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {p: {Type: String}, c: {Type: String}}
Resources:
  r:
    Type: T
    Properties:
${indented(properties)}`

const hot = (properties: string, more = '') => `heat_template_version: 2021-04-16
parameters: {p: {type: string}, c: {type: string}}
${more}resources:
  r:
    type: T
    properties:
${indented(properties)}`

const hotConditions = 'conditions: {is: {equals: [{get_param: c}, a]}}\n'

function indented(lines: string): string {
  return lines.replace(/^/gm, '      ').trimEnd().concat('\n')
}

/** What is left of the properties on both sides, calls as their names. */
function left(before: string, after: string): Both<unknown> {
  const [one, other] = [before, after].map((text) => {
    const { root, dialect } = sideOf(text)
    return readProgram(root, dialect, text).resources.get('r')
  })
  if (one === undefined || other === undefined) throw new Error('no resource')
  const contents = differingContents(one, other)
  return { before: shown(contents.before.properties), after: shown(contents.after.properties) }
}

function shown(snippet: Snippet): unknown {
  if (snippet instanceof DynamicList) return snippet.items.map(shown)
  if (snippet instanceof DynamicMap || snippet instanceof Map)
    return Object.fromEntries(
      [...(snippet instanceof DynamicMap ? snippet.entries : snippet)].map(([key, one]) => [key, shown(one)]),
    )
  if (Array.isArray(snippet)) return snippet.map(shown)
  return typeof snippet === 'object' && snippet !== null && 'name' in snippet ? snippet.name : snippet
}

describe('what differs', () => {
  it.each<[string, string, string, unknown, unknown]>([
    ['data', 'a: {b: [1, {c: d}]}', 'a: {b: [1, {c: d}]}', null, null],
    ['a value inside', 'a: {b: 1, c: 2}\nd: 3', 'a: {b: 1, c: 4}\nd: 3', { a: { c: 2 } }, { a: { c: 4 } }],
    ['a call', 'a: {Ref: p}\nb: 1', 'a: {get_param: p}\nb: 1', { a: 'Ref' }, { a: 'get_param' }],
    [
      'entries in another order',
      'a: 1\nb: 2\nc: 3',
      'c: 3\na: 1\nb: 4',
      { a: 1, b: 2, c: 3 },
      { a: 1, b: 4, c: 3 },
    ],
    ['an entry more', 'a: 1', 'b: 2\na: 1', {}, { b: 2 }],
    ['an entry less', 'a: {b: 1}\nc: 1', 'c: 1', { a: { b: 1 } }, {}],
    [
      'items',
      'a: [x, {b: 1, c: 1}]',
      'a: [x, {b: 2, c: 1}]',
      { a: [null, { b: 1 }] },
      { a: [null, { b: 2 }] },
    ],
    ['lists of other lengths', 'a: [x, y]', 'a: [x]', { a: ['x', 'y'] }, { a: ['x'] }],
    ['types', 'a: 1', "a: '1'", { a: 1 }, { a: '1' }],
    [
      'data that is a call on one side',
      'a: {get_param: p}',
      'a: {get_param: p}',
      { a: { get_param: 'p' } },
      { a: 'get_param' },
    ],
    ['one key that is written twice', 'a: 1\na: 2', 'a: 3\na: 2', { a: 2 }, { a: 2 }],
    ['a merged mapping', 'a: {<<: {b: 1}}', 'a: {<<: {b: 1}}', { a: { b: 1 } }, { a: { b: 1 } }],
    ['an alias', 'a: &x {b: 1}\nc: *x', 'a: &x {b: 1}\nc: *x', { c: { b: 1 } }, { c: { b: 1 } }],
    ['keys that are no strings', 'a: {1: b}', 'a: {1: b}', { a: { 1: 'b' } }, { a: { 1: 'b' } }],
    [
      'an item that may be left out, with all items beside it',
      'a: [{Ref: p}, {b: 1}]',
      'a: [{get_param: p}, {b: 1}]',
      { a: ['Ref', { b: 1 }] },
      { a: ['get_param', { b: 1 }] },
    ],
  ])('is %s', (_, before, after, one, other) => {
    expect(left(cfn(before), hot(after))).toEqual({ before: one, after: other })
  })
})

describe('the verdict', () => {
  it.each([
    ['equal', 'a: {b: [1, {c: d}]}\ne: {Ref: p}', 'a: {b: [1, {c: d}]}\ne: {get_param: p}'],
    ['differs', 'a: {b: [1, {c: d}]}\ne: {Ref: p}', 'a: {b: [1, {c: e}]}\ne: {get_param: p}'],
    ['differs', 'a: {get_param: p}', 'a: {get_param: p}'],
    ['differs', 'a: {b: {get_param: p}, c: 1}', 'a: {b: {get_param: p}, c: 1}'],
    ['differs', 'a: [{get_param: p}, 1]', 'a: [{get_param: p}, 1]'],
    ['differs', 'a: {b: 1}', 'a: {b: 1, c: null}'],
    ['equal', 'a: .inf', 'a: .inf'],
    ['differs', 'a: 1', 'a: 1.0'],
  ])('is %s for %j and %j', (verdict, before, after) => {
    expect(compareTexts(cfn(before), hot(after)).verdict).toBe(verdict)
  })

  // Which item stands where depends on the condition: nothing of such a list may be taken for the same.
  it('holds items that are left out against what stands there then', () => {
    const list = (items: string) => hot(`a: [${items}]`, hotConditions)
    const before = list('{if: [is, x]}, one, two, {if: [is, y, null]}')
    expect(compareTexts(before, list('{if: [is, x, null]}, one, two, {if: [is, y]}')).verdict).toBe('differs')
    const same = hot('a: {if: [is, [x, one, two, y], [one, two, null]]}', hotConditions)
    expect(compareTexts(before, same).verdict).toBe('equal')
  })
})
