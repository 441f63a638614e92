/** Compares the tree that was read with the one that a chain made, and yields text edits. */

import type { Document } from '../document/document.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Mapping,
  type Node,
  parsedNode,
  type Sequence,
} from '../document/node.ts'
import { editBlockMapping, editBlockSequence } from './block-edits.ts'
import {
  columnOf,
  type End,
  inOrder,
  lifted,
  type Place,
  type PrintContext,
  printContext,
  type Sink,
  type Slice,
  type Steps,
  takeOpen,
} from './context.ts'
import { endOfParsed, finishedEdits, newSink, reachable, terminate } from './edit-sink.ts'
import { editFlowMapping, editFlowSequence } from './flow-edits.ts'
import { replaceInFlow } from './flow-replace.ts'
import { renderValue } from './render.ts'
import { replaceRoot, replaceValue } from './replace.ts'
import { applyEdits, type TextEdit } from './text-edit.ts'

export const steps: Steps = { slice, render: renderValue, compare }

/**
 * The edits that turn the text of a YAML document into one whose data is `root`. Nodes that
 * are the same objects as before keep their bytes.
 * @param document its text ends with a line break
 * @param root made from `document.root`: changed nodes name the parsed ones they replace as `origin`
 */
export function editsBetween(document: Document, root: Node): TextEdit[] {
  if (root === document.root) return []
  const context = printContext(document, root, steps)
  const { text, root: old } = document
  if (old === undefined) return [firstNode(context, root)]
  const sink = newSink(0, text.length)
  const start = old.propsStart ?? 0
  compare(context, sink, old, root, {
    kind: 'root',
    indent: -1,
    after: start,
    start,
    owner: context.comments.lineStart(start),
  })
  return finishedEdits(context, sink, reachable(context, sink))
}

/** A document of comments, `---` and `...` only gets its first node. */
function firstNode(context: PrintContext, root: Node): TextEdit {
  const { text } = context
  const end = /^\.\.\.(?=\s)/m.exec(text)?.index ?? text.length
  return { start: end, end, text: firstText(context, root) }
}

/** The lines of a root that has no other text around it. */
export function firstText(context: PrintContext, root: Node): string {
  const value = renderValue(context, root, { kind: 'root', indent: -1, at: 0 })
  return [...inOrder(value.above ?? []), value.first + value.rest, ''].join(context.layout.eol)
}

/** The text of a node with the edits inside applied; see `Steps.slice`. */
function slice(context: PrintContext, node: Node): Slice | undefined {
  const parsed = parsedNode(node)
  if (parsed?.range === undefined) return undefined
  const start = parsed.propsStart ?? parsed.range.start
  const { start: contentStart, end } = parsed.range
  // JSON is written anew as a whole.
  if (context.document.syntax === 'json') return undefined
  const inside = context.comments.within(start, end)
  // Another copy of the node has the comments.
  if (inside.some((comment) => context.carried.has(comment))) return undefined
  const sink = newSink(contentStart, end)
  const before = takeOpen(
    context,
    inside.filter((comment) => comment.start < contentStart),
  )
  const tail = node === parsed ? endOfParsed(context, node) : changesInside(context, sink, parsed, node)
  if (tail === undefined) {
    for (const comment of before) context.carried.delete(comment)
    return undefined
  }
  if (context.text.length - end <= 2) terminate(context, sink, node)
  const hoisted = reachable(context, sink)
  const outside = hoisted.filter((hoist) => hoist.offset <= contentStart)
  const edits = finishedEdits(
    context,
    sink,
    hoisted.filter((hoist) => hoist.offset > contentStart),
  )
  for (const comment of staying(inside, edits)) context.carried.add(comment)
  const text = applyEdits(
    context.text.slice(contentStart, end),
    edits.map((edit) => ({ ...edit, start: edit.start - contentStart, end: edit.end - contentStart })),
  )
  return { text, end: tail, above: [...lifted(context, before), ...outside] }
}

/** The comments whose text no edit replaces. */
function staying(comments: readonly Comment[], edits: readonly TextEdit[]): readonly Comment[] {
  if (comments.length === 0 || edits.length === 0) return comments
  const replaced = edits.filter((edit) => edit.end > edit.start).sort((a, b) => a.start - b.start)
  let next = 0
  return comments.filter(({ start }) => {
    while (next < replaced.length && (replaced[next] as TextEdit).end <= start) next += 1
    return !((replaced[next]?.start ?? Number.POSITIVE_INFINITY) <= start)
  })
}

/** The edits inside a changed node; undefined where its text cannot be kept. */
function changesInside(context: PrintContext, sink: Sink, parsed: Node, node: Node): End | undefined {
  if (node.kind === 'scalar' || node.kind === 'alias' || !sameProps(parsed, node)) return undefined
  return editCollection(context, sink, parsed, node, columnOf(context, parsed.range?.start ?? 0), false)
}

function sameProps(a: Node, b: Node): boolean {
  return a.anchor === b.anchor && a.tag === b.tag
}

function compare(context: PrintContext, sink: Sink, old: Node, next: Node, place: Place): End {
  if (next === old) return endOfParsed(context, old)
  if ((next.kind === 'map' || next.kind === 'seq') && next.origin === old && sameProps(old, next)) {
    const column = columnOf(context, old.range?.start ?? 0)
    const end = editCollection(context, sink, old, next, column, place.kind === 'flow', place.owner)
    if (end !== undefined) return end
  }
  if (place.kind === 'flow') return replaceInFlow(context, sink, old, next, place)
  return place.kind === 'root'
    ? replaceRoot(context, sink, old, next)
    : replaceValue(context, sink, old, next, place)
}

/** The comments of entries that all go, go with them, but for those of parts that stand somewhere else now. */
function dropComments(context: PrintContext, old: Mapping, staying: readonly Comment[] = []): void {
  const { comments } = context
  for (const one of old.entries) {
    const [start, end] = [childStart(one), childEnd(one)]
    const behind = comments.trailing(end)
    const leading = comments.leading(start)
    const own = [...leading, ...comments.within(start, end)]
    if (behind !== undefined) own.push(behind)
    const from = leading[0]?.start ?? start
    const goes = (comment: Comment): boolean => {
      const claim = context.claimOf(comment)
      const isInside = claim !== undefined && claim.start >= from && claim.start + claim.size <= end
      return !isInside && !staying.includes(comment)
    }
    takeOpen(context, own.filter(goes))
  }
}

/** Undefined, and no edit made, when the collection has to be written anew as a whole. */
function editCollection(
  context: PrintContext,
  sink: Sink,
  old: Node,
  next: Node,
  column: number,
  inFlow: boolean,
  owner = context.comments.lineStart(old.propsStart ?? 0),
): End | undefined {
  const isFlow = old.kind !== 'scalar' && old.kind !== 'alias' && old.style === 'flow'
  if (old.kind === 'map' && next.kind === 'map') {
    if (next.entries.length === 0) dropComments(context, old, next.staying)
    return isFlow
      ? editFlowMapping(context, sink, old, next, { inFlow, owner })
      : editBlockMapping(context, sink, old as Mapping, next, column)
  }
  if (old.kind === 'seq' && next.kind === 'seq') {
    return isFlow
      ? editFlowSequence(context, sink, old, next, { inFlow, owner })
      : editBlockSequence(context, sink, old as Sequence, next, column)
  }
  return undefined
}
