/** How templates ask for outputs of the nested templates that they call. */
import type { Mapping, Node } from '../document/node.ts'
import { childrenOf, childValue } from '../document/node.ts'
import { listOf, mapOf, stringOf } from '../document/read.ts'
import { type Call, callOf } from '../heat/calls.ts'
import { functionRow } from '../heat/functions/table.ts'
import { memberAttributesOf } from '../heat/group-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import type { NestedCall } from './calls.ts'

/** The names behind that of the resource that lead to an output: `[outputs, NAME]` below a stack. */
export function waysTo(
  output: string,
  { how, entry }: Pick<NestedCall, 'how' | 'entry'>,
): readonly (readonly string[])[] {
  if (how === 'type') return [[output]]
  const type = stringOf(readValue(mapOf(entry.value), 'type', 'Type')) ?? ''
  const { below = [], prefix } = memberAttributesOf(type) ?? {}
  return [...below.map((one) => [one, output]), ...(prefix === undefined ? [] : [[`${prefix}${output}`]])]
}

/** All functions that ask for attributes, with their arguments. */
export function attributeCalls(
  root: Mapping,
): readonly { readonly call: Call; readonly items: readonly Node[] }[] {
  const found: { readonly call: Call; readonly items: readonly Node[] }[] = []
  const visit = (node: Node): void => {
    const call = callOf(node)
    if (call !== undefined && functionRow(call.name)?.refersTo === 'attribute')
      found.push({ call, items: listOf(call.argument)?.items ?? [call.argument] })
    if (node.kind === 'map' || node.kind === 'seq')
      for (const child of childrenOf(node)) visit(childValue(child))
  }
  visit(root)
  return found
}
