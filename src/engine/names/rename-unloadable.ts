/** Templates that are used as types under names which Heat does not read: they are renamed, and what names them follows. */

import { directoryOf, loadableName } from '../../stack/source-file.ts'
import { normalize } from '../../text/document/paths.ts'
import type { Engine } from '../engine-contract.ts'
import { changed } from '../file-outcome.ts'
import { behaves } from '../findings/catalogue.ts'
import { asFixed } from '../findings/fixes.ts'
import type { FileOutcome, LocatedFinding } from '../outcome.ts'
import { followRenames } from './follow-renames.ts'

/** Names the files that findings are about as Heat reads it. */
export const nameUnloadable: NonNullable<Engine['nameFiles']> = (outcomes, readText) => {
  const targets = outcomes.flatMap(({ path, findings }) =>
    findings.flatMap((one) => templateOf(path, one) ?? []),
  )
  const wanted = new Set(targets)
  return wanted.size === 0
    ? outcomes
    : outcomes.map((one) => (wanted.has(one.path) ? withNewName(one, loadableName(one.path), readText) : one))
}

/** Makes callers follow, and says of what that fixes that it is fixed. */
export const followUnloadable: NonNullable<Engine['followRenames']> = (outcomes, readText) => {
  const followed = followRenames(outcomes, readText)
  const done = new Set(followed.flatMap(({ path, newPath }) => (newPath === undefined ? [] : [path])))
  return followed.map((one) => settled(one, done))
}

/** The file that such a finding is about. */
function templateOf(path: string, { code, item }: LocatedFinding): string | undefined {
  return behaves(code, 'of a file name') && item !== undefined
    ? normalize(`${directoryOf(path)}${item}`)
    : undefined
}

function withNewName(
  outcome: FileOutcome,
  newPath: string,
  readText: (path: string) => string | undefined,
): FileOutcome {
  if (outcome.status === 'changed') return { ...outcome, newPath }
  const text = outcome.before ?? readText(outcome.path)
  if (outcome.status !== 'unchanged' || text === undefined) return outcome
  const { path, kind, findings } = outcome
  return changed(path, kind, { after: text, newPath }, { before: text, findings, proof: 'equal' })
}

/** What is no longer so where the files have their new names. */
function settled<One extends FileOutcome>(outcome: One, done: ReadonlySet<string>): One {
  const findings = outcome.findings.map((one) => {
    const target = templateOf(outcome.path, one)
    return target === undefined || !done.has(target) || outcome.status !== 'changed'
      ? one
      : asFixed(one, { title: `Rename ${one.item} to ${loadableName(one.item ?? '')}` })
  })
  return { ...outcome, findings }
}
