import type { RunReport } from '../runner/run-report.ts'

/** The contract with scripts; see `exitCodesHelp` for words. */
export const exitCodes = { done: 0, found: 1, failed: 2, manualWork: 3, usage: 64 } as const

/** The exit code of a run: the worst that happened counts, changes only with `--check`. */
export function exitCodeOf(report: RunReport, option: 'check' | 'no-check'): number {
  const { files, totals } = report
  if (totals.failed > 0) return exitCodes.failed
  const hasErrors = files.some(
    ({ status, findings }) => status === 'changed' && findings.some(({ severity }) => severity === 'error'),
  )
  if (totals.blocked > 0 || hasErrors) return exitCodes.manualWork
  return option === 'check' && totals.changed > 0 ? exitCodes.found : exitCodes.done
}
