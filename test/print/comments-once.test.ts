import {
  call,
  entry,
  list,
  mapping,
  nothing,
  string,
  unwrapped,
  withEntries,
  withItems,
  withKey,
  withValue,
} from '../../src/text/document/build.ts'
import type { Mapping, Node, Sequence } from '../../src/text/document/node.ts'
import { listOf, nameOf, valueOf } from '../../src/text/document/read.ts'
import { printDocument } from '../../src/text/print/print.ts'
import { documentOf } from '../document/documents.ts'

function changed(source: string, change: (root: never) => Node): string {
  const document = documentOf(source)
  return printDocument(document, change(document.root as never), 'yaml')
}

describe('a comment', () => {
  it('behind the only item of a list goes with the list when it moves', () => {
    const after = changed('ports:\n  - 80 # web\nall: a\n', (root: Mapping) => {
      const ports = listOf(valueOf(root, 'ports')) as Sequence
      const [, all] = root.entries
      if (all === undefined) throw new Error('no entry')
      const moved = withItems(ports, [string('81', { for: ports.items[0] })])
      return withEntries(root, [withValue(all, list([all.value, moved], { for: all.value }))])
    })
    expect(after).toBe("all:\n  - a\n  - - '81' # web\n")
  })

  it('behind the last item of a list goes with the list where two entries exchange their values', () => {
    const after = changed('ports:\n  - 80 # web\nall: a\n', (root: Mapping) => {
      const [ports, all] = root.entries
      if (ports === undefined || all === undefined) throw new Error('no entries')
      return withEntries(root, [withValue(ports, all.value), withValue(all, ports.value)])
    })
    expect(after).toBe('ports: a\nall:\n  - 80 # web\n')
  })

  it('behind the last item of a list remains there where the list becomes a part of its value', () => {
    const after = changed('ports:\n  -\n    80 # web\nall: a\n', (root: Mapping) => {
      const [ports, all] = root.entries
      if (ports === undefined || all === undefined) throw new Error('no entries')
      const parts = [entry('first', nothing()), entry('list', ports.value)]
      return withEntries(root, [withValue(ports, mapping(parts, { for: ports.value })), all])
    })
    expect(after).toBe('ports:\n  first: null\n  list:\n    -\n      80 # web\nall: a\n')
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
        withValue(a, withEntries(a.value, [entry('d', string('x')), ...a.value.entries])),
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

  it('of a value stays with it when a copy stands above', () => {
    const source = 'a: 1\nb:\n  # first\n  x: 1 # one\n  y: 0644 # two\n'
    const after = changed(source, (root: Mapping) => {
      const [a, b] = root.entries
      if (a === undefined || b === undefined) throw new Error('no entries')
      return withEntries(root, [withValue(a, b.value), b])
    })
    expect(after).toBe('a:\n  x: 1\n  y: 0644\nb:\n  # first\n  x: 1 # one\n  y: 0644 # two\n')
  })

  it('of a part of a value stays with it when a copy of the part stands above', () => {
    const source = 'a: 1\nb:\n  c:\n    # first\n    x: 1 # one\n  y: 2 # two\n'
    const after = changed(source, (root: Mapping) => {
      const [a, b] = root.entries
      if (a === undefined || b?.value.kind !== 'map') throw new Error('no entries')
      return withEntries(root, [withValue(a, valueOf(b.value, 'c') as Node), b])
    })
    expect(after).toBe('a:\n  x: 1\nb:\n  c:\n    # first\n    x: 1 # one\n  y: 2 # two\n')
  })

  it('of an item stays with it when copies of the item stand elsewhere', () => {
    const after = changed('a: 1\nb:\n  - {x: 1} # one\n', (root: Mapping) => {
      const [a, b] = root.entries
      if (a === undefined || b?.value.kind !== 'seq') throw new Error('no entries')
      const [item] = b.value.items as [Node]
      return withEntries(root, [withValue(a, list([item, string('z'), item])), b])
    })
    expect(after).toBe('a:\n  - {x: 1}\n  - z\n  - {x: 1}\nb:\n  - {x: 1} # one\n')
  })

  it('of a value that stands only in other locations now stands in the first of them', () => {
    const after = changed('a: 1\nb:\n  x: 1 # one\nc: 3\n', (root: Mapping) => {
      const [a, b, c] = root.entries
      if (a === undefined || b === undefined || c === undefined) throw new Error('no entries')
      return withEntries(root, [withValue(a, b.value), withValue(c, b.value)])
    })
    expect(after).toBe('a:\n  x: 1 # one\nc:\n  x: 1\n')
  })

  it('behind a value stays behind a short call, and goes along into a long one', () => {
    const wrapped = (source: string) =>
      changed(source, (root: Mapping) => {
        const [one] = root.entries
        if (one === undefined) throw new Error('no entry')
        const items = list([string('-'), one.value], { for: one.value })
        return withEntries(root, [withValue(one, call('Fn::Join', items, items))])
      })
    const long = 'x'.repeat(90)
    expect(wrapped('a: b  # why\n')).toBe("a: {Fn::Join: ['-', b]}  # why\n")
    expect(wrapped(`a: ${long}  # why\n`)).toBe(`a:\n  Fn::Join:\n    - '-'\n    - ${long} # why\n`)
  })

  it('in brackets that move stands once when its item moves within them', () => {
    const after = changed('[a, # one\n b, # two\n ]\n', (root: Sequence) => {
      const [a, b] = root.items as [Node, Node]
      return list([string('x'), withItems(root, [b, a, mapping([], { for: b })])], { for: root })
    })
    expect(after.split('# two')).toHaveLength(2)
    expect(after.split('# one')).toHaveLength(2)
  })

  it('behind the last line of a block goes with it to an entry before its own, which goes', () => {
    const after = changed('l:\n  - a: 1\n    b:\n      c: 2 # two\n', (root: Mapping) => {
      const items = valueOf(root, 'l') as Sequence
      const item = items.items[0] as Mapping
      const [l, a] = [root.entries[0], item.entries[0]]
      if (l === undefined || a === undefined) throw new Error('no entry')
      const only = withEntries(item, [withValue(a, valueOf(item, 'b') as Node)])
      return withEntries(root, [withValue(l, withItems(items, [only]))])
    })
    expect(after).toBe('l:\n  - a:\n      c: 2 # two\n')
  })

  it('of an item goes with it where it becomes the value of an entry', () => {
    const moved = (source: string, made = (item: Node) => item) =>
      changed(source, (root: Mapping) => {
        const [a, b] = root.entries
        if (a === undefined || b?.value.kind !== 'seq') throw new Error('no entry')
        const [item, ...others] = b.value.items as [Node]
        return withEntries(root, [withValue(a, made(item)), withValue(b, withItems(b.value, others))])
      })
    expect(moved('a: 1\nb:\n  - x # one\n  - y\n')).toBe('a: x # one\nb:\n  - y\n')
    expect(moved('a: 1\nb:\n  - x # one\n  - y\n', (x) => string('z', { for: x }))).toBe(
      '# one\na: z\nb:\n  - y\n',
    )
    expect(moved('a: 1\nb:\n  # one\n  - # two\n    x\n  - y\n')).toBe('# one\n# two\na: x\nb:\n  - y\n')
    expect(moved('a: 1 # own\nb:\n  - x # one\n  - y\n')).toBe('# own\na: x # one\nb:\n  - y\n')
  })

  it('behind the last item stays there when a call with the item takes the place of the list', () => {
    const after = changed('a:\n  - x\n  - y # why\n', (root: Mapping) => {
      const [a] = root.entries
      if (a?.value.kind !== 'seq') throw new Error('no entry')
      return withEntries(root, [withValue(a, call('Ref', a.value.items[1] as Node, a.value))])
    })
    expect(after).toBe('a: {Ref: y} # why\n')
  })

  it('between a dash and its item goes with it once when something else comes there', () => {
    const after = changed('a:\n  - w\n  - # why\n    x\n', (root: Mapping) => {
      const [a] = root.entries
      if (a?.value.kind !== 'seq') throw new Error('no entry')
      const [w, x] = a.value.items as [Node, Node]
      const items = withItems(a.value, [w, list([], { for: x })])
      return withEntries(root, [entry('moved', x), entry('kept', items)])
    })
    expect(after).toBe('# why\nmoved: x\nkept:\n  - w\n  - []\n')
  })

  it('in an item that a call replaces in another location remains above the call', () => {
    const after = changed('a:\n  - - 1\n    # why\n    - 2\nb: 3\n', (root: Mapping) => {
      const [a, b] = root.entries
      if (a?.value.kind !== 'seq' || b === undefined) throw new Error('no entries')
      return withEntries(root, [withValue(a, call('Ref', string('x'), a.value.items[0])), b])
    })
    expect(after).toBe('# why\na:\n  Ref: x\nb: 3\n')
  })

  it('behind a tab gets a blank where a key too long for its line loses its value', () => {
    const after = changed('a:\nb: x\t# why\n', (root: Mapping) => {
      const [a, b] = root.entries
      if (a === undefined || b === undefined) throw new Error('no entries')
      return withEntries(root, [withValue(withKey(b, 'k'.repeat(1100)), a.value)])
    })
    expect(after).toBe(`? ${'k'.repeat(1100)}\n: # why\n`)
  })
})

describe('entries in the place of the one that held them', () => {
  const withoutOuter = (root: Mapping) =>
    withEntries(
      root,
      root.entries.flatMap((one) =>
        nameOf(one) === 'outer' && one.value.kind === 'map' ? unwrapped(one, one.value.entries) : [one],
      ),
    )

  it('have what stood above it, behind its key and loosely between them', () => {
    const source =
      'a: 1\n# above\nouter:  # beside\n  # first\n  b: 2  # two\n    # loose\n  c: 3  # three\n# next\nd: 4\n'
    expect(changed(source, withoutOuter)).toBe(
      'a: 1\n# above\n# beside\n# first\n# loose\nb: 2 # two\nc: 3 # three\n# next\nd: 4\n',
    )
  })

  it('have what stood behind its braces', () => {
    expect(changed('a: 1\nouter: {b: 2, c: 3} # behind\n', withoutOuter)).toBe('a: 1\n# behind\nb: 2\nc: 3\n')
    expect(changed('a: 1\nouter: {b: 2, # two\n  c: 3} # behind\n', withoutOuter)).toBe(
      'a: 1\n# behind\nb: 2 # two\nc: 3\n',
    )
  })

  it('have what stood around both where both are gone', () => {
    const source = '# one\nouter: # two\n  # three\n  outer: # four\n    b: 1 # five\n'
    const after = changed(source, (root: Mapping) => {
      const [outer] = root.entries
      if (outer === undefined) throw new Error('no entry')
      return withEntries(root, unwrapped(outer, withoutOuter(outer.value as Mapping).entries))
    })
    expect(after).toBe('# one\n# two\n# three\n# four\nb: 1 # five\n')
  })

  it('stand as they stood where nothing is said of what held them', () => {
    const after = changed('a: 1\nheld:\n  b:   2 # two\n\n  c: 3\n', (root: Mapping) => {
      const [a, held] = root.entries
      if (a === undefined || held?.value.kind !== 'map') throw new Error('no entries')
      const moved = withEntries(held.value, unwrapped(held, held.value.entries))
      return withEntries(root, [withValue(a, moved)])
    })
    expect(after).toBe('a:\n  b:   2 # two\n\n  c: 3\n')
  })
})
