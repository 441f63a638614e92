/** Compares two templates that stand in files, whoever rewrote the one into the other. */
import { yamlName } from '../package/package-file.ts'
import { compareTemplates, type Verdict } from '../semantics/compare.ts'
import type { Side } from '../semantics/side.ts'
import { masked } from './masking.ts'
import {
  type ReadFile,
  sideOf,
  type VerifyInput,
  type VerifyProblem,
  type VerifySide,
} from './verify-side.ts'

export type { ReadFile, VerifyInput, VerifyProblem } from './verify-side.ts'

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
  const renamed = renamedFiles(first.mentioned, second.mentioned)
  const compare = (one: Side, other: Side) =>
    compareTemplates(one, other, { renamed, names: 'as Heat translates' })
  const half = halfRead(first, second, renamed)
  const sides = [without(first, half), without(second, half)] as const
  const verdict = masked(compare(...sides), ...sides, compare)
  return { verdict: half.length === 0 ? verdict : withUnread(verdict, half) }
}

interface HalfRead {
  /** Its names in the first and in the second template. */
  readonly names: readonly [string, string]
  readonly readBy: 'first' | 'second'
}

/** The files that both templates name, and that can be read beside one of them only. */
function halfRead(
  first: VerifySide,
  second: VerifySide,
  renamed: ReadonlyMap<string, string>,
): readonly HalfRead[] {
  const isRead = (side: VerifySide, name: string) => side.files.has(name) || side.nested.has(name)
  return [...first.mentioned].flatMap((name): readonly HalfRead[] => {
    const next = second.mentioned.has(name) ? name : renamed.get(name)
    if (next === undefined || isRead(first, name) === isRead(second, next)) return []
    return [{ names: [name, next], readBy: isRead(first, name) ? 'first' : 'second' }]
  })
}

/** What stands in such a file is known of neither side. */
function without(side: VerifySide, half: readonly HalfRead[]): Side {
  const left = new Set(half.flatMap(({ names }) => names))
  const others = <Thing>(all: ReadonlyMap<string, Thing>) =>
    new Map([...all].filter(([name]) => !left.has(name)))
  return { ...side, files: others(side.files), nested: others(side.nested) }
}

/** Somebody moved one template alone: what its files say there cannot be shown. */
function withUnread(verdict: Verdict, half: readonly HalfRead[]): Verdict {
  const reasons = half.map(({ names: [name], readBy }) => ({
    path: '',
    why: `${name} can be read beside the ${readBy} template only; put it beside the other one, too`,
  }))
  return {
    ...verdict,
    verdict: verdict.verdict === 'equal' ? 'unproved' : verdict.verdict,
    reasons: [...verdict.reasons, ...reasons],
  }
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
