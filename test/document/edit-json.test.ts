import { entry, list, mapping, text, withEntries, withItems, withValue } from '../../src/document/build.ts'
import { readDocument } from '../../src/document/document.ts'
import type { Mapping, Sequence } from '../../src/document/node.ts'
import { editJson } from '../../src/document/print/edit-json.ts'

function edited(source: string, change: (root: Mapping) => Mapping): string {
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

  it('writes a list anew that lost an item', () => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Sequence) => withItems(old, old.items.slice(1))) as never)
    expect(edited('{"a": [1, true,   null], "b": [1,2]}', change)).toBe('{"a": [true, null], "b": [1,2]}')
  })

  it('writes a mapping anew that lost an entry', () => {
    const change = (root: Mapping) =>
      withFirst(root, ((old: Mapping) => withEntries(old, old.entries.slice(1))) as never)
    expect(edited('{"a": {"x": 1, "y":2}}', change)).toBe('{"a": {"y": 2}}')
  })
})
