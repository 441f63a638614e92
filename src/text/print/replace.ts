/** Writes a new value over an old one in block style. */

import { type Comment, type Node, nodeStart } from '../document/node.ts'
import {
  columnOf,
  commentLines,
  hoist,
  hoistLines,
  inOrder,
  lifted,
  type PrintContext,
  type Rendered,
  type Slot,
  type ValueLocation,
} from './context.ts'
import type { EditBuffer, TextEdit } from './edit-buffer.ts'
import { type End, settleBelow, takesComment } from './ends.ts'
import { flowText } from './render-flow.ts'

/** The range of an old value and its surroundings. */
interface Region {
  readonly start: number
  readonly end: number
  /** Offset just after the indicator. */
  readonly after: number
  /** The comment after the old value, where it has to remain. */
  readonly trailing: Comment | undefined
  /** Offset of the line above which comments can go. */
  readonly owner: number
}

/** Replaces a value after a key or dash; returns how the output ends. */
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
  const behind = context.comments.trailing(end)
  // After the indicator itself a blank comes first.
  const at = inline && start > location.after ? start - line : columnOf(context, location.after) + 1
  const value = context.steps.render(context, next, {
    kind: location.kind as Slot['kind'],
    indent: location.indent,
    at,
  })
  const { isOfPart, ...fate } = trailingFate(context, buffer, { old, next, end, behind }, value)
  const region: Region = { start, ...fate, after: location.after, owner: location.owner }
  if (region.trailing !== undefined) buffer.staying.push(region.trailing)
  const placed = aboveOwner(context, buffer, withBehindAbove(context, value, behind), location, at)
  let ended = value.end
  if (location.lead !== undefined) insertWithLead(context, buffer, region, placed, location.lead)
  else if (inline) replaceInline(context, buffer, region, placed)
  else ended = replaceBelow(context, buffer, region, placed)
  const beside = inline ? undefined : besideIndicator(context, buffer, location.after)
  // The dash of an item is part of what is replaced.
  const from = location.kind === 'dash' ? location.start : location.after
  const orphans = context.plan
    .orphans(from, isOfPart && behind !== undefined ? behind.end : end, buffer.home, next)
    .filter((comment) => comment !== beside)
  hoist(context, buffer, location.owner, orphans)
  settleBelow(context, buffer, value.end, region.trailing?.end ?? region.end, location.indent)
  return ended
}

/** A value that is replaced, and the comment after it. */
interface Replacement {
  readonly old: Node
  readonly next: Node
  readonly end: number
  readonly behind: Comment | undefined
}

/** What becomes of the comment after an old value: it may go along with a part of that. */
function trailingFate(
  context: PrintContext,
  buffer: EditBuffer,
  { old, next, end, behind }: Replacement,
  value: Rendered,
): Pick<Region, 'end' | 'trailing'> & { readonly isOfPart: boolean } {
  const isTaken = behind !== undefined && behind !== value.behind && goesAlong(context, buffer, behind, next)
  const isOurs = behind !== undefined && behind.end <= buffer.until
  const isOfPart = isOurs && !isTaken && behind !== value.behind && isBehindBlock(context, old)
  const isMultiLine = value.rest !== '' || value.first.includes('\n')
  const bare = isMultiLine ? behindBlanks(context, end, buffer.until) : end
  return {
    end: isOurs && (isTaken || isOfPart) ? behind.end : bare,
    trailing: isOurs && !isOfPart && !isTaken ? behind : undefined,
    isOfPart,
  }
}

/** With the comment after its source moved above it, unless that is the comment that follows the old value. */
function withBehindAbove(context: PrintContext, value: Rendered, behind: Comment | undefined): Rendered {
  if (value.behind === undefined || value.behind === behind) return value
  return { ...value, above: [...value.above, ...lifted(context, [value.behind])] }
}

/** Whether a comment is written with a new value, or was removed. */
function goesAlong(context: PrintContext, buffer: EditBuffer, comment: Comment, next: Node): boolean {
  return context.plan.hasLeft(comment, buffer.home) || context.plan.isIn(comment, next)
}

/** A comment after the last line of a block is about its last part, and not about the part that is last now. */
function isBehindBlock(context: PrintContext, old: Node): boolean {
  const isBlock = (old.kind === 'map' || old.kind === 'seq') && old.style === 'block'
  return isBlock && context.text.slice(old.start, old.end).includes('\n')
}

/** The comment after an indicator whose value is on the lines below: it remains there. */
function besideIndicator(context: PrintContext, buffer: EditBuffer, after: number): Comment | undefined {
  return context.comments
    .within(after, context.text.indexOf('\n', after))
    .find((comment) => !context.plan.hasLeft(comment, buffer.home))
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
  const { first, rest, above } = value
  if (above.length === 0) return value
  const { eol } = context.layout
  if (location.owner >= buffer.from) {
    hoistLines(buffer, location.owner, above)
    return { ...value, above: [] }
  }
  // The lines of a block after a dash all begin in one column.
  const pad = eol + ' '.repeat(location.kind === 'dash' ? at : Math.max(location.indent, 0) + 2)
  const lines = first === '' ? inOrder(above) : [...inOrder(above), first]
  return { ...value, first: '', rest: lines.map((line) => pad + line).join('') + rest, above: [] }
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
  const movesTrailing = isMultiLine
    ? !takesComment(value.end) || !wasMultiLine
    : value.first !== '' && !isFirstLineFree(value)
  if (trailing !== undefined && movesTrailing) {
    moveTrailing(context, buffer, region, value, trailing)
    return
  }
  const gap = start === after && value.first !== '' ? ' ' : ''
  const from = value.first === '' ? after : start
  buffer.edits.push(withGap(context, buffer, { start: from, end, text: `${gap}${value.first}${value.rest}` }))
}

/** A line of nothing but indicators: a tab after them would indent. */
const onlyIndicators = /^\ufeff? *(?:[-?:] +)*[-?:] *$/

/** An edit separated from what follows it: a comment needs a blank before it, an indicator no tab after it. */
function withGap(context: PrintContext, buffer: EditBuffer, edit: TextEdit): TextEdit {
  const { start, end, text } = edit
  const next = context.text.charAt(end)
  if (next === '#' && text !== '') return { ...edit, text: `${text} ` }
  if (next !== '\t') return edit
  const line = context.text.slice(context.comments.lineStart(start), start) + text
  // The key before it may be written anew, with its colon on a line of its own.
  if (text !== '' && !onlyIndicators.test(line.slice(line.lastIndexOf('\n') + 1))) return edit
  let behind = end
  while (behind < buffer.until && ' \t'.includes(context.text.charAt(behind))) behind += 1
  return { start, end: behind, text: context.text.charAt(behind) === '#' ? `${text} ` : text }
}

/** A comment after a one-line value goes to the header line of its replacement, or above. */
function moveTrailing(
  context: PrintContext,
  buffer: EditBuffer,
  region: Region,
  value: Rendered,
  trailing: Comment,
): void {
  const [comment = ''] = commentLines(context, trailing)
  const first = value.first === '' || region.start > region.after ? value.first : ` ${value.first}`
  const isHeader = value.rest !== '' && isFirstLineFree(value)
  if (!isHeader) hoist(context, buffer, region.owner, [trailing])
  const text = isHeader ? `${first} ${comment}${value.rest}` : first + value.rest
  buffer.edits.push({ start: value.first === '' ? region.after : region.start, end: trailing.end, text })
}

/** Whether a comment can follow the first line of a value: a second one would become part of the one that is there. */
function isFirstLineFree({ first, rest, end }: Rendered): boolean {
  if (first.includes('\n') || (rest === '' && end === 'comment')) return false
  return !/(?:^|[-?:][ \t]+)(?:[&!]\S*[ \t]+)*[|>][-+0-9]*[ \t]+#/.test(first)
}

/**
 * The old value is on lines of its own below its indicator, which may have a comment after it; returns how the output
 * ends.
 */
function replaceBelow(context: PrintContext, buffer: EditBuffer, region: Region, value: Rendered): End {
  const { end, after, trailing, owner } = region
  const breakAt = context.text.indexOf('\n', after)
  const lineEnd = context.text.charAt(breakAt - 1) === '\r' ? breakAt - 1 : breakAt
  const beside = besideIndicator(context, buffer, after)
  const isOnLine = value.rest !== '' || (beside === undefined && value.behind === trailing)
  const staysBehind = trailing !== undefined && isOnLine && takesComment(value.end)
  const until = trailing !== undefined && !staysBehind ? trailing.end : end
  if (trailing !== undefined && !staysBehind) hoist(context, buffer, owner, [trailing])
  const first = value.first === '' ? '' : ` ${value.first}`
  if (beside !== undefined && isFirstLineFree(value)) {
    const gap = context.text.charAt(after) === '#' ? ' ' : ''
    if (first !== '') buffer.edits.push({ start: after, end: after, text: first + gap })
    buffer.edits.push(withGap(context, buffer, { start: lineEnd, end: until, text: value.rest }))
    return value.rest === '' ? 'comment' : value.end
  }
  if (beside !== undefined) hoist(context, buffer, owner, [beside])
  buffer.edits.push(withGap(context, buffer, { start: after, end: until, text: first + value.rest }))
  return value.end
}

/** Replaces the root of a document, which may follow `---` or be indented. */
export function replaceRoot(context: PrintContext, buffer: EditBuffer, old: Node, next: Node): End {
  const start = nodeStart(old) ?? 0
  const end = old.end ?? start
  const line = context.comments.lineStart(start)
  const prefix = context.text.slice(line, start)
  const behind = context.comments.trailing(end)
  const value = context.steps.render(context, next, { kind: 'root', indent: -1, at: 0 })
  // The comment after the old root may go along with a part of it.
  const isTaken = behind !== undefined && goesAlong(context, buffer, behind, next)
  const trailing = isTaken ? undefined : behind
  const text = value.first + value.rest
  const isMultiLine = text.includes('\n')
  const beginsInline = next.anchor !== undefined || next.tag !== undefined || /^[|>]/.test(text)
  const needsLine = prefix.trim() !== '' && value.end !== 'inline' && !beginsInline
  const from = prefix.trim() === '' ? line : needsLine ? line + prefix.trimEnd().length : start
  const isHoisted = trailing !== undefined && (isMultiLine || !isFirstLineFree(value))
  const until = isTaken || isHoisted ? (behind?.end ?? end) : behindBlanks(context, end, context.text.length)
  const edit = { start: from, end: until, text: needsLine ? context.layout.eol + text : text }
  buffer.edits.push(withGap(context, buffer, edit))
  if (trailing !== undefined && isHoisted) hoist(context, buffer, line, [trailing])
  hoistLines(buffer, line, value.above)
  hoist(context, buffer, line, context.plan.orphans(start, end, buffer.home, next))
  settleBelow(context, buffer, value.end, until, -1)
  return value.end
}

/** Writes a new value over an old one inside brackets. */
export function replaceInFlow(
  context: PrintContext,
  buffer: EditBuffer,
  old: Node,
  next: Node,
  location: ValueLocation,
): End {
  const start = nodeStart(old) ?? 0
  const end = old.end ?? start
  // The surroundings of the old value remain as they are.
  const behind = context.comments.trailing(end)
  const around = [...context.comments.leading(location.start), ...context.comments.leading(start)]
  if (behind !== undefined) around.push(behind)
  const staying = context.plan.ofNode(next, around)
  buffer.staying.push(...staying)
  const text = flowText(context, next, (comments, from) => {
    const left = comments.filter((comment) => !staying.includes(comment))
    hoist(from, buffer, location.owner, left)
  })
  hoist(context, buffer, location.owner, context.plan.orphans(start, end, buffer.home, next))
  if (location.lead !== undefined)
    buffer.edits.push({ start: location.after, end: location.after, text: `${location.lead} ${text}` })
  else {
    const before = context.text.charAt(start - 1)
    const gap = before === ':' || before === ',' ? ' ' : ''
    buffer.edits.push({ start, end, text: gap + text })
  }
  return 'inline'
}
