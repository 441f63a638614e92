/** What a verdict says about places of the original: findings, for one template as for the modules of a package. */
import type { Verdict } from '../semantics/compare.ts'
import type { Side } from '../semantics/side.ts'
import type { FindingCode } from './catalogue.ts'
import { masked } from './masking.ts'

export interface ProofProblem {
  readonly code: FindingCode
  /** The name of the nested template that it is about. */
  readonly template: string | undefined
  readonly path: string
  readonly message: string
}

/** How many places a report names; the first few tell what is wrong. */
const shown = 10

/**
 * Where the two differ, or what could not be shown; of equal ones, what Heat refuses before and takes afterwards. No
 * hidden value and no content of a file shows.
 * @param compare as the verdict was made
 */
export function problemsBetween<One extends Side>(
  verdict: Verdict,
  before: One,
  after: One,
  compare: (before: One, after: One) => Verdict,
): readonly ProofProblem[] {
  return problemsOf(verdict).length === 0 ? [] : problemsOf(masked(verdict, before, after, compare))
}

function problemsOf(verdict: Verdict): readonly ProofProblem[] {
  switch (verdict.verdict) {
    case 'equal':
      return verdict.tolerated
        .filter(({ kind }) => kind === 'error-to-value')
        .slice(0, shown)
        .map(({ path, template, before }) => ({
          code: 'refused-before',
          template,
          path,
          message: `${path}: Heat refuses the original here, and takes the result (${clipped(before)})`,
        }))
    case 'unproved':
      return verdict.reasons.slice(0, shown).map(({ path, template, why, because }) => ({
        code: because === 'over-budget' ? 'proof-over-budget' : 'meaning-unproved',
        template,
        path,
        message: `${path === '' ? 'the template' : path}: ${why}`,
      }))
    case 'differs':
      return verdict.differences.slice(0, shown).map(({ path, template, before, after, world }) => ({
        code: 'meaning-differs',
        template,
        path,
        message: `${path}: ${clipped(before)} would become ${clipped(after)} (${world})`,
      }))
  }
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}
