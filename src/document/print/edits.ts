/** Compares the tree that was read with the one that a chain made, and yields text edits. */
import type { Comment } from '../comment.ts'
import type { Document } from '../document.ts'
import type { Entry, Mapping, Node, Sequence } from '../node.ts'
import { parsedEntry, parsedNode, placeOf } from '../node.ts'
import { applyEdits, type TextEdit } from '../text-edit.ts'
import { alignChildren } from './align.ts'
import { columnOf, commentLines, type PrintContext, printContext } from './context.ts'
import {
  blockEntries,
  blockItems,
  flowText,
  keyText,
  orphansIn,
  type Rendered,
  renderValue,
  type Slot,
} from './render.ts'

/** A comment of replaced text that finds no place in the new one; it goes above the line at `offset`. */
interface Hoisted {
  readonly offset: number
  readonly comment: Comment
}

interface Sink {
  readonly edits: TextEdit[]
  readonly hoisted: Hoisted[]
  /** The stretch of text that may be edited: the whole, or a node that is carried over. */
  readonly from: number
  readonly until: number
}

/** Where a parsed value stands. */
interface Place {
  readonly kind: Slot['kind'] | 'flow'
  /** Column of the collection that holds it. */
  readonly indent: number
  /** Offset just after the `:` or `-` that leads it. */
  readonly after: number
}

/**
 * The edits that turn the text of a YAML document into one whose data is `root`. Nodes that
 * are the same objects as before keep their bytes.
 * @param root made from `document.root`: changed nodes name the parsed ones they replace as `origin`
 */
export function editsBetween(document: Document, root: Node): TextEdit[] {
  if (root === document.root) return []
  const context = printContext(document, slice)
  const sink: Sink = { edits: [], hoisted: [], from: 0, until: document.text.length }
  const old = document.root
  if (old === undefined) {
    const text = renderValue(context, root, { kind: 'root', indent: -1, at: 0 })
    return [
      {
        start: document.text.length,
        end: document.text.length,
        text: text.first + text.rest + context.layout.eol,
      },
    ]
  }
  compare(context, sink, old, root, { kind: 'root', indent: -1, after: old.propsStart ?? 0 })
  return [...sink.edits, ...hoistEdits(context, sink.hoisted)]
}

/** The text of a node with the edits inside applied; see `PrintContext.slice`. */
function slice(context: PrintContext, node: Node): string | undefined {
  const parsed = parsedNode(node)
  if (parsed?.range === undefined) return undefined
  const start = parsed.propsStart ?? parsed.range.start
  if (node !== parsed) {
    if (node.kind === 'scalar' || node.kind === 'alias' || parsed.kind !== node.kind) return undefined
    if (node.anchor !== parsed.anchor || node.tag !== parsed.tag) return undefined
  }
  const sink: Sink = { edits: [], hoisted: [], from: start, until: parsed.range.end }
  if (node !== parsed) {
    const column = columnOf(context, parsed.range.start)
    if (!compareCollections(context, sink, parsed as Mapping, node as Mapping, column, false))
      return undefined
  }
  const inside: Hoisted[] = []
  for (const hoist of sink.hoisted) {
    if (hoist.offset >= start) inside.push(hoist)
    else context.carried.delete(hoist.comment)
  }
  const edits = [...sink.edits, ...hoistEdits(context, inside)]
  const outside = sink.hoisted.filter((hoist) => hoist.offset < start)
  for (const comment of context.comments.within(start, parsed.range.end)) {
    if (!outside.some((hoist) => hoist.comment === comment)) context.carried.add(comment)
  }
  const text = context.text.slice(start, parsed.range.end)
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  )
}

function hoistEdits(context: PrintContext, hoisted: readonly Hoisted[]): TextEdit[] {
  return hoisted.map(({ offset, comment }) => {
    const indent = /^[ ]*/.exec(context.text.slice(offset))?.[0] ?? ''
    const text = commentLines(context, comment)
      .map((line) => indent + line + context.layout.eol)
      .join('')
    return { start: offset, end: offset, text }
  })
}

function sameProps(a: Node, b: Node): boolean {
  return a.anchor === b.anchor && a.tag === b.tag
}

function compare(context: PrintContext, sink: Sink, old: Node, next: Node, place: Place): void {
  if (next === old) return
  if (
    (next.kind === 'map' || next.kind === 'seq') &&
    next.kind === old.kind &&
    next.origin === old &&
    sameProps(old, next)
  ) {
    const column = columnOf(context, old.range?.start ?? 0)
    if (compareCollections(context, sink, old as Mapping, next as Mapping, column, place.kind === 'flow'))
      return
  }
  replace(context, sink, old, next, place)
}

/** False when the collection has to be written anew as a whole. */
function compareCollections<T extends Mapping | Sequence>(
  context: PrintContext,
  sink: Sink,
  old: T,
  next: T,
  column: number,
  inFlow: boolean,
): boolean {
  if (old.kind === 'map' && next.kind === 'map') {
    return old.style === 'flow'
      ? flowMapping(context, sink, old, next, inFlow)
      : blockMapping(context, sink, old, next, column)
  }
  if (old.kind === 'seq' && next.kind === 'seq') {
    return old.style === 'flow'
      ? flowSequence(context, sink, old, next)
      : blockSequence(context, sink, old, next, column)
  }
  return false
}

// --- replacing a value

function replace(context: PrintContext, sink: Sink, old: Node, next: Node, place: Place): void {
  const start = old.propsStart ?? 0
  const end = old.range?.end ?? start
  if (place.kind === 'flow') {
    replaceInFlow(context, sink, start, end, next)
    return
  }
  const line = context.comments.lineStart(start)
  const inline = context.comments.lineStart(place.after) === line || place.kind === 'root'
  const slot: Slot = {
    kind: place.kind,
    indent: place.indent,
    at: inline ? start - line : columnOf(context, place.after) + 1,
  }
  const behind = context.comments.trailing(end)
  const isOpen = behind !== undefined && !context.carried.has(behind)
  const value = renderValue(context, next, slot)
  // The comment behind the old value may have gone along with a part of it.
  const isTaken = isOpen && context.carried.has(behind)
  const isOurs = isOpen && behind.end <= sink.until
  const region: Region = {
    start,
    end: isTaken && isOurs ? behind.end : end,
    after: place.after,
    trailing: isOurs && !isTaken ? behind : undefined,
  }
  const owner = context.comments.lineStart(place.after)
  if (inline) replaceInline(context, sink, region, aboveDash(context, sink, value, owner), owner)
  else replaceBelow(context, sink, region, aboveDash(context, sink, value, owner))
  for (const comment of orphansIn(context, place.after, end)) sink.hoisted.push({ offset: owner, comment })
}

/** Puts the comment lines of a value above the dash that it stands behind. */
function aboveDash(context: PrintContext, sink: Sink, value: Rendered, owner: number): Rendered {
  const { above = [], ...rest } = value
  if (above.length === 0) return value
  const indent = /^[ ]*/.exec(context.text.slice(owner, owner + 1000))?.[0] ?? ''
  if (owner >= sink.from) {
    const text = above.map((line) => indent + line + context.layout.eol).join('')
    sink.edits.push({ start: owner, end: owner, text })
    return rest
  }
  const pad = `${context.layout.eol}${indent}  `
  return { ...rest, first: '', rest: [...above, rest.first].map((line) => pad + line).join('') + rest.rest }
}

interface Region {
  readonly start: number
  readonly end: number
  readonly after: number
  readonly trailing: Comment | undefined
}

/** The old value begins on the line of its indicator. */
function replaceInline(
  context: PrintContext,
  sink: Sink,
  region: Region,
  value: Rendered,
  owner: number,
): void {
  const { start, end, after, trailing } = region
  const gap =
    start === after && value.first !== '' && context.text.charAt(after - 1) !== '\n' && after > 0 ? ' ' : ''
  const isMultiLine = value.rest !== '' || value.first.includes('\n')
  const wasMultiLine = context.text.slice(start, end).includes('\n')
  if (trailing !== undefined && isMultiLine && (value.end === 'block-scalar' || !wasMultiLine)) {
    moveTrailing(context, sink, region, value, trailing, owner)
    return
  }
  const from = value.first === '' ? after : start
  sink.edits.push({ start: from, end, text: `${gap}${value.first}${value.rest}` })
}

/** A comment behind a one-line value goes to the header line of what replaces it, or above. */
function moveTrailing(
  context: PrintContext,
  sink: Sink,
  region: Region,
  value: Rendered,
  trailing: Comment,
  owner: number,
): void {
  const [comment = ''] = commentLines(context, trailing)
  context.carried.add(trailing)
  const header = value.rest !== '' && !value.first.includes('\n')
  if (header) {
    const first = value.first === '' ? '' : ` ${value.first}`
    sink.edits.push({ start: region.after, end: trailing.end, text: `${first} ${comment}${value.rest}` })
    return
  }
  sink.hoisted.push({ offset: owner, comment: trailing })
  sink.edits.push({ start: region.start, end: trailing.end, text: value.first + value.rest })
}

/** The old value stands on lines of its own below its indicator. */
function replaceBelow(context: PrintContext, sink: Sink, region: Region, value: Rendered): void {
  const { end, after, trailing } = region
  const breakAt = context.text.indexOf('\n', after)
  const lineEnd = context.text.charAt(breakAt - 1) === '\r' ? breakAt - 1 : breakAt
  for (const comment of context.comments.within(after, lineEnd)) context.carried.add(comment)
  if (value.first !== '') sink.edits.push({ start: after, end: after, text: ` ${value.first}` })
  let until = end
  if (trailing !== undefined && (value.rest === '' || value.end === 'block-scalar')) until = trailing.end
  sink.edits.push({ start: lineEnd, end: until, text: value.rest })
  if (until !== end && trailing !== undefined)
    sink.hoisted.push({ offset: context.comments.lineStart(after), comment: trailing })
}

function replaceInFlow(context: PrintContext, sink: Sink, start: number, end: number, next: Node): void {
  const before = context.text.charAt(start - 1)
  const text = flowText(context, next, false) as string
  const gap = before === ':' || (before === ',' && text !== '') ? ' ' : ''
  sink.edits.push({ start, end, text: gap + text })
  const line = context.comments.lineStart(start)
  for (const comment of orphansIn(context, start, end)) sink.hoisted.push({ offset: line, comment })
}

function renameKey(context: PrintContext, sink: Sink, old: Node, next: Node, place: 'block' | 'flow'): void {
  if (next === old) return
  const start = old.propsStart ?? 0
  sink.edits.push({ start, end: old.range?.end ?? start, text: keyText(context, next, place) })
}

// --- block collections

/** Offset after the `:` of a parsed entry. */
function afterColon(context: PrintContext, entry: Entry): number {
  const from = entry.key.range?.end ?? 0
  const at = context.text.indexOf(':', from)
  const limit = entry.value.propsStart ?? from
  return at === -1 || at >= Math.max(limit, from + 1) ? limit : at + 1
}

function isExplicit(context: PrintContext, entry: Entry): boolean {
  const start = entry.key.propsStart ?? 0
  return /\?[ \t]*$/.test(context.text.slice(context.comments.lineStart(start), start))
}

function blockMapping(
  context: PrintContext,
  sink: Sink,
  old: Mapping,
  next: Mapping,
  column: number,
): boolean {
  const plan = alignChildren(old.entries, next.entries, parsedEntry)
  if (plan.kept.length === 0) return false
  if (plan.changed && old.entries.some((entry) => isExplicit(context, entry))) return false
  const starts = old.entries.map((entry) => entry.key.propsStart ?? 0)
  const ends = old.entries.map((entry) => entry.value.range?.end ?? entry.key.range?.end ?? 0)
  const shape: Shape = { starts, ends, column }
  if (!structureFits(context, sink, shape, plan)) return false
  for (const { old: before, next: after } of plan.kept) {
    if (before === after) continue
    renameKey(context, sink, before.key, after.key, 'block')
    const place: Place = { kind: 'key', indent: column, after: afterColon(context, before) }
    compare(context, sink, before.value, after.value, place)
  }
  for (const group of plan.inserted) {
    insertLines(
      context,
      sink,
      shape,
      group.after,
      blockEntries(context, group.children, column, next.entries).text,
    )
  }
  for (const index of plan.removed) removeLines(context, sink, shape, index)
  return true
}

function blockSequence(
  context: PrintContext,
  sink: Sink,
  old: Sequence,
  next: Sequence,
  column: number,
): boolean {
  const plan = alignChildren(old.items, next.items, placeOf)
  const marks = old.marks ?? []
  if (plan.kept.length === 0 || marks.length !== old.items.length) return false
  const ends = old.items.map((item, index) => item.range?.end ?? (marks[index] ?? 0) + 1)
  const shape: Shape = { starts: marks, ends, column }
  if (!structureFits(context, sink, shape, plan)) return false
  for (const { old: before, next: after, index } of plan.kept) {
    compare(context, sink, before, after, { kind: 'dash', indent: column, after: (marks[index] ?? 0) + 1 })
  }
  for (const group of plan.inserted) {
    const { text } = blockItems(context, { kind: 'seq', style: 'block', items: group.children }, column)
    insertLines(context, sink, shape, group.after, text)
  }
  for (const index of plan.removed) removeLines(context, sink, shape, index)
  return true
}

interface Shape {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly column: number
}

/**
 * Whole lines can come and go only where they are whole: a first child on the line of its dash, and
 * the ends of a node that is carried over, share their line with what is not ours.
 */
function structureFits(
  context: PrintContext,
  sink: Sink,
  shape: Shape,
  plan: { removed: readonly number[]; inserted: readonly { after: number }[] },
): boolean {
  const last = shape.starts.length - 1
  const start = shape.starts[0] ?? 0
  const hasOwnLine = context.text.slice(context.comments.lineStart(start), start).trim() === ''
  const frontFree = hasOwnLine && extent(context, shape, 0).start >= sink.from
  const backFree = extent(context, shape, last).end <= sink.until
  if (!frontFree && (plan.removed.includes(0) || plan.inserted.some((group) => group.after === -1)))
    return false
  return backFree || !(plan.removed.includes(last) || plan.inserted.some((group) => group.after === last))
}

/** The lines of a child: its leading comments to the line break behind it. */
function extent(context: PrintContext, shape: Shape, index: number): { start: number; end: number } {
  const start = shape.starts[index] ?? 0
  const first = context.comments.leading(start)[0]?.start ?? start
  const lineEnd = context.text.indexOf('\n', shape.ends[index] ?? start)
  return { start: context.comments.lineStart(first), end: lineEnd === -1 ? context.text.length : lineEnd + 1 }
}

function removeLines(context: PrintContext, sink: Sink, shape: Shape, index: number): void {
  let { start, end } = extent(context, shape, index)
  const above =
    /(?:^|\n)[ \t]*\r?\n$/.test(context.text.slice(Math.max(0, start - 200), start)) || start === 0
  const below = /^(?:[ \t]*\r?\n)+/.exec(context.text.slice(end, end + 400))?.[0] ?? ''
  if (above && below !== '') end += below.length
  if (end === context.text.length && above) start -= blanksBefore(context.text, start)
  const atEnd = end === context.text.length && !context.text.endsWith('\n')
  if (atEnd && start > 0) {
    const breakLength = context.text.charAt(start - 2) === '\r' ? 2 : 1
    start -= breakLength
  }
  for (const comment of context.comments.within(start, end)) context.dropped.add(comment)
  sink.edits.push({ start, end, text: '' })
}

/** Length of the blank lines that end at `offset`. */
function blanksBefore(text: string, offset: number): number {
  let start = offset
  for (;;) {
    const line = text.lastIndexOf('\n', start - 2) + 1
    if (start === 0 || text.slice(line, start).trim() !== '') return offset - start
    start = line
  }
}

function insertLines(context: PrintContext, sink: Sink, shape: Shape, after: number, text: string): void {
  const { eol } = context.layout
  const pad = ' '.repeat(shape.column)
  if (after === -1) {
    const { start } = extent(context, shape, 0)
    sink.edits.push({ start, end: start, text: `${pad}${text}${eol}${separation(context, shape)}` })
    return
  }
  const { end } = extent(context, shape, after)
  const endsWithBreak = context.text.charAt(end - 1) === '\n'
  const blank = separation(context, shape)
  if (endsWithBreak) sink.edits.push({ start: end, end, text: `${blank}${pad}${text}${eol}` })
  else sink.edits.push({ start: end, end, text: `${eol}${blank}${pad}${text}` })
}

/** A blank line for new sections where the author separates sections by blank lines. */
function separation(context: PrintContext, shape: Shape): string {
  if (shape.column !== 0 || shape.starts.length < 2) return ''
  let separated = 0
  for (let index = 1; index < shape.starts.length; index += 1) {
    const { start } = extent(context, shape, index)
    if (/\n[ \t]*\r?\n$/.test(context.text.slice(Math.max(0, start - 200), start))) separated += 1
  }
  return separated * 2 >= shape.starts.length - 1 ? context.layout.eol : ''
}

// --- flow collections

function flowMapping(
  context: PrintContext,
  sink: Sink,
  old: Mapping,
  next: Mapping,
  inFlow: boolean,
): boolean {
  const plan = alignChildren(old.entries, next.entries, parsedEntry)
  if (plan.kept.length === 0) return false
  // New parts may not fit on the line; where block style can stand, the renderer chooses.
  if (
    !inFlow &&
    (plan.inserted.length > 0 || plan.kept.some(({ next: after }) => isNewCollection(after.value)))
  )
    return false
  for (const { old: before, next: after } of plan.kept) {
    if (before !== after && before.value !== after.value && isBare(context, before)) return false
  }
  for (const { old: before, next: after } of plan.kept) {
    if (before === after) continue
    renameKey(context, sink, before.key, after.key, 'flow')
    compare(context, sink, before.value, after.value, {
      kind: 'flow',
      indent: 0,
      after: afterColon(context, before),
    })
  }
  const starts = old.entries.map((entry) => entry.key.propsStart ?? 0)
  const ends = old.entries.map((entry) => Math.max(entry.value.range?.end ?? 0, entry.key.range?.end ?? 0))
  const texts = plan.inserted.map((group) => ({
    after: group.after,
    text:
      flowText(context, { kind: 'map', style: 'flow', entries: group.children }, false)?.slice(1, -1) ?? '',
  }))
  editFlow(context, sink, starts, ends, plan.removed, texts)
  return true
}

function isNewCollection(node: Node): boolean {
  return (
    (node.kind === 'map' || node.kind === 'seq') &&
    node.range === undefined &&
    node.origin?.kind !== node.kind
  )
}

/** `{a, b}`: an entry without a colon has no place for a value. */
function isBare(context: PrintContext, entry: Entry): boolean {
  const end = entry.key.range?.end ?? 0
  return (
    entry.value.range?.start === entry.value.range?.end &&
    entry.value.range?.start === end &&
    context.text.charAt(end) !== ':'
  )
}

function flowSequence(context: PrintContext, sink: Sink, old: Sequence, next: Sequence): boolean {
  const plan = alignChildren(old.items, next.items, placeOf)
  if (plan.kept.length === 0) return false
  for (const { old: before, next: after } of plan.kept) {
    compare(context, sink, before, after, { kind: 'flow', indent: 0, after: before.propsStart ?? 0 })
  }
  const starts = old.items.map((item) => item.propsStart ?? 0)
  const ends = old.items.map((item) => item.range?.end ?? 0)
  const texts = plan.inserted.map((group) => ({
    after: group.after,
    text: flowText(context, { kind: 'seq', style: 'flow', items: group.children }, false)?.slice(1, -1) ?? '',
  }))
  editFlow(context, sink, starts, ends, plan.removed, texts)
  return true
}

/** `[1, 2, 3, 5]` → `[[1, 3], [5, 5]]`. */
function runsOf(indices: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const index of indices) {
    const run = runs.at(-1)
    if (run !== undefined && run[1] === index - 1) run[1] = index
    else runs.push([index, index])
  }
  return runs
}

function editFlow(
  context: PrintContext,
  sink: Sink,
  starts: readonly number[],
  ends: readonly number[],
  removed: readonly number[],
  inserted: readonly { after: number; text: string }[],
): void {
  for (const [first, last] of runsOf(removed)) {
    // The last ones go together with the comma before them, others with the comma behind.
    const isTail = last === starts.length - 1
    const start = isTail && first > 0 ? (ends[first - 1] ?? 0) : (starts[first] ?? 0)
    const end = isTail ? (ends[last] ?? 0) : (starts[last + 1] ?? 0)
    for (const comment of context.comments.within(start, end)) context.dropped.add(comment)
    sink.edits.push({ start, end, text: '' })
  }
  for (const { after, text } of inserted) {
    if (after === -1) sink.edits.push({ start: starts[0] ?? 0, end: starts[0] ?? 0, text: `${text}, ` })
    else sink.edits.push({ start: ends[after] ?? 0, end: ends[after] ?? 0, text: `, ${text}` })
  }
}
