import { boolean, entry, integer, list, mapping, nothing, string } from '../../src/text/document/build.ts'
import type { Node } from '../../src/text/document/node.ts'
import {
  listIndex,
  positionOf,
  selectLiteral,
  wholeNumber,
} from '../../transforms/cfn/select-to-path/selecting.ts'

const float = (value: number): Node => ({ kind: 'scalar', type: 'float', value })

it.each<[string, Node, number | undefined]>([
  ['1', integer(1), 1],
  ['"1"', string('1'), 1],
  ['" -2 "', string(' -2 '), -2],
  ['"+3"', string('+3'), 3],
  ['"1.0"', string('1.0'), undefined],
  ['"a"', string('a'), undefined],
  ['""', string(''), undefined],
  ['1.7', float(1.7), 1],
  ['-0.5', float(-0.5), -0],
  ['true', boolean(true), 1],
  ['false', boolean(false), 0],
  ['null', nothing(), undefined],
  ['[]', list([]), undefined],
])('the index %s is read as Python’s int() does', (_, index, wanted) => {
  expect(wholeNumber(index)).toBe(wanted)
})

it('writes digits as a number, and leaves numbers and other texts alone', () => {
  expect(listIndex(string('01'))).toMatchObject({ type: 'int', value: 1 })
  const index = integer(2)
  expect(listIndex(index)).toBe(index)
  const name = string('a')
  expect(listIndex(name)).toBe(name)
})

it.each([
  [0, 2, 0],
  [-1, 2, 1],
  [-2, 2, 0],
  [2, 2, undefined],
  [-3, 2, undefined],
  [0, 0, undefined],
])('index %i of %i items is at %p', (index, length, position) => {
  expect(positionOf(index, length)).toBe(position)
})

describe('selectLiteral', () => {
  const trees = list([string('oak'), string('elm')])
  const kinds = mapping([entry('oak', string('hard')), entry('0', string('zero'))])

  it.each<[string, Node, Node, object]>([
    ['an item', string('1'), trees, { node: trees.items[1] }],
    ['the last item', integer(-1), trees, { node: trees.items[1] }],
    ['an item beyond', integer(2), trees, { missing: 'the list has only 2 items' }],
    ['a list by a name', string('oak'), trees, { fails: 'a list is indexed by whole numbers' }],
    ['an entry', string('oak'), kinds, { node: kinds.entries[0]?.value }],
    ['an entry of digits', string('0'), kinds, { node: kinds.entries[1]?.value }],
    ['a map by a number', integer(0), kinds, { fails: 'the key of a map must be a string' }],
    [
      'an entry that only JavaScript has',
      string('toString'),
      kinds,
      { missing: 'there is no entry "toString"' },
    ],
    ['JSON', string('1'), string('["a", true]'), { node: { kind: 'scalar', type: 'bool', value: true } }],
    [
      'JSON that only JavaScript has',
      string('length'),
      string('{}'),
      { missing: 'the JSON string does not contain it' },
    ],
    [
      'a list in JSON',
      string('a'),
      string('{"a": [1]}'),
      { opaque: 'write the item that the index selects from this JSON string' },
    ],
    ['no JSON', integer(0), string('oak'), { fails: 'the string to select from is not JSON' }],
    ['empty text', nothing(), string(''), { missing: 'the collection is an empty string' }],
    ['nothing', integer(0), nothing(), { missing: 'there is no collection' }],
    ['a number', integer(0), integer(12), { fails: 'nothing can be selected from 12' }],
  ])('%s', (_, index, collection, wanted) => {
    expect(selectLiteral(index, collection)).toEqual(wanted)
  })
})
