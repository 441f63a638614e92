/** Which comments go with an entry or item that is written anew, and where they are written. */

import { type Comment, type Entry, type Node, parsedNode, textRange } from '../document/node.ts'
import { type Attached, oldPart } from './attached.ts'
import { commentLines, type Lines, type PrintContext, type Rendered } from './context.ts'
import { takesComment } from './ends.ts'
import { hasTransplantedComments } from './transplanted.ts'

/** A comment that is written after a part. */
interface Trailing {
  readonly comment: Comment
  /** The blanks before it. */
  readonly gap: string
  /** Whether it was on the only line of its owner, or on the last of several. */
  readonly trails: 'only-line' | 'last-line'
}

/** The comment after an entry or item, or after the last part of a value that is in brackets now. */
export function trailingOf(
  context: PrintContext,
  member: Entry | Node,
  { behind, above, beside }: Attached,
  value: Rendered,
): Trailing | undefined {
  const comment = value.behind ?? behind
  if (comment === undefined) return undefined
  const old = oldPart(context.plan.text, member)
  if (old === undefined || (behind === undefined && beside === undefined && above.length === 0))
    return { comment, gap: ' ', trails: 'only-line' }
  const end = old.value.end ?? old.start
  const trails = context.text.slice(old.start, end).includes('\n') ? 'last-line' : 'only-line'
  return { comment, gap: comment === behind ? gapBefore(context, end, comment) : ' ', trails }
}

/** The blanks between a value and the comment after it, as the author aligned them. */
function gapBefore(context: PrintContext, end: number, comment: Comment): string {
  const gap = context.text.slice(end, comment.start)
  // After a dash or colon a tab would indent.
  const isText = /^ +$/.test(gap) || (/^[ \t]+$/.test(gap) && !/[-:]/.test(context.text.charAt(end - 1)))
  return context.document.syntax === 'yaml' && isText ? gap : ' '
}

/**
 * A comment after a colon, with the blanks before it where it was after that of the same key.
 * @param parsed the entry that had the key
 */
export function besideText(context: PrintContext, parsed: Entry | undefined, comment: Comment): string {
  const isOwn = parsed !== undefined && context.comments.behindColon(parsed) === comment
  let start = comment.start
  while (isOwn && ' \t'.includes(context.text.charAt(start - 1)) && start > 0) start -= 1
  const gap = isOwn ? context.text.slice(start, comment.start) : ' '
  return gap + (commentLines(context, comment)[0] ?? '')
}

/** An entry or item with its trailing comment: after it, on its first line, or above. */
export function withTrailing(
  context: PrintContext,
  body: string,
  value: Rendered,
  trailing: Trailing | undefined,
): Lines {
  const { end } = value
  const comments = trailing === undefined ? [] : commentLines(context, trailing.comment)
  const [comment] = comments
  if (trailing === undefined || comment === undefined) return { above: [], text: body, end }
  if (comments.length > 1) return { above: comments, text: body, end }
  if (takesComment(end) && (!body.includes('\n') || trailing.trails === 'last-line')) {
    // After a bare indicator a tab would indent.
    const isIndent = /[-:]$/.test(body) && trailing.gap.includes('\t')
    const gap = trailing.trails === 'last-line' && !isIndent ? trailing.gap : ' '
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
