/** A change as lines and hunks: what diffs show, what people choose among, and which transforms made each. */

import type { ChangedOutcome, Step } from '../../engine/outcome.ts'
import { entryEdits } from './entry-edits.ts'
import { diffLines, type LineEdit } from './line-diff.ts'

/** Lines of context around the edits of a hunk. */
export const CONTEXT = 3

/** Edits whose contexts touch; never empty. */
export type Hunk = readonly LineEdit[]

/** The lines of a string, each with its line end; only `\n` ends a line, as for git. */
export function splitLines(text: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length
    lines.push(text.slice(start, end))
    start = end
  }
  return lines
}

/** How to get from one version to the other, line by line, and entry by entry where the format changes. */
export function lineEdits(before: string, after: string): readonly LineEdit[] {
  if (before === after) return []
  const [old, made] = [splitLines(before), splitLines(after)]
  return entryEdits(old, made) ?? diffLines(old, made)
}

/** The edits as the hunks of a diff, from top to bottom. */
export function hunksOf(edits: readonly LineEdit[]): readonly Hunk[] {
  const hunks: LineEdit[][] = []
  for (const edit of edits) {
    const hunk = hunks.at(-1)
    const previous = hunk?.at(-1)
    if (hunk !== undefined && previous !== undefined && edit.oldStart - previous.oldEnd <= 2 * CONTEXT)
      hunk.push(edit)
    else hunks.push([edit])
  }
  return hunks
}

/** A hunk of a change, with the transforms that took part in it; those of the file where nobody knows better. */
export interface MadeHunk {
  readonly edits: Hunk
  readonly transforms: readonly string[]
}

/** The hunks of a changed file, from top to bottom. */
export function madeHunks({ before = '', after, steps, transforms }: ChangedOutcome): readonly MadeHunk[] {
  const hunks = hunksOf(lineEdits(before, after))
  const all = transforms.map(({ id }) => id)
  const makers = steps === undefined ? [] : makersOf(before, steps, hunks)
  return hunks.map((edits, index) => {
    const own = makers[index] ?? []
    return { edits, transforms: own.length === 0 ? all : own }
  })
}

// Which transforms made which hunk of a change.

type Makers = ReadonlySet<string>

const nobody: Makers = new Set()

/**
 * Follows the lines of a file through the steps that changed it.
 * @param hunks those from `before` to what the last step left
 * @returns for each hunk the transforms that took part in it, in the order in which they ran
 */
function makersOf(
  before: string,
  steps: readonly Step[],
  hunks: readonly Hunk[],
): readonly (readonly string[])[] {
  const oldLines = splitLines(before)
  /** Of each line, where it stood before, and who made it what it is. */
  let lines: readonly { readonly origin: number | undefined; readonly by: Makers }[] = oldLines.map(
    (_, origin) => ({ origin, by: nobody }),
  )
  const removed = oldLines.map(() => new Set<string>())
  let text = before
  for (const { transform, after } of steps) {
    const next: (typeof lines)[number][] = []
    let position = 0
    for (const { oldStart, oldEnd, newStart, newEnd } of lineEdits(text, after)) {
      next.push(...lines.slice(position, oldStart))
      const replaced = lines.slice(oldStart, oldEnd)
      const by = new Set([...replaced.flatMap((line) => [...line.by]), transform])
      for (const { origin } of replaced) if (origin !== undefined) removed[origin]?.add(transform)
      for (let line = newStart; line < newEnd; line++) next.push({ origin: undefined, by })
      position = oldEnd
    }
    lines = [...next, ...lines.slice(position)]
    text = after
  }
  const order = [...new Set(steps.map(({ transform }) => transform))]
  return hunks.map((hunk) => {
    const makers = new Set(
      hunk.flatMap(({ oldStart, oldEnd, newStart, newEnd }) => [
        ...removed.slice(oldStart, oldEnd).flatMap((by) => [...by]),
        ...lines.slice(newStart, newEnd).flatMap(({ by }) => [...by]),
      ]),
    )
    return order.filter((transform) => makers.has(transform))
  })
}
