/** Which part of the new tree owns each comment of the source. */

import {
  type Comment,
  childEnd,
  childrenOf,
  childStart,
  childValue,
  type Entry,
  type Mapping,
  type Node,
} from '../document/node.ts'
import { type Member, parsedMember } from './alignment.ts'
import { type CommentedText, isInContent, memberStart, partsAround, slotOf } from './attachment.ts'
import type { Place } from './place.ts'

/**
 * What of a part owns the comment: the source of a node, changed or as a whole with everything inside; an entry or item
 * with its surroundings; or an entry of JSON with the comments loosely above it.
 */
type Role = 'content' | 'whole' | 'position' | 'loose'

/** A part of the new tree that continues one of the source: whoever writes it writes the comments of that. */
export interface CommentOwner {
  readonly place: Place
  readonly of: Role
}

/** What becomes of a comment; one of which nothing is said remains where it is. */
export type Fate = CommentOwner | 'gone' | undefined

/** The comments of one source, by the parts of the new tree that own them. */
export interface Ownership {
  fateOf(comment: Comment): Fate
  /** Which node of the new tree carries over the source of a parsed one with its comments. */
  holderOf(parsed: Node): Entry | Node | undefined
}

/** A part that has the comments of a parsed entry or item which no part of the new tree continues. */
interface StandIn {
  readonly owner: CommentOwner
  readonly comments: readonly Comment[]
}

/** What continues parts of a source, by the ranges of these. */
class Continued {
  readonly #owners = new Map<number, CommentOwner>()

  of(part: Entry | Node): CommentOwner | undefined {
    return this.#owners.get(keyOf(part))
  }

  /** The first part that continues another one owns its comments; a part that has not moved takes precedence. */
  prefer(part: Entry | Node, owner: CommentOwner): boolean {
    const known = this.of(part)
    if (known !== undefined && (known.place.home === undefined || owner.place.home !== undefined))
      return false
    this.#owners.set(keyOf(part), owner)
    return true
  }
}

/** One number for a range: sources are shorter than 64 MB, beyond which two ranges might share one. */
function keyOf(part: Entry | Node): number {
  return childStart(part) * 0x400_0000 + childEnd(part)
}

/** The owners that were found for the comments of one source. */
export class TextOwners {
  readonly text: CommentedText
  readonly #contents = new Continued()
  /** Nodes that replace another one without containing any part of it. */
  readonly #successors = new Continued()
  readonly #entries = new Continued()
  /** Entries and items that have the position of a node. */
  readonly #values = new Continued()
  /** What has only the comment after a node, whatever has its position. */
  readonly #trailed = new Continued()
  /** By the value of what they stand in for. */
  readonly #standIns = new Map<number, StandIn[]>()
  /** Owners of comments of JSON between two entries. */
  readonly #loose = new Map<Comment, CommentOwner>()
  readonly #remaining = new Set<Comment>()
  readonly #leaving = new Set<Comment>()
  /** The entries of mappings that have none left, with those of their comments that remain. */
  readonly #lost = new Map<Entry | Node, readonly Comment[]>()

  constructor(text: CommentedText) {
    this.text = text
  }

  /** Comments that remain where they are, whatever is written there. */
  remain(comments: readonly Comment[]): void {
    for (const comment of comments) this.#remaining.add(comment)
  }

  /** Comments that go along with what other files take over. */
  leave(comments: readonly Comment[]): void {
    for (const comment of comments) this.#leaving.add(comment)
  }

  /** The comments of a mapping that has no entries left are removed with these, except for those of parts that moved. */
  empty(before: Mapping, { dangling = [] }: Mapping): void {
    for (const one of before.entries) this.#lost.set(one, dangling)
  }

  /** @param isSuccessor whether it replaces the node without containing any part of it */
  addContent(node: Node, owner: CommentOwner, isSuccessor: boolean): void {
    const known = isSuccessor ? this.#successors : this.#contents
    known.prefer(node, owner)
  }

  addPosition(part: Node | Entry, owner: CommentOwner): void {
    // The comments beside an empty value explain its key.
    if (memberStart(this.text, part) === childEnd(part)) return
    const positions = 'key' in part ? this.#entries : this.#values
    const first = positions.of(part)
    if (positions.prefer(part, owner) || first === undefined) return
    // The source that a new item wraps has the comment after it, the item the comments above.
    const inner = childValue(owner.place.part)
    if (
      !isText(first.place.part, part) &&
      (inner.start === undefined || inner.start === inner.end) &&
      isText(owner.place.part, part)
    )
      this.#trailed.prefer(part, owner)
  }

  /** Gives a block that has moved the comment after its last part, unless its item has come along. */
  addTrailed(block: Node, last: Node, owner: CommentOwner): void {
    const item = this.#values.of(block)
    if (item === undefined || !isText(item.place.part, block)) this.#trailed.prefer(last, owner)
  }

  /**
   * Gives a part the comments of an entry or item that is nowhere in the new tree.
   * @param value of that one
   */
  standIn(value: Node, owner: CommentOwner, comments: readonly Comment[]): void {
    if (comments.length === 0) return
    const known = this.#standIns.get(keyOf(value))
    if (known === undefined) this.#standIns.set(keyOf(value), [{ owner, comments }])
    else known.push({ owner, comments })
  }

  /** Gives an entry of JSON the comments between the one before it and itself that belong to neither. */
  addLoose(owner: CommentOwner, comments: readonly Comment[]): void {
    for (const comment of comments) if (!this.#loose.has(comment)) this.#loose.set(comment, owner)
  }

  ownership(): Ownership {
    const fates = new Map(this.text.comments.all.map((comment) => [comment, this.#fateOf(comment)]))
    return { fateOf: (comment) => fates.get(comment), holderOf: (parsed) => this.#holderOf(parsed) }
  }

  /** What continues the smallest part that the comment is attached to, else one of those around it. */
  #fateOf(comment: Comment): Fate {
    if (this.#leaving.has(comment)) return 'gone'
    if (this.#remaining.has(comment)) return undefined
    let found: Fate
    let isBehind = false
    for (const part of partsAround(this.text, comment)) {
      const next = this.#ownerAt(part, comment, isBehind)
      if (next !== undefined) {
        isBehind = next.of === 'position' && slotOf(this.text, part, comment) === 'trailing'
        found = next
        // Parts inside an unchanged node may occur a second time elsewhere: the node has the comments.
        if (found.of === 'whole') return found
      } else if (this.#isLost(part, comment)) found = 'gone'
    }
    return found
  }

  #isLost(part: Entry | Node, comment: Comment): boolean {
    return this.#lost.get(part)?.includes(comment) === false && this.#isAt(part, comment)
  }

  /**
   * What continues the content of a part, else what stands in for the part, else what has its position.
   * @param isBehind whether the comment is after a part around this one: what ends on the same line leaves it to that
   */
  #ownerAt(part: Entry | Node, comment: Comment, isBehind: boolean): CommentOwner | undefined {
    const value = childValue(part)
    const isIn = isInContent(this.text, value, comment)
    const content = isIn ? (this.#loose.get(comment) ?? this.#contents.of(value)) : undefined
    const inner =
      content ??
      this.#positionOf(value, comment) ??
      ('key' in part ? this.#positionOf(part.key, comment) : undefined)
    if (inner !== undefined) return inner
    const entry = 'key' in part && this.#isAt(part, comment) ? this.#entries.of(part) : undefined
    const isInside = comment.start >= childStart(value) && comment.start < childEnd(value)
    const standIn =
      isBehind || (entry !== undefined && !isInside) ? undefined : this.#standInFor(value, comment)
    return standIn ?? entry ?? (isIn ? this.#successors.of(value) : undefined)
  }

  #isAt(part: Entry | Node, comment: Comment): boolean {
    return slotOf(this.text, part, comment) !== undefined
  }

  /** What has the position of a node, or the comment after it. */
  #positionOf(node: Node, comment: Comment): CommentOwner | undefined {
    const slot = slotOf(this.text, node, comment)
    const trailed = slot === 'trailing' ? this.#trailed.of(node) : undefined
    return slot === undefined ? undefined : (trailed ?? this.#values.of(node))
  }

  #standInFor(value: Node, comment: Comment): CommentOwner | undefined {
    const named = (this.#standIns.get(keyOf(value)) ?? []).filter(({ comments }) =>
      comments.includes(comment),
    )
    return (named.find(({ owner }) => owner.of === 'position') ?? named[0])?.owner
  }

  /** The node of the new tree that carries over a parsed one, or the unchanged node around that. */
  #holderOf(parsed: Node): Entry | Node | undefined {
    const range = { start: childStart(parsed), end: childEnd(parsed) }
    for (const part of partsAround(this.text, range)) {
      const value = childValue(part)
      const owner = this.#contents.of(value)
      if (owner?.of === 'whole' && childEnd(value) >= range.end) return owner.place.part
    }
    return (this.#contents.of(parsed) ?? this.#successors.of(parsed))?.place.part
  }
}

/** Whether an entry or item of the new tree has the source of a part. */
function isText(holder: Entry | Node, part: Node | Entry): boolean {
  const node = childValue(holder)
  return !('key' in part) && (node.start === part.start || hasPartOf(node, part))
}

/** Whether a node was parsed, or has some part of the node that it was made from. */
export function hasPartOf(node: Node, parsed: Node): boolean {
  if (node === parsed) return true
  if ((node.kind !== 'map' && node.kind !== 'seq') || (parsed.kind !== 'map' && parsed.kind !== 'seq'))
    return false
  if (node.kind !== parsed.kind) return false
  const [old, next] = [childrenOf(parsed), childrenOf(node)]
  // Usually the first one has not moved.
  if (next.some((one, index) => old[index] !== undefined && parsedMember(one) === old[index])) return true
  const parts = new Set<Member>(old)
  return next.some((one) => parts.has(parsedMember(one) as Member))
}
