/** Which part of the new tree owns each comment of the source. */

import { allOf, type CommentIndex } from '../document/comments.ts'
import {
  type Comment,
  childEnd,
  childrenOf,
  childStart,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  type Range,
  textRange,
} from '../document/node.ts'
import { type Member, parsedMember } from './alignment.ts'
import { type CommentedText, memberStart, partsAround } from './parts-around.ts'

/**
 * What of a part owns the comment: the source of a node, an entry or item with its surroundings, or an entry of JSON
 * with the comments loosely above it.
 */
type Role = 'content' | 'position' | 'loose'

/** A part of the new tree and the source range that it represents; whoever writes it writes its comments. */
export interface CommentOwner extends Range {
  /** The entry, item or node of the new tree. */
  readonly holder: Entry | Node
  readonly of: Role
  /** Where the part itself ends, before the comment after it. */
  readonly until: number
  /** Where it comes in the new tree: a whole before its parts. */
  readonly order: number
  /** The unmoved context of the part: `inPlace`, or the part around it that moved as a whole. */
  readonly home: number
  /** Whether it carries over its source unchanged, with everything inside. */
  readonly isWhole: boolean
}

/** The home of a part that has not moved. */
export const inPlace = -1

/** The comments of one source, by the parts of the new tree that own them. */
export interface Ownership {
  readonly owners: ReadonlyMap<Comment, CommentOwner>
  /** Those of entries that were removed, and that no other part carries over. */
  readonly going: ReadonlySet<Comment>
  /** Those that go along with what other files take over. */
  readonly leaving: ReadonlySet<Comment>
  /** Which node of the new tree carries over the source of a parsed one with its comments. */
  holderOf(parsed: Range): Entry | Node | undefined
}

/** The range of `order` in which a node of the new tree has its parts. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly home: number
}

/** Whether the source of a part, the comment after it excluded, is inside a range. */
export function isInside({ start, until }: CommentOwner, from: number, to: number): boolean {
  return start >= from && until <= to
}

/** The parsed entries of a mapping that has none left. */
interface Loss {
  readonly entries: readonly Entry[]
  readonly from: Mapping
}

/** A part that has the comments of a parsed entry or item which no part of the new tree continues. */
interface StandIn {
  readonly owner: CommentOwner
  readonly comments: readonly Comment[]
}

/** Where an entry or item begins and ends, without the comments around it. */
function extentOf(part: Entry | Node): Range {
  return { start: childStart(part), end: childEnd(part) }
}

/** One number for a range: sources are shorter than 64 MB, beyond which two ranges might share one. */
function keyOf({ start, end }: Range): number {
  return start * 0x400_0000 + end
}

/** The owners that were found for the comments of one source. */
export class TextOwners {
  readonly text: CommentedText
  readonly #contents = new Map<number, CommentOwner>()
  /** Nodes that replace another one without containing any part of it. */
  readonly #successors = new Map<number, CommentOwner>()
  readonly #values = new Map<number, CommentOwner>()
  /** Source ranges that are wrapped by a new item, which has their position: they have the comment after it. */
  readonly #wrapped = new Map<number, CommentOwner>()
  readonly #entries = new Map<number, CommentOwner>()
  /** By the range of the value of what they stand in for. */
  readonly #standIns = new Map<number, StandIn[]>()
  /** Owners of comments of JSON between two entries. */
  readonly #loose = new Map<Comment, CommentOwner>()
  readonly #remaining = new Set<Comment>()
  /** The ranges of the values of entries that a mapping has lost. */
  readonly #lost = new Set<number>()
  readonly #leaving = new Set<Comment>()
  readonly losses: Loss[] = []

  constructor(text: CommentedText) {
    this.text = text
  }

  /** Comments that remain where they are, whatever is written there. */
  remain(comments: readonly Comment[]): void {
    for (const comment of comments) this.#remaining.add(comment)
  }

  /** Records that a mapping has lost an entry. */
  lose({ value }: Entry): void {
    const range = textRange(value)
    if (range !== undefined) this.#lost.add(keyOf(range))
  }

  /** Comments that go along with what other files take over. */
  leave(comments: readonly Comment[]): void {
    for (const comment of comments) this.#leaving.add(comment)
  }

  /** @param isSuccessor whether it replaces the part without containing any part of it */
  addContent(part: Range, owner: CommentOwner, isSuccessor: boolean): void {
    prefer(isSuccessor ? this.#successors : this.#contents, keyOf(part), owner)
  }

  /** @param at where the part itself begins */
  addPosition(part: Node | Entry, owner: CommentOwner, at: number): void {
    // The comments beside an empty value explain its key.
    if (at === owner.until) return
    const key = keyOf(extentOf(part))
    const positions = 'key' in part ? this.#entries : this.#values
    const first = positions.get(key)
    if (prefer(positions, key, owner) || first === undefined) return
    // The source that a new item wraps has the comment after it, the item the comments above.
    const inner = childValue(owner.holder)
    if (
      !isText(first.holder, part) &&
      (inner.start === undefined || inner.start === inner.end) &&
      isText(owner.holder, part)
    )
      prefer(this.#wrapped, key, owner)
  }

  /**
   * Gives a part the comments of an entry or item that is nowhere in the new tree.
   * @param value of that one
   */
  standIn(value: Node, owner: CommentOwner, comments: readonly Comment[]): void {
    const range = textRange(value)
    if (range === undefined || comments.length === 0) return
    const known = this.#standIns.get(keyOf(range))
    if (known === undefined) this.#standIns.set(keyOf(range), [{ owner, comments }])
    else known.push({ owner, comments })
  }

  /** Gives an entry of JSON the comments between the one before it and itself that belong to neither. */
  addLoose(owner: CommentOwner, comments: readonly Comment[]): void {
    for (const comment of comments) if (!this.#loose.has(comment)) this.#loose.set(comment, owner)
  }

  /** Each comment belongs to the smallest part whose source, with the comments above and after it, contains it. */
  ownership(): Ownership {
    const owners = new Map<Comment, CommentOwner>()
    for (const comment of this.text.comments.all) {
      const owner = this.#remaining.has(comment) ? undefined : this.#ownerOf(comment)
      if (owner !== undefined) owners.set(comment, owner)
    }
    return {
      owners,
      going: new Set(this.losses.flatMap((loss) => goingWith(this.text.comments, owners, loss))),
      leaving: this.#leaving,
      holderOf: (parsed) => this.#holderOf(parsed),
    }
  }

  /** The smallest part that has a comment: those around it are asked from the outermost inwards. */
  #ownerOf(comment: Comment): CommentOwner | undefined {
    let found: CommentOwner | undefined
    for (const part of partsAround(this.text, comment)) {
      found = this.#ownerAt(part, comment, found)
      // Parts inside an unchanged node may occur a second time elsewhere: the node has the comments.
      if (found?.isWhole) return found
    }
    return found
  }

  /** @param around the smallest part around this one that has the comment */
  #ownerAt(part: Entry | Node, comment: Comment, around: CommentOwner | undefined): CommentOwner | undefined {
    const value = childValue(part)
    const isIn = ({ start, end }: Range) => start <= comment.start && comment.start < end
    const find = (owners: ReadonlyMap<number, CommentOwner>, at: Range | undefined) => {
      const owner = at === undefined ? undefined : owners.get(keyOf(at))
      return owner !== undefined && isIn(owner) ? owner : undefined
    }
    const [whole, range] = [extentOf(value), textRange(value)]
    const key = 'key' in part ? find(this.#values, extentOf(part.key)) : undefined
    const entry = 'key' in part ? find(this.#entries, extentOf(part)) : undefined
    const position = find(this.#values, whole)
    const wrapped =
      position !== undefined && comment.start >= position.until ? find(this.#wrapped, whole) : undefined
    const own = wrapped ?? position ?? key ?? entry
    const isFree = own === undefined || (own === entry && isIn(whole))
    const standIn = isFree && range !== undefined ? this.#standInFor(range, comment, around) : undefined
    // Of equal size: what has the position of a part comes before what replaces the part.
    const hasAll = position !== undefined && memberStart(this.text, value) === whole.start
    const content = find(this.#contents, range) ?? (hasAll ? undefined : find(this.#successors, range))
    const loose = range !== undefined && isIn(range) ? this.#loose.get(comment) : undefined
    return loose ?? content ?? standIn ?? own ?? around
  }

  #standInFor(value: Range, comment: Comment, around: CommentOwner | undefined): CommentOwner | undefined {
    const named = (this.#standIns.get(keyOf(value)) ?? []).filter(({ comments }) =>
      comments.includes(comment),
    )
    const known = named.find(({ owner }) => owner.of === 'position') ?? named[0]
    // What ends on the same line as the part around it leaves it the comment, unless its entry was removed.
    const isOfAround =
      around?.of === 'position' && around.end === comment.end && !this.#lost.has(keyOf(value))
    return isOfAround ? undefined : known?.owner
  }

  /** The node of the new tree that carries over a parsed one, or the unchanged node around that. */
  #holderOf(parsed: Range): Entry | Node | undefined {
    for (const part of partsAround(this.text, parsed)) {
      const range = textRange(childValue(part))
      const owner = range === undefined ? undefined : this.#contents.get(keyOf(range))
      if (owner?.isWhole && range !== undefined && range.end >= parsed.end) return owner.holder
    }
    const key = keyOf(parsed)
    return (this.#contents.get(key) ?? this.#successors.get(key))?.holder
  }
}

/** Whether an entry or item of the new tree has the source of a part. */
function isText(holder: Entry | Node, part: Node | Entry): boolean {
  const node = childValue(holder)
  return !('key' in part) && (node.start === part.start || hasPartOf(node, part))
}

/** The first part that represents a range owns its comments; a part that has not moved takes precedence. */
function prefer(owners: Map<number, CommentOwner>, key: number, owner: CommentOwner): boolean {
  const known = owners.get(key)
  if (known !== undefined && (known.home === inPlace || owner.home !== inPlace)) return false
  owners.set(key, owner)
  return true
}

/** The comments of removed entries are removed with them, except for those of parts that have moved elsewhere. */
function goingWith(
  comments: CommentIndex,
  owners: ReadonlyMap<Comment, CommentOwner>,
  { entries, from }: Loss,
): readonly Comment[] {
  const { dangling = [] } = from
  return entries.flatMap((one) => {
    const [start, end] = [childStart(one), childEnd(one)]
    const explaining = comments.ofEntry(one)
    const first = explaining.above[0]?.start ?? start
    return allOf(explaining).filter((comment) => {
      const owner = owners.get(comment)
      const isElsewhere =
        owner !== undefined && owner.holder !== from && (owner.isWhole || isInside(owner, first, end))
      return !isElsewhere && !dangling.includes(comment)
    })
  })
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
