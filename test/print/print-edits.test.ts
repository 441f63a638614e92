import {
  call,
  entry,
  inPlaceOf,
  integer,
  list,
  mapping,
  string,
  withEntries,
  withItems,
  withKey,
  withValue,
} from '../../src/text/document/build.ts'
import { sameData } from '../../src/text/document/data.ts'
import type { Entry, Mapping, Node, Sequence } from '../../src/text/document/node.ts'
import { entryOf } from '../../src/text/document/read.ts'
import { transplanted } from '../../src/text/document/transplant.ts'
import { printDocument } from '../../src/text/print/print.ts'
import { documentOf } from '../document/documents.ts'

/** The text after the value at a path of keys has become another. */
function edited(before: string, path: readonly string[], change: (value: Node) => Node): string {
  const document = documentOf(before)
  const root = changedAt(document.root as Node, path, change)
  const printed = printDocument(document, root, 'yaml')
  expect(sameData(documentOf(printed).root as Node, root)).toBe(true)
  return printed
}

function changedAt(node: Node, [name, ...rest]: readonly string[], change: (value: Node) => Node): Node {
  if (name === undefined) return change(node)
  const map = node as Mapping
  const one = entryOf(map, name) as Entry
  const next = withValue(one, changedAt(one.value, rest, change))
  return withEntries(
    map,
    map.entries.map((other) => (other === one ? next : other)),
  )
}

const without = (name: string) => (node: Node) =>
  withEntries(
    node as Mapping,
    (node as Mapping).entries.filter((one) => one !== entryOf(node as Mapping, name)),
  )

const added = (name: string, value: Node) => (node: Node) =>
  node.kind === 'map'
    ? withEntries(node, [...node.entries, entry(name, value)])
    : mapping([entry(name, value)], { for: node })

const replaced = (value: Node) => (old: Node) => inPlaceOf(value, old)

describe('the last entry in brackets that goes', () => {
  it.each([
    ['a blank that the author left at both ends', '{ b: 1, k: 2 }', '{ b: 1 }'],
    ['none where there was none', '{b: 1, k: 2}', '{b: 1}'],
    ['the blank before the comma goes with it', '{b: 1 , k: 2}', '{b: 1}'],
    ['but not where the colon needs it', '{b: , k: 2}', '{b: }'],
    ['a comma behind the last one', '{b: 1, k: 2, }', '{b: 1, }'],
    ['the line that it began', '{b: 1,\n  k: 2}', '{b: 1}'],
    ['the line of its comma', '{b: 1\n  , k: 2 }', '{b: 1 }'],
    ['the comment above it, too', '{b: 1,\n\n  # why\n  k: 2}', '{b: 1}'],
    ['but not another comment', '{b: 1, # what\n  k: 2}', '{b: 1 # what\n  }'],
    ['lines of its own', '{\n  b: 1 ,\n  k: 2\n  }', '{\n  b: 1\n  }'],
  ])('%s', (_, before, after) => {
    expect(edited(`a: ${before}\n`, ['a'], without('k'))).toBe(`a: ${after}\n`)
  })

  it('goes with those before it', () => {
    const before = 'a: {b: 1,\n  c: 2,\n  k: 3}\n'
    const both = (node: Node) => without('c')(without('k')(node))
    expect(edited(before, ['a'], both)).toBe('a: {b: 1\n  }\n')
    expect(edited('a: {b: 1, c: 2,\n  k: 3}\n', ['a'], both)).toBe('a: {b: 1}\n')
  })

  it('of a list leaves as little', () => {
    const shorter = (node: Node) => withItems(node as Sequence, (node as Sequence).items.slice(0, 1))
    expect(edited('a: [b,\n  c ]\n', ['a'], shorter)).toBe('a: [b ]\n')
  })
})

describe('an entry that goes', () => {
  const before = 'p:\n  # what\n  type: a # kind\n  # why\n  default: b # one\n\n  # how\n  label: c\nq: 1\n'

  it.each([
    ['type', 'p:\n  # why\n  default: b # one\n\n  # how\n  label: c\nq: 1\n'],
    ['default', 'p:\n  # what\n  type: a # kind\n\n  # how\n  label: c\nq: 1\n'],
    ['label', 'p:\n  # what\n  type: a # kind\n  # why\n  default: b # one\n\nq: 1\n'],
  ])('takes its comments along: %s', (name, expected) => {
    expect(edited(before, ['p'], without(name))).toBe(expected)
  })

  it('leaves an empty mapping behind, and the comment of what holds it', () => {
    expect(edited('p: # only\n  # alone\n  a: 1 # one\nq: 1\n', ['p'], without('a'))).toBe(
      'p: {} # only\nq: 1\n',
    )
    expect(edited('p: # only\r\n  a: 1', ['p'], without('a'))).toBe('p: {} # only')
  })

  it('goes from brackets with its comma', () => {
    expect(edited('p: {type: a, default: b} # q\n', ['p'], without('default'))).toBe('p: {type: a} # q\n')
    expect(edited('p: {type: a, default: b} # q\n', ['p'], without('type'))).toBe('p: {default: b} # q\n')
    expect(edited('p: {\n  type: a, # kind\n  # why\n  default: b }\n', ['p'], without('default'))).toBe(
      'p: {\n  type: a # kind\n  }\n',
    )
  })

  it('does not let what stood below it into the block scalar above', () => {
    expect(edited('a: |\n  x\nb: 1\n   # deep\nc: 2\n', [], without('b'))).toBe('a: |\n  x\n# deep\nc: 2\n')
    expect(edited('a: |+\n  x\nb: 1\n\nc: 2\n', [], without('b'))).toBe('a: |+\n  x\nc: 2\n')
  })

  it('leaves loose comments of the first line of a list item above that', () => {
    const item = (node: Node) => withItems(node as Sequence, (node as Sequence).items.map(without('a')))
    expect(edited('l:\n  - a: 1 # one\n# loose\n    b: 2\n', ['l'], item)).toBe('l:\n  # loose\n  - b: 2\n')
  })
})

describe('an entry that comes', () => {
  it.each([
    ['a: # c\n', 'a: # c\n  k: 1\n'],
    ['a:\t# c\n', 'a: # c\n  k: 1\n'],
    ['a: null # c\n', 'a: # c\n  k: 1\n'],
    ['a: ~\n', 'a:\n  k: 1\n'],
    ['a: {} # c\n', 'a: # c\n  k: 1\n'],
    ['a: {\n}\n# after\n', 'a:\n  k: 1\n# after\n'],
    ['a: &x {}\n', 'a: &x\n  k: 1\n'],
    ['a: []\n', 'a:\n  k: 1\n'],
    ['a: {b: 2} # c\n', 'a: # c\n  b: 2\n  k: 1\n'],
    ['a: # c\n    b: 2 # d\n\n# end', 'a: # c\n    b: 2 # d\n    k: 1\n\n# end'],
    ['a:\r\n  b: |\r\n    x\r\n   # c\r\n', 'a:\r\n  b: |\r\n    x\r\n  k: 1\r\n   # c\r\n'],
    ['a:\n  b: |\n    x', 'a:\n  b: |-\n    x\n  k: 1'],
    ['a:\n  b: |+\n    x\n\nc: 1\n', 'a:\n  b: |+\n    x\n\n  k: 1\nc: 1\n'],
  ])('opens or continues what holds it: %j', (before, expected) => {
    expect(edited(before, ['a'], added('k', integer(1)))).toBe(expected)
  })

  it('opens an empty mapping below others, but not in brackets', () => {
    expect(edited('x:\n  a: {} # c\n  b: 1\n', ['x', 'a'], added('k', integer(1)))).toBe(
      'x:\n  a: # c\n    k: 1\n  b: 1\n',
    )
    expect(edited('x: {a: {}}\n', ['x', 'a'], added('k', integer(1)))).toBe('x: {a: {k: 1}}\n')
  })
})

describe('a value that becomes another', () => {
  it('keeps comments below it out of a block scalar', () => {
    const script = string('x\n\n', { style: 'literal' })
    expect(edited('a: 1\n  # c\n\nb: 2\n', ['a'], replaced(script))).toBe('a: |+\n  x\n\n# c\n\nb: 2\n')
    expect(edited('a: 1\n\n   \nb: 2\n', ['a'], replaced(script))).toBe('a: |+\n  x\n\nb: 2\n')
  })

  it('has its own comment on a line, and no tab behind a dash, where the old one had a comment', () => {
    const source = documentOf('- a\n-\n')
    const list = transplanted(source.root as Node, source)
    expect(
      edited('l:\n  - [] # one\n  - a: | # two\n', ['l'], (node) => {
        const [first, second] = (node as Sequence).items
        const inner = (second as Mapping).entries[0]?.value as Node
        return withItems(node as Sequence, [withItems(first as Sequence, [inner])])
      }),
    ).toBe('l:\n  # one\n  - - | # two\n')
    expect(edited('a: # one\n  b\t# two\n', ['a'], replaced(list))).toBe('a: # one\n  - a\n  - # two\n')
  })

  it('takes in the last value of a text without a final line break', () => {
    const withLast = (node: Node) => {
      const [one, two, last] = (node as Sequence).items as [Node, Node, Node]
      return withItems(node as Sequence, [one, list([two, last]), string('new')])
    }
    expect(edited('a:\n- 1\n-\n- |\n x', ['a'], withLast)).toBe('a:\n- 1\n- -\n  - x\n- new')
  })

  it('carries the comments of parts that stay, and puts the others above in their order', () => {
    const wrapped = (node: Node) =>
      call('Ref', list([string('new'), (node as Sequence).items[1] as Node]), node)
    expect(edited('a: # head\n  # one\n  - x # two\n  # three\n  - y # four\n', ['a'], wrapped)).toBe(
      '# one\n# two\na: # head\n  Ref:\n    - new\n    # three\n    - y # four\n',
    )
  })

  it('says `|-` where the end of the file cut a block scalar off and something follows now', () => {
    expect(
      edited('? |\n  a', [], (node) => {
        const [one] = (node as Mapping).entries as [Entry]
        return withEntries(node as Mapping, [withValue(one, integer(0))])
      }),
    ).toBe('? |-\n  a\n: 0')
  })

  it('has no tab where a tab would indent', () => {
    const long = 'k'.repeat(1_025)
    const rename = (node: Node) =>
      withEntries(
        node as Mapping,
        (node as Mapping).entries.map((one) => withKey(one, long)),
      )
    expect(edited('a:\t# c\n  b: 1\n', [], rename)).toBe(`? ${long}\n: # c\n  b: 1\n`)
  })
})

describe('a part that moves', () => {
  const swapped = (node: Node) => {
    const { entries } = node as Mapping
    return withEntries(node as Mapping, [...entries].reverse())
  }

  it('takes its comments along', () => {
    expect(edited('# one\na: 1 # first\nb: # two\n  # in\n  c: 2 # last\n', [], swapped)).toBe(
      'b: # two\n  # in\n  c: 2 # last\n# one\na: 1 # first\n',
    )
  })

  it('takes them into and out of brackets', () => {
    const up = (node: Node) => {
      const [first, second] = (node as Sequence).items as [Node, Node]
      return withItems(node as Sequence, [
        withItems(second as Sequence, [...(second as Sequence).items, first]),
      ])
    }
    expect(edited('l:\n  - a # one\n  - [b]\n', ['l'], up)).toBe('l:\n  # one\n  - [b, a]\n')
  })
})

describe('a collection in brackets that is written anew', () => {
  // Further out a mapping is written as a block.
  const grown = (lines: string, value: Node) =>
    edited(`r:\n  s:\n    ${lines}`, ['r', 's', 'p', 'b'], () => value).replace('r:\n  s:\n    ', '')
  const newCall = call('get_param', string('x'))

  it('keeps the blanks inside of its brackets', () => {
    expect(grown('p: { a: 1, b: 2 }\nq: {c: 3}\n', newCall)).toBe(
      'p: { a: 1, b: {get_param: x} }\nq: {c: 3}\n',
    )
  })

  it('has none where it had none', () => {
    expect(grown('p: {a: 1, b: 2 }\n', newCall)).toBe('p: {a: 1, b: {get_param: x}}\n')
  })

  it('is written as most of the document, where it is new', () => {
    const rest = '\nq: { c: 3 }\nt: {d: 4}\n'
    expect(grown(`p: { a: 1, b: 2 }${rest}`, newCall)).toBe(`p: { a: 1, b: { get_param: x } }${rest}`)
    const newList = list([string('x')], { style: 'flow' })
    expect(grown(`p: { a: 1, b: 2 }${rest}`, newList)).toBe(`p: { a: 1, b: [ x ] }${rest}`)
  })

  it('counts lists apart from mappings', () => {
    const newList = list([string('x')], { style: 'flow' })
    expect(grown('p: {a: 1, b: 2}\nq: [ 3 ]\n', newList)).toBe('p: {a: 1, b: [ x ]}\nq: [ 3 ]\n')
  })
})

describe('white space that is no blank', () => {
  it.each(['\u00a0', '\ufeff', '\u3000'])('stays at the end of a value that moves: %j', (space) => {
    const swapped = (map: Node) => {
      const [a, b] = (map as Mapping).entries as [Entry, Entry]
      return withEntries(map as Mapping, [withValue(a, b.value), withValue(b, a.value)])
    }
    expect(edited(`a: x${space}\nb: y\n`, [], swapped)).toBe(`a: y\nb: x${space}\n`)
    expect(
      edited(`- x${space}\n- y\n`, [], (list) => withItems(list as Sequence, [...partsOf(list)].reverse())),
    ).toBe(`- y\n- x${space}\n`)
  })
})

describe('a text that becomes JSON', () => {
  it.each([
    ['[a, 1e3]\n', '[1, "1e3"]\n'],
    ['[a, {"b": NaN}, 1e3\t]', '[1, {"b": "NaN"}, "1e3"\t]'],
    ['[a, {b: NaN}, 1e3\t]', '[1, {b: NaN}, 1e3\t]'],
  ])('keeps the strings that JSON takes for numbers: %j', (before, after) => {
    const changed = (seq: Node) => withItems(seq as Sequence, [integer(1), ...partsOf(seq).slice(1)])
    expect(edited(before, [], changed)).toBe(after)
  })
})

describe('an item that takes the place of its list', () => {
  const grown = (value: Node): Node => {
    const outer = value as Sequence
    const old = outer.items[0] as Sequence
    const map = old.items[0] as Mapping
    const next = withEntries(map, [entry('new', string('v')), ...map.entries])
    return withItems(outer, [inPlaceOf(next, old)])
  }

  it.each([
    ['a:\n- - x: 1 # why\n  - y\n', 'a:\n- new: v\n  x: 1 # why\n'],
    [
      'a:\n- - x: 1 # why\n    y: 2 # how\n  - z # gone\n',
      'a:\n# gone\n- new: v\n  x: 1 # why\n  y: 2 # how\n',
    ],
  ])('keeps the comments of what stays, and those of what goes above itself: %j', (before, after) => {
    expect(edited(before, ['a'], grown)).toBe(after)
  })
})

describe('a comment of what goes', () => {
  const part = (node: Node, index: number) => partsOf(node)[index] as Node
  const first = (node: Node) => inPlaceOf(part(node, 0), node)

  it.each([
    // As where `Fn::Base64: |` goes, and its text takes the place of the call.
    ['a: # why\n  b: | # how\n    x\nc: 1\n', ['a'], first, '# why\na: | # how\n  x\nc: 1\n'],
    ['{a: b # why\n} # how\n', [], first, '# how\nb # why\n'],
    ['--- [ [x, y], # why\n]\n', [], first, '# why\n--- [x, y]\n'],
    [
      'a: x # why\nb: c\n',
      [],
      (map: Node) => {
        const [a, b] = (map as Mapping).entries as [Entry, Entry]
        const wrapped = call('Ref', list([a.value], { for: a.value }), a.value)
        return withEntries(map as Mapping, [withValue(a, b.value), withValue(b, wrapped)])
      },
      'a: c\n# why\nb: {Ref: [x]}\n',
    ],
  ] as const)('stays a comment of its own: %j', (before, path, change, after) => {
    expect(edited(before, path, change)).toBe(after)
  })
})

describe('a collection of which nothing is left', () => {
  const before = 'a:\n  # why\n  b: 1 # how\nc: 2\n'
  const a = (map: Node) => (map as Mapping).entries[0] as Entry
  const emptied = (map: Node) =>
    changedAt(map, ['a'], (value) => list([string('x'), withEntries(value as Mapping, [])])) as Mapping

  it('lets go of the comments of an entry that stands elsewhere now', () => {
    const moved = (map: Node) =>
      withEntries(emptied(map), [...(a(map).value as Mapping).entries, ...emptied(map).entries])
    expect(edited(before, [], moved)).toBe('# why\nb: 1 # how\na:\n  - x\n  - {}\nc: 2\n')
  })

  it('lets go of those of all, where it stands elsewhere as it was', () => {
    const copied = (map: Node) =>
      withEntries(emptied(map), [...emptied(map).entries, entry('z', a(map).value)])
    expect(edited(before, [], copied)).toBe('a:\n  - x\n  - {}\nc: 2\nz:\n  # why\n  b: 1 # how\n')
  })
})

describe('the first part of a block that is carried over', () => {
  it('has its comment once where it is wrapped', () => {
    const wrapped = (seq: Node) => {
      const [x, y] = partsOf(seq) as [Node, Node]
      return call('wrapped', withItems(seq as Sequence, [list([string('new'), x]), y]), seq)
    }
    expect(edited('a:\n  # why\n  - x\n  - y\n', ['a'], wrapped)).toBe(
      'a:\n  wrapped:\n    - - new\n      # why\n      - x\n    - y\n',
    )
  })

  it('takes its comment along from below what goes, too', () => {
    const wrapped = (seq: Node) => {
      const [x, y, z] = partsOf(seq) as [Node, Node, Node]
      return withItems(seq as Sequence, [changedAt(x, ['b'], without('d')), list([string('new'), y]), z])
    }
    expect(edited('a:\n  - b:\n      c: 1\n      d: 2\n  # why\n  - e\n  - f\n', ['a'], wrapped)).toBe(
      'a:\n  - b:\n      c: 1\n  - - new\n    # why\n    - e\n  - f\n',
    )
  })
})

describe('a key that ends with a block scalar', () => {
  it('takes no blank lines from below it', () => {
    expect(edited('? |\n  a\nb: |\n   \n\n', [], without('b'))).toBe('? |\n  a\n\n\n')
  })
})

function partsOf(node: Node): readonly Node[] {
  if (node.kind === 'map') return node.entries.map(({ value }) => value)
  return node.kind === 'seq' ? node.items : []
}
