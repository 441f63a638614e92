import { hasLocalTag, stringOf, valueOf } from '../../src/text/document/read.ts'
import { mappingOf } from './documents.ts'

function valueIn(text: string) {
  return valueOf(mappingOf(text), 'a')
}

describe('textOf', () => {
  it.each([
    ['a: b\n', 'b'],
    ['a: !!str 1\n', '1'],
    ["a: ! 'b'\n", 'b'],
    ['x: &x b\na: *x\n', 'b'],
  ])('takes a text for one: %j', (text, expected) => {
    expect(stringOf(valueIn(text))).toBe(expected)
  })

  it.each(['a: !Ref b\n', "a: !Sub 'b'\n", 'x: &x !Ref b\na: *x\n'])(
    'does not take a short call for one: %j',
    (text) => {
      expect(stringOf(valueIn(text))).toBeUndefined()
    },
  )

  it('tells tags of functions from those of YAML', () => {
    const tags = ['a: !Ref b\n', 'a: !!str b\n', 'a: ! b\n', 'a: !<tag:yaml.org,2002:str> b\n', 'a: b\n']
    expect(tags.map((text) => hasLocalTag(valueIn(text) ?? fail()))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

function fail(): never {
  throw new Error('no value')
}

describe('JSON that Python refuses and Heat reads as YAML', () => {
  it.each([
    ['{"a": 1e3}', 'float'],
    ['\ufeff{"a": 1e3}', 'str'],
    ['{"a": 1e3,}', 'str'],
    ['\ufeff{"a": 1.0e+3}', 'float'],
    // Comments make it no YAML: what the author means is JSON.
    ['\ufeff{"a": 1e3 // c\n}', 'float'],
  ])('%j', (text, type) => {
    expect(valueIn(text)).toMatchObject({ kind: 'scalar', type })
  })
})
