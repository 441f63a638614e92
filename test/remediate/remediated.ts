/** A package before and after its repair. */

import { createPackageEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { remediationOptions } from '../../src/engine/packages/profile.ts'
import type { RepairScope } from '../../src/rules/onap/repairing.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import type { Texts } from '../onap/changes.ts'

export type Mode = 'safe' | 'supplied' | 'lossy'
export const modes: readonly Mode[] = ['safe', 'supplied', 'lossy']

export interface Remediated {
  readonly outcomes: readonly FileOutcome[]
  /** All files as they are afterwards. */
  readonly texts: Texts
  /** The name that a file has afterwards. */
  readonly nameOf: (path: string) => string
}

/** @param wanted the requirements to repair; all of them when left out */
export function remediated(texts: Texts, mode: Mode, wanted?: readonly string[]): Remediated {
  const scope: RepairScope = {
    isLossy: mode === 'lossy',
    isSupplied: mode === 'supplied',
    isWanted: (requirement) => wanted === undefined || wanted.includes(requirement),
  }
  const engine = createPackageEngine(remediationOptions(remediation(scope)))
  const files = [...texts].map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  const made = engine.runTogether?.(files) ?? []
  const outcomes = engine.followRenames?.(made, (path) => texts.get(path)) ?? made
  const names = new Map(
    outcomes.flatMap(({ path, newPath }) => (newPath === undefined ? [] : [[path, newPath]])),
  )
  const nameOf = (path: string) => names.get(path) ?? path
  const after = new Map([...texts].map(([path, text]) => [nameOf(path), text]))
  for (const one of outcomes) if (one.after !== undefined) after.set(nameOf(one.path), one.after)
  return { outcomes, texts: after, nameOf }
}
