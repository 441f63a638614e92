import type { Mapping, Node } from '../document/node.ts'
import { resolved, scalarOf } from '../document/read.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'

/** Whether Python takes a value for true: everything but null, false, zero, and what is empty. */
export function isTruthy(node: Node): boolean {
  const value = resolved(node)
  if (value.kind === 'seq') return value.items.length > 0
  if (value.kind === 'map') return entriesRead(value).length > 0
  return Boolean(value.value) || Number.isNaN(value.value)
}

/** What people write for true. Of `NoEcho` Heat takes `true` alone for it (heat/engine/parameters.py, `Schema.from_dict`). */
const trueTexts: ReadonlySet<string> = new Set(['1', 't', 'true', 'on', 'y', 'yes'])

/**
 * Whether nobody is to see the values of a declared parameter. Heat takes every string of `hidden` but the empty one for
 * true, `"false"` too (heat/engine/hot/parameters.py, `HOTParamSchema.from_dict`).
 */
export function isHidden(declaration: Mapping | undefined): boolean {
  const hidden = readValue(declaration, 'hidden')
  if (hidden !== undefined) return isTruthy(hidden)
  const noEcho = scalarOf(readValue(declaration, 'NoEcho'))
  return noEcho !== undefined && trueTexts.has(String(noEcho.value).trim().toLowerCase())
}
