import type { FileOutcome, FileStatus } from '../engine/outcome.ts'
import type { RunMode, RunReport } from '../runner/run-report.ts'

/** What people are told of a file: its status, or of a check, which changes nothing, what was found in it. */
export type Verdict = FileStatus | 'errors' | 'warnings' | 'clean'

/** The verdict on one file. */
export function verdictOf({ status, findings }: FileOutcome, mode: RunMode): Verdict {
  if (mode !== 'checked' || status === 'skipped' || status === 'failed') return status
  // A file that is blocked cannot even be read as a template.
  if (status === 'blocked' || findings.some(({ severity }) => severity === 'error')) return 'errors'
  return findings.some(({ severity }) => severity === 'warning') ? 'warnings' : 'clean'
}

const verdictsOf = {
  rewritten: ['changed', 'unchanged', 'skipped', 'blocked', 'failed'],
  checked: ['errors', 'warnings', 'clean', 'skipped', 'failed'],
} as const satisfies Readonly<Record<string, readonly Verdict[]>>

/** Files per verdict, in the order in which reports name them; every file counts once. */
export function countVerdicts({ files, mode }: RunReport): readonly (readonly [Verdict, number])[] {
  const counts = new Map<Verdict, number>()
  for (const verdict of verdictsOf[mode === 'checked' ? 'checked' : 'rewritten']) counts.set(verdict, 0)
  for (const file of files) {
    const verdict = verdictOf(file, mode)
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  }
  return [...counts]
}

/** The verdict as the label of a number of files: "errors" alone would count errors. */
export function labelOf(verdict: Verdict): string {
  return verdict === 'errors' || verdict === 'warnings' ? `with ${verdict}` : verdict
}
