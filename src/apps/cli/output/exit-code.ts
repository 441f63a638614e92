import { type AskedEffect, askedEffects, type EffectCounts } from '../../../meaning/impact/model.ts'
import type { RunReport } from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import type { Arguments } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** The contract with scripts; see `exitCodesHelp` for words. */
export const exitCodes = { done: 0, found: 1, failed: 2, manualWork: 3, usage: 64 } as const

/** How a run ends. */
export interface Exit {
  readonly code: number
  /** Why the code is not 0, in one line. */
  readonly reason?: string
}

/** What a command line has a run fail for, besides what went wrong. */
interface FailOn {
  /** Any change, as `--check` asks for. */
  readonly changes: boolean
  /** The effects on stacks created from the files before the run that count as found, from `--fail-on`. */
  readonly effects: readonly AskedEffect[]
}

/** `--check` and `--fail-on`. @throws UsageError for effects that there are not */
export function failOnOf(args: Arguments): FailOn {
  return { changes: args.has('check'), effects: effectsIn(args) }
}

/** The values of `--fail-on`. @throws UsageError for effects that there are not */
export function effectsIn(args: Arguments): readonly AskedEffect[] {
  return args.listed('fail-on').map((given) => {
    const action = askedEffects.find((one) => one === given)
    if (action !== undefined) return action
    throw new UsageError(`--fail-on ${given}: no such effect`, [`the effects are ${askedEffects.join(', ')}`])
  })
}

/** The exit code by effects on stacks: `found` if a requested effect occurs or may occur. */
export function exitByEffects(counts: EffectCounts, asked: readonly AskedEffect[]): Exit {
  const found = asked.filter((action) => counts[action] > 0)
  if (found.length > 0) {
    const reasons = found.map((action) => `${quantity(counts[action], 'resource')} to ${action}`)
    return { code: exitCodes.found, reason: `an update has ${reasons.join(', ')}, or may have` }
  }
  if (asked.length === 0 || counts.untold === 0) return { code: exitCodes.done }
  return {
    code: exitCodes.manualWork,
    reason: `the effect of an update is unknown for ${quantity(counts.untold, 'stack')}`,
  }
}

/** The end of a run: the worst that happened counts, changes and effects only where they are asked for. */
export function exitOf(report: RunReport, failOn: FailOn): Exit {
  const { totals, changedWithErrors: withErrors, undeployable } = report
  if (totals.failed > 0) return failedExit(report)
  const reasons = [
    ...(totals.blocked > 0 ? [`${quantity(totals.blocked, 'file')} ${isOrAre(totals.blocked)} blocked`] : []),
    ...(undeployable > 0
      ? [`${quantity(undeployable, 'result')} ${isOrAre(undeployable)} not deployable`]
      : []),
    ...(withErrors > 0 ? [`errors are left in ${quantity(withErrors, 'changed file')}`] : []),
  ]
  if (reasons.length > 0) return { code: exitCodes.manualWork, reason: reasons.join(', ') }
  const byEffects = exitByEffects(report.effects, failOn.effects)
  if (byEffects.code !== exitCodes.done) return byEffects
  if (!failOn.changes || totals.changed === 0) return { code: exitCodes.done }
  return { code: exitCodes.found, reason: `${quantity(totals.changed, 'file')} would change` }
}

/** The end of a run in which files failed. */
export function failedExit({ totals }: RunReport): Exit {
  return { code: exitCodes.failed, reason: `${quantity(totals.failed, 'file')} failed` }
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')
