/** A change of format as the command line shows it: of each entry what was there, then what became of it. */

import { entryEdits } from '../../run/diff/entry-edits.ts'
import { splitLines } from '../../run/diff/hunks.ts'
import { element } from '../../show/page/element.ts'

/** Blocks of lines, one below the other; undefined where the format is the same, and lines can be compared. */
export function entryView(before: string, after: string): HTMLElement | undefined {
  const [old, made] = [splitLines(before), splitLines(after)]
  const edits = before === '' ? undefined : entryEdits(old, made)
  if (edits === undefined) return undefined
  const blocks = edits.map(({ oldStart, oldEnd, newStart, newEnd }) =>
    element('div', { class: 'entry' }, [
      ...side('del', 'removed', old.slice(oldStart, oldEnd)),
      ...side('ins', 'added', made.slice(newStart, newEnd)),
    ]),
  )
  return element('div', { class: 'entries', role: 'group', 'aria-label': 'Result, entry by entry' }, blocks)
}

function side(name: 'del' | 'ins', says: string, lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return []
  return [element(name, { 'aria-label': says }, [element('pre', {}, [lines.join('')])])]
}
