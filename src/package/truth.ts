import type { Mapping, Node } from '../document/node.ts'
import { scalarOf } from '../document/read.ts'
import { readValue } from '../heat/merge-keys.ts'

/** Texts that `oslo_utils.strutils.bool_from_string` takes for true, besides booleans and numbers. */
const trueTexts: ReadonlySet<string> = new Set(['1', 't', 'true', 'on', 'y', 'yes'])

/** Whether Heat takes an attribute such as `hidden` for true (heat/engine/parameters.py, `Schema`). */
function isTrue(node: Node | undefined): boolean {
  const scalar = scalarOf(node)
  return scalar !== undefined && trueTexts.has(String(scalar.value).trim().toLowerCase())
}

/** Whether nobody is to see the values of a declared parameter, in either spelling. */
export function isHidden(declaration: Mapping | undefined): boolean {
  return isTrue(readValue(declaration, 'hidden', 'NoEcho'))
}
