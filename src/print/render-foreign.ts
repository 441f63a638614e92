/** Writes nodes that have their text from another document. */

import { type Comment, type Entry, type Node, nodeStart } from '../document/node.ts'
import {
  commentLines,
  inOrder,
  lifted,
  linesOf,
  type PrintContext,
  type Rendered,
  type Slot,
} from './context.ts'
import { takesComment } from './ends.ts'
import { keyLineComment } from './entry-comments.ts'
import { commentsAround, contextOfOrigin, inSource } from './transplanted.ts'

/** The text of a node out of another document, its comments inside and behind included. */
export function renderTransplanted(context: PrintContext, node: Node, slot: Slot): Rendered | undefined {
  const { transplanted } = node
  if (transplanted === undefined) return undefined
  const source = contextOfOrigin(context, transplanted.source)
  const rendered = source.steps.render(source, inSource(node, transplanted), slot)
  const behind = source.comments.trailing(transplanted.node.end ?? 0)
  const [comment] = behind === undefined ? [] : source.plan.take([behind])
  return inLinesOf(
    context,
    comment === undefined ? rendered : withComment(source, rendered, transplanted.node, comment),
  )
}

function withComment(source: PrintContext, rendered: Rendered, parsed: Node, comment: Comment): Rendered {
  const lines = commentLines(source, comment)
  const { first, rest, end, above = [] } = rendered
  if (lines.length !== 1 || !takesComment(end))
    return { ...rendered, above: [...above, ...lifted(source, [comment])] }
  // What stood on one line and takes several now is explained at its beginning.
  const isOpened = rest !== '' && !source.text.slice(parsed.start, parsed.end).includes('\n')
  if (isOpened && first === '') return { ...rendered, first: lines[0] ?? '' }
  const before = source.text.slice(parsed.end, comment.start)
  if (first + rest === '') return { ...rendered, first: lines[0] ?? '' }
  const text = (/^[ \t]+$/.test(before) ? before : ' ') + lines[0]
  const parts = rest === '' ? { first: first + text } : { rest: rest + text }
  return { ...rendered, ...parts, end: 'comment' }
}

/** With the line breaks of the document that is written. */
function inLinesOf(context: PrintContext, rendered: Rendered): Rendered {
  const { eol } = context.layout
  const convert = (text: string): string => text.replace(/\r?\n/g, eol)
  const { first, rest, end, above = [] } = rendered
  const lines = inOrder(above).map(convert)
  return { first: convert(first), rest: convert(rest), end, above: [{ lines, from: -1 }] }
}

/** The comments that an entry out of another document brings along, besides those of its value. */
export interface TransplantedComments {
  readonly above: readonly string[]
  /** The comment behind the colon, blanks before it included, where the value begins on a line below. */
  readonly beside?: string
}

/**
 * Marks the comments as written.
 * @param value the value of the entry as it is written; it has taken its own comments
 */
export function transplantedComments(
  context: PrintContext,
  entry: Entry,
  value: Rendered,
): TransplantedComments {
  const { transplanted } = entry
  if (transplanted === undefined) return { above: [] }
  const source = contextOfOrigin(context, transplanted.source)
  const header = keyLineComment(source, transplanted.entry)
  const beside = value.first === '' && header !== undefined ? source.plan.take([header.comment]) : []
  const above = linesOf(source, source.plan.take(commentsAround(source, transplanted.entry)))
  return beside.length === 0 || header === undefined ? { above } : { above, beside: header.text }
}

/** The comments above an item out of another document. */
export function aboveTransplantedItem(context: PrintContext, item: Node): string[] {
  if (item.transplanted === undefined) return []
  const { node, source } = item.transplanted
  const own = contextOfOrigin(context, source)
  const start = own.document.syntax === 'yaml' ? own.comments.dashOf(node) : (nodeStart(node) ?? 0)
  return linesOf(own, own.plan.take(own.comments.leading(start)))
}
