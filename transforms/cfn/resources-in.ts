import {
  type Declarations,
  itemsOf,
  type Node,
  stringOf,
  type Template,
} from '../../src/engine/authoring/authoring.ts'
import { functionCall } from '../../src/heat/calls.ts'
import { functionRow } from '../../src/heat/functions/table.ts'

/**
 * The resources that a value refers to, and so makes the stack wait for; `?` for a name that is computed.
 * @param template tells calls from data that looks like them
 */
export function resourcesIn(node: Node, declared: Declarations, template: Template): ReadonlySet<string> {
  const found = new Set<string>()
  collect(node, declared, template, found)
  return found
}

function collect(node: Node, declared: Declarations, template: Template, found: Set<string>): void {
  const call = functionCall(node, template)
  const refersTo = call === undefined ? undefined : functionRow(call.name)?.refersTo
  if (call !== undefined && refersTo === 'attribute') {
    found.add(stringOf(itemsOf(call.argument)[0]) ?? stringOf(call.argument)?.split('.')[0] ?? '?')
  }
  const name = call === undefined ? undefined : stringOf(call.argument)
  if (refersTo === 'resource') found.add(name ?? '?')
  if (refersTo === 'parameter or resource' && name !== undefined && declared.resources.has(name))
    found.add(name)
  if (node.kind === 'alias') collect(node.target, declared, template, found)
  if (node.kind === 'seq') for (const item of node.items) collect(item, declared, template, found)
  if (node.kind === 'map') for (const one of node.entries) collect(one.value, declared, template, found)
}
