/**
 * What a part of a template contains: functions, aliases, tags, merge keys, dynamic references of AWS. A search for some of them can skip the
 * other parts.
 */
import type { Mapping, Node, Sequence } from '../text/document/node.ts'
import { callOf } from './calls.ts'
import { isMerge } from './merge-keys.ts'

/** The bits that are not for the names of functions. */
export const marks = { alias: 1, tag: 2, merge: 4, resolve: 8 } as const
const markBits = 4
/** The sign of all functions together. */
export const anyCall = ~(marks.alias | marks.tag | marks.merge | marks.resolve)

/**
 * A signature of the functions that may be in a node, as in a Bloom filter: one bit for each name, which several names
 * share. Where it has no bit of the signature of a function, the node does not contain that function; what an alias
 * names counts where its anchor is, and keys do not count. The bits of `marks` are for nodes and entries of these
 * kinds, the node itself included.
 */
export function callsWithin(node: Node): number {
  if (node.kind === 'scalar') {
    const tag = node.tag === undefined ? 0 : marks.tag
    return node.type === 'str' && String(node.value).includes('{{resolve:') ? tag | marks.resolve : tag
  }
  // Nodes never change, so that what was found in one holds for as long as it lives. It is noted on the node: a weak
  // map of all nodes costs the garbage collector more than all walks that it saves.
  return node.kind === 'alias' ? marks.alias : (node.calls ?? noted(node))
}

function noted(node: Mapping | Sequence): number {
  let sign = node.tag === undefined ? 0 : marks.tag
  if (node.kind === 'seq') for (const item of node.items) sign |= callsWithin(item)
  else {
    for (const one of node.entries) {
      sign |= callsWithin(one.value)
      if (isMerge(one)) sign |= marks.merge
    }
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

/** How many of the bits are for names with a capital letter in front, as the functions of CloudFormation have it. */
const capitalBits = 11
const otherBits = 32 - markBits - capitalBits

function bitOf(name: string): number {
  let hash = name.length
  for (let index = 0; index < name.length; index += 1) hash = (hash * 31 + name.charCodeAt(index)) | 0
  // Spread over all bits by the golden ratio: short names would all have the lowest one.
  const spread = Math.imul(hash, 0x9e3779b1) >>> 16
  const first = name.charCodeAt(0)
  // So that no function of HOT is taken for one that HOT does not have.
  const isCapital = first >= 0x41 && first <= 0x5a
  const at = isCapital ? (spread * capitalBits) >>> 16 : capitalBits + ((spread * otherBits) >>> 16)
  return 1 << (markBits + at)
}
