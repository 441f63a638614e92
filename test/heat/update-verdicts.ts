/** What `diff` says of an update of one resource, held against what Heat's `Resource.update` does. */
import type { ResourceImpact, StackImpact } from '../../src/meaning/impact/model.ts'
import { impactBetween } from '../impact/impact-of.ts'

/** What Heat does with a resource, see update_decisions.py. */
export type Outcome = 'created' | 'deleted' | 'replaced' | 'refused' | 'updated' | 'none'

/** `dangerous`: less is said than Heat does. `hedged`: what Heat does is said to be possible, or unknown. */
export type Verdict = 'right' | 'hedged' | 'wrong' | 'dangerous'

const outcomes = {
  refuse: 'refused',
  replace: 'replaced',
  create: 'created',
  delete: 'deleted',
  update: 'updated',
} as const

const severity: readonly Outcome[] = ['none', 'updated', 'created', 'deleted', 'replaced', 'refused']

/** Changes that Heat notes in the definition of a resource, and does nothing about. */
const definitionOnly = /^(?:deletion_policy|depends_on|resources)\b/

function isFelt({ changes }: ResourceImpact): boolean {
  return changes.some(({ path }) => !definitionOnly.test(path))
}

/** What is said for certain of a resource; undefined where that is open. */
export function saidOf(impact: StackImpact, name: string): Outcome | undefined {
  if (impact.refusals.some(({ certainty }) => certainty === 'sure')) return 'refused'
  const said = impact.resources.find((one) => one.name === name)
  if (said === undefined) return impact.open.length > 0 ? undefined : 'none'
  const [worst, ...others] = said.effects
  if (worst === undefined || others.length > 0 || worst.certainty !== 'sure' || said.unknown !== undefined)
    return undefined
  return worst.action === 'update' && !isFelt(said) ? 'none' : outcomes[worst.action]
}

export function verdictOn(said: Outcome | undefined, outcome: Outcome): Verdict {
  if (said === undefined) return 'hedged'
  if (said === outcome) return 'right'
  return severity.indexOf(said) < severity.indexOf(outcome) ? 'dangerous' : 'wrong'
}

/** One property of a type, changed in one way, and what Heat does then; see update_matrix.py. */
export interface SingleChange {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly outcome: Outcome
  readonly broken?: string
}

export interface JudgedChange extends SingleChange {
  readonly said: Outcome | undefined
  readonly verdict: Verdict
}

/** What the class decides; what is checked beforehand has a table of its own (`npm run corpus:check`). */
export function judgedChange(one: SingleChange): JudgedChange {
  const said = saidOf(impactBetween(one.before, one.after), 'r')
  return { ...one, said, verdict: verdictOn(said, one.outcome) }
}
