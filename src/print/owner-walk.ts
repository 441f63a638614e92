/** Walks a new tree to find what each of its parts represents in the sources that it is made from. */

import {
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
  textRange,
} from '../document/node.ts'
import { inSource, isTransplanted, type Transplanted } from '../document/transplant.ts'
import type { Alignments, Member } from './alignment.ts'
import { type CommentedText, memberStart, partsAround } from './attachment.ts'
import {
  type CommentOwner,
  hasPartOf,
  inPlace,
  type Ownership,
  type Span,
  TextOwners,
} from './comment-owners.ts'

/** Walks a new tree, and finds what each of its parts represents in the sources that it is made from. */
export class OwnerWalk {
  /** Where the nodes of the new tree have their parts. */
  readonly spans = new Map<Node, Span>()
  readonly #texts = new Map<SourceText, TextOwners>()
  readonly #textOf: (source: SourceText) => CommentedText
  readonly #repeats: ReadonlySet<Entry | Node>
  readonly #alignments: Alignments
  #order = 0

  /**
   * @param textOf the comments of a document
   * @param repeats further occurrences of parts in the tree, see `withoutRepeats`
   */
  constructor(
    textOf: (source: SourceText) => CommentedText,
    repeats: ReadonlySet<Entry | Node>,
    alignments: Alignments,
  ) {
    this.#textOf = textOf
    this.#repeats = repeats
    this.#alignments = alignments
  }

  walk(document: SourceText, root: Node): ReadonlyMap<SourceText, Ownership> {
    const found = this.#in(document)
    const { root: old } = document
    // Comments above a root that has been replaced are about the document.
    if (old !== undefined && !(parsedNode(root)?.start === old.start && hasPartOf(root, old)))
      found.remain(found.text.comments.leading(nodeStart(old) ?? 0))
    this.#visit(found, root, old, inPlace)
    return new Map([...this.#texts].map(([source, found]) => [source, found.ownership()]))
  }

  #in(source: SourceText): TextOwners {
    let found = this.#texts.get(source)
    if (found === undefined) {
      found = new TextOwners(this.#textOf(source))
      this.#texts.set(source, found)
    }
    return found
  }

  #next(): number {
    this.#order += 1
    return this.#order - 1
  }

  /**
   * @param old the node that was there
   * @param around the home of the surroundings
   */
  #visit(found: TextOwners, node: Node, old: Node | undefined, around: number): void {
    if (this.#repeats.has(node)) return
    const from = this.#order
    const range = textRange(parsedNode(node))
    const home = range !== undefined && old?.start === range.start && old.end === range.end ? around : from
    if (isTransplanted(node)) this.#transplanted(node, home)
    else this.#node(found, node, home)
    this.spans.set(node, { from, to: this.#order, home })
  }

  #transplanted(node: Transplanted, home: number): void {
    const { source, node: parsed } = node.transplanted
    const found = this.#in(source)
    this.#position(found, node, parsed, home)
    this.#visit(found, inSource(node), parsed, home)
  }

  #node(found: TextOwners, node: Node, home: number): void {
    const parsed = parsedNode(node)
    const range = textRange(parsed)
    if (parsed !== undefined && range !== undefined) this.#content(found, node, parsed, home)
    // An unchanged node of YAML is never taken apart; JSON is written anew as a whole.
    if (node.start !== undefined && found.text.syntax === 'yaml') return
    if (node.kind === 'map') this.#entries(found, node, parsed, home)
    if (node.kind === 'seq') this.#items(found, node, parsed, home)
  }

  #content(found: TextOwners, node: Node, parsed: Node, home: number): void {
    const isCollection = node.kind === 'map' || node.kind === 'seq'
    if (node.start === undefined && (!isCollection || parsed.kind !== node.kind)) return
    const isWhole = node.start !== undefined && found.text.syntax === 'yaml'
    const order = this.#next()
    const owner: CommentOwner = { holder: node, of: 'content', order, home, isWhole }
    found.addContent(parsed, owner, !isWhole && !hasPartOf(node, parsed))
    this.#behind(found, node, parsed, owner)
  }

  /**
   * A node that replaces another carries over the comment after its own source, and a block the one after its last
   * part.
   */
  #behind(found: TextOwners, node: Node, parsed: Node, content: CommentOwner): void {
    const { replaces } = node
    const isBlock = (parsed.kind === 'map' || parsed.kind === 'seq') && parsed.style === 'block'
    if (!isBlock && (replaces === undefined || replaces === parsed)) return
    const behind = found.text.comments.trailing(parsed.end ?? 0)
    if (behind === undefined || behind === found.text.comments.trailing(replaces?.end ?? 0)) return
    found.standIn(parsed, content, [behind])
    const last = isBlock && content.isWhole ? childrenOf(parsed).at(-1) : undefined
    if (last !== undefined && content.home === content.order)
      found.addTrailed(parsed, childValue(last), content)
  }

  #entries(found: TextOwners, node: Mapping, before: Node | undefined, home: number): void {
    const { origin } = node
    if (node.entries.length === 0 && origin?.kind === 'map' && hasSameProps(node, origin))
      found.empty(origin, node)
    if (node.leaving !== undefined) found.leave(node.leaving)
    const stays = this.#staying(before, node)
    let previousEnd: number | undefined
    for (const one of node.entries) {
      const parsed = parsedEntry(one)
      const own = stays.has(one) ? home : this.#order
      if (!this.#repeats.has(one)) {
        this.#entry(found, one, own, previousEnd)
        if (found.text.syntax === 'yaml' && !stays.has(one)) this.#ofKey(found, one, own)
        one.replaces?.forEach((outer) => void this.#ofOuter(found, one, outer, own))
      }
      this.#visit(found, one.value, parsed?.value, own)
      if (parsed !== undefined) this.#formerItem(found, one.value, parsed.value)
      previousEnd = parsed?.value.end
    }
  }

  #entry(found: TextOwners, one: Entry, home: number, previousEnd: number | undefined): void {
    const parsed = parsedEntry(one)
    const { transplanted } = one
    if (parsed !== undefined) this.#position(found, one, parsed, home)
    else if (transplanted !== undefined)
      this.#position(this.#in(transplanted.source), one, transplanted.entry, home)
    else this.#former(found, one, home)
    if (found.text.syntax === 'json' && parsed !== undefined && previousEnd !== undefined)
      this.#loose(found, one, parsed, previousEnd)
  }

  #items(found: TextOwners, node: Sequence, before: Node | undefined, home: number): void {
    const stays = this.#staying(before, node)
    for (const item of node.items) {
      const parsed = replacedNode(item)
      const own = stays.has(item) ? home : this.#order
      if (parsed?.start !== undefined && !this.#repeats.has(item)) {
        this.#position(found, item, parsed, own)
        if (!stays.has(item)) this.#aboveLine(found, item, parsed, own)
      }
      this.#visit(found, item, parsed, own)
    }
  }

  #position(found: TextOwners, holder: Entry | Node, part: Node | Entry, home: number): void {
    found.addPosition(part, this.#around(holder, home))
  }

  /** An entry or item with its surroundings. */
  #around(holder: Entry | Node, home: number): CommentOwner {
    return { holder, of: 'position', order: this.#next(), home, isWhole: false }
  }

  /** The value of a new entry carries over its former surroundings: of an item those above and after its dash. */
  #former(found: TextOwners, one: Entry, home: number): void {
    const location = replacedNode(one.value)
    const range = textRange(location)
    if (location === undefined || range === undefined) return
    const { comments } = found.text
    const at = memberStart(found.text, location)
    if (isItem(found.text, location)) this.#position(found, one, location, home)
    // Between a removed tag and the value after it, too.
    else
      found.standIn(location, this.#around(one, home), [
        ...comments.around(at, range.end),
        ...comments.within(at, range.start),
      ])
  }

  /** An item that replaces the value of an entry carries over its former surroundings. */
  #formerItem(found: TextOwners, value: Node, before: Node): void {
    const location = replacedNode(value)
    const [range, span] = [textRange(location), this.spans.get(value)]
    if (location === undefined || location === before || range === undefined || span === undefined) return
    if (!isItem(found.text, location)) return
    const { comments } = found.text
    const at = memberStart(found.text, location)
    const owner: CommentOwner = { ...this.#around(value, span.home), of: 'content', order: span.from }
    found.standIn(location, owner, [...comments.around(at, range.end), ...comments.within(at, range.end)])
  }

  /**
   * A value that became the key of a new entry carries over the comments of its line: of `id: web`, where `web:` is
   * written now.
   */
  #ofKey(found: TextOwners, one: Entry, home: number): void {
    const own = parsedEntry(one)
    const key = keyLine(found.text, one, own)
    if (key !== undefined)
      found.standIn(key.node, this.#around(one, home), found.text.comments.around(key.at, key.end))
  }

  /** The first of the entries that replace the one that held them carries over the comments around that one. */
  #ofOuter(found: TextOwners, one: Entry, outer: Entry, home: number): void {
    found.standIn(outer.value, this.#around(one, home), found.text.comments.aroundParts(outer))
  }

  /** An item that followed a dash and a key has the comments above that line when nothing else of it is left. */
  #aboveLine(found: TextOwners, item: Node, parsed: Node, home: number): void {
    const { comments, syntax } = found.text
    if (syntax === 'json') return
    const at = comments.dashOfLine(nodeStart(parsed) ?? 0)
    if (at === undefined) return
    const whole = partsAround(found.text, { start: at, end: parsed.end ?? at }).find(
      (part) => !('key' in part) && memberStart(found.text, part) === at,
    )
    if (whole !== undefined) found.standIn(childValue(whole), this.#around(item, home), comments.leading(at))
  }

  /** The members of a changed collection that remain where they were; the others are removed and inserted. */
  #staying(old: Node | undefined, node: Mapping | Sequence): ReadonlySet<Member> {
    if (old === undefined || (old.kind !== 'map' && old.kind !== 'seq') || old.kind !== node.kind)
      return new Set()
    return new Set(this.#alignments.of(old, node).kept.map(({ next }) => next))
  }

  /** Comments of JSON between two entries that belong to neither. */
  #loose(found: TextOwners, one: Entry, parsed: Entry, from: number): void {
    const start = nodeStart(parsed.key) ?? 0
    const between = found.text.comments.within(from, start)
    if (between.length === 0) return
    const owner: CommentOwner = { ...this.#around(one, this.#order), of: 'loose' }
    found.addLoose(owner, between)
  }
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
