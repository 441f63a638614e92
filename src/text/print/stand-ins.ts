/**
 * What has the comments of an entry or item that no part of the new tree continues: the part that has its value, its key
 * or its last part now, or the location of it.
 */

import {
  type Comment,
  childEnd,
  childrenOf,
  childStart,
  childValue,
  type Entry,
  type Node,
  nodeStart,
  parsedEntry,
  replacedNode,
} from '../document/node.ts'
import { type CommentedText, memberStart, partsAround } from './attachment.ts'
import type { CommentOwner, CommentOwners } from './comment-owners.ts'
import type { Location } from './location.ts'

/** The value of a new entry carries over its former surroundings; that of an item is the entry's. */
export function standInFormerValue(owners: CommentOwners, { value }: Entry, owner: CommentOwner): void {
  const former = replacedNode(value)
  if (former?.start === undefined) return
  if (isItem(owners.text, former)) owners.addPosition(former, owner.location)
  else owners.standIn(former, owner, commentsAround(owners.text, former))
}

/** An item that replaces the value of an entry carries over its former surroundings. */
export function standInFormerItem(
  owners: CommentOwners,
  value: Node,
  before: Node,
  location: Location | undefined,
): void {
  const former = replacedNode(value)
  if (former?.start === undefined || former === before || location === undefined) return
  if (!isItem(owners.text, former)) return
  owners.standIn(former, { location, of: 'content' }, commentsAround(owners.text, former))
}

/**
 * A value that became the key of a new entry carries over the comments of its line: of `id: web`, where `web:` is
 * written now.
 */
export function standInKeyLine(owners: CommentOwners, one: Entry, owner: CommentOwner): void {
  const key = keyLine(owners.text, one, parsedEntry(one))
  if (key !== undefined) owners.standIn(key.node, owner, owners.text.comments.around(key.at, key.end))
}

/** An item that followed a dash and a key has the comments above that line when nothing else of it is left. */
export function standInLineAbove(owners: CommentOwners, parsed: Node, location: Location): void {
  const { comments, syntax } = owners.text
  const at = syntax === 'json' ? undefined : comments.dashOfLine(nodeStart(parsed) ?? 0)
  if (at === undefined) return
  const whole = partsAround(owners.text, { start: at, end: parsed.end ?? at }).find(
    (part) => !('key' in part) && memberStart(owners.text, part) === at,
  )
  if (whole !== undefined)
    owners.standIn(childValue(whole), { location, of: 'position' }, comments.leading(at))
}

/**
 * A node that replaces another carries over the comment after its own source, and a block the one after its last
 * part.
 */
export function standInBehind(owners: CommentOwners, node: Node, parsed: Node, content: CommentOwner): void {
  const { replaces } = node
  const isBlock = (parsed.kind === 'map' || parsed.kind === 'seq') && parsed.style === 'block'
  if (!isBlock && (replaces === undefined || replaces === parsed)) return
  const behind = owners.text.comments.trailing(parsed.end ?? 0)
  if (behind === undefined || behind === owners.text.comments.trailing(replaces?.end ?? 0)) return
  owners.standIn(parsed, content, [behind])
  const last = isBlock && content.of === 'whole' ? childrenOf(parsed).at(-1) : undefined
  if (last !== undefined && content.location.home === content.location)
    owners.addEnd(parsed, childValue(last), content)
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
  const former = replacedNode(key)
  const start = nodeStart(former)
  if (former === undefined || start === undefined || syntax === 'json') return undefined
  // Whatever is in the entry itself is its own.
  if (own !== undefined && start >= childStart(own) && start < childEnd(own)) return undefined
  const at = comments.keyOfLine(start)
  return at === undefined ? undefined : { at, end: former.end ?? start, node: former }
}
