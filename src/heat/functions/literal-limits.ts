/** What Heat refuses of literal arguments when it computes a function: the limits in the rows of the table, applied. */

import type { Node } from '../../document/node.ts'
import { mapOf, nameOf, seqOf } from '../../document/read.ts'
import type { Call } from '../calls.ts'
import { isMerge } from '../merge-keys.ts'
import { compareVersions } from '../versions.ts'
import { type FormScope, misfit } from './forms.ts'
import { brokenRelation } from './literal-relations.ts'
import { functionRow, type Limit } from './table.ts'

/** Why a function cannot be computed, as a sentence without full stop, and what of its arguments is to blame. */
export interface LiteralProblem {
  readonly at: Node
  readonly message: string
}

/** The first limit that a call breaks whatever other functions give; undefined where none is seen to be broken. */
export function literalProblem({ name, argument }: Call, scope: FormScope): LiteralProblem | undefined {
  for (const limit of functionRow(name)?.limits ?? []) {
    if (!isInForce(limit, scope)) continue
    const broken =
      'relation' in limit
        ? brokenRelation(limit.relation, argument, scope)
        : brokenForm(limit, argument, scope)
    if (broken !== undefined) return { at: broken.at, message: `${name} ${broken.why}` }
  }
  return undefined
}

function isInForce({ from, before }: Limit, { version }: FormScope): boolean {
  // Templates of CloudFormation have no newer forms.
  if (version === undefined) return from === undefined
  if (from !== undefined && compareVersions(version, from) < 0) return false
  return before === undefined || compareVersions(version, before) < 0
}

function brokenForm(limit: Extract<Limit, { readonly of: unknown }>, argument: Node, scope: FormScope) {
  const wrong = nodesAt(argument, limit.of, scope).find((node) => misfit(node, limit.is, scope) !== undefined)
  return wrong === undefined ? undefined : { at: wrong, why: limit.why }
}

/** What stands at a path of a limit; nothing behind a function. */
function nodesAt(
  node: Node,
  [step, ...rest]: readonly (string | number)[],
  scope: FormScope,
): readonly Node[] {
  if (step === undefined) return [node]
  if (scope.isFunction(node)) return []
  const items = seqOf(node)?.items
  const entries = mapOf(node)?.entries.filter((one) => !isMerge(one)) ?? []
  const inner =
    items?.filter((_, index) => step === '*' || (step === '+' ? index > 0 : index === step)) ??
    entries.filter((one) => step === '*' || nameOf(one) === step).map((one) => one.value)
  return inner.flatMap((one) => nodesAt(one, rest, scope))
}
