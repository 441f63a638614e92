/** Puts a new value where an old one stands in block style. */

import {
  type Comment,
  type Entry,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  replacedNode,
} from '../document/node.ts'
import {
  columnOf,
  commentLines,
  hoist,
  inOrder,
  type PrintContext,
  type Rendered,
  type Slot,
  type ValueLocation,
} from './context.ts'
import type { EditBuffer, TextEdit } from './edit-buffer.ts'
import { type End, settleBelow, takesComment } from './ends.ts'
import { flowText } from './render-flow.ts'

/** The text of an old value and what stands around it. */
interface Region {
  readonly start: number
  readonly end: number
  /** Offset just after the indicator. */
  readonly after: number
  /** The comment behind the old value, where it has to stay. */
  readonly trailing: Comment | undefined
  /** Offset of the line above which comments can go. */
  readonly owner: number
}

/** Replaces a value behind a key or dash; how the text ends then. */
export function replaceValue(
  context: PrintContext,
  buffer: EditBuffer,
  old: Node,
  next: Node,
  location: ValueLocation,
): End {
  const start = Math.max(nodeStart(old) ?? 0, location.after)
  const end = Math.max(old.end ?? 0, start)
  const line = context.comments.lineStart(start)
  const inline = context.comments.lineStart(location.after) === line
  // What explains the entry or item stays where it is, whatever the value becomes.
  context.plan.keep(buffer.from, context.comments.leading(location.start))
  context.plan.keep(buffer.from, context.comments.within(location.start, location.after))
  const behind = context.comments.trailing(end)
  // Behind the indicator itself a blank comes first.
  const at = inline && start > location.after ? start - line : columnOf(context, location.after) + 1
  const value = context.steps.render(context, next, {
    kind: location.kind as Slot['kind'],
    indent: location.indent,
    at,
  })
  // The comment behind the old value may have gone along with a part of it.
  const isTaken = behind !== undefined && context.plan.hasLeft(behind)
  const isOurs = behind !== undefined && behind.end <= buffer.until
  const isOfPart = isOurs && isOfGonePart(context, old, next, behind)
  const isMultiLine = value.rest !== '' || value.first.includes('\n')
  const bare = isMultiLine ? behindBlanks(context, end, buffer.until) : end
  const region: Region = {
    start,
    end: isOurs && (isTaken || isOfPart) ? behind.end : bare,
    after: location.after,
    trailing: isOurs && !isOfPart && context.plan.isOpen(behind) ? behind : undefined,
    owner: location.owner,
  }
  if (region.trailing !== undefined) context.plan.keep(buffer.from, [region.trailing])
  const placed = aboveOwner(context, buffer, value, location, at)
  if (location.lead !== undefined) insertWithLead(context, buffer, region, placed, location.lead)
  else if (inline) replaceInline(context, buffer, region, placed)
  else replaceBelow(context, buffer, region, placed)
  const until = isOfPart ? behind.end : end
  hoist(context, buffer, location.owner, context.plan.takeOrphans(location.after, until, old))
  settleBelow(context, buffer, value.end, region.trailing?.end ?? region.end, location.indent)
  return value.end
}

/**
 * Whether a comment behind the last line of a block is about a part of it that is not written there any more: it goes
 * along with that part, or above, and not behind whatever is last now.
 */
function isOfGonePart(context: PrintContext, old: Node, next: Node, behind: Comment): boolean {
  const [start, end] = [old.start ?? 0, old.end ?? 0]
  const isBlock = (old.kind === 'map' || old.kind === 'seq') && old.style === 'block'
  if (!isBlock || !context.plan.isOpen(behind) || !context.text.slice(start, end).includes('\n')) return false
  const owner = context.plan.ownerOf(behind)
  return owner === undefined || owner.start < start || !bringsAlong(next, owner.part)
}

function bringsAlong(node: Node, part: Node | Entry): boolean {
  const open: Node[] = [node]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one === part || replacedNode(one) === part || parsedNode(one) === part) return true
    if (one.kind === 'seq') open.push(...one.items)
    if (one.kind !== 'map') continue
    for (const child of one.entries) {
      if (parsedEntry(child) === part) return true
      open.push(child.value)
    }
  }
  return false
}

/** Where the blanks at the end of a line end: they would become part of a block scalar. */
function behindBlanks(context: PrintContext, offset: number, limit: number): number {
  let at = offset
  while (at < limit && ' \t'.includes(context.text.charAt(at))) at += 1
  return at === limit || '\r\n'.includes(context.text.charAt(at)) ? at : offset
}

/** Puts the comment lines of a value above the line of its indicator, or, where that is out of reach, below it. */
function aboveOwner(
  context: PrintContext,
  buffer: EditBuffer,
  value: Rendered,
  location: ValueLocation,
  at: number,
): Rendered {
  const { above = [], ...rest } = value
  if (above.length === 0) return value
  const { eol } = context.layout
  if (location.owner >= buffer.from) {
    for (const one of above) buffer.hoisted.push({ ...one, offset: location.owner })
    return rest
  }
  // The lines of a block behind a dash all begin in one column.
  const pad = eol + ' '.repeat(location.kind === 'dash' ? at : Math.max(location.indent, 0) + 2)
  const lines = rest.first === '' ? inOrder(above) : [...inOrder(above), rest.first]
  return { ...rest, first: '', rest: lines.map((line) => pad + line).join('') + rest.rest }
}

/** The first value of a key that had not even a colon. */
function insertWithLead(
  context: PrintContext,
  buffer: EditBuffer,
  region: Region,
  value: Rendered,
  lead: string,
): void {
  const text = `${lead}${value.first === '' ? '' : ` ${value.first}`}${value.rest}`
  buffer.edits.push({ start: region.after, end: behindBlanks(context, region.after, buffer.until), text })
}

/** The old value begins on the line of its indicator. */
function replaceInline(context: PrintContext, buffer: EditBuffer, region: Region, value: Rendered): void {
  const { start, end, after, trailing } = region
  const isMultiLine = value.rest !== '' || value.first.includes('\n')
  const wasMultiLine = context.text.slice(start, end).includes('\n')
  if (trailing !== undefined && isMultiLine && (!takesComment(value.end) || !wasMultiLine)) {
    moveTrailing(context, buffer, region, value, trailing)
    return
  }
  const gap = start === after && value.first !== '' ? ' ' : ''
  const from = value.first === '' ? after : start
  buffer.edits.push(withGap(context, buffer, { start: from, end, text: `${gap}${value.first}${value.rest}` }))
}

/** A line of nothing but indicators: a tab behind them would indent. */
const onlyIndicators = /^\ufeff? *(?:[-?:] +)*[-?:] *$/

/** An edit apart from what stands behind it: a comment needs a blank before it, an indicator no tab behind it. */
function withGap(context: PrintContext, buffer: EditBuffer, edit: TextEdit): TextEdit {
  const { start, end, text } = edit
  const next = context.text.charAt(end)
  if (next === '#' && text !== '') return { ...edit, text: `${text} ` }
  if (next !== '\t') return edit
  const line = context.text.slice(context.comments.lineStart(start), start) + text
  if (!onlyIndicators.test(line.slice(line.lastIndexOf('\n') + 1))) return edit
  let behind = end
  while (behind < buffer.until && ' \t'.includes(context.text.charAt(behind))) behind += 1
  return { start, end: behind, text: context.text.charAt(behind) === '#' ? `${text} ` : text }
}

/** A comment behind a one-line value goes to the header line of what replaces it, or above. */
function moveTrailing(
  context: PrintContext,
  buffer: EditBuffer,
  region: Region,
  value: Rendered,
  trailing: Comment,
): void {
  const [comment = ''] = commentLines(context, trailing)
  const first = value.first === '' || region.start > region.after ? value.first : ` ${value.first}`
  const isHeader = value.rest !== '' && !value.first.includes('\n')
  if (!isHeader) hoist(context, buffer, region.owner, [trailing])
  const text = isHeader ? `${first} ${comment}${value.rest}` : first + value.rest
  buffer.edits.push({ start: value.first === '' ? region.after : region.start, end: trailing.end, text })
}

/** The old value stands on lines of its own below its indicator, which may have a comment behind it. */
function replaceBelow(context: PrintContext, buffer: EditBuffer, region: Region, value: Rendered): void {
  const { end, after, trailing, owner } = region
  const breakAt = context.text.indexOf('\n', after)
  const lineEnd = context.text.charAt(breakAt - 1) === '\r' ? breakAt - 1 : breakAt
  const [beside] = context.comments.within(after, lineEnd).filter((one) => !context.plan.hasLeft(one))
  const isHeaderFree = !value.first.includes('\n')
  if (beside !== undefined) context.plan.keep(buffer.from, [beside])
  const staysBehind = trailing !== undefined && value.rest !== '' && takesComment(value.end)
  const until = trailing !== undefined && !staysBehind ? trailing.end : end
  if (trailing !== undefined && !staysBehind) hoist(context, buffer, owner, [trailing])
  const first = value.first === '' ? '' : ` ${value.first}`
  if (beside !== undefined && isHeaderFree) {
    const gap = context.text.charAt(after) === '#' ? ' ' : ''
    if (first !== '') buffer.edits.push({ start: after, end: after, text: first + gap })
    buffer.edits.push({ start: lineEnd, end: until, text: value.rest })
    return
  }
  if (beside !== undefined) hoist(context, buffer, owner, [beside])
  buffer.edits.push(withGap(context, buffer, { start: after, end: until, text: first + value.rest }))
}

/** Replaces the root of a document, which may stand behind `---` or be indented. */
export function replaceRoot(context: PrintContext, buffer: EditBuffer, old: Node, next: Node): End {
  const start = nodeStart(old) ?? 0
  const end = old.end ?? start
  const line = context.comments.lineStart(start)
  const prefix = context.text.slice(line, start)
  const behind = context.comments.trailing(end)
  context.plan.keep(buffer.from, context.comments.leading(start))
  const value = context.steps.render(context, next, { kind: 'root', indent: -1, at: 0 })
  // The comment behind the old root may have gone along with a part of it.
  const isTaken = behind !== undefined && context.plan.hasLeft(behind)
  const trailing = isTaken ? undefined : behind
  const text = value.first + value.rest
  const isMultiLine = text.includes('\n')
  const beginsInline = next.anchor !== undefined || next.tag !== undefined || /^[|>]/.test(text)
  const needsLine = prefix.trim() !== '' && value.end !== 'inline' && !beginsInline
  const from = prefix.trim() === '' ? line : needsLine ? line + prefix.trimEnd().length : start
  const movesTrailing = isTaken || (trailing !== undefined && isMultiLine)
  const until = movesTrailing ? (behind?.end ?? end) : behindBlanks(context, end, context.text.length)
  const edit = { start: from, end: until, text: needsLine ? context.layout.eol + text : text }
  buffer.edits.push(withGap(context, buffer, edit))
  if (trailing !== undefined) context.plan.keep(buffer.from, [trailing])
  if (trailing !== undefined && isMultiLine) hoist(context, buffer, line, [trailing])
  for (const one of value.above ?? []) buffer.hoisted.push({ ...one, offset: line })
  hoist(context, buffer, line, context.plan.takeOrphans(start, end, old))
  settleBelow(context, buffer, value.end, until, -1)
  return value.end
}

/** Puts a new value where an old one stands inside brackets. */
export function replaceInFlow(
  context: PrintContext,
  buffer: EditBuffer,
  old: Node,
  next: Node,
  location: ValueLocation,
): End {
  const start = nodeStart(old) ?? 0
  const end = old.end ?? start
  // What stands around the old value stays there.
  context.plan.keep(buffer.from, context.comments.leading(location.start))
  context.plan.keep(buffer.from, context.comments.leading(start))
  const behind = context.comments.trailing(end)
  if (behind !== undefined) context.plan.keep(buffer.from, [behind])
  const text = flowText(context, next, (comments, from) =>
    hoist(from, buffer, location.owner, from.plan.take(comments)),
  )
  hoist(context, buffer, location.owner, context.plan.takeOrphans(start, end, old))
  if (location.lead !== undefined)
    buffer.edits.push({ start: location.after, end: location.after, text: `${location.lead} ${text}` })
  else {
    const before = context.text.charAt(start - 1)
    const gap = before === ':' || before === ',' ? ' ' : ''
    buffer.edits.push({ start, end, text: gap + text })
  }
  return 'inline'
}
