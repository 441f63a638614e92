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
  type Syntax,
  textRange,
} from '../document/node.ts'
import { countFirst } from '../document/sorted.ts'
import { type Member, parsedMember } from './alignment.ts'

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
  /** Where the part itself begins, below the comments above it. */
  readonly at: number
  /** Where it ends, before the comment after it. */
  readonly until: number
  /** Where it comes in the new tree: a whole before its parts. */
  readonly order: number
  /** The unmoved context of the part: `inPlace`, or the part around it that moved as a whole. */
  readonly home: number
  /** Whether it carries over its source unchanged, with everything inside. */
  readonly isWhole: boolean
}

/** Whether a comment belongs to no part except the surroundings of its owner, so that another part may have it. */
export function isFree(owner: CommentOwner | undefined): boolean {
  return owner === undefined || (owner.of === 'content' && !owner.isWhole)
}

/** The home of a part that has not moved. */
export const inPlace = -1

/** A source whose comments are assigned to parts of the new tree. */
export interface CommentedText {
  readonly comments: CommentIndex
  readonly syntax: Syntax
}

/** The comments of one source, by the parts of the new tree that own them. */
export interface Ownership {
  readonly owners: ReadonlyMap<Comment, CommentOwner>
  /** Those of entries that were removed, and that no other part carries over. */
  readonly going: ReadonlySet<Comment>
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

/** Parsed entries that a mapping has lost: those that moved elsewhere, and all where none is left. */
interface Loss {
  readonly entries: readonly Entry[]
  readonly from: Mapping
}

/** Comments that a part gets if the parts around them that the trees name do not have them already. */
interface Fallback {
  readonly owner: CommentOwner
  readonly comments: readonly Comment[]
  readonly yields: (owner: CommentOwner | undefined) => boolean
}

/** One number for a range: sources are shorter than 64 MB, beyond which two ranges might share one. */
function keyOf({ start, end }: Range): number {
  return start * 0x400_0000 + end
}

function startOf(key: number): number {
  return Math.floor(key / 0x400_0000)
}

/** An owner, and the source range that it represents there. */
interface Claim {
  readonly owner: CommentOwner
  /** Where that begins; before everything else for a part that replaces another one. */
  readonly start: number
  readonly as: 'part' | 'whole' | 'entry'
}

/** Of owners whose ranges begin together: an entry begins where the mapping does whose first one it is. */
const precedence = { part: 0, whole: 1, entry: 2 } as const

/** The smallest first; of equal ones the part before the whole, and the replaced part before its replacement. */
function byPrecedence(a: Claim, b: Claim): number {
  return (
    lengthOf(a.owner) - lengthOf(b.owner) ||
    b.start - a.start ||
    precedence[b.as] - precedence[a.as] ||
    b.owner.order - a.owner.order
  )
}

/** The owners that were found for the comments of one source. */
export class TextOwners {
  readonly text: CommentedText
  readonly #contents = new Map<number, CommentOwner>()
  readonly #itemPositions = new Map<number, CommentOwner>()
  readonly #entryPositions = new Map<number, CommentOwner>()
  /** Nodes that replace another one without containing any part of it. */
  readonly #successors: { readonly key: number; readonly owner: CommentOwner }[] = []
  /** Unchanged nodes, which are never taken apart. */
  readonly #wholes: CommentOwner[] = []
  /** Source ranges that are wrapped by a new item, which has their position. */
  readonly #wrapped: CommentOwner[] = []
  readonly #remaining = new Set<Comment>()
  /** Entries that a mapping has lost, by the ranges of their values. */
  readonly #left = new Map<number, Entry>()
  readonly losses: Loss[] = []
  readonly fallbacks: Fallback[] = []

  constructor(text: CommentedText) {
    this.text = text
  }

  /** Comments that remain where they are, whatever is written there. */
  remain(comments: readonly Comment[]): void {
    for (const comment of comments) this.#remaining.add(comment)
  }

  /** Records that a mapping has lost an entry. */
  leave(entry: Entry): void {
    const range = textRange(entry.value)
    if (range !== undefined) this.#left.set(keyOf(range), entry)
  }

  /** Whether the entry that held a parsed node as its value is nowhere in the new tree. */
  isLeft(parsed: Node): boolean {
    const range = textRange(parsed)
    const entry = range === undefined ? undefined : this.#left.get(keyOf(range))
    return (
      entry !== undefined &&
      !this.#entryPositions.has(keyOf({ start: childStart(entry), end: childEnd(entry) }))
    )
  }

  /** @param kind unchanged, with some part of it, or a replacement without any */
  addContent(part: Range, owner: CommentOwner, kind: 'whole' | 'changed' | 'successor'): void {
    const key = keyOf(part)
    if (kind === 'successor') this.#successors.push({ key, owner })
    else if (prefer(this.#contents, key, owner) && kind === 'whole') this.#wholes.push(owner)
  }

  addPosition(part: Node | Entry, owner: CommentOwner): void {
    // The comments beside an empty value explain its key.
    if (owner.at === owner.until) return
    const range = { start: childStart(part), end: childEnd(part) }
    const positions = 'key' in part ? this.#entryPositions : this.#itemPositions
    if (prefer(positions, keyOf(range), owner) || owner.end === owner.until) return
    // The source that a new item wraps has the comment after it, the item the comments above.
    const first = positions.get(keyOf(range))
    const isWrapped = first !== undefined && !isText(first.holder, part) && isText(owner.holder, part)
    if (isWrapped) this.#wrapped.push({ ...owner, start: owner.until, at: owner.until })
  }

  /** Each comment belongs to the smallest part whose source, with the comments above and after it, contains it. */
  ownership(): Ownership {
    const all = this.#claims()
    const inWholes = this.#insideWholes(all)
    const owners = new Map<Comment, CommentOwner>()
    // Most parts have no comments: their order does not matter.
    const commented = all.filter(
      ({ owner }) => !inWholes.has(owner) && this.text.comments.anyWithin(owner.start, owner.end),
    )
    for (const { owner } of commented.sort(byPrecedence)) {
      for (const comment of this.text.comments.within(owner.start, owner.end))
        if (!owners.has(comment) && !this.#remaining.has(comment)) owners.set(comment, owner)
    }
    const lost = this.#going(owners)
    for (const { owner, comments, yields } of this.fallbacks)
      for (const comment of comments)
        if (lost.has(comment) || yields(owners.get(comment))) owners.set(comment, owner)
    return {
      owners,
      going: lost.size === 0 ? lost : this.#going(owners),
      holderOf: (parsed) => this.#holderOf(parsed, inWholes),
    }
  }

  /**
   * All owners, each with the range that it represents; a node that replaces another one has the range where nothing
   * else does.
   */
  #claims(): Claim[] {
    const claims: Claim[] = []
    const add = (key: number, owner: CommentOwner, as: Claim['as']) =>
      claims.push({ owner, start: startOf(key), as })
    for (const [key, owner] of this.#contents) add(key, owner, owner.isWhole ? 'whole' : 'part')
    for (const { key, owner } of this.#successors) {
      if (this.#contents.has(key)) continue
      this.#contents.set(key, owner)
      claims.push({ owner, start: -1, as: 'part' })
    }
    for (const [key, owner] of this.#itemPositions) add(key, owner, 'part')
    for (const [key, owner] of this.#entryPositions) add(key, owner, 'entry')
    for (const owner of this.#wrapped) claims.push({ owner, start: 0, as: 'part' })
    return claims
  }

  #going(owners: ReadonlyMap<Comment, CommentOwner>): ReadonlySet<Comment> {
    return new Set(this.losses.flatMap((loss) => goingWith(this.text.comments, owners, loss)))
  }

  #holderOf(parsed: Range, inWholes: ReadonlyMap<CommentOwner, CommentOwner>): Entry | Node | undefined {
    const owner = this.#contents.get(keyOf(parsed))
    return owner === undefined ? undefined : (inWholes.get(owner) ?? owner).holder
  }

  /** Parts inside an unchanged node that occur a second time elsewhere: the node has the comments. */
  #insideWholes(all: readonly Claim[]): ReadonlyMap<CommentOwner, CommentOwner> {
    const found = new Map<CommentOwner, CommentOwner>()
    const outer: CommentOwner[] = []
    for (const one of this.#wholes.sort((a, b) => a.at - b.at || b.until - a.until))
      if (one.end > (outer.at(-1)?.end ?? -1)) outer.push(one)
    for (const { owner } of outer.length === 0 ? [] : all) {
      const whole = lastFrom(outer, owner.at)
      if (whole !== undefined && whole !== owner && contains(whole, owner)) found.set(owner, whole)
    }
    return found
  }
}

/** Whether an entry or item of the new tree has the source of a part. */
function isText(holder: Entry | Node, part: Node | Entry): boolean {
  const node = childValue(holder)
  return !('key' in part) && (node.start === part.start || hasPartOf(node, part))
}

/** The last of sorted owners that begins at an offset or before. */
function lastFrom(owners: readonly CommentOwner[], offset: number): CommentOwner | undefined {
  return owners[countFirst(owners, ({ at }) => at <= offset) - 1]
}

function contains(whole: CommentOwner, part: CommentOwner): boolean {
  return part.until <= whole.until && lengthOf(part) < lengthOf(whole)
}

/** The length of a part without the comments above and after it. */
function lengthOf({ at, until }: CommentOwner): number {
  return until - at
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
  const { staying = [] } = from
  return entries.flatMap((one) => {
    const [start, end] = [childStart(one), childEnd(one)]
    const explaining = comments.ofEntry(one)
    const first = explaining.above[0]?.start ?? start
    return allOf(explaining).filter((comment) => {
      const owner = owners.get(comment)
      const isElsewhere =
        owner !== undefined && owner.holder !== from && (owner.isWhole || isInside(owner, first, end))
      return !isElsewhere && !staying.includes(comment)
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
