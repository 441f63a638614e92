import { diffArrays } from 'diff'
import { longestRise } from '../../text/document/sorted.ts'

/** Lines `[oldStart, oldEnd)` are replaced by lines `[newStart, newEnd)`; indices from 0. */
export interface LineEdit {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** The edit length beyond which `diff`, whose cost is its square, gives up: some 15 ms. */
const MAX_EDIT_LENGTH = 500
/** What all attempts on one file may cost together, in squared edit lengths. */
const BUDGET = 4 * MAX_EDIT_LENGTH ** 2

interface Task {
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly edits: LineEdit[]
  budget: number
}

/**
 * How to get from one list of lines to the other, with the fewest lines touched as
 * long as that can be found in bounded time. Where it cannot, lines that are unique in
 * both versions are the anchors, and what is between them is replaced as a whole.
 * The outcome depends on the two versions only, never on the clock.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  const numbers = new Map<string, number>()
  const intern = (line: string): number => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  const task: Task = { before: before.map(intern), after: after.map(intern), edits: [], budget: BUDGET }
  diffRange(task, { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length })
  return task.edits
}

function diffRange(task: Task, whole: LineEdit): void {
  const range = withoutCommonEnds(task, whole)
  const removed = range.oldEnd - range.oldStart
  const added = range.newEnd - range.newStart
  if (removed === 0 && added === 0) return
  if (removed === 0 || added === 0 || task.budget < 1) {
    task.edits.push(range)
    return
  }
  if (diffExactly(task, range)) return
  const anchors = uniqueAnchors(task.before, task.after, range)
  if (anchors.length === 0) {
    task.edits.push(range)
    return
  }
  let { oldStart, newStart } = range
  for (const anchor of anchors) {
    diffRange(task, { oldStart, oldEnd: anchor.before, newStart, newEnd: anchor.after })
    oldStart = anchor.before + 1
    newStart = anchor.after + 1
  }
  diffRange(task, { oldStart, oldEnd: range.oldEnd, newStart, newEnd: range.newEnd })
}

function withoutCommonEnds(task: Task, range: LineEdit): LineEdit {
  const { before, after } = task
  let { oldStart, oldEnd, newStart, newEnd } = range
  while (oldStart < oldEnd && newStart < newEnd && before[oldStart] === after[newStart]) {
    oldStart += 1
    newStart += 1
  }
  while (oldStart < oldEnd && newStart < newEnd && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
  }
  return { oldStart, oldEnd, newStart, newEnd }
}

/** Adds the shortest edits for the range; false when finding them would cost too much. */
function diffExactly(task: Task, range: LineEdit): boolean {
  const { before, after } = task
  // A line that the other side does not have is no part of any common subsequence,
  // and leaving it out makes a rewritten file cheap.
  const oldLines = sharedLines(
    before,
    range.oldStart,
    range.oldEnd,
    after.slice(range.newStart, range.newEnd),
  )
  const newLines = sharedLines(
    after,
    range.newStart,
    range.newEnd,
    before.slice(range.oldStart, range.oldEnd),
  )
  const maxEditLength = Math.min(MAX_EDIT_LENGTH, Math.floor(Math.sqrt(task.budget)))
  const lineOf = (lines: readonly number[]) => (index: number) => lines[index] as number
  const parts = diffArrays(oldLines.map(lineOf(before)), newLines.map(lineOf(after)), { maxEditLength })
  if (parts === undefined) {
    task.budget -= maxEditLength ** 2
    return false
  }
  const edits = editsBetween(task.edits, range)
  const length = matchParts(parts, oldLines, newLines, edits)
  edits.end()
  task.budget -= length ** 2
  return true
}

/** @returns how many lines were added or removed */
function matchParts(
  parts: readonly { readonly added: boolean; readonly removed: boolean; readonly count: number }[],
  oldLines: readonly number[],
  newLines: readonly number[],
  edits: ReturnType<typeof editsBetween>,
): number {
  let oldIndex = 0
  let newIndex = 0
  let length = 0
  for (const { added, removed, count } of parts) {
    if (added || removed) length += count
    else
      for (let i = 0; i < count; i++)
        edits.match(oldLines[oldIndex + i] as number, newLines[newIndex + i] as number)
    if (!added) oldIndex += count
    if (!removed) newIndex += count
  }
  return length
}

/** The indices in `[start, end)` of lines that are among `others`. */
function sharedLines(
  lines: readonly number[],
  start: number,
  end: number,
  others: readonly number[],
): number[] {
  const known = new Set(others)
  const shared: number[] = []
  for (let i = start; i < end; i++) if (known.has(lines[i] as number)) shared.push(i)
  return shared
}

/** Turns matching lines, from top to bottom, into the edits between them. */
function editsBetween(edits: LineEdit[], range: LineEdit) {
  let { oldStart, newStart } = range
  const upTo = (oldEnd: number, newEnd: number) => {
    if (oldEnd > oldStart || newEnd > newStart) edits.push({ oldStart, oldEnd, newStart, newEnd })
  }
  return {
    match: (oldLine: number, newLine: number) => {
      upTo(oldLine, newLine)
      oldStart = oldLine + 1
      newStart = newLine + 1
    },
    end: () => upTo(range.oldEnd, range.newEnd),
  }
}

/** Two lines, by index, that are the same line of both versions. */
interface Anchor {
  readonly before: number
  readonly after: number
}

/**
 * Lines that occur once in each of the two ranges, as far as they stand in the same
 * order in both: the points at which a reader would line the versions up (the idea of
 * Bram Cohen's "patience diff"). Linear but for a logarithm.
 *
 * @param before line numbers of interned lines; `from` and `to` bound the range, end exclusive
 */
function uniqueAnchors(
  before: readonly number[],
  after: readonly number[],
  range: LineEdit,
): readonly Anchor[] {
  const oldLines = uniqueLines(before, range.oldStart, range.oldEnd)
  const newLines = uniqueLines(after, range.newStart, range.newEnd)
  const pairs: Anchor[] = []
  for (const [line, location] of oldLines) {
    const other = newLines.get(line)
    if (location >= 0 && other !== undefined && other >= 0) pairs.push({ before: location, after: other })
  }
  pairs.sort((a, b) => a.before - b.before)
  // The longest part of them that stands in the same order in both.
  return longestRise(pairs.map(({ after }) => after)).map((at) => pairs[at] as Anchor)
}

/** Where each line stands; -1 for lines that occur more than once. */
function uniqueLines(lines: readonly number[], start: number, end: number): Map<number, number> {
  const locations = new Map<number, number>()
  for (let i = start; i < end; i++) {
    const line = lines[i] as number
    locations.set(line, locations.has(line) ? -1 : i)
  }
  return locations
}
