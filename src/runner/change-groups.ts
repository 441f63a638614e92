import { resolve } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import { withdraw } from './problem.ts'
import type { PlannedWrite } from './staged-file.ts'
import type { WriteUnit } from './write.ts'

/**
 * Takes back changes that belong together with one that is not made.
 *
 * @param before the outcomes while they still carried their groups, in the same order
 */
export function blockBrokenGroups(
  outcomes: readonly FileOutcome[],
  before: readonly FileOutcome[],
): readonly FileOutcome[] {
  const broken = new Map<string, string>()
  outcomes.forEach((outcome, index) => {
    const group = before[index]?.group
    const isBroken = outcome.status === 'blocked' || outcome.status === 'failed'
    if (group !== undefined && isBroken) broken.set(group, outcome.path)
  })
  return blockGroups(outcomes, broken)
}

/** Blocks what belongs to a broken group. @param broken by group, the path that broke it */
export function blockGroups(
  outcomes: readonly FileOutcome[],
  broken: ReadonlyMap<string, string>,
): readonly FileOutcome[] {
  if (broken.size === 0) return outcomes
  return outcomes.map((outcome) => {
    const culprit = outcome.group === undefined ? undefined : broken.get(outcome.group)
    if (culprit === undefined || outcome.status !== 'changed') return outcome
    const message = `belongs together with the change of ${culprit}, which cannot be made`
    return withdraw(outcome, 'blocked', { code: 'change-incomplete', message })
  })
}

/** The files to write: changes of one group as one unit, all others alone. */
export function writeUnitsOf(
  outcomes: readonly FileOutcome[],
  cwd: string,
  realPaths: ReadonlyMap<string, string>,
): readonly WriteUnit[] {
  const units = new Map<string, PlannedWrite[]>()
  for (const outcome of outcomes) {
    const { path, newPath, before, after, status, group } = outcome
    if (status !== 'changed' || after === undefined) continue
    const source = realPaths.get(path)
    const target =
      newPath === undefined || newPath === path ? (source ?? resolve(cwd, path)) : resolve(cwd, newPath)
    const write: PlannedWrite = {
      path,
      target,
      after,
      ...(source === undefined ? {} : { source }),
      ...(before === undefined ? {} : { before }),
    }
    const key = group === undefined ? `file ${path}` : `group ${group}`
    const unit = units.get(key)
    if (unit === undefined) units.set(key, [write])
    else unit.push(write)
  }
  return [...units.values()]
}
