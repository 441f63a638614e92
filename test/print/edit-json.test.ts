import fc from 'fast-check'
import {
  entry,
  list,
  mapping,
  string,
  withEntries,
  withItems,
  withValue,
} from '../../src/text/document/build.ts'
import type { Entry, Mapping, Sequence } from '../../src/text/document/node.ts'
import { nameOf } from '../../src/text/document/read.ts'
import { editJson } from '../../src/text/print/print.ts'
import { documentOf } from '../document/documents.ts'

function edited(source: string, change: (root: Mapping) => Mapping): string | undefined {
  const document = documentOf(source)
  return editJson(document, change(document.root as Mapping))
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
      withFirst(root, ((old: never) => string('x "y"\n', { for: old })) as never)
    expect(edited('{\n  "a" : "old" ,\n  "b": 1e3\n}', change)).toBe(
      '{\n  "a" : "x \\"y\\"\\n" ,\n  "b": 1e3\n}',
    )
  })

  it('writes new collections on one line, with the text of what stays', () => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Sequence) =>
        mapping([entry('all', list([...old.items, string('c')]))], { for: old })) as never)
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
        const value = withValue(hidden, string('no'))
        return withEntries(old, [
          entry('a', string('1')),
          type,
          byDefault,
          entry('b', list([string('2')])),
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
          entry('a', string('1')),
          byDefault,
          entry('b', string('2')),
          entry('c', string('3')),
        ])
      }) as never)
    expect(edited(lines, change)).toBe(
      '{\r\n\t"p": {\r\n\t\t"a": "1",\r\n\t\t"default" : "x",\r\n\t\t"b": "2",\r\n\t\t"c": "3"\r\n\t}\r\n}\r\n',
    )
  })

  it('adds to a lone entry on its line, or on a line of its own', () => {
    const change = (root: Mapping) => withEntries(root, [...root.entries, entry('b', string('2'))])
    expect(edited('{ "a": 1 }', change)).toBe('{ "a": 1, "b": "2" }')
    expect(edited('{\n "a": 1\n}', change)).toBe('{\n "a": 1,\n "b": "2"\n}')
  })

  it('writes anew what changed its order, and what keeps nothing', () => {
    const turned = (root: Mapping) => withEntries(root, [...root.entries].reverse())
    expect(edited('{"a": 1.0,  "b": 2}', turned)).toBe('{"b": 2, "a": 1.0}')
    const other = (root: Mapping) => withEntries(root, [entry('c', string('3'))])
    expect(edited('{"a": 1,  "b": 2}', other)).toBe('{"c": "3"}')
  })

  it('preserves the numbers that only Python reads', () => {
    const change = (root: Mapping) => withEntries(root, [...root.entries, entry('c', string('2'))])
    expect(edited('{"a": NaN, "b": [-Infinity]}', change)).toBe('{"a": NaN, "b": [-Infinity], "c": "2"}')
  })

  it('writes nothing for a number that JSON does not have', () => {
    const document = documentOf('{"a": 1}')
    const infinite = { kind: 'scalar', type: 'float', value: Number.POSITIVE_INFINITY } as const
    const root = document.root as Mapping
    expect(editJson(document, withEntries(root, [...root.entries, entry('b', infinite)]))).toBeUndefined()
  })
})

describe('whatever comes and goes', () => {
  /** A list of numbers with random blanks, which of them stay, and what comes between them. */
  const lists = fc.record({
    items: fc.array(fc.record({ value: fc.nat(9), lead: blanks(), tail: blanks(), stays: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    }),
    come: fc.array(fc.record({ at: fc.nat(6), name: fc.constantFrom('x', 'y') }), { maxLength: 3 }),
  })

  function blanks(): fc.Arbitrary<string> {
    return fc.constantFrom('', ' ', '\n  ', '\r\n\t')
  }

  function kept<T>(
    all: readonly T[],
    items: readonly { stays: boolean }[],
    come: readonly { at: number; made: T }[],
  ): T[] {
    return [...all, undefined].flatMap((one, index) => [
      ...come.filter(({ at }) => Math.min(at, all.length) === index).map(({ made }) => made),
      ...(one !== undefined && items[index]?.stays === true ? [one] : []),
    ])
  }

  it('is read again as what was meant, and what stays keeps its text: items', () => {
    fc.assert(
      fc.property(lists, ({ items, come }) => {
        const source = `{"a": [${items.map(({ value, lead, tail }) => `${lead}${value}.50${tail}`).join(',')}]}`
        const made = come.map(({ at, name }) => ({ at, made: name }))
        const result = edited(source, (root) =>
          withFirst(root, ((old: Sequence) =>
            withItems(
              old,
              kept(
                old.items,
                items,
                made.map((one) => ({ ...one, made: string(one.made) })),
              ),
            )) as never),
        )
        const values = items.map(({ value }): number | string => value + 0.5)
        expect(JSON.parse(result ?? '')).toEqual({ a: kept(values, items, made) })
        const staying = items.filter(({ stays }) => stays).map(({ value }) => `${value}.50`)
        expect(result?.match(/\d\.50/g) ?? []).toEqual(staying)
      }),
      { seed: 20_263 },
    )
  })

  it('is read again as what was meant, and what stays keeps its text: entries', () => {
    fc.assert(
      fc.property(lists, ({ items, come }) => {
        const pairs = items.map(
          ({ value, lead, tail }, index) => `${lead}"k${index}":${tail}${value}.50${tail}`,
        )
        const made = come.map(({ at }, index) => ({ at, made: `n${index}` }))
        const result = edited(`{"a": {${pairs.join(',')}}}`, (root) =>
          withFirst(root, ((old: Mapping) =>
            withEntries(
              old,
              kept(
                old.entries,
                items,
                made.map((one) => ({ at: one.at, made: entry(one.made, string('v')) })),
              ),
            )) as never),
        )
        const names = kept(
          items.map((_, index) => `k${index}`),
          items,
          made,
        )
        expect(Object.keys(JSON.parse(result ?? '').a)).toEqual(names)
        const staying = items.flatMap(({ stays, tail, value }, index) =>
          stays ? [`"k${index}":${tail}${value}.50`] : [],
        )
        for (const one of staying) expect(result).toContain(one)
      }),
      { seed: 20_264 },
    )
  })
})
