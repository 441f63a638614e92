/** Changes block mappings and lists in place: entries and items come, go and move by whole lines. */

import {
  childEnd,
  childStart,
  type Entry,
  type Mapping,
  parsedEntry,
  placeOf,
  type Sequence,
} from '../document/node.ts'
import { fitsSimpleKey } from '../yaml/scalar-text.ts'
import { alignChildren } from './align.ts'
import { BlockLines } from './block-lines.ts'
import { type End, hoist, type Place, type PrintContext, type Sink, takeOrphans } from './context.ts'
import { endOfParsed, terminate } from './edit-sink.ts'
import { keyText } from './key-text.ts'
import { blockEntries, blockItems } from './render-block.ts'

/** How the text of a mapping ends after the edits; undefined, and no edit made, where it has to be written anew. */
export function editBlockMapping(
  context: PrintContext,
  sink: Sink,
  old: Mapping,
  next: Mapping,
  column: number,
): End | undefined {
  const plan = alignChildren(old.entries, next.entries, parsedEntry)
  const starts = old.entries.map(childStart)
  const lines = new BlockLines(context, sink, column, starts, old.entries.map(childEnd), next.staying)
  if (!lines.canChange(plan)) return undefined
  const ends = new Map<number, End>()
  lines.prepare(plan)
  for (const { old: before, next: after, index } of plan.kept) {
    const behind = renameKey(context, sink, before, after, column)
    if (before.value !== after.value && before.key === after.key && isBare(before))
      terminate(context, sink, before.key)
    const same = before.value === after.value
    const end = same
      ? endOfParsed(context, before.value)
      : context.steps.compare(
          context,
          sink,
          before.value,
          after.value,
          placeOfValue(context, sink, before, column, behind),
        )
    ends.set(index, end)
  }
  return lines.change(
    plan,
    ends,
    (entries) => blockEntries(context, entries, column, next.entries),
    (one) => (isBare(one) ? one.key : one.value),
  )
}

/** As `editBlockMapping`, for lists. */
export function editBlockSequence(
  context: PrintContext,
  sink: Sink,
  old: Sequence,
  next: Sequence,
  column: number,
): End | undefined {
  const plan = alignChildren(old.items, next.items, placeOf)
  const { marks } = old
  if (marks === undefined) return undefined
  const itemEnds = old.items.map((item, index) => Math.max(childEnd(item), (marks[index] ?? 0) + 1))
  const lines = new BlockLines(context, sink, column, marks, itemEnds)
  if (!lines.canChange(plan)) return undefined
  const ends = new Map<number, End>()
  lines.prepare(plan)
  for (const { old: before, next: after, index } of plan.kept) {
    const mark = marks[index] ?? 0
    const owner = context.comments.lineStart(mark)
    const place: Place = { kind: 'dash', indent: column, after: mark + 1, start: mark, owner }
    const end =
      before === after
        ? endOfParsed(context, before)
        : context.steps.compare(context, sink, before, after, place)
    ends.set(index, end)
  }
  return lines.change(
    plan,
    ends,
    (items) => blockItems(context, items, column),
    (item) => item,
  )
}

/** @param behind offset behind the colon, where that is another than it was */
function placeOfValue(
  context: PrintContext,
  sink: Sink,
  entry: Entry,
  column: number,
  behind?: number,
): Place {
  const { key, explicit } = entry
  const start = childStart(entry)
  const shared = { kind: 'key', indent: column, start, owner: context.comments.lineStart(start) } as const
  const keyEnd = key.range?.end ?? 0
  // Nothing but blanks stands between a key and its colon.
  if (explicit === undefined) return { ...shared, after: behind ?? context.text.indexOf(':', keyEnd) + 1 }
  if (explicit.colon !== undefined) return { ...shared, after: explicit.colon + 1 }
  const own = Math.max(keyEnd, explicit.mark + 1)
  const behindComment = context.comments.trailing(keyEnd)?.end ?? own
  const after = behindComment > sink.until ? own : behindComment
  return { ...shared, after, lead: `${context.layout.eol}${' '.repeat(column)}:` }
}

/** `? key` without a colon. */
function isBare(entry: Entry): boolean {
  return entry.explicit !== undefined && entry.explicit.colon === undefined
}

/** Offset behind what it edited, where that is more than the key. */
function renameKey(
  context: PrintContext,
  sink: Sink,
  before: Entry,
  after: Entry,
  column: number,
): number | undefined {
  const { key, explicit } = before
  if (after.key === key) return undefined
  const start = key.propsStart ?? 0
  const text = keyText(context, after.key, 'block')
  const isExplicit = explicit !== undefined
  const gap = isExplicit && start === explicit.mark + 1 ? ' ' : ''
  const end = key.range?.end ?? start
  const offset = context.comments.lineStart(childStart(before))
  hoist(context, sink, offset, takeOrphans(context, start, end))
  if (isExplicit || fitsSimpleKey(text)) {
    sink.edits.push({ start, end, text: gap + text })
    return undefined
  }
  const colon = context.text.indexOf(':', end)
  const wrapped = `? ${text}${context.layout.eol}${' '.repeat(column)}:`
  const blanks = /[ \t]*/y
  blanks.lastIndex = colon + 1
  const tabs = blanks.exec(context.text)?.[0] ?? ''
  // On a line of its own a colon indents: no tab can follow.
  const isIndented = tabs.includes('\t')
  const until = isIndented ? Math.max(colon + 1, Math.min(colon + 1 + tabs.length, sink.until)) : colon + 1
  sink.edits.push({
    start,
    end: until,
    text: isIndented ? `${wrapped} ` : wrapped,
  })
  return until
}
