/** The third stage: what a chain must not have done, and what it could not do. */

import type { Command } from '../command.ts'
import { defectFinding, foundIn } from '../defect.ts'
import { blocks } from '../file-outcome.ts'
import { eachFile, type FileRun, type RewrittenRun } from '../file-run.ts'
import { behaves } from '../findings/catalogue.ts'
import type { Finding } from '../findings/finding.ts'
import { functionsKept, unreadVersion } from '../findings/reading-findings.ts'
import { guardFindings } from '../proof/tree-guards.ts'

export function guarded(run: RewrittenRun, command: Command): RewrittenRun {
  return eachFile(run, (one) => guardedFile(one, command))
}

function guardedFile(one: FileRun, command: Command): FileRun {
  const { path, before, file, failure, unrewritten, closed } = one
  if (failure !== undefined) {
    command.onFailure(path, failure.error)
    return { ...one, refusals: [defectFinding(failure.error)] }
  }
  if (file === undefined) return one
  // What is left alone, and what nobody says anything of, is as it was read.
  if (closed !== undefined && !one.isChanged && one.findings.length === 0) return one
  const isGuarded = one.isChanged || closed === undefined
  const guards = isGuarded ? guardsOf(one, command) : []
  const errors = [...unrewritten, ...guards.filter(blocks), ...unreadVersion(before, file)]
  const isRefused = errors.some(
    (error) => !command.partial || isIndivisible(error) || !unrewritten.includes(error),
  )
  return isRefused
    ? { ...one, guards, refusals: errors }
    : { ...one, guards, isPartial: unrewritten.length > 0 }
}

/** A migration rewrites an entry that has no effect like the one that has: neither is taken for the other. */
function guardsOf({ file }: FileRun, { isMigration }: Command): readonly Finding[] {
  const found = foundIn(() => (file === undefined ? [] : guardFindings(file)))
  if (!isMigration) return found
  const kept = file === undefined ? [] : functionsKept(file)
  return [...found.filter(({ code }) => !behaves(code, 'of no effect')), ...kept]
}

function isIndivisible({ code }: Finding): boolean {
  return behaves(code, 'indivisible')
}
