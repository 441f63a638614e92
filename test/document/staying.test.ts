import { withEntries, withoutEntry, withValue } from '../../src/document/build.ts'
import type { Comment } from '../../src/document/comment.ts'
import { commentsOf } from '../../src/document/comments-of.ts'
import { readDocument } from '../../src/document/document.ts'
import type { Entry, Mapping } from '../../src/document/node.ts'
import { printDocument } from '../../src/document/print/print.ts'
import { entryOf } from '../../src/document/read.ts'

/** The text without `p.default`, where the comments that `choose` names stay. */
function without(before: string, choose: (one: ReturnType<typeof commentsOf>) => readonly Comment[]): string {
  const reading = readDocument(before)
  if ('problem' in reading) throw new Error(reading.problem.message)
  const { document } = reading
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
