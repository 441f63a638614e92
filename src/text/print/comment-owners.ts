/** Which part of the new tree owns each comment of a source. */

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
import type { Location } from './location.ts'

/**
 * What of a part owns a comment: the source of a node, changed or whole with everything inside; an entry or item with
 * its surroundings; or an entry of JSON with the comments loosely above it.
 */
type Role = 'content' | 'whole' | 'position' | 'loose'

/** A part of the new tree that continues one of the source: whoever writes it writes the comments of that. */
export interface CommentOwner {
  readonly location: Location
  readonly of: Role
}

/** What becomes of a comment: it goes with its owner, or altogether, or else it remains where it is. */
export type Fate = CommentOwner | 'removed' | undefined

/** The parts of the new tree that continue parts of a source in one way, by the ranges of these. */
class Continuing {
  readonly #owners = new Map<number, CommentOwner>()

  of(part: Entry | Node): CommentOwner | undefined {
    return this.#owners.get(keyOf(part))
  }

  /** The first part that continues another one owns its comments; a part that has not moved takes precedence. */
  add(part: Entry | Node, owner: CommentOwner): boolean {
    const known = this.of(part)
    if (known !== undefined && (known.location.home === undefined || owner.location.home !== undefined))
      return false
    this.#owners.set(keyOf(part), owner)
    return true
  }
}

/** One number for a range: sources are shorter than 64 MB, beyond which two ranges might share one. */
function keyOf(part: Entry | Node): number {
  return childStart(part) * 0x400_0000 + childEnd(part)
}

/** What the parts of a new tree continue of one source, and what becomes of its comments by that. */
export class CommentOwners {
  readonly text: CommentedText
  readonly #contents = new Continuing()
  /** Nodes made from another one without any part of it. */
  readonly #successors = new Continuing()
  readonly #entries = new Continuing()
  /** Entries and items that have the position of a node. */
  readonly #values = new Continuing()
  /** What has only the comment after a node, whatever has its position. */
  readonly #ends = new Continuing()
  /** What has some comments of an entry or item that nothing continues, by the value of that one. */
  readonly #standIns = new Map<number, Map<Comment, CommentOwner>>()
  /** Owners of comments of JSON between two entries. */
  readonly #loose = new Map<Comment, CommentOwner>()
  /** The entries of mappings that have none left, with those of their comments that remain. */
  readonly #removed = new Map<Entry | Node, readonly Comment[]>()
  readonly #fates = new Map<Comment, Fate>()

  constructor(text: CommentedText) {
    this.text = text
  }

  /** Comments that remain where they are, whatever is written there. */
  remain(comments: readonly Comment[]): void {
    for (const comment of comments) this.#fates.set(comment, undefined)
  }

  /** Comments that go along with what other files take over. */
  leave(comments: readonly Comment[]): void {
    for (const comment of comments) this.#fates.set(comment, 'removed')
  }

  /** The comments of a mapping that has no entries left are removed with these, except for those of parts that moved. */
  empty(before: Mapping, { dangling = [] }: Mapping): void {
    for (const one of before.entries) this.#removed.set(one, dangling)
  }

  addContent(node: Node, owner: CommentOwner): void {
    const isSuccessor = owner.of !== 'whole' && !hasPartOf(childValue(owner.location.part), node)
    ;(isSuccessor ? this.#successors : this.#contents).add(node, owner)
  }

  addPosition(part: Node | Entry, location: Location): void {
    // The comments beside an empty value explain its key.
    if (memberStart(this.text, part) === childEnd(part)) return
    const owner: CommentOwner = { location, of: 'position' }
    const positions = 'key' in part ? this.#entries : this.#values
    const first = positions.of(part)
    if (positions.add(part, owner) || first === undefined) return
    // The source that a new item wraps has the comment after it, the item the comments above.
    const inner = childValue(location.part)
    const isMade = inner.start === undefined || inner.start === inner.end
    if (isMade && isText(location, part) && !isText(first.location, part)) this.#ends.add(part, owner)
  }

  /** Gives a block that has moved the comment after its last part, unless its item has come along. */
  addEnd(block: Node, last: Node, owner: CommentOwner): void {
    const item = this.#values.of(block)
    if (item === undefined || !isText(item.location, block)) this.#ends.add(last, owner)
  }

  /**
   * Gives a part comments of an entry or item that is nowhere in the new tree.
   * @param value of that one
   */
  standIn(value: Node, owner: CommentOwner, comments: readonly Comment[]): void {
    if (comments.length === 0) return
    const key = keyOf(value)
    const known = this.#standIns.get(key) ?? new Map<Comment, CommentOwner>()
    this.#standIns.set(key, known)
    for (const comment of comments) {
      const first = known.get(comment)
      if (first === undefined || (first.of !== 'position' && owner.of === 'position'))
        known.set(comment, owner)
    }
  }

  /** Gives an entry of JSON the comments between the one before it and itself that belong to neither. */
  addLoose(location: Location, comments: readonly Comment[]): void {
    for (const comment of comments)
      if (!this.#loose.has(comment)) this.#loose.set(comment, { location, of: 'loose' })
  }

  fateOf(comment: Comment): Fate {
    const known = this.#fates.get(comment)
    if (known !== undefined || this.#fates.has(comment)) return known
    const fate = this.#decided(comment)
    this.#fates.set(comment, fate)
    return fate
  }

  /** What continues the smallest part that the comment is attached to, else one of those around it. */
  #decided(comment: Comment): Fate {
    let found: Fate
    let isBehind = false
    for (const part of partsAround(this.text, comment)) {
      const isAt = slotOf(this.text, part, comment)
      const next = this.#ownerAt(part, comment, isAt !== undefined, isBehind)
      if (next !== undefined) {
        isBehind = next.of === 'position' && isAt === 'trailing'
        found = next
        // Parts inside an unchanged node may occur a second time elsewhere: the node has the comments.
        if (next.of === 'whole') return next
      } else if (isAt !== undefined && this.#removed.get(part)?.includes(comment) === false) found = 'removed'
    }
    return found
  }

  /**
   * What continues the content of a part, else what stands in for the part, else what has its position.
   * @param isAt whether the comment is attached to the part
   * @param isBehind whether it is after a part around this one: what ends on the same line leaves it to that
   */
  #ownerAt(part: Entry | Node, comment: Comment, isAt: boolean, isBehind: boolean): CommentOwner | undefined {
    const value = childValue(part)
    const isIn = isInContent(this.text, value, comment)
    const content = isIn ? (this.#loose.get(comment) ?? this.#contents.of(value)) : undefined
    const nearest = content ?? this.#positionOf(value, comment)
    if (nearest !== undefined) return nearest
    const entry = 'key' in part && isAt ? this.#entries.of(part) : undefined
    const standIn = isBehind ? undefined : this.#standIns.get(keyOf(value))?.get(comment)
    const isInside = comment.start >= childStart(value) && comment.start < childEnd(value)
    const around = isInside ? (standIn ?? entry) : (entry ?? standIn)
    return around ?? (isIn ? this.#successors.of(value) : undefined)
  }

  /** What has the position of a node, or the comment after it. */
  #positionOf(node: Node, comment: Comment): CommentOwner | undefined {
    const slot = slotOf(this.text, node, comment)
    const end = slot === 'trailing' ? this.#ends.of(node) : undefined
    return slot === undefined ? undefined : (end ?? this.#values.of(node))
  }

  /** The node of the new tree that carries over a parsed one with its comments, or the unchanged node around that. */
  holderOf(parsed: Node): Entry | Node | undefined {
    const range = { start: childStart(parsed), end: childEnd(parsed) }
    for (const part of partsAround(this.text, range)) {
      const value = childValue(part)
      const owner = this.#contents.of(value)
      if (owner?.of === 'whole' && childEnd(value) >= range.end) return owner.location.part
    }
    return (this.#contents.of(parsed) ?? this.#successors.of(parsed))?.location.part
  }
}

/** Whether an entry or item of the new tree has the source of a part. */
function isText({ part: holder }: Location, part: Node | Entry): boolean {
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
