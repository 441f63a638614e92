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

/** Whether a function is called in a node, and not only one that shares its bit. */
export function isCalledWithin(node: Node, name: string): boolean {
  if ((callsWithin(node) & bitOf(name)) === 0) return false
  if (node.kind === 'seq') return node.items.some((item) => isCalledWithin(item, name))
  return (
    node.kind === 'map' &&
    (callOf(node)?.name === name || node.entries.some(({ value }) => isCalledWithin(value, name)))
  )
}

/** The sign of some functions together. */
export function signOf(names: readonly string[]): number {
  return names.reduce((sign, name) => sign | bitOf(name), 0)
}

/** How many of the 32 bits are for names with a capital letter in front, as the functions of CloudFormation have it. */
const capitalBits = 12

function bitOf(name: string): number {
  let hash = name.length
  for (let index = 0; index < name.length; index += 1) hash = (hash * 31 + name.charCodeAt(index)) | 0
  // Spread over all bits by the golden ratio: short names would all have the lowest one.
  const spread = Math.imul(hash, 0x9e3779b1) >>> 16
  const first = name.charCodeAt(0)
  // So that no function of HOT is taken for one that HOT does not have.
  const isCapital = first >= 0x41 && first <= 0x5a
  return (
    1 << (isCapital ? (spread * capitalBits) >>> 16 : capitalBits + ((spread * (32 - capitalBits)) >>> 16))
  )
}
