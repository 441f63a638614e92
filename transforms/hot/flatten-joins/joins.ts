/** Joins inside of joins: which of them are one. */

import {
  type Call,
  callOf,
  listOf,
  type Node,
  stringOf,
  withArgument,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import type { Document } from '../../../src/text/document/document.ts'
import { nodeStart, rangeOf } from '../../../src/text/document/node.ts'

interface Join {
  readonly delimiter: string
  readonly list: Node & { readonly kind: 'seq' }
}

/** A join of one list that is written out, by a delimiter that is. */
function joinIn(node: Node): Join | undefined {
  const one = callOf(node)
  if (one?.name !== 'list_join' || one.argument.kind !== 'seq') return undefined
  const [first, list, ...others] = one.argument.items
  const delimiter = stringOf(first)
  if (delimiter === undefined || list?.kind !== 'seq' || others.length > 0) return undefined
  return list.anchor === undefined ? { delimiter, list } : undefined
}

/** The function with the items of inner joins in its own list; undefined where there is none that is the same there. */
export function flattened(one: Call, document: Pick<Document, 'comments'>): Node | undefined {
  const outer = joinIn(one.node)
  if (outer === undefined || one.argument.kind !== 'seq') return undefined
  const items = outer.list.items.flatMap((item, at, all) => {
    const inner = item.anchor === undefined ? joinIn(item) : undefined
    if (inner === undefined || !fits(inner, outer)) return [item]
    return isExplained(item, inner, all[at - 1], document) ? [item] : inner.list.items
  })
  if (items.length === outer.list.items.length && items.every((item, at) => item === outer.list.items[at]))
    return undefined
  const [delimiter] = one.argument.items
  return delimiter === undefined
    ? undefined
    : withArgument(one, withItems(one.argument, [delimiter, withItems(outer.list, items)]))
}

/** Whether a comment stands above the inner join, or between its words: it would go with these. */
function isExplained(
  item: Node,
  inner: Join,
  before: Node | undefined,
  { comments }: Pick<Document, 'comments'>,
): boolean {
  const [start, first] = [nodeStart(item), inner.list.items[0]]
  if (start === undefined) return false
  const from = (before === undefined ? undefined : rangeOf(before)?.end) ?? start
  const to = (first === undefined ? undefined : nodeStart(first)) ?? start
  return comments.some((one) => one.start >= from && one.start < to && (one.ownLine || one.start >= start))
}

/** Of nothing, or of items that may be left out, a delimiter would be left that the inner join had not. */
function fits(inner: Join, outer: Join): boolean {
  if (inner.delimiter !== outer.delimiter) return false
  const isFixed = inner.list.items.every((item) => callOf(item)?.name !== 'if')
  return inner.delimiter === '' || ((listOf(inner.list)?.items.length ?? 0) > 0 && isFixed)
}
