/** Which parts of a source each of its comments is attached to: said by the source alone, whatever a new tree is. */

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
  type Range,
  type Sequence,
  type Syntax,
} from '../document/node.ts'
import { countFirst } from '../document/sorted.ts'

/** A source with comments. */
export interface CommentedText {
  readonly comments: CommentIndex
  readonly syntax: Syntax
  readonly root: Node | undefined
}

/**
 * The entries, items and nodes of a source around a range, the largest first: comments above an entry or item are part
 * of it.
 */
export function partsAround(text: CommentedText, range: Range): readonly (Entry | Node)[] {
  const found: (Entry | Node)[] = []
  let part: Entry | Node | undefined = text.root
  while (part !== undefined) {
    found.push(part)
    const node: Node = childValue(part)
    part = node.kind === 'map' || node.kind === 'seq' ? memberAt(text, node, range) : undefined
  }
  return found
}

function memberAt(
  text: CommentedText,
  node: Mapping | Sequence,
  { start, end }: Range,
): Entry | Node | undefined {
  const members: readonly (Entry | Node)[] = childrenOf(node)
  const line = text.comments.lineStart(end)
  const below = members[countFirst(members, (one) => text.comments.lineStart(memberStart(text, one)) <= line)]
  const first = below === undefined ? undefined : text.comments.leading(memberStart(text, below))[0]
  return first !== undefined && first.start <= start
    ? below
    : members[countFirst(members, (one) => memberStart(text, one) <= start) - 1]
}

/** Where the lines of an entry or item begin: at its dash, in brackets and JSON at the item itself. */
export function memberStart({ comments, syntax }: CommentedText, member: Entry | Node): number {
  return 'key' in member || syntax === 'json' ? childStart(member) : comments.dashOf(member)
}

/** How a comment is attached to an entry or item: above it, after it on its last line, or in it. */
type Slot = 'leading' | 'trailing' | 'dangling'

/** How a comment is attached to an entry or item, or to a value or key that may become one. */
export function slotOf(text: CommentedText, part: Entry | Node, { start }: Comment): Slot | undefined {
  const { comments } = text
  const [from, until] = [memberStart(text, part), childEnd(part)]
  if (start >= until) return comments.trailing(until)?.start === start ? 'trailing' : undefined
  if (start >= from) return 'dangling'
  const first = comments.leading(from)[0]
  return first !== undefined && first.start <= start ? 'leading' : undefined
}

/**
 * Whether a comment is attached to the content of a node: after its tag and anchor, between its parts, or above the
 * first line of a block.
 */
export function isInContent({ comments }: CommentedText, node: Node, { start }: Comment): boolean {
  if (start >= (node.end ?? 0)) return false
  if (start >= (nodeStart(node) ?? 0)) return true
  const isBlock = (node.kind === 'map' || node.kind === 'seq') && node.style === 'block'
  const first = isBlock ? comments.leading(node.start ?? 0)[0] : undefined
  return first !== undefined && first.start <= start
}
