import { behaves, type FindingCode } from '../engine/findings/catalogue.ts'
import { findingOf, messageOf } from '../engine/findings/finding.ts'
import { type FileOutcome, type FileStatus, type LocatedFinding, withoutResult } from '../engine/outcome.ts'
import { errnoOf } from './file-system.ts'

/** Something that keeps a file from being read or written. */
export interface Problem {
  readonly code: FindingCode
  readonly message: string
  /** Whether the user named the file itself, and not a directory that holds it. */
  readonly isNamed?: true
}

/** A promise of ours that was broken; its message is for a bug report, `code` for searching it. */
export class Defect extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'Defect'
    this.code = code
  }
}

/** The problem as a finding about the file as a whole, which is reported at its first character. */
export function problemFinding(problem: Problem): LocatedFinding {
  const found = { ...findingOf(problem.code, problem.message), line: 1, column: 1 }
  return problem.isNamed && behaves(problem.code, 'error if named') ? { ...found, severity: 'error' } : found
}

/** The outcome of a path that the engine never saw. */
export function unreadOutcome(
  path: string,
  status: Extract<FileStatus, 'skipped' | 'failed'>,
  problem: Problem,
): FileOutcome {
  return {
    path,
    kind: 'unread',
    status,
    reason: problem.message,
    proof: 'none',
    transforms: [],
    findings: [problemFinding(problem)],
  }
}

/** Takes a change back: the outcome without its result, with the reason as a finding. */
export function withdraw(
  outcome: FileOutcome,
  status: Extract<FileStatus, 'blocked' | 'failed'>,
  problem: Problem,
): FileOutcome {
  const { findings, ...rest } = withoutResult(outcome)
  return { ...rest, status, reason: problem.message, findings: [...findings, problemFinding(problem)] }
}

/** What the operating system said, without Node's prefix (`EACCES: permission denied, open '/x'`). */
export function systemMessage(error: unknown): string {
  if (errnoOf(error) === 'EISDIR') return 'it is a directory'
  const text = messageOf(error)
  return /^E[A-Z0-9]+: ([^,]+)/.exec(text)?.[1] ?? text
}
