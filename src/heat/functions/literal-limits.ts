/** What Heat refuses of literal arguments when it computes a function: the rows of classes, applied. */

import type { Node } from '../../text/document/node.ts'
import { listOf, mapOf, nameOf, scalarOf } from '../../text/document/read.ts'
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

/** @param depth how many steps of the part's path lead to `node`; nothing after a function is looked at */
function brokenPart(part: PartRow, node: Node, scope: FormScope, depth = 0): ReturnType<typeof brokenValue> {
  if (part.why === undefined) return undefined
  const step = part.of[depth]
  if (step === undefined) return brokenValue(part, part.why, node, scope)
  if (scope.isFunction(node)) return undefined
  for (const one of nodesOf(node, step)) {
    const found = brokenPart(part, one, scope, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function brokenValue({ is, fix }: PartRow, why: string, node: Node, scope: FormScope) {
  const found = misfit(node, is, scope)
  if (found?.by !== undefined) return { at: found.by.at, why: `${why}, and ${found.by.given.sentence}` }
  if (found === undefined) return undefined
  const isScalar = scalarOf(node) !== undefined
  const reason = [why, ...(isScalar ? (fix ?? []) : [])].join('; ')
  return { at: node, why: reason, isToQuote: isScalar && fix?.[0] === 'quote it' }
}

/** The values that a step of a path leads to. */
function nodesOf(node: Node, step: string | number): readonly Node[] {
  const items = listOf(node)?.items
  if (items !== undefined) {
    const at = Number(step)
    return step === '*' ? items : step === '+' ? items.slice(1) : items.slice(at, at + 1)
  }
  return (mapOf(node)?.entries ?? []).flatMap((one) =>
    !isMerge(one) && (step === '*' || nameOf(one) === step) ? [one.value] : [],
  )
}
