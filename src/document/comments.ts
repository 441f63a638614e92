import { isBlank } from '../yaml/characters.ts'
import { lineStartOf } from '../yaml/position.ts'
import type { Document } from './document.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  textInLines,
  textRange,
} from './node.ts'
import { nameOf } from './read.ts'

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

/** Whether comments are between the parts of a node, or after the last. */
export function holdsComments(document: Document, node: Node): boolean {
  const range = textRange(parsedNode(node))
  if (range === undefined || document.comments.length === 0) return false
  const comments = new CommentIndex(textInLines(document), document.comments)
  return comments.anyWithin(range.start, range.end) || comments.trailing(range.end) !== undefined
}

/** Adjacent entries, without blank lines or comments between them, and the comment above the first. */
interface Group {
  readonly heading: readonly Comment[]
  readonly members: Entry[]
  /** Whether a blank line separates it from what is above. */
  readonly isApart: boolean
}

/**
 * The comments of removed entries of a block mapping that are headings, while entries below the heading remain. Lines
 * with a frame or a rule are headings anywhere. Other lines above the first of several entries are a heading over all
 * of them, unless their words refer to the first one, see `meaningOf`. Comments above a single entry explain that
 * entry, unless they are another entry that somebody commented out.
 * @param map without the removed entries
 */
export function headingsLeft(document: Document, map: Mapping): readonly Comment[] {
  const parsed = parsedNode(map)
  if (parsed?.kind !== 'map' || parsed.style !== 'block' || document.comments.length === 0) return []
  if (map.entries.length === 0) return []
  const left = new Set(map.entries.map(parsedEntry))
  const groups = groupsOf(document, parsed.entries)
  return groups.flatMap((group, at) => {
    const { heading, members } = group
    const [first, ...others] = members
    if (first === undefined || left.has(first)) return []
    if (heading.some(isDisabledEntry)) return heading
    const framed = framedIn(heading)
    const below = [...others, ...followingOf(groups, at).flatMap((one) => one.members)]
    const kept = below.some((one) => left.has(one)) ? framed : []
    const plain = heading.slice(framed.length)
    const meaning = framed.length > 0 && plain.length > 0 ? 'entry' : meaningOf(plain, members)
    return meaning === 'heading' && others.some((one) => left.has(one)) ? [...kept, ...plain] : kept
  })
}

/** The groups below a framed heading that it heads, too: up to a blank line or the next one. */
function followingOf(groups: readonly Group[], at: number): readonly Group[] {
  const end = groups.findIndex(
    ({ isApart, heading }, index) => index > at && (isApart || framedIn(heading).length > 0),
  )
  return groups.slice(at + 1, end === -1 ? undefined : end)
}

/** A rule before or after the words, the side of a box, or a second `#`; without the first one, that of the comment. */
const frame = /^#+\s|^\s*[-=*~_+#]{3,}|[-=*~#]{2,}\s*$|\s#\s*$/

/** The first lines of a comment, up to the last one with a frame: `# --- Names ---`, `## Names ##`, a box. */
function framedIn(lines: readonly Comment[]): readonly Comment[] {
  return lines.slice(0, lines.findLastIndex(({ text }) => frame.test(text)) + 1)
}

/**
 * Whether lines above several entries are about all of them or about the first: the name of the first entry, and words
 * that only it has, speak of that; `# Names:`, words that another entry has as well, and words that none has speak of
 * all.
 */
function meaningOf(lines: readonly Comment[], [first, ...others]: readonly Entry[]): 'heading' | 'entry' {
  const text = lines.map((line) => line.text).join(' ')
  if (/:\s*$/.test(text)) return 'heading'
  const key = first === undefined ? undefined : nameOf(first)
  if (key !== undefined && text.split(/[^\w-]+/).includes(key)) return 'entry'
  if (/\b(?:unused|not used|no longer used|deprecated|obsolete)\b/i.test(text)) return 'entry'
  const said = wordsOf(text)
  const shared = (entry: Entry | undefined) =>
    wordsOf(entry === undefined ? '' : (nameOf(entry) ?? '')).filter((word) => said.includes(word)).length
  const own = shared(first)
  return own === 0 || others.some((other) => shared(other) >= own) ? 'heading' : 'entry'
}

/** The words of a comment in one form: lower case, no plural. */
function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/s$/, ''))
}

/** `# web_ip_0: 10.0.0.1`, but not `# NOTE: …`. */
function isDisabledEntry({ text }: Comment): boolean {
  return /^#* *[a-z][a-z0-9]*(?:_[a-z0-9]+)+:(?: |$)/m.test(text)
}

function groupsOf(document: Document, entries: readonly Entry[]): readonly Group[] {
  const text = textInLines(document)
  const index = new CommentIndex(text, document.comments)
  const groups: Group[] = []
  for (const [at, entry] of entries.entries()) {
    const heading = index.leading(childStart(entry))
    const from = heading[0]?.start ?? childStart(entry)
    const above = entries[at - 1]
    // From after the line on which the one above ends, to the line on which this one begins.
    const [, ...lines] = above === undefined ? [] : text.slice(childEnd(above), from).split('\n').slice(0, -1)
    const isApart = lines.some((line) => line.trim() === '')
    const group = groups.at(-1)
    if (group === undefined || isApart || lines.length > 0 || heading.length > 0)
      groups.push({ heading, members: [entry], isApart })
    else group.members.push(entry)
  }
  return groups
}
