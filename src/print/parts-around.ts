/** The parts of a source around one of its comments. */

import type { CommentIndex } from '../document/comments.ts'
import {
  childrenOf,
  childStart,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  type Range,
  type Sequence,
  type Syntax,
} from '../document/node.ts'
import { countFirst } from '../document/sorted.ts'

/** A source whose comments are assigned to parts of the new tree. */
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
