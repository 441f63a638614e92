/** Which comments go with an entry or item that is written anew, and where they stand. */

import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  replacedNode,
  textRange,
} from '../document/node.ts'
import { commentLines, type Lines, type PrintContext, type Rendered } from './context.ts'
import { takesComment } from './ends.ts'
import { hasTransplantedComments } from './transplanted.ts'

export interface Attached {
  readonly leading: readonly Comment[]
  readonly trailing: Comment | undefined
  /** The blanks before the trailing comment. */
  readonly gap: string
  /** Whether the trailing comment stood on the only line of its owner, or on the last of several. */
  readonly trails: 'only-line' | 'last-line'
}

/**
 * The comments that go with an entry or item, which the caller writes.
 * @param owner the parsed entry or item; comments of an entry around it that stays are left to that one
 * @param parts whose comments go with it too, because they are written inside of it; all that its text contains
 * when this is left out
 */
export function attachedComments(
  context: PrintContext,
  start: number | undefined,
  value: Node | undefined,
  owner: Entry | Node | undefined,
  parts?: ReadonlySet<Entry | Node>,
): Attached {
  if (start === undefined || value === undefined)
    return { leading: [], trailing: undefined, gap: ' ', trails: 'only-line' }
  const end = value.end ?? start
  const isOurs = (comment: Comment): boolean => {
    const own = context.plan.ownerOf(comment)
    if (own === undefined || own.of === 'content' || own.part === owner) return true
    return parts === undefined ? own.at >= start || own.end < end : parts.has(own.part)
  }
  const leading = context.plan.take(context.comments.leading(start).filter(isOurs))
  const behind = context.comments.trailing(end)
  const [trailing] = behind === undefined ? [] : context.plan.take([behind].filter(isOurs))
  const trails = context.text.slice(start, end).includes('\n') ? 'last-line' : 'only-line'
  const gap = trailing === undefined ? ' ' : gapBefore(context, end, trailing)
  return { leading, trailing, gap, trails }
}

/** The blanks between a value and the comment behind it, as the author aligned them. */
function gapBefore(context: PrintContext, end: number, comment: Comment): string {
  const gap = context.text.slice(end, comment.start)
  // Behind a dash or colon a tab would indent.
  const isText = /^ +$/.test(gap) || (/^[ \t]+$/.test(gap) && !/[-:]/.test(context.text.charAt(end - 1)))
  return context.document.syntax === 'yaml' && isText ? gap : ' '
}

/** The comment behind the colon of a key whose value stands on the lines below, with the blanks before it. */
export function keyLineComment(
  context: PrintContext,
  entry: Entry,
): { comment: Comment; text: string } | undefined {
  const from = entry.explicit?.colon ?? entry.key.end
  const until = nodeStart(entry.value)
  if (context.document.syntax === 'json' || from === undefined || until === undefined) return undefined
  const [comment] = context.comments.within(from, until)
  if (comment === undefined || comment.ownLine || !context.plan.isOpen(comment)) return undefined
  const before = context.text.slice(from, comment.start)
  const gap = /^[ \t]*:([ \t]+)$/.exec(before)?.[1]
  return gap === undefined ? undefined : { comment, text: gap + (commentLines(context, comment)[0] ?? '') }
}

/** The comments of a gone entry whose value is the key of a new one: of `id: web`, where `web:` stands now. */
export interface KeyComments {
  readonly above: readonly Comment[]
  readonly beside: Comment | undefined
}

/** @param owner the parsed node that the new entry stands for */
export function commentsOfKey(
  context: PrintContext,
  { key }: Entry,
  owner: Entry | Node | undefined,
): KeyComments | undefined {
  const location = replacedNode(key)
  const start = nodeStart(location)
  if (location === undefined || start === undefined || context.document.syntax === 'json') return undefined
  // What stands in the entry itself is its own.
  if (owner !== undefined && 'key' in owner && start >= childStart(owner) && start < childEnd(owner))
    return undefined
  const line = context.comments.lineStart(start)
  const [indent] = /^( *)[^ ].*:[ \t]+$/.exec(context.text.slice(line, start))?.slice(1) ?? []
  if (indent === undefined) return undefined
  const isOurs = (comment: Comment): boolean => {
    const own = context.plan.ownerOf(comment)
    return own === undefined || own.of === 'content' || own.part === owner
  }
  const behind = context.comments.trailing(location.end ?? start)
  return {
    above: context.comments.leading(line + indent.length).filter(isOurs),
    beside: behind !== undefined && isOurs(behind) ? behind : undefined,
  }
}

/** Where the lines of a parsed list item begin: at its dash, in brackets and JSON at the item itself. */
export function itemStart(context: PrintContext, item: Node | undefined): number | undefined {
  if (item?.start === undefined) return undefined
  return context.document.syntax === 'yaml' ? context.comments.dashOf(item) : nodeStart(item)
}

/** An entry or item with the comment that trails it: behind it, on its first line, or above. */
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
    // Behind a bare indicator a tab would indent.
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
 * Whether comments stand in or around the parts of a node, so that it needs lines.
 * @param behind the comment behind the whole, which stays there
 */
export function hasComments(context: PrintContext, node: Node, behind?: Comment): boolean {
  if (hasTransplantedComments(context, node)) return true
  const range = textRange(parsedNode(node))
  const isOpen = (comment: Comment): boolean => comment !== behind && context.plan.isOpen(comment)
  if (range !== undefined && context.comments.within(range.start, range.end).some(isOpen)) return true
  if (node.start !== undefined) return false
  if (node.kind === 'map') {
    return node.entries.some((entry) => {
      const parsed = parsedEntry(entry)
      return (
        hasTransplantedComments(context, entry) ||
        explains(context, nodeStart(parsed?.key), parsed?.value, behind) ||
        hasComments(context, entry.value, behind)
      )
    })
  }
  if (node.kind !== 'seq') return false
  return node.items.some((item) => {
    const parsed = replacedNode(item)
    return explains(context, itemStart(context, parsed), parsed, behind) || hasComments(context, item, behind)
  })
}

/** Whether a comment of its own goes with an entry or item. */
function explains(
  context: PrintContext,
  start: number | undefined,
  value: Node | undefined,
  ignored?: Comment,
): boolean {
  if (start === undefined || value === undefined) return false
  const isOpen = (comment: Comment): boolean => comment !== ignored && context.plan.isOpen(comment)
  const end = value.end ?? start
  const behind = context.comments.trailing(end)
  if (behind !== undefined && isOpen(behind)) return true
  return context.comments.leading(start).some(isOpen) || context.comments.within(start, end).some(isOpen)
}
