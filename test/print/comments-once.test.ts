import {
  entry,
  list,
  mapping,
  nothing,
  text,
  withEntries,
  withItems,
  withKey,
  withValue,
} from '../../src/document/build.ts'
import { readDocument } from '../../src/document/document.ts'
import type { Mapping, Node, Sequence } from '../../src/document/node.ts'
import { seqOf, valueOf } from '../../src/document/read.ts'
import { printDocument } from '../../src/print/print.ts'

function changed(source: string, change: (root: never) => Node): string {
  const reading = readDocument(source)
  if ('problem' in reading) throw new Error(reading.problem.message)
  const { document } = reading
  return printDocument(document, change(document.root as never), 'yaml')
}

describe('a comment', () => {
  it('behind the only item of a list goes with the list when it moves', () => {
    const after = changed('ports:\n  - 80 # web\nall: a\n', (root: Mapping) => {
      const ports = seqOf(valueOf(root, 'ports')) as Sequence
      const [, all] = root.entries
      if (all === undefined) throw new Error('no entry')
      const moved = withItems(ports, [text('81', { for: ports.items[0] })])
      return withEntries(root, [withValue(all, list([all.value, moved], { for: all.value }))])
    })
    expect(after).toBe("all:\n  - a\n  - - '81' # web\n")
  })

  it('behind a mapping of one entry goes with it when its key changes on the way', () => {
    const after = changed('one:\n  size: 1 # small\ntwo: b\n', (root: Mapping) => {
      const one = valueOf(root, 'one') as Mapping
      const [, two] = root.entries
      if (two === undefined) throw new Error('no entry')
      const moved = withEntries(
        one,
        one.entries.map((each) => withKey(each, 'width')),
      )
      return withEntries(root, [withValue(two, list([moved, two.value], { for: two.value }))])
    })
    expect(after).toBe('two:\n  - width: 1 # small\n  - b\n')
  })

  it('before the first part in brackets stands once when a list takes over the brackets', () => {
    const after = changed("[ # ports\n  'web': 80, ssh ]\n", (root: Sequence) => {
      const [pair, ssh] = root.items
      if (pair?.kind !== 'map' || ssh === undefined) throw new Error('no items')
      const renamed = pair.entries.map((one) => withKey(one, 'a: b'))
      return withItems(root, [withItems(root, [ssh]), withEntries(pair, renamed)])
    })
    expect(after.split('# ports')).toHaveLength(2)
  })

  it('behind a brace below another comment stays a comment of its own', () => {
    const after = changed('a: {b: 1, # one\n    c: 2 # two\n   } # end\n', (root: Mapping) => {
      const [a] = root.entries
      if (a?.value.kind !== 'map') throw new Error('no entry')
      return withEntries(root, [
        withValue(a, withEntries(a.value, [entry('d', text('x')), ...a.value.entries])),
      ])
    })
    expect(after).toBe('a: # end\n  d: x\n  b: 1 # one\n  c: 2 # two\n')
  })

  it('beside a key without a value stands once when the value goes elsewhere', () => {
    const after = changed('list:\n? key # why\n', (root: Mapping) => {
      const [first, second] = root.entries
      if (first === undefined || second === undefined) throw new Error('no entries')
      return withEntries(root, [
        withValue(first, list([second.value], { for: first.value })),
        withValue(second, mapping([entry('a', nothing())], { for: second.value })),
      ])
    })
    expect(after.split('# why')).toHaveLength(2)
  })
})
