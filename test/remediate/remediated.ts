/** A package before and after its repair. */

import { createPackageEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { remediationOptions } from '../../src/engine/profile.ts'
import type { RepairScope } from '../../src/onap/repairing.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import type { Texts } from '../onap/changes.ts'

export type Mode = 'safe' | 'lossy'
export const modes: readonly Mode[] = ['safe', 'lossy']

export interface Remediated {
  readonly outcomes: readonly FileOutcome[]
  /** All files as they are afterwards. */
  readonly texts: Texts
}

/** @param wanted the requirements to repair; all of them when left out */
export function remediated(texts: Texts, mode: Mode, wanted?: readonly string[]): Remediated {
  const scope: RepairScope = {
    isLossy: mode === 'lossy',
    isWanted: (requirement) => wanted === undefined || wanted.includes(requirement),
  }
  const engine = createPackageEngine(remediationOptions(remediation(scope)))
  const files = [...texts].map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  const outcomes = engine.runTogether?.(files) ?? []
  const after = new Map(texts)
  for (const one of outcomes) if (one.after !== undefined) after.set(one.path, one.after)
  return { outcomes, texts: after }
}
