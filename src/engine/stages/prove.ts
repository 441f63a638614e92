/** The sixth stage: whether what is to be written means what was read. */
import { type Command, isOfTemplates } from '../command.ts'
import type { PrintedRun, ProvedRun } from '../file-run.ts'
import type { ModuleProof } from '../proof/package-proof.ts'
import { proveStretch } from '../proof/prove-stretch.ts'

export function proved(run: PrintedRun, command: Command): ProvedRun {
  return { ...run, proofs: command.proof === 'none' ? [] : proofsOf(run, command) }
}

function proofsOf({ stretches, target, files }: PrintedRun, command: Command): readonly ModuleProof[] {
  const translating = command.transforms.filter(({ keeps }) => keeps === 'what Heat translates')
  const isSingle = isOfTemplates(command)
  return stretches.flatMap(({ touched, ...stretch }) => {
    const changed = touched.filter((path) => {
      const one = files.get(path)
      return one?.isPartial !== true && (!isSingle || (one?.refusals ?? []).length === 0)
    })
    if (changed.length === 0) return []
    return proveStretch({ changed: new Set(changed), isSingle, translating, target, ...stretch })
  })
}
