import type { CommentIndex } from '../document/comments.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Node,
  parsedEntry,
  placeOf,
  type Range,
} from '../document/node.ts'

/** A stretch of old text that a part of the new tree stands for; whoever writes that part writes its comments. */
export interface Claim extends Range {
  /** The parsed node or entry. */
  readonly owner: Node | Entry
  /** Whether it is the text of a node, or an entry or item with what stands around it. */
  readonly of: 'content' | 'position'
  /** Its length without the comment behind it. */
  readonly size: number
}

/**
 * Says for each comment of the old text which part of the new tree it belongs to: to the smallest one
 * whose text, with the comments above and behind, contains it.
 */
export function claimsOf(comments: CommentIndex, root: Node): ReadonlyMap<Comment, Claim> {
  const claims = new Map<Comment, Claim>()
  const found: Claim[] = []
  collect(comments, root, found)
  // Of equal ones the part comes before the whole.
  found.reverse().sort((a, b) => a.size - b.size)
  for (const claim of found) {
    for (const comment of comments.within(claim.start, claim.end)) {
      if (!claims.has(comment)) claims.set(comment, claim)
    }
  }
  return claims
}

/** Unchanged nodes are claimed as wholes: nobody takes them apart. */
function collect(comments: CommentIndex, node: Node, found: Claim[]): void {
  const source = sourceOf(node)
  if (source?.range !== undefined) {
    // Between a tag and the text behind it a comment goes with the tag.
    const keepsProps = node.tag === source.tag && node.anchor === source.anchor
    const start = keepsProps ? (source.propsStart ?? source.range.start) : source.range.start
    const { end } = source.range
    found.push({ owner: source, of: 'content', start, end, size: end - start })
  }
  if (node.range !== undefined) return
  if (node.kind === 'map') {
    for (const one of node.entries) {
      const parsed = parsedEntry(one)
      if (parsed !== undefined) claimChild(comments, parsed, childStart(parsed), found)
      else claimItem(comments, one.value, found)
      collect(comments, one.value, found)
    }
  } else if (node.kind === 'seq') {
    for (const item of node.items) {
      const parsed = placeOf(item)
      if (parsed?.range !== undefined) claimChild(comments, parsed, comments.dashOf(parsed), found)
      collect(comments, item, found)
    }
  }
}

function claimChild(comments: CommentIndex, owner: Node | Entry, start: number, found: Claim[]): void {
  const end = childEnd(owner)
  const leading = comments.leading(start)
  const trailing = comments.trailing(end)
  const first = leading[0]?.start ?? start
  found.push({ owner, of: 'position', start: first, end: trailing?.end ?? end, size: end - first })
}

/** An item that became the value of a new entry keeps what stood above and behind its dash. */
function claimItem(comments: CommentIndex, value: Node, found: Claim[]): void {
  const place = placeOf(value)
  if (place?.range === undefined) return
  const dash = comments.dashOf(place)
  if (dash !== place.propsStart || comments.isFlowItem(place)) claimChild(comments, place, dash, found)
}

/** The parsed node whose text a node brings along: with some part of it. */
function sourceOf(node: Node): Node | undefined {
  if (node.range !== undefined) return node
  const { origin } = node
  if (node.kind === 'map' && origin?.kind === 'map') {
    const old = new Set(origin.entries)
    return node.entries.some((one) => old.has(parsedEntry(one) as Entry)) ? origin : undefined
  }
  if (node.kind === 'seq' && origin?.kind === 'seq') {
    const old = new Set(origin.items)
    return node.items.some((one) => old.has(placeOf(one) as Node)) ? origin : undefined
  }
  return undefined
}
