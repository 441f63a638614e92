import type { Entry, Mapping, Node } from '../document/node.ts'
import { nameOf } from '../document/read.ts'

/** An intrinsic function call: a mapping of exactly one entry. Whether the name is a function depends on the version. */
export interface Call {
  readonly name: string
  readonly argument: Node
  readonly node: Mapping
  readonly entry: Entry
}

/** The call that a node would be, or undefined when it is no mapping of one text key. */
export function callOf(node: Node | undefined): Call | undefined {
  if (node?.kind !== 'map' || node.entries.length !== 1) return undefined
  const [entry] = node.entries
  const name = entry === undefined ? undefined : nameOf(entry)
  return entry === undefined || name === undefined || name === '<<'
    ? undefined
    : { name, argument: entry.value, node, entry }
}

/** Whether a node is data rather than a call or an alias: its value can be seen here and now. */
export function isPlainData(node: Node): boolean {
  return node.kind !== 'alias' && callOf(node) === undefined
}
