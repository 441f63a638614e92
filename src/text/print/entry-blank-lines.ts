/** How many blank lines are written above entries and items that are written anew. */

import {
  childStart,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  replacedNode,
} from '../document/node.ts'
import type { PrintContext } from './context.ts'

/** Whether an entry has come to a collection, be it new or from elsewhere. */
export function isNewAmong(entry: Entry, old: ReadonlySet<unknown>): boolean {
  const parsed = parsedEntry(entry)
  return parsed === undefined || !old.has(parsed)
}

/** The entries of a mapping in a JSON source, where its author separates them by blank lines. */
export function separatedEntries(
  context: PrintContext,
  whole: Mapping,
  column: number,
): ReadonlySet<Entry> | undefined {
  if (!context.blankLines.any) return undefined
  const old = parsedNode(whole)
  if (context.document.syntax !== 'json' || old?.kind !== 'map') return undefined
  const endBefore = (index: number) => old.entries[index - 1]?.value.end
  const separated = old.entries.filter(
    (one, index) => index > 0 && blankLinesBefore(context, one, endBefore(index)) > 0,
  )
  return areMost(separated.length, old.entries.length, column) ? new Set(old.entries) : undefined
}

/** Sections are few; of other entries more than half have to be separated before new ones are. */
export function areMost(separated: number, entries: number, column: number): boolean {
  const gaps = entries - 1
  return gaps > 0 && (column === 0 ? separated * 2 >= gaps : separated * 2 > gaps)
}

/** Blank lines between an entry with the comments above it and the preceding lines. */
export function blankLinesBefore(
  context: PrintContext,
  entry: Entry,
  previousEnd: number | undefined,
): number {
  if (!context.blankLines.any) return 0
  const parsed = parsedEntry(entry)
  if (parsed === undefined) return blankLinesOfItem(context, entry)
  const start = childStart(parsed)
  if (context.document.syntax !== 'json' || previousEnd === undefined) return context.blankLines.above(start)
  const leading = context.comments.leading(start)[0]?.start ?? start
  const loose = context.comments.within(previousEnd, leading).find((comment) => comment.ownLine)
  return loose === undefined ? context.blankLines.above(start) : context.blankLines.at(loose.start)
}

/** Those above the entry whose key an item begins with, where it was one. */
export function blankLinesBeforeItem(context: PrintContext, item: Node, start: number | undefined): number {
  if (!context.blankLines.any) return 0
  const first = item.kind === 'map' && item.start === undefined ? item.entries[0] : undefined
  const parsed = first === undefined ? undefined : parsedEntry(first)
  const from = parsed === undefined ? undefined : childStart(parsed)
  const at = from !== undefined && (start === undefined || from < start) ? from : start
  return at === undefined ? 0 : context.blankLines.above(at)
}

/** An entry that was an item remains separated as that was. */
function blankLinesOfItem(context: PrintContext, { value }: Entry): number {
  const location = replacedNode(value)
  if (location?.start === undefined || context.document.syntax === 'json') return 0
  const dash = context.comments.dashOf(location)
  return dash === nodeStart(location) ? 0 : context.blankLines.above(dash)
}
