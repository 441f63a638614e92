import type { Node } from '../document/node.ts'
import { seqOf, textOf } from '../document/read.ts'
import { callOf } from './calls.ts'
import type { Declarations } from './sections.ts'

const attributeCalls: ReadonlySet<string> = new Set(['Fn::GetAtt', 'get_attr'])

/** The resources that a value refers to, and so makes the stack wait for; `?` for a name that is computed. */
export function resourcesIn(node: Node, declared: Declarations): ReadonlySet<string> {
  const found = new Set<string>()
  collect(node, declared, found)
  return found
}

function collect(node: Node, declared: Declarations, found: Set<string>): void {
  const call = callOf(node)
  if (call !== undefined && attributeCalls.has(call.name)) {
    found.add(textOf(seqOf(call.argument)?.items[0]) ?? textOf(call.argument)?.split('.')[0] ?? '?')
  }
  const name = call === undefined ? undefined : textOf(call.argument)
  if (call?.name === 'get_resource') found.add(name ?? '?')
  if (call?.name === 'Ref' && name !== undefined && declared.resources.has(name)) found.add(name)
  if (node.kind === 'alias') collect(node.target, declared, found)
  if (node.kind === 'seq') for (const item of node.items) collect(item, declared, found)
  if (node.kind === 'map') for (const one of node.entries) collect(one.value, declared, found)
}
