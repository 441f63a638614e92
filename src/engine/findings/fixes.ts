/** Fixes of findings as edits of the source, and the verification of their effect. */
import { grow } from '../../text/document/multimap.ts'
import type { Range } from '../../text/document/node.ts'
import type { LocatedFinding } from '../outcome.ts'
import { type Finding, type Fix, sameIn } from './finding.ts'

/** A replacement in a source. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies non-overlapping edits to a source. */
export function applied(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let from = 0
  for (const edit of inOrder(edits)) {
    parts.push(text.slice(from, edit.start), edit.text)
    from = edit.end
  }
  return parts.join('') + text.slice(from)
}

/** Whether two changes touch one another; what is inserted at one offset stands one after the other. */
export function overlap(some: readonly Edit[], others: readonly Edit[]): boolean {
  return some.some((one) =>
    others.some((other) => {
      const areInsertions = one.start === one.end && other.start === other.end
      return !areInsertions && one.start <= other.end && other.start <= one.end
    }),
  )
}

/** Rebases edits onto the result of other edits of the same source, none of which they touch. */
export function shifted(edits: readonly Edit[], others: readonly Edit[]): readonly Edit[] {
  const ordered = inOrder(others)
  let [next, by] = [0, 0]
  return inOrder(edits).map(({ start, end, text }) => {
    for (let other = ordered[next]; other !== undefined && other.end <= start; other = ordered[++next])
      by += other.text.length - (other.end - other.start)
    return { start: start + by, end: end + by, text }
  })
}

/** Maps a range of the result back to the source before the edits; inserted ranges map to where they were inserted. */
export function rangeBefore({ start, end }: Range, edits: readonly Edit[]): Range {
  const ordered = inOrder(edits)
  return { start: offsetBefore(start, ordered), end: offsetBefore(end, ordered) }
}

function offsetBefore(offset: number, ordered: readonly Edit[]): number {
  let shift = 0
  for (const { start, end, text } of ordered) {
    const written = offset - (start + shift)
    if (written <= 0) break
    if (written < text.length) return Math.min(start + written, end)
    shift += text.length - (end - start)
  }
  return offset - shift
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((one, other) => one.start - other.start)
}

/**
 * Whether each of some findings is there no longer after a change, and no error or warning has come up: a key that is there
 * already is only a warning.
 */
export function areRepaired(
  repaired: readonly Finding[],
  before: readonly Finding[],
  after: readonly Finding[],
): boolean {
  const [known, now, fixed] = [counted(before), counted(after), counted(repaired)]
  for (const [key, count] of fixed) if ((now.get(key) ?? 0) > (known.get(key) ?? 0) - count) return false
  return [...counted(after.filter(isWrong))].every(([key, count]) => count <= (known.get(key) ?? 0))
}

/** By what they are about: lines come and go. */
function counted(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const one of findings) grow(counts, sameIn(one))
  return counts
}

function isWrong({ severity }: Finding): boolean {
  return severity !== 'info'
}

/** A finding that a fix has dealt with: it counts for nothing any more. */
export function asFixed(finding: LocatedFinding, { title }: Pick<Fix, 'title'>): LocatedFinding {
  const {
    help: _help,
    fixes: _fixes,
    endLine: _line,
    endColumn: _column,
    related: _related,
    ...rest
  } = finding
  return { ...rest, severity: 'info', message: `${finding.message} (fixed: ${title})`, fixed: title }
}
