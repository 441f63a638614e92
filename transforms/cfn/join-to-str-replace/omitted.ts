import { callOf, type Node, seqOf } from '../../../src/engine/authoring.ts'

/**
 * Whether a value may drop out together with the entry or item that holds it: `if` with two items, of
 * 2021-04-16 (heat/engine/hot/functions.py, `IfNullable`). As a value of `str_replace` it would leave
 * its placeholder in the text.
 */
export function mayBeOmitted(node: Node): boolean {
  const call = callOf(node)
  if (call?.name !== 'Fn::If' && call?.name !== 'if') return false
  const items = seqOf(call.argument)?.items ?? []
  return items.length === 2 || items.slice(1).some((item) => mayBeOmitted(item))
}
