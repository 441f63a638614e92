/** What an update of a live stack does, from two templates that stand in files. */

import type { StackImpact } from '../impact/model.ts'
import { stackImpact } from '../impact/stack-impact.ts'
import { emptyEnvironment } from '../semantics/sample.ts'
import type { Side } from '../semantics/side.ts'
import type { Value } from '../semantics/value.ts'
import type { ReadFile } from './verify-neighbours.ts'
import { sideOf, type VerifyInput, type VerifyProblem } from './verify-side.ts'

export type ImpactAnswer = { readonly impact: StackImpact } | { readonly problem: VerifyProblem }

/**
 * Compares the template of a live stack with the one that it is to be updated to.
 * @param values what parameters are given on both sides, by their names; it counts before the environments
 * @param read gives the files that the templates name
 */
export function impactOf(
  before: VerifyInput,
  after: VerifyInput,
  values: ReadonlyMap<string, Value> = new Map(),
  read: ReadFile = () => undefined,
): ImpactAnswer {
  const first = sideOf(before, before.read ?? read)
  if ('problem' in first) return first
  const second = sideOf(after, after.read ?? read)
  if ('problem' in second) return second
  return { impact: stackImpact(withValues(first, values), withValues(second, values)) }
}

function withValues(side: Side, values: ReadonlyMap<string, Value>): Side {
  if (values.size === 0) return side
  const environment = side.environment ?? emptyEnvironment
  return {
    ...side,
    environment: { ...environment, parameters: new Map([...environment.parameters, ...values]) },
  }
}
