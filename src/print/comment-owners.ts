/** Which part of the new tree each comment of the old text belongs to. */

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
 * What of a part has the comment: the text of a node, an entry or item with what stands around it, or an entry of JSON
 * with what stands loosely above it.
 */
type Role = 'content' | 'position' | 'loose'

/** A part of the new tree and the stretch of old text that it stands for; whoever writes it writes its comments. */
export interface CommentOwner extends Range {
  /** The entry, item or node of the new tree. */
  readonly holder: Entry | Node
  readonly of: Role
  /** Where the part itself begins, below the comments above it. */
  readonly at: number
  /** Where it ends, before the comment behind it. */
  readonly until: number
  /** Where it comes in the new tree: a whole before its parts. */
  readonly order: number
  /** What it stands in as it stood: `inPlace`, or the part around it that moved as a whole. */
  readonly home: number
  /** Whether it brings along its text unchanged, whatever stands in it. */
  readonly isWhole: boolean
}

/** Whether a comment belongs to no part but what stands around its owner, so that another part may have it. */
export function isFree(owner: CommentOwner | undefined): boolean {
  return owner === undefined || (owner.of === 'content' && !owner.isWhole)
}

/** The home of what stands where it stood. */
export const inPlace = -1

/** A text whose comments are given to parts of the new tree. */
export interface CommentedText {
  readonly comments: CommentIndex
  readonly syntax: Syntax
}

/** The comments of one text, as they belong to parts of the new tree. */
export interface Ownership {
  readonly owners: ReadonlyMap<Comment, CommentOwner>
  /** Those of entries that are no more, and that no other part brings along. */
  readonly going: ReadonlySet<Comment>
  /** Which node of the new tree brings along the text of a parsed one with its comments. */
  holderOf(parsed: Range): Entry | Node | undefined
}

/** From where to where a node of the new tree has its parts, counted as their `order`. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly home: number
}

/** Whether a part has its text, the comment behind it left aside, in a stretch. */
export function isInside({ start, until }: CommentOwner, from: number, to: number): boolean {
  return start >= from && until <= to
}

/** Parsed entries that a mapping has lost: those that moved elsewhere, and all where none is left. */
interface Loss {
  readonly entries: readonly Entry[]
  readonly from: Mapping
}

/** Comments that a part gets if those parts around them that the trees name do not have them already. */
interface Fallback {
  readonly owner: CommentOwner
  readonly comments: readonly Comment[]
  readonly yields: (owner: CommentOwner | undefined) => boolean
}

/** One number for a stretch: texts are shorter than 64 MB, beyond which two stretches might share one. */
function keyOf({ start, end }: Range): number {
  return start * 0x400_0000 + end
}

function startOf(key: number): number {
  return Math.floor(key / 0x400_0000)
}

/** An owner, and the stretch of old text for which it stands there. */
interface Claim {
  readonly owner: CommentOwner
  /** Where that begins; in front of all texts for what took the place of something else. */
  readonly start: number
  readonly as: 'part' | 'whole' | 'entry'
}

/** Of claims to stretches that begin together: an entry begins where the mapping does whose first one it is. */
const precedence = { part: 0, whole: 1, entry: 2 } as const

/** The smallest first; of equal ones the part before the whole, and what was there before what took its place. */
function byPrecedence(a: Claim, b: Claim): number {
  return (
    lengthOf(a.owner) - lengthOf(b.owner) ||
    b.start - a.start ||
    precedence[b.as] - precedence[a.as] ||
    b.owner.order - a.owner.order
  )
}

/** The owners that were found for the comments of one text. */
export class TextOwners {
  readonly text: CommentedText
  readonly #contents = new Map<number, CommentOwner>()
  readonly #itemPositions = new Map<number, CommentOwner>()
  readonly #entryPositions = new Map<number, CommentOwner>()
  /** Nodes that take the place of another one without any part of it. */
  readonly #successors: { readonly key: number; readonly owner: CommentOwner }[] = []
  /** Unchanged nodes: nobody takes them apart. */
  readonly #wholes: CommentOwner[] = []
  /** Texts that stand in a new item now which has their position. */
  readonly #wrapped: CommentOwner[] = []
  readonly #remaining = new Set<Comment>()
  /** Entries that a mapping has lost, by where their values stand. */
  readonly #left = new Map<number, Entry>()
  readonly losses: Loss[] = []
  readonly fallbacks: Fallback[] = []

  constructor(text: CommentedText) {
    this.text = text
  }

  /** Comments that stay where they stand, whatever comes there. */
  remain(comments: readonly Comment[]): void {
    for (const comment of comments) this.#remaining.add(comment)
  }

  /** Notes that a mapping has lost an entry. */
  leave(entry: Entry): void {
    const range = textRange(entry.value)
    if (range !== undefined) this.#left.set(keyOf(range), entry)
  }

  /** Whether the entry whose value a parsed node is stands nowhere any longer. */
  isLeft(parsed: Node): boolean {
    const range = textRange(parsed)
    const entry = range === undefined ? undefined : this.#left.get(keyOf(range))
    return (
      entry !== undefined &&
      !this.#entryPositions.has(keyOf({ start: childStart(entry), end: childEnd(entry) }))
    )
  }

  /** @param kind unchanged, with some part of it, or in its place without any */
  addContent(part: Range, owner: CommentOwner, kind: 'whole' | 'changed' | 'successor'): void {
    const key = keyOf(part)
    if (kind === 'successor') this.#successors.push({ key, owner })
    else if (prefer(this.#contents, key, owner) && kind === 'whole') this.#wholes.push(owner)
  }

  addPosition(part: Node | Entry, owner: CommentOwner): void {
    // What stands beside an empty value explains its key.
    if (owner.at === owner.until) return
    const range = { start: childStart(part), end: childEnd(part) }
    const positions = 'key' in part ? this.#entryPositions : this.#itemPositions
    if (prefer(positions, keyOf(range), owner) || owner.end === owner.until) return
    // The text that a new item wraps has the comment behind it, the item what stands above.
    const first = positions.get(keyOf(range))
    const isWrapped = first !== undefined && !isText(first.holder, part) && isText(owner.holder, part)
    if (isWrapped) this.#wrapped.push({ ...owner, start: owner.until, at: owner.until })
  }

  /** Each comment belongs to the smallest part whose text, with the comments above and behind, contains it. */
  ownership(): Ownership {
    const all = this.#claims()
    const inWholes = this.#insideWholes(all)
    const owners = new Map<Comment, CommentOwner>()
    // Most parts have no comments: what order those have does not matter.
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

  /** All owners, each with the stretch for which it stands; a node that takes the place of another one has it where nothing else does. */
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

  /** Parts that stand in an unchanged node, and somewhere else a second time: the node has the comments. */
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

/** Whether an entry or item of the new tree has the text of a part. */
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

/** The length of a part without the comments above and behind. */
function lengthOf({ at, until }: CommentOwner): number {
  return until - at
}

/** The first part that stands for a stretch has its comments, but for one that stands where it stood. */
function prefer(owners: Map<number, CommentOwner>, key: number, owner: CommentOwner): boolean {
  const known = owners.get(key)
  if (known !== undefined && (known.home === inPlace || owner.home !== inPlace)) return false
  owners.set(key, owner)
  return true
}

/** The comments of entries that go, go with them, but for those of parts that stand somewhere else now. */
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
  // Mostly the first one is, where it stood.
  if (next.some((one, index) => old[index] !== undefined && parsedMember(one) === old[index])) return true
  const parts = new Set<Member>(old)
  return next.some((one) => parts.has(parsedMember(one) as Member))
}
