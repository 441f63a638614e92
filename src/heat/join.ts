/** The items of a join, flattened where joins nest. */
import { text } from '../document/build.ts'
import type { Node, Scalar } from '../document/node.ts'
import { isNull, resolved, seqOf, textOf } from '../document/read.ts'
import { callOf } from './calls.ts'

export type JoinItem = { readonly text: string } | { readonly node: Node }

export interface Joined {
  /** Texts and values in order, delimiters included. */
  readonly items: readonly JoinItem[]
  /** Numbers and booleans that count as text, with the text nodes to write for them. */
  readonly retyped: ReadonlyMap<Node, Node>
}

/** An item that Heat refuses to join. */
export interface Refused {
  readonly problem: string
  readonly at: Node
}

/**
 * Takes a join with a literal delimiter and a literal list apart. Null items are empty text
 * (heat/engine/hot/functions.py, `Join.result`).
 * @param textOfScalar gives the text of a number or boolean, or undefined where those are refused
 * @returns undefined when delimiter or list are calls and nothing can be seen
 */
export function joinItems(
  delimiter: Node,
  list: Node,
  textOfScalar: (node: Scalar) => string | undefined,
): Joined | Refused | undefined {
  const between = textOf(delimiter)
  const items = seqOf(list)?.items
  if (between === undefined || items === undefined) return undefined
  const retyped = new Map<Node, Node>()
  const flat: JoinItem[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && between !== '') flat.push({ text: between })
    const piece = itemOf(item, textOfScalar, retyped)
    if ('problem' in piece) return piece
    flat.push(...piece.items)
  }
  return { items: merged(flat), retyped }
}

function itemOf(item: Node, textOfScalar: (node: Scalar) => string | undefined, retyped: Map<Node, Node>): Refused | { items: readonly JoinItem[] } {
  const node = resolved(item)
  const literal = textOf(node)
  if (literal !== undefined) return { items: [{ text: literal }] }
  if (isNull(node)) return { items: [{ text: '' }] }
  if (node.kind === 'scalar') {
    const asText = textOfScalar(node)
    if (asText === undefined) return { problem: `Heat joins texts only, not ${String(node.value)}; quote it`, at: item }
    retyped.set(item, text(asText, { for: item }))
    return { items: [{ text: asText }] }
  }
  const call = callOf(node)
  if (call === undefined) return { problem: `Heat joins texts only, not a ${node.kind === 'map' ? 'map' : 'list'}`, at: item }
  if (call.name === 'Fn::Join' || call.name === 'list_join') {
    const args = seqOf(call.argument)?.items
    const inner = args?.length === 2 ? joinItems(args[0] as Node, args[1] as Node, textOfScalar) : undefined
    if (inner !== undefined && !('problem' in inner)) return { items: inner.items }
  }
  return { items: [{ node: item }] }
}

function merged(items: readonly JoinItem[]): JoinItem[] {
  const result: JoinItem[] = []
  for (const item of items) {
    const last = result.at(-1)
    if ('text' in item && last !== undefined && 'text' in last) result[result.length - 1] = { text: last.text + item.text }
    else result.push(item)
  }
  return result
}
