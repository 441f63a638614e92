import type { Node } from '../../../src/document/node.ts'
import type { CallScope } from '../../../src/engine/call-transform.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { wholeNumber } from '../../../src/heat/select.ts'
import { hasFunction } from '../../../src/heat/versions.ts'
import { selectByYaql } from '../../../src/heat/yaql-selection.ts'

/**
 * An item of what certainly is a list, where the user accepts `yaql` for it.
 * @param why what keeps a path from saying it
 */
export function itemByYaql(
  select: Call,
  index: Node,
  list: Node,
  why: string,
  scope: CallScope,
): Node | undefined {
  const at = callOf(index) === undefined ? wholeNumber(index) : undefined
  if (at === undefined || at < -1 || !hasFunction(scope.target, 'yaql')) return notSaid(select, why, scope)
  return scope.accepts('select-by-yaql', select.node, why)
    ? selectByYaql(list, { index: at, otherwise: '' }, select.node)
    : undefined
}

/** Nothing in the target says it. */
export function notSaid(select: Call, why: string, scope: CallScope): undefined {
  scope.report('no-equivalent', select.node, why)
}
