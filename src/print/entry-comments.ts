/** Which comments go with an entry or item that is written anew, and where they are written. */

import {
  type Comment,
  type Entry,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  textRange,
} from '../document/node.ts'
import { commentLines, type Lines, type PrintContext, type Rendered } from './context.ts'
import { takesComment } from './ends.ts'
import { keyLine } from './owner-walk.ts'
import { hasTransplantedComments } from './transplanted.ts'

export interface Attached {
  /** Those above, and inside of it in no part of its value. */
  readonly others: readonly Comment[]
  readonly trailing: Comment | undefined
  /** The blanks before the trailing comment. */
  readonly gap: string
  /** Whether the trailing comment was on the only line of its owner, or on the last of several. */
  readonly trails: 'only-line' | 'last-line'
}

/**
 * The comments that go with an entry or item.
 * @param start where it began
 * @param value its old value
 */
export function attachedComments(
  context: PrintContext,
  member: Entry | Node,
  start: number | undefined,
  value: Node | undefined,
): Attached {
  const own = context.plan.around(member)
  if (start === undefined || value === undefined || own.length === 0)
    return { others: own, trailing: undefined, gap: ' ', trails: 'only-line' }
  const end = value.end ?? start
  const behind = context.comments.trailing(end)
  const trailing = behind !== undefined && own.includes(behind) ? behind : undefined
  const trails = context.text.slice(start, end).includes('\n') ? 'last-line' : 'only-line'
  const gap = trailing === undefined ? ' ' : gapBefore(context, end, trailing)
  return { others: own.filter((comment) => comment !== trailing), trailing, gap, trails }
}

/** The blanks between a value and the comment after it, as the author aligned them. */
function gapBefore(context: PrintContext, end: number, comment: Comment): string {
  const gap = context.text.slice(end, comment.start)
  // After a dash or colon a tab would indent.
  const isText = /^ +$/.test(gap) || (/^[ \t]+$/.test(gap) && !/[-:]/.test(context.text.charAt(end - 1)))
  return context.document.syntax === 'yaml' && isText ? gap : ' '
}

/** The comment after the colon of a key whose value is on the lines below, with the blanks before it. */
export function keyLineComment(
  context: PrintContext,
  entry: Entry,
): { comment: Comment; text: string } | undefined {
  const from = entry.explicit?.colon ?? entry.key.end
  const until = nodeStart(entry.value)
  if (context.document.syntax === 'json' || from === undefined || until === undefined) return undefined
  const [comment] = context.comments.within(from, until)
  if (comment === undefined || comment.ownLine) return undefined
  const before = context.text.slice(from, comment.start)
  const gap = /^[ \t]*:([ \t]+)$/.exec(before)?.[1]
  return gap === undefined ? undefined : { comment, text: gap + (commentLines(context, comment)[0] ?? '') }
}

/**
 * The comment after a value that becomes the key of a new entry: of `id: web`, where `web:` is written now; and after
 * the key of an entry that is replaced by several others.
 */
export function commentBesideKey(context: PrintContext, entry: Entry): Comment | undefined {
  const outer = entry.replaces?.at(-1)
  if (outer !== undefined) return keyLineComment(context, outer)?.comment
  const { comments, document } = context
  const key = keyLine({ comments, syntax: document.syntax, root: document.root }, entry, parsedEntry(entry))
  return key === undefined ? undefined : comments.trailing(key.end)
}

/** Where the lines of a parsed list item begin: at its dash, in brackets and JSON at the item itself. */
export function itemStart(context: PrintContext, item: Node | undefined): number | undefined {
  if (item?.start === undefined) return undefined
  return context.document.syntax === 'yaml' ? context.comments.dashOf(item) : nodeStart(item)
}

/** An entry or item with its trailing comment: after it, on its first line, or above. */
export function withTrailing(
  context: PrintContext,
  body: string,
  value: Rendered,
  attached: Attached,
): Lines {
  const { end } = value
  const comments = attached.trailing === undefined ? [] : commentLines(context, attached.trailing)
  const [comment] = comments
  if (comment === undefined) return { above: [], text: body, end }
  if (comments.length > 1) return { above: comments, text: body, end }
  if (takesComment(end) && (!body.includes('\n') || attached.trails === 'last-line')) {
    // After a bare indicator a tab would indent.
    const isIndent = /[-:]$/.test(body) && attached.gap.includes('\t')
    const gap = attached.trails === 'last-line' && !isIndent ? attached.gap : ' '
    return { above: [], text: `${body}${gap}${comment}`, end: 'comment' }
  }
  const isHeader = value.first === '' || /^(?:[&!]\S*\s+)*[|>][-+0-9]*$/.test(value.first)
  // A header line may have a comment already.
  const isFree = isHeader && !/^[^\n]*\s#/.test(body)
  return isFree
    ? { above: [], text: withHeaderComment(body, comment), end }
    : { above: comments, text: body, end }
}

function withHeaderComment(text: string, comment: string): string {
  const at = text.search(/\r?\n/)
  return at === -1 ? `${text} ${comment}` : `${text.slice(0, at)} ${comment}${text.slice(at)}`
}

/**
 * Whether comments are in or around the parts of a node, so that it needs lines.
 * @param behind the comment after the whole, which remains there
 */
export function hasComments(context: PrintContext, node: Node, behind?: Comment): boolean {
  if (holdsNewComments(context, node)) return true
  if (!context.comments.any) return false
  if (context.plan.anyIn(node, behind)) return true
  const range = textRange(parsedNode(node))
  const orphans = range === undefined ? [] : context.plan.orphans(range.start, range.end)
  return orphans.some((comment) => comment !== behind)
}

function holdsNewComments(context: PrintContext, node: Node): boolean {
  if (hasTransplantedComments(context, node)) return true
  if (node.start !== undefined || node.transplanted !== undefined) return false
  if (node.kind === 'seq') return node.items.some((item) => holdsNewComments(context, item))
  if (node.kind !== 'map') return false
  return node.entries.some(
    (one) =>
      one.comment !== undefined ||
      hasTransplantedComments(context, one) ||
      holdsNewComments(context, one.value),
  )
}
