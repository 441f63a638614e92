/** `--only` and `--except`: which files and hunks of a plan. */

import type { FileOutcome } from '../../engine/outcome.ts'
import { push } from '../../text/document/multimap.ts'
import { selectedBy } from '../ignore-rules.ts'
import { obstacleOf, prospectOf } from '../prospect.ts'

/** What a selector looks at. */
export const selectorKinds = ['path', 'transform', 'finding', 'status', 'proof', 'deployable'] as const

export type SelectorKind = (typeof selectorKinds)[number]

/** `kind:value` of the command line. */
export interface Selector {
  readonly kind: SelectorKind
  readonly value: string
}

/** What was chosen on the command line. */
export class Selection {
  readonly #only: ReadonlyMap<SelectorKind, readonly Matcher[]>
  readonly #except: ReadonlyMap<SelectorKind, readonly Matcher[]>
  readonly isEmpty: boolean

  constructor(only: readonly Selector[], except: readonly Selector[]) {
    this.#only = byKind(only)
    this.#except = byKind(except)
    this.isEmpty = only.length + except.length === 0
  }

  /** Whether a file takes part at all. Where hunks are attributed to transforms, `hasHunk` decides about each hunk. */
  hasFile(outcome: FileOutcome): boolean {
    const isOnly = [...this.#only].every(([kind, matchers]) =>
      matchers.some((one) => one(valuesOf(outcome, kind))),
    )
    if (!isOnly) return false
    const isHunked = outcome.status === 'changed'
    return ![...this.#except].some(
      ([kind, matchers]) =>
        !(kind === 'transform' && isHunked) && matchers.some((one) => one(valuesOf(outcome, kind))),
    )
  }

  /** Whether a hunk is chosen that these transforms made. */
  hasHunk(makers: readonly string[]): boolean {
    const only = this.#only.get('transform')
    if (only?.some((one) => one(makers)) === false) return false
    return this.#except.get('transform')?.some((one) => one(makers)) !== true
  }
}

type Matcher = (values: readonly string[]) => boolean

function byKind(selectors: readonly Selector[]): ReadonlyMap<SelectorKind, readonly Matcher[]> {
  const map = new Map<SelectorKind, Matcher[]>()
  for (const { kind, value } of selectors) push(map, kind, matcher(kind, value))
  return map
}

function matcher(kind: SelectorKind, value: string): Matcher {
  if (kind === 'path') {
    const isSelected = selectedBy([value])
    return (paths) => paths.some(isSelected)
  }
  // `cfn` stands for all transforms of the family.
  if (kind === 'transform') return (ids) => ids.some((id) => id === value || id.startsWith(`${value}/`))
  return (values) => values.includes(value)
}

function valuesOf(outcome: FileOutcome, kind: SelectorKind): readonly string[] {
  switch (kind) {
    case 'path':
      return outcome.newPath === undefined ? [outcome.path] : [outcome.path, outcome.newPath]
    case 'transform':
      return outcome.transforms.map(({ id }) => id)
    case 'finding':
      return outcome.findings.map(({ code }) => code)
    case 'status':
      return [outcome.status]
    case 'proof':
      return [outcome.proof]
    case 'deployable':
      return [
        ['ready', undefined].includes(prospectOf(outcome)) && obstacleOf(outcome) === undefined
          ? 'yes'
          : 'no',
      ]
  }
}
