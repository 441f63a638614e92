/** What the parts of a new tree continue of the sources that it is made from. */

import type { CommentIndex } from '../document/comments.ts'
import {
  type Comment,
  childEnd,
  childrenOf,
  childStart,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  replacedNode,
  type Sequence,
  type SourceText,
} from '../document/node.ts'
import { inSource, isTransplanted, type Transplanted } from '../document/transplant.ts'
import { Alignments, type Member, parsedMember } from './alignment.ts'
import { type CommentedText, memberStart, partsAround } from './attachment.ts'
import { Claims, type CommentOwner, hasPartOf } from './claims.ts'
import { Place } from './place.ts'
import type { Repeats } from './repeats.ts'

/** Which parts of the sources of a new tree each of its parts continues: found by one walk, where comments ask for it. */
export class Continuation {
  /** How the collections of the tree relate to those that were read. */
  readonly alignments: Alignments
  readonly #document: SourceText
  readonly #root: Node
  readonly #repeats: Repeats
  readonly #commentsOf: (source: SourceText) => CommentIndex
  readonly #sources = new Map<SourceText, Claims>()
  readonly #places = new Map<Node, Place>()
  #isKnown = false

  /**
   * @param document the one that is written
   * @param root the new tree
   * @param repeats further occurrences of parts in the tree, see `withoutRepeats`
   */
  constructor(
    document: SourceText,
    root: Node,
    repeats: Repeats,
    commentsOf: (source: SourceText) => CommentIndex,
  ) {
    this.#document = document
    this.#root = root
    this.#repeats = repeats
    this.#commentsOf = commentsOf
    this.alignments = new Alignments((entry) => commentsOf(document).aroundParts(entry).length > 0)
  }

  textOf(source: SourceText): CommentedText {
    return { comments: this.#commentsOf(source), syntax: source.syntax, root: source.root }
  }

  /** What is continued of a source. */
  of(source: SourceText): Claims {
    this.#walk()
    return this.#in(source)
  }

  /** Where a node is; undefined for one inside what is carried over as it is, and for a copy. */
  placeOf(node: Node): Place | undefined {
    this.#walk()
    return this.#places.get(node)
  }

  /** Whether another node carries over the source of this one with its comments. */
  isRepeated(node: Node, source: SourceText): boolean {
    if (this.#repeats.has(node)) return true
    const parsed = source === this.#document ? parsedNode(node) : undefined
    const holder = parsed === undefined ? undefined : this.of(source).holderOf(parsed)
    return holder !== undefined && holder !== node
  }

  #walk(): void {
    if (this.#isKnown) return
    this.#isKnown = true
    const claims = this.#in(this.#document)
    const { root: old } = this.#document
    // Comments above a root that has been replaced are about the document.
    if (old !== undefined && !(parsedNode(this.#root)?.start === old.start && hasPartOf(this.#root, old)))
      claims.remain(claims.text.comments.leading(nodeStart(old) ?? 0))
    this.#visit(claims, this.#root, old, undefined)
  }

  #in(source: SourceText): Claims {
    let claims = this.#sources.get(source)
    if (claims === undefined) {
      claims = new Claims(this.textOf(source))
      this.#sources.set(source, claims)
    }
    return claims
  }

  /** @param old the node that was there */
  #visit(claims: Claims, node: Node, old: Node | undefined, around: Place | undefined): void {
    if (this.#repeats.has(node)) return
    const parsed = parsedNode(node)
    const isThere = parsed?.start !== undefined && old?.start === parsed.start && old.end === parsed.end
    const place = new Place(node, around, !isThere)
    this.#places.set(node, place)
    if (isTransplanted(node)) this.#transplanted(node, place)
    else this.#node(claims, node, parsed, place)
  }

  #transplanted(node: Transplanted, place: Place): void {
    const { source, node: parsed } = node.transplanted
    const claims = this.#in(source)
    claims.addPosition(parsed, place)
    this.#visit(claims, inSource(node), parsed, place)
  }

  #node(claims: Claims, node: Node, parsed: Node | undefined, place: Place): void {
    if (parsed?.start !== undefined) this.#content(claims, node, parsed, place)
    // An unchanged node of YAML is never taken apart; JSON is written anew as a whole.
    if (node.start !== undefined && claims.text.syntax === 'yaml') return
    if (node.kind !== 'map' && node.kind !== 'seq') return
    if (node.kind === 'map') this.#mapping(claims, node)
    this.#members(claims, node, parsed, place)
  }

  #content(claims: Claims, node: Node, parsed: Node, place: Place): void {
    const isCollection = node.kind === 'map' || node.kind === 'seq'
    if (node.start === undefined && (!isCollection || parsed.kind !== node.kind)) return
    const isWhole = node.start !== undefined && claims.text.syntax === 'yaml'
    const owner: CommentOwner = { place, of: isWhole ? 'whole' : 'content' }
    claims.addContent(parsed, owner)
    this.#behind(claims, node, parsed, owner)
  }

  /**
   * A node that replaces another carries over the comment after its own source, and a block the one after its last
   * part.
   */
  #behind(claims: Claims, node: Node, parsed: Node, content: CommentOwner): void {
    const { replaces } = node
    const isBlock = (parsed.kind === 'map' || parsed.kind === 'seq') && parsed.style === 'block'
    if (!isBlock && (replaces === undefined || replaces === parsed)) return
    const behind = claims.text.comments.trailing(parsed.end ?? 0)
    if (behind === undefined || behind === claims.text.comments.trailing(replaces?.end ?? 0)) return
    claims.standIn(parsed, content, [behind])
    const last = isBlock && content.of === 'whole' ? childrenOf(parsed).at(-1) : undefined
    if (last !== undefined && content.place.home === content.place)
      claims.addEnd(parsed, childValue(last), content)
  }

  #mapping(claims: Claims, node: Mapping): void {
    const { origin } = node
    if (node.entries.length === 0 && origin?.kind === 'map' && hasSameProps(node, origin))
      claims.empty(origin, node)
    if (node.leaving !== undefined) claims.leave(node.leaving)
  }

  #members(claims: Claims, node: Mapping | Sequence, before: Node | undefined, around: Place): void {
    const staying = this.#staying(before, node)
    let above: Member | undefined
    for (const one of childrenOf(node)) {
      const parsed = parsedMember(one)
      const place = new Place(one, around, !staying.has(one))
      if (this.#repeats.has(one)) {
        // Another occurrence has the comments.
      } else if ('key' in one) this.#entry(claims, one, place, above)
      else if (parsed !== undefined) this.#item(claims, parsed, place)
      const old = parsed === undefined ? undefined : childValue(parsed)
      this.#visit(claims, childValue(one), old, place)
      if ('key' in one && old !== undefined) this.#formerItem(claims, one.value, old)
      above = parsed
    }
  }

  /** @param above what the entry above it was */
  #entry(claims: Claims, one: Entry, place: Place, above: Member | undefined): void {
    const parsed = parsedEntry(one)
    const { transplanted } = one
    const owner: CommentOwner = { place, of: 'position' }
    if (parsed !== undefined) claims.addPosition(parsed, place)
    else if (transplanted !== undefined) this.#in(transplanted.source).addPosition(transplanted.entry, place)
    else this.#former(claims, one, owner)
    if (claims.text.syntax === 'json') {
      if (parsed !== undefined && above !== undefined) this.#loose(claims, parsed, childValue(above), place)
    } else this.#ofKey(claims, one, owner)
    // The first of the entries that replace the one that held them carries over the comments around that one.
    for (const outer of one.replaces ?? [])
      claims.standIn(outer.value, owner, claims.text.comments.aroundParts(outer))
  }

  #item(claims: Claims, parsed: Member, place: Place): void {
    claims.addPosition(parsed, place)
    if (place.home === place) this.#aboveLine(claims, childValue(parsed), place)
  }

  /** The value of a new entry carries over its former surroundings; that of an item is the entry's. */
  #former(claims: Claims, { value }: Entry, owner: CommentOwner): void {
    const location = replacedNode(value)
    if (location?.start === undefined) return
    if (isItem(claims.text, location)) claims.addPosition(location, owner.place)
    else claims.standIn(location, owner, commentsAround(claims.text, location))
  }

  /** An item that replaces the value of an entry carries over its former surroundings. */
  #formerItem(claims: Claims, value: Node, before: Node): void {
    const [location, place] = [replacedNode(value), this.#places.get(value)]
    if (location?.start === undefined || location === before || place === undefined) return
    if (!isItem(claims.text, location)) return
    claims.standIn(location, { place, of: 'content' }, commentsAround(claims.text, location))
  }

  /**
   * A value that became the key of a new entry carries over the comments of its line: of `id: web`, where `web:` is
   * written now.
   */
  #ofKey(claims: Claims, one: Entry, owner: CommentOwner): void {
    const key = keyLine(claims.text, one, parsedEntry(one))
    if (key !== undefined) claims.standIn(key.node, owner, claims.text.comments.around(key.at, key.end))
  }

  /** An item that followed a dash and a key has the comments above that line when nothing else of it is left. */
  #aboveLine(claims: Claims, parsed: Node, place: Place): void {
    const { comments, syntax } = claims.text
    const at = syntax === 'json' ? undefined : comments.dashOfLine(nodeStart(parsed) ?? 0)
    if (at === undefined) return
    const whole = partsAround(claims.text, { start: at, end: parsed.end ?? at }).find(
      (part) => !('key' in part) && memberStart(claims.text, part) === at,
    )
    if (whole !== undefined)
      claims.standIn(childValue(whole), { place, of: 'position' }, comments.leading(at))
  }

  /** The members of a changed collection that remain where they were; the others are removed and inserted. */
  #staying(old: Node | undefined, node: Mapping | Sequence): ReadonlySet<Member> {
    if (old === undefined || (old.kind !== 'map' && old.kind !== 'seq') || old.kind !== node.kind)
      return new Set()
    return new Set(this.alignments.of(old, node).kept.map(({ next }) => next))
  }

  /** Comments of JSON between two entries that belong to neither. */
  #loose(claims: Claims, parsed: Entry, above: Node, place: Place): void {
    const between = claims.text.comments.within(above.end ?? 0, nodeStart(parsed.key) ?? 0)
    if (between.length > 0) claims.addLoose(place, between)
  }
}

/** The comments around a node, and between its dash or tag and itself. */
function commentsAround(text: CommentedText, node: Node): readonly Comment[] {
  const at = memberStart(text, node)
  return [...text.comments.around(at, node.end ?? at), ...text.comments.within(at, node.start ?? at)]
}

/** Whether a node is an item of a list, in block style or in brackets. */
function isItem(text: CommentedText, node: Node): boolean {
  return memberStart(text, node) !== nodeStart(node) || text.comments.isFlowItem(node)
}

/** The range of a key that was a value: from the beginning of its line, after the blanks, to its end. */
export function keyLine(
  { comments, syntax }: CommentedText,
  { key }: Entry,
  own: Entry | undefined,
): { readonly at: number; readonly end: number; readonly node: Node } | undefined {
  const location = replacedNode(key)
  const start = nodeStart(location)
  if (location === undefined || start === undefined || syntax === 'json') return undefined
  // Whatever is in the entry itself is its own.
  if (own !== undefined && start >= childStart(own) && start < childEnd(own)) return undefined
  const at = comments.keyOfLine(start)
  return at === undefined ? undefined : { at, end: location.end ?? start, node: location }
}

/** Whether two nodes have the same tag and the same anchor. */
export function hasSameProps(a: Node, b: Node): boolean {
  return a.tag === b.tag && a.anchor === b.anchor
}
