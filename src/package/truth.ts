import type { Node } from '../document/node.ts'
import { scalarOf } from '../document/read.ts'

/** Texts that `oslo_utils.strutils.bool_from_string` takes for true, besides booleans and numbers. */
const trueTexts: ReadonlySet<string> = new Set(['1', 't', 'true', 'on', 'y', 'yes'])

/** Whether Heat takes an attribute such as `hidden` for true (heat/engine/parameters.py, `Schema`). */
export function isTrue(node: Node | undefined): boolean {
  const scalar = scalarOf(node)
  return scalar !== undefined && trueTexts.has(String(scalar.value).trim().toLowerCase())
}
