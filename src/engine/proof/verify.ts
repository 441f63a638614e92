/** Compares two templates that stand in files, whoever rewrote the one into the other. */

import { compareTemplates, type Verdict } from '../../meaning/compare.ts'
import { type NestedTemplate, type Side, typeIn } from '../../meaning/side.ts'
import { yamlName } from '../../stack/source-file.ts'
import { masked } from './masking.ts'
import {
  type ReadFile,
  sideOf,
  type VerifyInput,
  type VerifyProblem,
  type VerifySide,
} from './verify-side.ts'

export type { GivenFile, ReadFile, VerifyInput, VerifyProblem } from './verify-side.ts'

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
  const renamed = renamedFiles(first.stack.mentioned, second.stack.mentioned)
  const compare = (one: Side, other: Side) =>
    compareTemplates(one, other, { renamed, names: 'as Heat translates' })
  const half = halfRead(first, second, renamed)
  const sides = [withoutNames(first.side, half, 0), withoutNames(second.side, half, 1)] as const
  return { verdict: masked(compare(...sides), ...sides, compare) }
}

/** The names of a file in the first and in the second stack that can be read beside one of them only. */
type HalfRead = readonly [string, string]

/**
 * Somebody moved one template alone: what its files say there cannot be shown, and is known of neither side. That it is
 * open on one side makes the verdict unproved.
 */
function halfRead(
  first: VerifySide,
  second: VerifySide,
  renamed: ReadonlyMap<string, string>,
): readonly HalfRead[] {
  const [one, other] = [first, second].map(({ stack }) => new Set(stack.open.map(({ name }) => name)))
  return [...first.stack.mentioned].flatMap((name): readonly HalfRead[] => {
    const next = second.stack.mentioned.has(name) ? name : renamed.get(name)
    return next === undefined || one?.has(name) === other?.has(next) ? [] : [[name, next]]
  })
}

function withoutNames(side: Side, half: readonly HalfRead[], which: 0 | 1): Side {
  const left = new Set(half.map((names) => names[which]))
  if (left.size === 0) return side
  const made = new Map<NestedTemplate, NestedTemplate>()
  const others = (template: NestedTemplate): NestedTemplate => {
    const known = made.get(template)
    if (known !== undefined) return known
    const nested = new Map<string, NestedTemplate>()
    const files = new Map([...(template.files ?? [])].filter(([name]) => !left.has(name)))
    const one = { ...template, files, nested }
    made.set(template, one)
    for (const [key, callee] of template.nested ?? [])
      if (!left.has(typeIn(key))) nested.set(key, others(callee))
    return one
  }
  return { ...side, ...others(side) }
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
