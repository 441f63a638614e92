/** Whose each comment of the old text is in the new tree, and what becomes of it. */

import type { CommentIndex } from '../document/comments.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
  type Range,
  replacedNode,
  textRange,
} from '../document/node.ts'

/** A stretch of old text that a part of the new tree stands for; whoever writes that part writes its comments. */
export interface CommentOwner extends Range {
  /** The parsed node or entry. */
  readonly part: Node | Entry
  /** Whether it is the text of a node, or an entry or item with what stands around it. */
  readonly of: 'content' | 'position'
  /** Its length without the comment behind it. */
  readonly size: number
  /** Where the part itself begins, below the comments above it. */
  readonly at: number
}

/**
 * What becomes of a comment: it stands where it stood, is written somewhere else, or goes with what it explains. One
 * that has no destination is open: it stays unless an edit takes its text.
 */
type Destination = 'stays' | 'moves' | 'goes'

/** What the two trees say of the comments, before anything is written. */
interface Ownership {
  readonly owners: ReadonlyMap<Comment, CommentOwner>
  readonly going: ReadonlySet<Comment>
}

/**
 * The comments of one text. Who owns each of them, and which go with entries that are no more, follows from the trees
 * alone. What writes or keeps a part settles the destination of that part's comments, each once.
 */
export class CommentPlan {
  readonly #comments: CommentIndex
  readonly #root: Node
  readonly #destinations = new Map<Comment, Destination>()
  #ownership: Ownership | undefined

  /** @param root the new tree */
  constructor(comments: CommentIndex, root: Node) {
    this.#comments = comments
    this.#root = root
    const leaving = root.kind === 'map' ? root.leaving : undefined
    for (const comment of leaving ?? []) this.#destinations.set(comment, 'moves')
  }

  /** The smallest part of the new tree that a comment belongs to. */
  ownerOf(comment: Comment): CommentOwner | undefined {
    return this.#ownershipOf().owners.get(comment)
  }

  /** Whether nothing is decided of a comment yet. */
  isOpen(comment: Comment): boolean {
    return this.#destination(comment) === undefined
  }

  /** Whether a comment has been written, or stands where it stood for good. */
  isWritten(comment: Comment): boolean {
    return this.#destinations.has(comment)
  }

  /** Whether a comment does not stay where it was. */
  hasLeft(comment: Comment): boolean {
    const destination = this.#destination(comment)
    return destination === 'moves' || destination === 'goes'
  }

  /** Whether a comment is written somewhere else. */
  hasMoved(comment: Comment): boolean {
    return this.#destination(comment) === 'moves'
  }

  /** Those of some comments that are open: the caller writes them. */
  take(comments: readonly Comment[]): readonly Comment[] {
    const open = comments.filter((comment) => this.isOpen(comment))
    for (const comment of open) this.#destinations.set(comment, 'moves')
    return open
  }

  /**
   * Comments that stay where they are: nothing else may write them.
   * @param from where the stretch begins that is edited: comments above are left to others
   */
  keep(from: number, comments: readonly Comment[]): void {
    for (const comment of comments)
      if (comment.start >= from && this.isOpen(comment)) this.#destinations.set(comment, 'stays')
  }

  /** A comment that somebody took stands where it stood after all: no edit takes its text. */
  stay(comment: Comment): void {
    this.#destinations.set(comment, 'stays')
  }

  /**
   * Open comments in a stretch of old text that no part of the new tree inside of this stretch brings along.
   * @param self the part of the tree that the caller writes
   * @param of what the caller writes of it, where that is not both
   */
  orphans(start: number, end: number, self?: Node | Entry, of?: CommentOwner['of']): readonly Comment[] {
    return this.#comments.within(start, end).filter((comment) => {
      if (!this.isOpen(comment)) return false
      const owner = this.ownerOf(comment)
      if (owner === undefined || !isInside(owner, start, end)) return true
      return owner.part === self && (of === undefined || owner.of === of)
    })
  }

  /** The same, for the caller writes them. */
  takeOrphans(...where: Parameters<CommentPlan['orphans']>): readonly Comment[] {
    return this.take(this.orphans(...where))
  }

  #destination(comment: Comment): Destination | undefined {
    return this.#destinations.get(comment) ?? (this.#ownershipOf().going.has(comment) ? 'goes' : undefined)
  }

  /** Asked for only where a text has comments that some change concerns. */
  #ownershipOf(): Ownership {
    this.#ownership ??= ownershipIn(this.#comments, this.#root)
    return this.#ownership
  }
}

/** Whether a part has its text, the comment behind it left aside, in a stretch. */
function isInside({ start, size }: CommentOwner, from: number, to: number): boolean {
  return start >= from && start + size <= to
}

/**
 * Each comment belongs to the smallest part of the new tree whose text, with the comments above and behind,
 * contains it.
 */
function ownershipIn(comments: CommentIndex, root: Node): Ownership {
  const found: Found = { comments, owners: [], losses: [] }
  collect(found, root)
  const owners = new Map<Comment, CommentOwner>()
  // Of equal ones the part comes before the whole.
  found.owners.reverse().sort((a, b) => a.size - b.size)
  for (const owner of found.owners) {
    for (const comment of comments.within(owner.start, owner.end)) {
      if (!owners.has(comment)) owners.set(comment, owner)
    }
  }
  const going = new Set(found.losses.flatMap((loss) => goingWith(comments, owners, loss)))
  return { owners, going }
}

interface Found {
  readonly comments: CommentIndex
  readonly owners: CommentOwner[]
  readonly losses: Loss[]
}

/** Parsed entries that a mapping has lost: those that moved elsewhere, and all where none is left. */
interface Loss {
  readonly entries: readonly Entry[]
  readonly from: Mapping
}

/** Unchanged nodes own as wholes: nobody takes them apart. */
function collect(found: Found, node: Node): void {
  const source = sourceOf(node)
  const range = textRange(source)
  if (source !== undefined && range !== undefined) {
    // Between a tag and the text behind it a comment goes with the tag.
    const start = (hasSameProps(node, source) ? nodeStart(source) : undefined) ?? range.start
    const { end } = range
    found.owners.push({ part: source, of: 'content', start, end, size: end - start, at: start })
  }
  if (node.start !== undefined) return
  if (node.kind === 'map') {
    const { origin } = node
    if (node.entries.length === 0 && origin?.kind === 'map' && hasSameProps(node, origin))
      found.losses.push({ entries: origin.entries, from: node })
    else if (node.moved !== undefined) found.losses.push({ entries: node.moved, from: node })
    for (const one of node.entries) {
      const parsed = parsedEntry(one)
      if (parsed !== undefined) addPosition(found, parsed, childStart(parsed))
      else addFormerItem(found, one.value)
      collect(found, one.value)
    }
  } else if (node.kind === 'seq') {
    for (const item of node.items) {
      const parsed = replacedNode(item)
      if (parsed?.start !== undefined) addPosition(found, parsed, found.comments.dashOf(parsed))
      collect(found, item)
    }
  }
}

function hasSameProps(a: Node, b: Node): boolean {
  return a.tag === b.tag && a.anchor === b.anchor
}

function addPosition({ comments, owners }: Found, part: Node | Entry, start: number): void {
  const end = childEnd(part)
  const leading = comments.leading(start)
  const trailing = comments.trailing(end)
  const first = leading[0]?.start ?? start
  owners.push({
    part,
    of: 'position',
    start: first,
    end: trailing?.end ?? end,
    size: end - first,
    at: start,
  })
}

/** An item that became the value of a new entry keeps what stood above and behind its dash. */
function addFormerItem(found: Found, value: Node): void {
  const location = replacedNode(value)
  if (location?.start === undefined) return
  const dash = found.comments.dashOf(location)
  if (dash !== nodeStart(location) || found.comments.isFlowItem(location)) addPosition(found, location, dash)
}

/** The parsed node whose text a node brings along: with some part of it. */
function sourceOf(node: Node): Node | undefined {
  if (node.start !== undefined) return node
  const { origin } = node
  if (node.kind === 'map' && origin?.kind === 'map') {
    const old = new Set(origin.entries)
    return node.entries.some((one) => old.has(parsedEntry(one) as Entry)) ? origin : undefined
  }
  if (node.kind === 'seq' && origin?.kind === 'seq') {
    const old = new Set(origin.items)
    return node.items.some((one) => old.has(replacedNode(one) as Node)) ? origin : undefined
  }
  return undefined
}

/** The comments of entries that go, go with them, but for those of parts that stand somewhere else now. */
function goingWith(
  comments: CommentIndex,
  owners: ReadonlyMap<Comment, CommentOwner>,
  { entries, from: { staying = [] } }: Loss,
): readonly Comment[] {
  return entries.flatMap((one) => {
    const [start, end] = [childStart(one), childEnd(one)]
    const behind = comments.trailing(end)
    const leading = comments.leading(start)
    const first = leading[0]?.start ?? start
    return [...leading, ...comments.within(start, end), ...(behind === undefined ? [] : [behind])].filter(
      (comment) => {
        const owner = owners.get(comment)
        return !(owner !== undefined && isInside(owner, first, end)) && !staying.includes(comment)
      },
    )
  })
}
