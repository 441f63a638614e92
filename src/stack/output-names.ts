/** How templates ask for outputs of the nested templates that they call. */

import { type Call, callOf } from '../heat/calls.ts'
import { functionRow } from '../heat/functions/table.ts'
import { memberAttributesOf } from '../heat/group-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import { forEachNode } from '../heat/walk.ts'
import { memoized } from '../text/document/attached.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { listOf, mapOf, stringOf } from '../text/document/read.ts'
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

/** The way that the arguments of a function go, by its index; -1 where they go none of them. */
export function indexOfWay(ways: readonly (readonly string[])[], items: readonly Node[]): number {
  return ways.findIndex((way) => way.every((step, at) => stringOf(items[at + 1]) === step))
}

interface AttributeCall {
  readonly call: Call
  readonly items: readonly Node[]
}

/** All functions that ask for attributes, with their arguments. */
export const attributeCalls = memoized((root: Mapping): readonly AttributeCall[] => {
  const found: AttributeCall[] = []
  forEachNode(root, (node) => {
    const call = callOf(node)
    if (call !== undefined && functionRow(call.name)?.refersTo === 'attribute')
      found.push({ call, items: listOf(call.argument)?.items ?? [call.argument] })
  })
  return found
})
