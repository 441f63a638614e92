/** The lines of a file that was only looked at, for reports that show what a finding is about. */
import { LineIndex } from '../../text/yaml/position.ts'
import type { FileOutcome } from '../outcome.ts'

/** So many findings of a file have their lines with them. */
const MOST = 100
/** A longer line is data that nobody reads. */
const LONGEST = 2000

/** A value that a nested template may hide: what a report quotes may end up in a log. */
const SECRET = /(?:pass|pwd|\bpw|secret|token|credential|private|key)[\w-]*["']?\s*:/i

/**
 * The lines that findings are about, by their numbers. Environments are left out, and the parameters of a template that hides
 * values, and values under names of secrets: none of that is for logs.
 */
export function sourceLines({
  before,
  kind,
  findings,
}: Pick<FileOutcome, 'before' | 'kind' | 'findings'>): ReadonlyMap<number, string> | undefined {
  if (before === undefined || kind === 'environment' || findings.length === 0) return undefined
  const hides = /\bhidden\b|NoEcho/.test(before)
  // In JSON a section is harder to tell.
  if (hides && /^\s*\{/.test(before.slice(0, 1000))) return undefined
  const lines = new LineIndex(before)
  const closed = hides ? parametersIn(before.split('\n')) : undefined
  const found = new Map<number, string>()
  for (const { line: number } of findings.slice(0, MOST)) {
    const line = lines.line(number)
    const isClosed = closed !== undefined && number >= closed.from && number <= closed.to
    if (line !== undefined && line.length <= LONGEST && !isClosed && !SECRET.test(line))
      found.set(number, line)
  }
  return found.size === 0 ? undefined : found
}

/** Numbers of the first and the last line. */
interface Section {
  readonly from: number
  readonly to: number
}

function parametersIn(lines: readonly string[]): Section {
  const from = lines.findIndex((line) => /^["']?parameters\b/i.test(line))
  if (from === -1) return { from: 1, to: lines.length }
  const length = lines.slice(from + 1).findIndex((line) => /^[^\s#]/.test(line))
  return { from: from + 1, to: length === -1 ? lines.length : from + 1 + length }
}
