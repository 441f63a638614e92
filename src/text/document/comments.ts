import { isBlank } from '../yaml/characters.ts'
import { lineStartOf } from '../yaml/position.ts'
import type { Document } from './document.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  textInLines,
  textRange,
} from './node.ts'

/**
 * The comments that go along with a part of a document: those of its parsed entries, and those inside of its source.
 */
export function commentsWithin(document: Document, part: Node): ReadonlySet<Comment> {
  const found = new Set<Comment>()
  const add = (some: readonly Comment[]) => some.forEach((one) => void found.add(one))
  const visit = (node: Node): void => {
    const range = textRange(node)
    if (range !== undefined)
      add(document.comments.filter(({ start }) => start >= range.start && start < range.end))
    else if (node.kind === 'seq') node.items.forEach(visit)
    else if (node.kind === 'map')
      for (const one of node.entries) {
        const parsed = parsedEntry(one)
        const own = parsed === undefined ? undefined : commentsOf(document, parsed)
        if (own !== undefined) add(allOf(own))
        visit(one.value)
      }
  }
  visit(part)
  return found
}

const nothing: readonly Comment[] = []

/** A blank, a tab, a carriage return, a byte order mark. */
function isInvisible(code: number): boolean {
  return isBlank(code) || code === 0x0d || code === 0xfeff
}

/** Finds comments by offsets of the source; comments are sorted by start. */
export class CommentIndex {
  private readonly text: string
  private readonly comments: readonly Comment[]
  /** The line of the last query, its break included. */
  private line = { start: 0, end: -1 }

  constructor(text: string, comments: readonly Comment[]) {
    this.text = text
    this.comments = comments
  }

  /** Whether there are any. */
  get any(): boolean {
    return this.comments.length > 0
  }

  get all(): readonly Comment[] {
    return this.comments
  }

  /** Comments that start in `[start, end)`. */
  within(start: number, end: number): readonly Comment[] {
    if (this.comments.length === 0) return this.comments
    const from = this.firstAt(start)
    let to = from
    while (to < this.comments.length && (this.comments[to] as Comment).start < end) to += 1
    return this.comments.slice(from, to)
  }

  /** Whether a comment starts in `[start, end)`. */
  anyWithin(start: number, end: number): boolean {
    const first = this.comments[this.firstAt(start)]
    return first !== undefined && first.start < end
  }

  /** The comment that follows `offset` on its line, with only blanks (and `,` in JSON or flow) between. */
  trailing(offset: number): Comment | undefined {
    const comment = this.comments[this.firstAt(offset)]
    if (comment === undefined || comment.ownLine) return undefined
    return /^[ \t,]*$/.test(this.text.slice(offset, comment.start)) ? comment : undefined
  }

  /** The comments above and after a part. */
  around(start: number, end: number): readonly Comment[] {
    const behind = this.trailing(end)
    return behind === undefined ? this.leading(start) : [...this.leading(start), behind]
  }

  /**
   * The comment lines directly above the line of `offset` that explain what begins there: no blank line between, same
   * column as `offset`. A separate banner belongs to nothing.
   */
  leading(offset: number): readonly Comment[] {
    let line = this.#startOfBlank(offset)
    // Most queries are about a position that something precedes on its line.
    if (line === undefined || this.comments.length === 0) return nothing
    const column = offset - line
    const first = this.firstAt(line)
    let index = first
    while (index > 0) {
      const comment = this.comments[index - 1] as Comment
      const start = this.lineStart(comment.start)
      const directlyAbove = this.text.indexOf('\n', comment.end) + 1 === line
      if (!comment.ownLine || !directlyAbove || comment.start - start !== column) break
      line = start
      index -= 1
    }
    return this.comments.slice(index, first)
  }

  /** Where the line of `offset` begins, if only blanks precede it there. */
  #startOfBlank(offset: number): number | undefined {
    let at = offset
    while (at > 0 && isInvisible(this.text.charCodeAt(at - 1))) at -= 1
    return at === 0 || this.text.charCodeAt(at - 1) === 0x0a ? at : undefined
  }

  /** The comments that explain a parsed entry. */
  ofEntry(entry: Entry): EntryComments {
    const [start, end] = [childStart(entry), childEnd(entry)]
    const behind = this.trailing(end)
    const inside = this.within(start, end)
    return { above: this.leading(start), beside: behind === undefined ? inside : [...inside, behind] }
  }

  /** Those of them that belong to none of the entries that its value holds. */
  aroundParts(entry: Entry): readonly Comment[] {
    if (!this.any) return nothing
    const parts = entry.value.kind === 'map' ? entry.value.entries : []
    const own = new Set(parts.flatMap((part) => allOf(this.ofEntry(part))))
    return allOf(this.ofEntry(entry)).filter((comment) => !own.has(comment))
  }

  /** The dash of a parsed list item in block style; where there is none, the item itself. */
  dashOf(item: Node): number {
    const start = nodeStart(item) ?? 0
    let at = start
    while (' \t'.includes(this.text.charAt(at - 1)) && at > 0) at -= 1
    if (at === this.lineStart(start)) at = this.#textBefore(at)
    const isDash = /^[ \t\n\ufeff]?-[ \t\r\n]$/.test(this.text.slice(Math.max(0, at - 2), at + 1))
    return isDash ? at - 1 : start
  }

  /** Where the line of `offset` begins with a dash. */
  dashOfLine(offset: number): number | undefined {
    const line = this.lineStart(offset)
    const dash = /[ ]*(?=-[ ])/y
    dash.lastIndex = line
    const indent = dash.exec(this.text)?.[0].length
    return indent === undefined ? undefined : line + indent
  }

  /** Where the content of the line begins on which a value follows its key. */
  keyOfLine(value: number): number | undefined {
    const line = this.lineStart(value)
    const indent = /^( *)[^ ].*:[ \t]+$/.exec(this.text.slice(line, value))?.[1]
    return indent === undefined ? undefined : line + indent.length
  }

  /** The comment after the colon of the key of a parsed entry whose value is on the lines below. */
  behindColon({ key, value, explicit }: Entry): Comment | undefined {
    const [from, until] = [explicit?.colon ?? key.end, nodeStart(value)]
    const comment = from === undefined || until === undefined ? undefined : this.within(from, until)[0]
    if (comment === undefined || comment.ownLine) return undefined
    return /^[ \t]*:[ \t]+$/.test(this.text.slice(from, comment.start)) ? comment : undefined
  }

  /** Whether a parsed node follows the bracket or comma of a list; a part of a mapping follows its key. */
  isFlowItem(node: Node): boolean {
    const before = this.text.charAt(this.#textBefore(nodeStart(node) ?? 0) - 1)
    return before === '[' || before === ','
  }

  /** Where the last characters before `offset` end that are neither blanks nor comments. */
  #textBefore(offset: number): number {
    let at = offset
    for (;;) {
      while (at > 0 && /[ \t\r\n]/.test(this.text.charAt(at - 1))) at -= 1
      const comment = this.comments[this.firstAt(at) - 1]
      if (comment === undefined || comment.end < at || at === 0) return at
      at = comment.start
    }
  }

  /** Queries about one line follow one another, and the only line of a minified file is all of it. */
  lineStart(offset: number): number {
    if (offset < this.line.start || offset > this.line.end) this.line = this.#lineOf(offset)
    return this.line.start
  }

  #lineOf(offset: number) {
    const end = this.text.indexOf('\n', offset)
    return { start: lineStartOf(this.text, offset), end: end === -1 ? this.text.length : end }
  }

  private firstAt(offset: number): number {
    // As `countFirst`, but without a function for each comment: this is needed for each part of a template.
    let low = 0
    let high = this.comments.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.comments[middle] as Comment).start < offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The comments that explain an entry. */
interface EntryComments {
  /** Directly above it. */
  readonly above: readonly Comment[]
  /** Between its key and the end of its value, and after it. */
  readonly beside: readonly Comment[]
}

/** Those above and those beside, in source order. */
export function allOf({ above, beside }: EntryComments): readonly Comment[] {
  return [...above, ...beside]
}

/** The comments that explain an entry in the source; none for an entry that was not in it. */
export function commentsOf(document: Document, entry: Entry): EntryComments {
  const parsed = parsedEntry(entry)
  if (parsed === undefined || document.comments.length === 0) return { above: [], beside: [] }
  return new CommentIndex(textInLines(document), document.comments).ofEntry(parsed)
}

/** The comments above an item of a list in the source; none for an item that was not in it. */
export function commentsAboveItem(document: Document, item: Node): readonly Comment[] {
  const parsed = parsedNode(item)
  if (parsed?.start === undefined || document.comments.length === 0) return nothing
  const comments = new CommentIndex(textInLines(document), document.comments)
  return comments.leading(document.syntax === 'json' ? parsed.start : comments.dashOf(parsed))
}

/** Whether comments are between the parts of a node, or after the last. */
export function holdsComments(document: Document, node: Node): boolean {
  const range = textRange(parsedNode(node))
  if (range === undefined || document.comments.length === 0) return false
  const comments = new CommentIndex(textInLines(document), document.comments)
  return comments.anyWithin(range.start, range.end) || comments.trailing(range.end) !== undefined
}
