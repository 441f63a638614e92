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
import { type Alignments, type Member, parsedMember } from './alignment.ts'
import { type CommentedText, memberStart, partsAround } from './attachment.ts'
import { type CommentOwner, hasPartOf, type Ownership, TextOwners } from './comment-owners.ts'
import { Place } from './place.ts'

/** Walks a new tree, and finds what each of its parts represents in the sources that it is made from. */
export class OwnerWalk {
  readonly places = new Map<Node, Place>()
  readonly #texts = new Map<SourceText, TextOwners>()
  readonly #textOf: (source: SourceText) => CommentedText
  readonly #repeats: ReadonlySet<Entry | Node>
  readonly #alignments: Alignments

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
    this.#visit(found, root, old, undefined)
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

  /** @param old the node that was there */
  #visit(found: TextOwners, node: Node, old: Node | undefined, around: Place | undefined): void {
    if (this.#repeats.has(node)) return
    const parsed = parsedNode(node)
    const isThere = parsed?.start !== undefined && old?.start === parsed.start && old.end === parsed.end
    const place = new Place(node, around, !isThere)
    this.places.set(node, place)
    if (isTransplanted(node)) this.#transplanted(node, place)
    else this.#node(found, node, parsed, place)
  }

  #transplanted(node: Transplanted, place: Place): void {
    const { source, node: parsed } = node.transplanted
    const found = this.#in(source)
    found.addPosition(parsed, { place, of: 'position' })
    this.#visit(found, inSource(node), parsed, place)
  }

  #node(found: TextOwners, node: Node, parsed: Node | undefined, place: Place): void {
    if (parsed?.start !== undefined) this.#content(found, node, parsed, place)
    // An unchanged node of YAML is never taken apart; JSON is written anew as a whole.
    if (node.start !== undefined && found.text.syntax === 'yaml') return
    if (node.kind !== 'map' && node.kind !== 'seq') return
    if (node.kind === 'map') this.#mapping(found, node)
    this.#members(found, node, parsed, place)
  }

  #content(found: TextOwners, node: Node, parsed: Node, place: Place): void {
    const isCollection = node.kind === 'map' || node.kind === 'seq'
    if (node.start === undefined && (!isCollection || parsed.kind !== node.kind)) return
    const isWhole = node.start !== undefined && found.text.syntax === 'yaml'
    const owner: CommentOwner = { place, of: isWhole ? 'whole' : 'content' }
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
    const last = isBlock && content.of === 'whole' ? childrenOf(parsed).at(-1) : undefined
    if (last !== undefined && content.place.home === content.place)
      found.addTrailed(parsed, childValue(last), content)
  }

  #mapping(found: TextOwners, node: Mapping): void {
    const { origin } = node
    if (node.entries.length === 0 && origin?.kind === 'map' && hasSameProps(node, origin))
      found.empty(origin, node)
    if (node.leaving !== undefined) found.leave(node.leaving)
  }

  #members(found: TextOwners, node: Mapping | Sequence, before: Node | undefined, around: Place): void {
    const staying = this.#staying(before, node)
    let above: Member | undefined
    for (const one of childrenOf(node)) {
      const parsed = parsedMember(one)
      const place = new Place(one, around, !staying.has(one))
      if (this.#repeats.has(one)) {
        // Another occurrence has the comments.
      } else if ('key' in one) this.#entry(found, one, place, above)
      else if (parsed !== undefined) this.#item(found, parsed, place)
      const old = parsed === undefined ? undefined : childValue(parsed)
      this.#visit(found, childValue(one), old, place)
      if ('key' in one && old !== undefined) this.#formerItem(found, one.value, old)
      above = parsed
    }
  }

  /** @param above what the entry above it was */
  #entry(found: TextOwners, one: Entry, place: Place, above: Member | undefined): void {
    const parsed = parsedEntry(one)
    const { transplanted } = one
    const owner: CommentOwner = { place, of: 'position' }
    if (parsed !== undefined) found.addPosition(parsed, owner)
    else if (transplanted !== undefined) this.#in(transplanted.source).addPosition(transplanted.entry, owner)
    else this.#former(found, one, owner)
    if (found.text.syntax === 'json') {
      if (parsed !== undefined && above !== undefined) this.#loose(found, parsed, childValue(above), place)
    } else if (place.home === place) this.#ofKey(found, one, owner)
    // The first of the entries that replace the one that held them carries over the comments around that one.
    for (const outer of one.replaces ?? [])
      found.standIn(outer.value, owner, found.text.comments.aroundParts(outer))
  }

  #item(found: TextOwners, parsed: Member, place: Place): void {
    const owner: CommentOwner = { place, of: 'position' }
    found.addPosition(parsed, owner)
    if (place.home === place) this.#aboveLine(found, childValue(parsed), owner)
  }

  /** The value of a new entry carries over its former surroundings: of an item those above and after its dash. */
  #former(found: TextOwners, { value }: Entry, owner: CommentOwner): void {
    const location = replacedNode(value)
    const range = textRange(location)
    if (location === undefined || range === undefined) return
    const { comments } = found.text
    const at = memberStart(found.text, location)
    if (isItem(found.text, location)) found.addPosition(location, owner)
    // Between a removed tag and the value after it, too.
    else
      found.standIn(location, owner, [...comments.around(at, range.end), ...comments.within(at, range.start)])
  }

  /** An item that replaces the value of an entry carries over its former surroundings. */
  #formerItem(found: TextOwners, value: Node, before: Node): void {
    const location = replacedNode(value)
    const [range, place] = [textRange(location), this.places.get(value)]
    if (location === undefined || location === before || range === undefined || place === undefined) return
    if (!isItem(found.text, location)) return
    const { comments } = found.text
    const at = memberStart(found.text, location)
    const attached = [...comments.around(at, range.end), ...comments.within(at, range.end)]
    found.standIn(location, { place, of: 'content' }, attached)
  }

  /**
   * A value that became the key of a new entry carries over the comments of its line: of `id: web`, where `web:` is
   * written now.
   */
  #ofKey(found: TextOwners, one: Entry, owner: CommentOwner): void {
    const key = keyLine(found.text, one, parsedEntry(one))
    if (key !== undefined) found.standIn(key.node, owner, found.text.comments.around(key.at, key.end))
  }

  /** An item that followed a dash and a key has the comments above that line when nothing else of it is left. */
  #aboveLine(found: TextOwners, parsed: Node, owner: CommentOwner): void {
    const { comments, syntax } = found.text
    if (syntax === 'json') return
    const at = comments.dashOfLine(nodeStart(parsed) ?? 0)
    if (at === undefined) return
    const whole = partsAround(found.text, { start: at, end: parsed.end ?? at }).find(
      (part) => !('key' in part) && memberStart(found.text, part) === at,
    )
    if (whole !== undefined) found.standIn(childValue(whole), owner, comments.leading(at))
  }

  /** The members of a changed collection that remain where they were; the others are removed and inserted. */
  #staying(old: Node | undefined, node: Mapping | Sequence): ReadonlySet<Member> {
    if (old === undefined || (old.kind !== 'map' && old.kind !== 'seq') || old.kind !== node.kind)
      return new Set()
    return new Set(this.#alignments.of(old, node).kept.map(({ next }) => next))
  }

  /** Comments of JSON between two entries that belong to neither. */
  #loose(found: TextOwners, parsed: Entry, above: Node, place: Place): void {
    const between = found.text.comments.within(above.end ?? 0, nodeStart(parsed.key) ?? 0)
    if (between.length > 0) found.addLoose({ place, of: 'loose' }, between)
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
