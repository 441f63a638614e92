import { quantity } from '../report/counts.ts'
import type { RunReport } from '../runner/run-report.ts'

/** The contract with scripts; see `exitCodesHelp` for words. */
export const exitCodes = { done: 0, found: 1, failed: 2, manualWork: 3, usage: 64 } as const

/** How a run ends. */
export interface Exit {
  readonly code: number
  /** Why the code is not 0, in one line. */
  readonly reason?: string
}

/** The end of a run: the worst that happened counts, changes only with `--check`. */
export function exitOf(report: RunReport, option: 'check' | 'no-check'): Exit {
  const { totals, changedWithErrors: withErrors } = report
  if (totals.failed > 0) return failedExit(report)
  const reasons = [
    ...(totals.blocked > 0 ? [`${quantity(totals.blocked, 'file')} ${isOrAre(totals.blocked)} blocked`] : []),
    ...(withErrors > 0 ? [`errors are left in ${quantity(withErrors, 'changed file')}`] : []),
  ]
  if (reasons.length > 0) return { code: exitCodes.manualWork, reason: reasons.join(', ') }
  if (option === 'no-check' || totals.changed === 0) return { code: exitCodes.done }
  return { code: exitCodes.found, reason: `${quantity(totals.changed, 'file')} would change` }
}

/** The end of a run in which files failed. */
export function failedExit({ totals }: RunReport): Exit {
  return { code: exitCodes.failed, reason: `${quantity(totals.failed, 'file')} failed` }
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')
