/** What Heat refuses of literal arguments when it computes a function: the rows of classes, applied. */

import type { Node } from '../../document/node.ts'
import { listOf, mapOf, nameOf, scalarOf } from '../../document/read.ts'
import type { Call } from '../calls.ts'
import { isMerge } from '../merge-keys.ts'
import { classRow, type PartRow } from './class-rows.ts'
import { classOf } from './classes.ts'
import { type FormScope, misfit, misgiven } from './forms.ts'
import { brokenRelation } from './literal-relations.ts'
import { functionRow } from './table.ts'

/** Why a function cannot be computed, as a sentence without full stop, and what of its arguments is to blame. */
interface LiteralProblem {
  readonly at: Node
  readonly message: string
  /** Whether it is a scalar that is right as a string. */
  readonly isToQuote?: boolean
}

/**
 * The first part of its class's row that a function breaks, by its literal arguments or by the kind of value that a function among them
 * gives; undefined where none is known to be broken. The arguments have to be valid as far as the source shows.
 */
export function literalProblem({ name, argument }: Call, scope: FormScope): LiteralProblem | undefined {
  const row = classRow(classOf(name, scope.version))
  for (const part of Object.values(row)) {
    const broken =
      'relation' in part ? brokenRelation(part.relation, argument, scope) : brokenPart(part, argument, scope)
    if (broken === undefined) continue
    const isToQuote = 'isToQuote' in broken && broken.isToQuote === true
    return { at: broken.at, message: `${name} ${broken.why}`, isToQuote }
  }
  return givenProblem(name, argument, scope)
}

/** Values that functions give are checked against the arguments only when Heat computes the function. */
function givenProblem(name: string, argument: Node, scope: FormScope): LiteralProblem | undefined {
  const row = functionRow(name)
  const look = scope.isFunction(argument) ? misgiven : misfit
  const by = row && look(argument, row.argument, scope)?.by
  return by && { at: by.at, message: `${name} takes ${row.takes}, and ${by.given.sentence}` }
}

function brokenPart({ of, is, why, fix }: PartRow, argument: Node, scope: FormScope) {
  if (why === undefined) return undefined
  for (const node of nodesAt(argument, of, scope)) {
    const found = misfit(node, is, scope)
    if (found?.by !== undefined) return { at: found.by.at, why: `${why}, and ${found.by.given.sentence}` }
    if (found !== undefined)
      return {
        at: node,
        why: [why, ...(scalarOf(node) === undefined ? [] : (fix ?? []))].join('; '),
        isToQuote: scalarOf(node) !== undefined && fix?.[0] === 'quote it',
      }
  }
  return undefined
}

/** The nodes at the path of a part; nothing after a function. */
function nodesAt(
  node: Node,
  [step, ...rest]: readonly (string | number)[],
  scope: FormScope,
): readonly Node[] {
  if (step === undefined) return [node]
  if (scope.isFunction(node)) return []
  const items = listOf(node)?.items
  const entries = mapOf(node)?.entries.filter((one) => !isMerge(one)) ?? []
  const inner =
    items?.filter((_, index) => step === '*' || (step === '+' ? index > 0 : index === step)) ??
    entries.filter((one) => step === '*' || nameOf(one) === step).map((one) => one.value)
  return inner.flatMap((one) => nodesAt(one, rest, scope))
}
