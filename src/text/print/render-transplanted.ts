/** Writes nodes that carry over their source from another document. */

import type { Comment, Entry, Node } from '../document/node.ts'
import { inSource, isTransplanted, type Transplanted } from '../document/transplant.ts'
import { aroundOf } from './attached.ts'
import {
  commentLines,
  inOrder,
  lifted,
  linesOf,
  type PrintContext,
  type Rendered,
  rendered,
  type Slot,
} from './context.ts'
import { takesComment } from './ends.ts'
import { besideText } from './entry-comments.ts'
import { contextOfOrigin } from './transplanted.ts'

/** The source of a node from another document, its comments inside and after it included. */
export function renderTransplanted(context: PrintContext, node: Node, slot: Slot): Rendered | undefined {
  return isTransplanted(node) ? renderFromSource(context, node, slot) : undefined
}

function renderFromSource(context: PrintContext, node: Transplanted, slot: Slot): Rendered {
  const { transplanted } = node
  const source = contextOfOrigin(context, transplanted.source)
  const made = source.steps.render(source, inSource(node), slot)
  const { above, behind } = source.plan.of(node)
  const all = above.length === 0 ? made : { ...made, above: [...lifted(source, above), ...made.above] }
  return inLinesOf(context, behind === undefined ? all : withComment(source, all, transplanted.node, behind))
}

function withComment(source: PrintContext, made: Rendered, parsed: Node, comment: Comment): Rendered {
  const lines = commentLines(source, comment)
  const { first, rest, end, above } = made
  if (lines.length !== 1 || !takesComment(end))
    return { ...made, above: [...above, ...lifted(source, [comment])] }
  // A comment of a value that was on one line and takes several now is written at its beginning.
  const isOpened = rest !== '' && !source.text.slice(parsed.start, parsed.end).includes('\n')
  if (isOpened && first === '') return { ...made, first: lines[0] ?? '' }
  const before = source.text.slice(parsed.end, comment.start)
  if (first + rest === '') return { ...made, first: lines[0] ?? '' }
  const text = (/^[ \t]+$/.test(before) ? before : ' ') + lines[0]
  const parts = rest === '' ? { first: first + text } : { rest: rest + text }
  return { ...made, ...parts, end: 'comment' }
}

/** With the line breaks of the document that is written. */
function inLinesOf(context: PrintContext, { first, rest, end, above }: Rendered): Rendered {
  const { eol } = context.layout
  const convert = (text: string): string => text.replace(/\r?\n/g, eol)
  const lines = inOrder(above).map(convert)
  return rendered(convert(first), convert(rest), end, [{ lines, from: -1 }])
}

/** The comments that an entry from another document carries over, except those of its value. */
interface TransplantedComments {
  readonly above: readonly string[]
  /** The comment after the colon, blanks before it included, where the value begins on a line below. */
  readonly beside?: string
}

/** @param value the value of the entry as it is written, with its own comments */
export function transplantedComments(
  context: PrintContext,
  entry: Entry,
  value: Rendered,
): TransplantedComments {
  const { transplanted } = entry
  if (transplanted === undefined) return { above: [] }
  const source = contextOfOrigin(context, transplanted.source)
  const own = source.plan.of(entry)
  const beside = value.first === '' ? own.beside : undefined
  const above = linesOf(
    source,
    aroundOf(own).filter((comment) => comment !== beside),
  )
  return beside === undefined ? { above } : { above, beside: besideText(source, transplanted.entry, beside) }
}
