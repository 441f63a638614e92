/** Nodes and entries that carry over their source from another document than the one that is written. */

import {
  type Comment,
  childStart,
  type Entry,
  type Node,
  nodeStart,
  type SourceText,
} from '../document/node.ts'
import { contextOf, type PrintContext } from './context.ts'

/** What prints out of another document, in the layout of the one that is written. */
export function contextOfOrigin(context: PrintContext, source: SourceText): PrintContext {
  let own = context.transplanted.get(source)
  if (own === undefined) {
    own = contextOf(source, context.continuation, context.steps, { layout: context.layout })
    context.transplanted.set(source, own)
  }
  return own
}

/** Comments above an entry, between its key and its value, and after it. */
function commentsAround(source: PrintContext, entry: Entry): readonly Comment[] {
  const { comments } = source
  const start = childStart(entry)
  const behind = comments.trailing(entry.value.end ?? 0)
  return [
    ...comments.leading(start),
    ...comments.within(start, nodeStart(entry.value) ?? start),
    ...(behind === undefined ? [] : [behind]),
  ]
}

/** A parsed node whose range begins after its anchor and tag. */
export function withoutProps(parsed: Node): Node {
  if (parsed.start === undefined || parsed.propsStart === undefined) return parsed
  return { ...parsed, anchor: undefined, tag: undefined, propsStart: undefined }
}

/** Whether comments go with an entry or node out of another document. */
export function hasTransplantedComments(context: PrintContext, part: Entry | Node): boolean {
  if (part.transplanted === undefined) return false
  const source = contextOfOrigin(context, part.transplanted.source)
  if ('entry' in part.transplanted) return commentsAround(source, part.transplanted.entry).length > 0
  const { node } = part.transplanted
  const start = nodeStart(node) ?? 0
  const end = node.end ?? start
  return source.comments.anyWithin(start, end) || source.comments.trailing(end) !== undefined
}
