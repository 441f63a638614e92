/** A change in a line for each entry of the template: enough of what is proved to mean the same. */

import type { FileOutcome } from '../../engine/outcome.ts'
import { entryStarts, type Start } from '../../run/diff/entry-edits.ts'
import { lineEdits, splitLines } from '../../run/diff/hunks.ts'
import { countFirst } from '../../text/document/sorted.ts'
import { oneLine } from './style.ts'

/** Lines of an entry that go, and those that come. */
interface EntryCount {
  label: string
  removed: number
  added: number
}

/** Whether a line for each entry is enough of a change: what is not proved, or new, has to be read. */
export function isFoldable({ status, proof, before }: FileOutcome): boolean {
  return status === 'changed' && proof === 'equal' && before !== undefined
}

/**
 * The change of a file, a line for each section, parameter, resource, output or other entry with a line that changes, in
 * the order of the result: how many lines go and come, and its name.
 */
export function entrySummary({ path, newPath, before = '', after = '' }: FileOutcome): string {
  const counts = entryCounts(before, after)
  const name = [path, ...(newPath === undefined ? [] : [newPath])].map(oneLine).join(' -> ')
  const entries = counts.length === 1 ? '1 entry' : `${counts.length} entries`
  const widths = (['removed', 'added'] as const).map(
    (side) => Math.max(0, ...counts.map((one) => `${one[side]}`.length)) + 1,
  )
  const lines = counts.map(({ label, removed, added }) => {
    const [minus, plus] = [`-${removed}`.padStart(widths[0] ?? 0), `+${added}`.padStart(widths[1] ?? 0)]
    return `  ${minus} ${plus}  ${oneLine(label)}\n`
  })
  return `${name}: proved equal, ${entries} rewritten\n${lines.join('')}`
}

function entryCounts(before: string, after: string): readonly EntryCount[] {
  const [old, made] = [splitLines(before), splitLines(after)]
  const [oldStarts, newStarts] = [entryStarts(old), entryStarts(made)]
  const counts = new Map<string, EntryCount>()
  // In the order of the result; what it no longer has comes last.
  for (const { key, label } of [...newStarts, ...oldStarts])
    if (!counts.has(key)) counts.set(key, { label, removed: 0, added: 0 })
  const top = { label: '(above the first entry)', removed: 0, added: 0 }
  const countOf = (starts: readonly Start[], line: number) => {
    const start = startAt(starts, line)
    return (start === undefined ? undefined : counts.get(start.key)) ?? top
  }
  for (const { oldStart, oldEnd, newStart, newEnd } of lineEdits(before, after)) {
    for (let line = oldStart; line < oldEnd; line++) countOf(oldStarts, line).removed++
    for (let line = newStart; line < newEnd; line++) countOf(newStarts, line).added++
  }
  return [top, ...counts.values()].filter(({ removed, added }) => removed + added > 0)
}

/** The entry that a line belongs to. */
function startAt(starts: readonly Start[], line: number): Start | undefined {
  return starts[countFirst(starts, (one) => one.line <= line) - 1]
}
