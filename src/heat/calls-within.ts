/** Which functions are called inside of a piece of a template, so that who looks for a few of them need not walk the rest. */
import type { Node } from '../document/node.ts'
import { callOf } from './calls.ts'

/**
 * A sign for the functions that may be called in a node: one bit for each name, which several names share. Where it has
 * no bit of the sign of a function, no call of it stands in the node; what an alias names counts where it stands.
 */
export function callsWithin(node: Node): number {
  if (node.kind === 'scalar' || node.kind === 'alias') return 0
  // Nodes never change, so that what was found in one holds for as long as it lives. It is noted on the node: a weak map
  // of all nodes costs the garbage collector more than all walks that it saves.
  if (node.calls !== undefined) return node.calls
  let sign = 0
  if (node.kind === 'seq') for (const item of node.items) sign |= callsWithin(item)
  else {
    for (const { value } of node.entries) sign |= callsWithin(value)
    const call = callOf(node)
    if (call !== undefined) sign |= bitOf(call.name)
  }
  node.calls = sign
  return sign
}

/** The sign of some functions together. */
export function signOf(names: readonly string[]): number {
  return names.reduce((sign, name) => sign | bitOf(name), 0)
}

function bitOf(name: string): number {
  let hash = name.length
  for (let index = 0; index < name.length; index += 1) hash = (hash * 31 + name.charCodeAt(index)) | 0
  // Spread over all bits by the golden ratio: short names would all have the lowest one.
  return 1 << (Math.imul(hash, 0x9e3779b1) >>> 27)
}
