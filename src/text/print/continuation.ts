/** What the parts of a new tree continue of the sources that it is made from. */

import type { CommentIndex } from '../document/comments.ts'
import {
  childrenOf,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  type Sequence,
  type SourceText,
} from '../document/node.ts'
import { inSource, isTransplanted, type Transplanted } from '../document/transplant.ts'
import { Alignments, type Member, parsedMember } from './alignment.ts'
import type { CommentedText } from './attachment.ts'
import { type CommentOwner, CommentOwners, hasPartOf } from './comment-owners.ts'
import { Location } from './location.ts'
import type { Repeats } from './repeats.ts'
import {
  standInBehind,
  standInFormerItem,
  standInFormerValue,
  standInKeyLine,
  standInLineAbove,
} from './stand-ins.ts'

/** Which parts of the sources of a new tree each of its parts continues: found by one walk, where comments ask for it. */
export class Continuation {
  /** How the collections of the tree relate to those that were read. */
  readonly alignments: Alignments
  readonly #document: SourceText
  readonly #root: Node
  readonly #repeats: Repeats
  readonly #commentsOf: (source: SourceText) => CommentIndex
  readonly #sources = new Map<SourceText, CommentOwners>()
  readonly #locations = new Map<Node, Location>()
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
  of(source: SourceText): CommentOwners {
    this.#walk()
    return this.#in(source)
  }

  /** Where a node is; undefined for one inside what is carried over as it is, and for a copy. */
  locationOf(node: Node): Location | undefined {
    this.#walk()
    return this.#locations.get(node)
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
    const owners = this.#in(this.#document)
    const { root: old } = this.#document
    // Comments above a root that has been replaced are about the document.
    if (old !== undefined && !(parsedNode(this.#root)?.start === old.start && hasPartOf(this.#root, old)))
      owners.remain(owners.text.comments.leading(nodeStart(old) ?? 0))
    this.#visit(owners, this.#root, old, undefined)
  }

  #in(source: SourceText): CommentOwners {
    let owners = this.#sources.get(source)
    if (owners === undefined) {
      owners = new CommentOwners(this.textOf(source))
      this.#sources.set(source, owners)
    }
    return owners
  }

  /** @param old the node that was there */
  #visit(owners: CommentOwners, node: Node, old: Node | undefined, around: Location | undefined): void {
    if (this.#repeats.has(node)) return
    const parsed = parsedNode(node)
    const isThere = parsed?.start !== undefined && old?.start === parsed.start && old.end === parsed.end
    const location = new Location(node, around, !isThere)
    this.#locations.set(node, location)
    if (isTransplanted(node)) this.#transplanted(node, location)
    else this.#node(owners, node, parsed, location)
  }

  #transplanted(node: Transplanted, location: Location): void {
    const { source, node: parsed } = node.transplanted
    const owners = this.#in(source)
    owners.addPosition(parsed, location)
    this.#visit(owners, inSource(node), parsed, location)
  }

  #node(owners: CommentOwners, node: Node, parsed: Node | undefined, location: Location): void {
    if (parsed?.start !== undefined) this.#content(owners, node, parsed, location)
    // An unchanged node of YAML is never taken apart; JSON is written anew as a whole.
    if (node.start !== undefined && owners.text.syntax === 'yaml') return
    if (node.kind !== 'map' && node.kind !== 'seq') return
    if (node.kind === 'map') this.#mapping(owners, node)
    this.#members(owners, node, parsed, location)
  }

  #content(owners: CommentOwners, node: Node, parsed: Node, location: Location): void {
    const isCollection = node.kind === 'map' || node.kind === 'seq'
    if (node.start === undefined && (!isCollection || parsed.kind !== node.kind)) return
    const isWhole = node.start !== undefined && owners.text.syntax === 'yaml'
    const owner: CommentOwner = { location, of: isWhole ? 'whole' : 'content' }
    owners.addContent(parsed, owner)
    standInBehind(owners, node, parsed, owner)
  }

  #mapping(owners: CommentOwners, node: Mapping): void {
    const { origin } = node
    if (node.entries.length === 0 && origin?.kind === 'map' && hasSameProps(node, origin))
      owners.empty(origin, node)
    if (node.leaving !== undefined) owners.leave(node.leaving)
  }

  #members(
    owners: CommentOwners,
    node: Mapping | Sequence,
    before: Node | undefined,
    around: Location,
  ): void {
    const remaining = this.#remaining(before, node)
    let above: Member | undefined
    for (const one of childrenOf(node)) {
      const parsed = parsedMember(one)
      const location = new Location(one, around, !remaining.has(one))
      if (this.#repeats.has(one)) {
        // Another occurrence has the comments.
      } else if ('key' in one) this.#entry(owners, one, location, above)
      else if (parsed !== undefined) this.#item(owners, parsed, location)
      const old = parsed === undefined ? undefined : childValue(parsed)
      this.#visit(owners, childValue(one), old, location)
      if ('key' in one && old !== undefined)
        standInFormerItem(owners, one.value, old, this.#locations.get(one.value))
      above = parsed
    }
  }

  /** @param above what the entry above it was */
  #entry(owners: CommentOwners, one: Entry, location: Location, above: Member | undefined): void {
    const parsed = parsedEntry(one)
    const { transplanted } = one
    const owner: CommentOwner = { location, of: 'position' }
    if (parsed !== undefined) owners.addPosition(parsed, location)
    else if (transplanted !== undefined)
      this.#in(transplanted.source).addPosition(transplanted.entry, location)
    else standInFormerValue(owners, one, owner)
    if (owners.text.syntax === 'json') {
      if (parsed !== undefined && above !== undefined)
        this.#loose(owners, parsed, childValue(above), location)
    } else standInKeyLine(owners, one, owner)
    // The first of the entries that replace the one that held them carries over the comments around that one.
    for (const outer of one.replaces ?? [])
      owners.standIn(outer.value, owner, owners.text.comments.aroundParts(outer))
  }

  #item(owners: CommentOwners, parsed: Member, location: Location): void {
    owners.addPosition(parsed, location)
    if (location.home === location) standInLineAbove(owners, childValue(parsed), location)
  }

  /** The members of a changed collection that remain where they were; the others are removed and inserted. */
  #remaining(old: Node | undefined, node: Mapping | Sequence): ReadonlySet<Member> {
    if (old === undefined || (old.kind !== 'map' && old.kind !== 'seq') || old.kind !== node.kind)
      return new Set()
    return new Set(this.alignments.of(old, node).kept.map(({ next }) => next))
  }

  /** Comments of JSON between two entries that belong to neither. */
  #loose(owners: CommentOwners, parsed: Entry, above: Node, location: Location): void {
    const between = owners.text.comments.within(above.end ?? 0, nodeStart(parsed.key) ?? 0)
    if (between.length > 0) owners.addLoose(location, between)
  }
}

/** Whether two nodes have the same tag and the same anchor. */
export function hasSameProps(a: Node, b: Node): boolean {
  return a.tag === b.tag && a.anchor === b.anchor
}
