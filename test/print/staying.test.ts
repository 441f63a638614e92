import {
  entry,
  integer,
  string,
  withAppended,
  withEntries,
  withoutEntry,
  withValue,
} from '../../src/text/document/build.ts'
import { commentsOf } from '../../src/text/document/comments.ts'
import type { Comment, Entry, Mapping } from '../../src/text/document/node.ts'
import { entryOf } from '../../src/text/document/read.ts'
import { printDocument } from '../../src/text/print/print.ts'
import { documentOf } from '../document/documents.ts'

/** The text without `p.default`, where the comments that `choose` names stay. */
function without(before: string, choose: (one: ReturnType<typeof commentsOf>) => readonly Comment[]): string {
  const document = documentOf(before)
  const root = document.root as Mapping
  const parameter = entryOf(root, 'p') as Entry
  const map = parameter.value as Mapping
  const one = entryOf(map, 'default') as Entry
  const left = withoutEntry(map, one, choose(commentsOf(document, one)))
  const next = withEntries(
    root,
    root.entries.map((other) => (other === parameter ? withValue(other, left) : other)),
  )
  return printDocument(document, next, 'yaml')
}

const everything = ({ above, beside }: ReturnType<typeof commentsOf>) => [...above, ...beside]

describe('comments of an entry that goes', () => {
  const block = 'p:\n  # what it is\n  default: 1   # why\n  type: number # kind\nq: 1\n'

  it('go along', () => {
    expect(without(block, () => [])).toBe('p:\n  type: number # kind\nq: 1\n')
  })

  it('stay above', () => {
    expect(without(block, ({ above }) => above)).toBe('p:\n  # what it is\n  type: number # kind\nq: 1\n')
  })

  it('stay beside, on a line of their own', () => {
    expect(without(block, everything)).toBe('p:\n  # what it is\n  # why\n  type: number # kind\nq: 1\n')
  })

  it('stay where the last entry goes', () => {
    const text =
      'p:\r\n    type: json\r\n    # above\r\n    default:  # head\r\n      - a # one\r\n      # two\r\n      - b\r\n\r\nq: 1\r\n'
    expect(without(text, everything)).toBe(
      'p:\r\n    type: json\r\n    # above\r\n    # head\r\n    # one\r\n    # two\r\n\r\nq: 1\r\n',
    )
  })

  it('stay in brackets', () => {
    const text = 'p: {\n  type: number,\n  # above\n  default: 1, # why\n  label: x }\n'
    expect(without(text, everything)).toBe('p: {\n  type: number,\n  # above\n  # why\n  label: x }\n')
  })

  it('need no line break at the end of the file', () => {
    expect(without('p:\n  type: number\n  default: 1 # why', everything)).toBe('p:\n  type: number\n  # why')
  })
})

describe('an entry that comes in behind one whose last part goes', () => {
  it('stands above the empty lines that would have gone too', () => {
    const document = documentOf('a:\n  p:\n    type: x\n\n    default: |\n      1\n\nb: 2\n')
    const root = document.root as Mapping
    const [a, b] = root.entries as [Entry, Entry]
    const map = a.value as Mapping
    const p = map.entries[0] as Entry
    const attributes = p.value as Mapping
    const left = withValue(p, withoutEntry(attributes, attributes.entries[1] as Entry))
    const next = withEntries(root, [withValue(a, withEntries(map, [left, entry('q', integer(1))])), b])
    expect(printDocument(document, next, 'yaml')).toBe('a:\n  p:\n    type: x\n\n  q: 1\n\nb: 2\n')
  })
})

describe('braces that an entry is appended to', () => {
  it('stay braces', () => {
    const document = documentOf(`a: {b: 1}  # c\n`)
    const root = document.root as Mapping
    const [a] = root.entries as [Entry]
    const long = string('x'.repeat(120))
    const next = withEntries(root, [withValue(a, withAppended(a.value as Mapping, entry('d', long)))])
    expect(printDocument(document, next, 'yaml')).toBe(`a: {b: 1, d: ${'x'.repeat(120)}}  # c\n`)
  })
})
