/** Compares two templates that stand in files, whoever rewrote the one into the other. */
import { compareTemplates, type Verdict } from '../semantics/compare.ts'
import type { Side } from '../semantics/side.ts'
import { masked } from './masking.ts'
import { yamlName } from './new-name.ts'
import type { ReadFile } from './verify-neighbours.ts'
import { sideOf, type VerifyInput, type VerifyProblem, type VerifySide } from './verify-side.ts'

export type { ReadFile } from './verify-neighbours.ts'
export type { VerifyInput, VerifyProblem } from './verify-side.ts'

export type Verification = { readonly verdict: Verdict } | { readonly problem: VerifyProblem }

/**
 * Resolves both on the same sample values and compares what Heat would build, types and properties under
 * the names into which Heat itself translates older ones.
 * @param read gives the files that the templates name; paths as those of the inputs. Without it none is read
 */
export function verify(
  before: VerifyInput,
  after: VerifyInput,
  read: ReadFile = () => undefined,
): Verification {
  const first = sideOf(before, before.read ?? read)
  if ('problem' in first) return first
  const second = sideOf(after, after.read ?? read)
  if ('problem' in second) return second
  const compare = (one: Side, other: Side) =>
    compareTemplates(one, other, {
      renamed: renamedFiles(first.mentioned, second.mentioned),
      names: 'as Heat translates',
    })
  const sides = [withCommonFiles(first, second), withCommonFiles(second, first)] as const
  return { verdict: masked(compare(...sides), ...sides, compare) }
}

/** A file that only one side has is no content there either: somebody moved one template alone. */
function withCommonFiles(side: VerifySide, other: VerifySide): Side {
  const isCommon = (name: string) => other.files.has(name) || !other.mentioned.has(name)
  const files = new Map([...side.files].filter(([name]) => isCommon(name)))
  return { ...side, files }
}

/** `child.template` became `child.yaml`, and nobody names it by its old name any more. */
function renamedFiles(before: ReadonlySet<string>, after: ReadonlySet<string>): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>()
  for (const name of before) {
    const next = yamlName(name)
    if (!after.has(name) && after.has(next) && !before.has(next)) renamed.set(name, next)
  }
  return renamed
}
