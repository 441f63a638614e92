/** A path into a group as the newer versions say it, where the user accepts that. */

import {
  type Call,
  hasFunction,
  listOf,
  type Node,
  type Refusal,
  stringOf,
  type TemplateContext,
  type TemplateScope,
  withArgument,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import { selectByYaql } from '../../../src/heat/functions/yaql-selection.ts'
import { type Affected, remedy, selection } from './paths.ts'

/** What stands in place of a function whose path means something else; undefined where it is left as it is. */
export function rewritten(call: Call, found: Affected, scope: TemplateScope): Node | Refusal | undefined {
  const argument = listOf(call.argument)
  const path = argument === undefined ? undefined : remedy(found, argument.items)
  const selected = byYaql(call, found, path === undefined ? 'only' : 'other', scope)
  if (selected !== undefined) return selected
  if (path === undefined || argument === undefined) {
    const help = 'Only the declared version says this.'
    return scope.refuse('group-attribute-path', found.why, { at: call.node, help })
  }
  if (!scope.accepts('group-attribute-path', call.node, found.why) || path === 'new-meaning') return undefined
  if (call.argument.kind === 'alias') {
    return scope.refuse('anchor-edit', 'the arguments are an alias; write them out', { at: call.node })
  }
  scope.change(call.node, `Name the member ${stringOf(path[1])}`)
  return withArgument(call, withItems(argument, path))
}

/** Lets `yaql` select where the user accepts it, and asks for that where nothing else would do. */
function byYaql(
  call: Call,
  found: Affected,
  way: 'only' | 'other',
  context: TemplateContext,
): Node | undefined {
  const argument = listOf(call.argument)
  const selected = argument === undefined ? undefined : selection(found, argument.items)
  if (argument === undefined || selected === undefined || !hasFunction(context.target, 'yaql'))
    return undefined
  if (call.argument.kind === 'alias' || (way === 'other' && !context.isAccepted('select-by-yaql')))
    return undefined
  if (!context.accepts('select-by-yaql', call.node, found.why)) return call.node
  context.change(call.node, `Let yaql select item ${selected.index}`)
  const list = withArgument(call, withItems(argument, selected.whole))
  return selectByYaql(list, { index: selected.index, otherwise: null }, call.node)
}
