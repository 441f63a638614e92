/** Compares two templates that stand in files, whoever rewrote the one into the other. */
import { compareTemplates, type Verdict } from '../evaluate/compare.ts'
import type { Side } from '../evaluate/side.ts'
import type { Template } from '../heat/template.ts'
import { latestVersion } from '../heat/versions.ts'
import { runChain } from './chain.ts'
import { yamlName } from './new-name.ts'
import type { Transform } from './transform.ts'
import type { ReadFile } from './verify-neighbours.ts'
import {
  sideOf,
  type VerifyInput,
  type VerifyProblem,
  type VerifySide,
  type VerifyTemplate,
} from './verify-side.ts'

export type { ReadFile } from './verify-neighbours.ts'
export type { VerifyInput, VerifyProblem } from './verify-side.ts'

export type Verification = { readonly verdict: Verdict } | { readonly problem: VerifyProblem }

export interface VerifyOptions {
  /** Gives the files that the templates name; paths as those of the inputs. Without it none is read. */
  readonly read?: ReadFile
  /** Transforms that write what Heat itself reads under another name. */
  readonly translating?: readonly Transform[]
}

/**
 * Resolves both on the same sample values and compares what Heat would build. Where they differ, they
 * are compared again under the names into which Heat itself translates older ones, on both sides.
 */
export function verify(
  before: VerifyInput,
  after: VerifyInput,
  { read = () => undefined, translating = [] }: VerifyOptions = {},
): Verification {
  const first = sideOf(before, read)
  if ('problem' in first) return first
  const second = sideOf(after, read)
  if ('problem' in second) return second
  const verdict = compared(first, second)
  if (verdict.verdict === 'equal' || translating.length === 0) return { verdict }
  const translated = compared(translatedSide(first, translating), translatedSide(second, translating))
  return { verdict: translated.verdict === 'equal' ? translated : verdict }
}

function compared(before: VerifySide, after: VerifySide): Verdict {
  return compareTemplates(withCommonFiles(before, after), withCommonFiles(after, before), {
    renamed: renamedFiles(before.mentioned, after.mentioned),
  })
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

function translatedSide(side: VerifySide, translating: readonly Transform[]): VerifySide {
  const translated = <One extends VerifyTemplate>(one: One): One => {
    const { dialect, document, root } = one
    if (dialect.kind !== 'hot') return one
    const { version } = dialect
    const template: Template = {
      document,
      root,
      kind: 'hot',
      version,
      reading: 'heat',
      syntax: document.syntax,
    }
    const { template: made } = runChain(template, translating, { target: latestVersion, accept: new Set() })
    return { ...one, root: made.root }
  }
  const nested = new Map([...side.nested].map(([name, one]) => [name, translated(one)] as const))
  return { ...translated(side), nested }
}
