import { entry, list, mapping, text, withEntries, withItems, withValue } from '../../src/document/build.ts'
import { readDocument } from '../../src/document/document.ts'
import type { Entry, Mapping, Sequence } from '../../src/document/node.ts'
import { editJson } from '../../src/document/print/edit-json.ts'
import { nameOf } from '../../src/document/read.ts'

function edited(source: string, change: (root: Mapping) => Mapping): string | undefined {
  const reading = readDocument(source)
  if ('problem' in reading) throw new Error(reading.problem.message)
  return editJson(reading.document, change(reading.document.root as Mapping))
}

/** The mapping with the value under its first key changed. */
function withFirst(root: Mapping, change: (value: never) => never): Mapping {
  const [first, ...rest] = root.entries
  if (first === undefined) throw new Error('no entries')
  return withEntries(root, [withValue(first, change(first.value as never)), ...rest])
}

describe('editJson', () => {
  it('keeps every byte of an unchanged tree', () => {
    const source = '\ufeff{"a" :1.50,\r\n\t"b":[ ]}\n'
    expect(edited(source, (root) => root)).toBe(source)
  })

  it('replaces a value where it stands', () => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: never) => text('x "y"\n', { for: old })) as never)
    expect(edited('{\n  "a" : "old" ,\n  "b": 1e3\n}', change)).toBe(
      '{\n  "a" : "x \\"y\\"\\n" ,\n  "b": 1e3\n}',
    )
  })

  it('writes new collections on one line, with the text of what stays', () => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Sequence) =>
        mapping([entry('all', list([...old.items, text('c')]))], { for: old })) as never)
    expect(edited('{"a": ["\\u0061", {"b" : 2.0}]}', change)).toBe(
      '{"a": {"all": ["\\u0061", {"b" : 2.0}, "c"]}}',
    )
  })

  it.each([
    ['the first', (all: readonly string[]) => all.slice(1), '{"a": [ true,   null ] }'],
    ['the middle', (all: readonly string[]) => [all[0], all[2]], '{"a": [ 1,   null ] }'],
    ['the last', (all: readonly string[]) => all.slice(0, 2), '{"a": [ 1, true ] }'],
    ['all but the middle', (all: readonly string[]) => [all[1]], '{"a": [ true ] }'],
    ['every', () => [], '{"a": [] }'],
  ])('takes %s item out with its comma', (_which, choose, expected) => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Sequence) => withItems(old, choose(old.items as never) as never)) as never)
    expect(edited('{"a": [ 1, true,   null ] }', change)).toBe(expected)
  })

  const lines =
    '{\r\n\t"p": {\r\n\t\t"type": "string",\r\n\t\t"default" : "x",\r\n\t\t"hidden":true\r\n\t}\r\n}\r\n'

  it.each([
    ['type', '{\r\n\t"p": {\r\n\t\t"default" : "x",\r\n\t\t"hidden":true\r\n\t}\r\n}\r\n'],
    ['default', '{\r\n\t"p": {\r\n\t\t"type": "string",\r\n\t\t"hidden":true\r\n\t}\r\n}\r\n'],
    ['hidden', '{\r\n\t"p": {\r\n\t\t"type": "string",\r\n\t\t"default" : "x"\r\n\t}\r\n}\r\n'],
  ])('takes the entry %s out with its line', (name, expected) => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Mapping) =>
        withEntries(
          old,
          old.entries.filter((one) => nameOf(one) !== name),
        )) as never)
    expect(edited(lines, change)).toBe(expected)
  })

  it('sets new entries apart as the old ones are', () => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Mapping) => {
        const [type, byDefault, hidden] = old.entries as [Entry, Entry, Entry]
        const value = withValue(hidden, text('no'))
        return withEntries(old, [
          entry('a', text('1')),
          type,
          byDefault,
          entry('b', list([text('2')])),
          value,
        ])
      }) as never)
    expect(edited(lines, change)).toBe(
      '{\r\n\t"p": {\r\n\t\t"a": "1",\r\n\t\t"type": "string",\r\n\t\t"default" : "x",\r\n\t\t"b": ["2"],\r\n\t\t"hidden":"no"\r\n\t}\r\n}\r\n',
    )
  })

  it('puts new entries in the place of old ones', () => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Mapping) => {
        const [, byDefault] = old.entries as [Entry, Entry]
        return withEntries(old, [
          entry('a', text('1')),
          byDefault,
          entry('b', text('2')),
          entry('c', text('3')),
        ])
      }) as never)
    expect(edited(lines, change)).toBe(
      '{\r\n\t"p": {\r\n\t\t"a": "1",\r\n\t\t"default" : "x",\r\n\t\t"b": "2",\r\n\t\t"c": "3"\r\n\t}\r\n}\r\n',
    )
  })

  it('adds to a lone entry on its line, or on a line of its own', () => {
    const change = (root: Mapping) => withEntries(root, [...root.entries, entry('b', text('2'))])
    expect(edited('{ "a": 1 }', change)).toBe('{ "a": 1, "b": "2" }')
    expect(edited('{\n "a": 1\n}', change)).toBe('{\n "a": 1,\n "b": "2"\n}')
  })

  it('writes anew what changed its order, and what keeps nothing', () => {
    const turned = (root: Mapping) => withEntries(root, [...root.entries].reverse())
    expect(edited('{"a": 1.0,  "b": 2}', turned)).toBe('{"b": 2, "a": 1.0}')
    const other = (root: Mapping) => withEntries(root, [entry('c', text('3'))])
    expect(edited('{"a": 1,  "b": 2}', other)).toBe('{"c": "3"}')
  })

  it('writes nothing for a number that JSON does not have', () => {
    const reading = readDocument('{"a": 1}')
    if ('problem' in reading) throw new Error(reading.problem.message)
    const infinite = { kind: 'scalar', type: 'float', value: Number.POSITIVE_INFINITY } as const
    const root = reading.document.root as Mapping
    expect(
      editJson(reading.document, withEntries(root, [...root.entries, entry('b', infinite)])),
    ).toBeUndefined()
  })
})
