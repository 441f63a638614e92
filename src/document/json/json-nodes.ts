import type { Entry, Node, Scalar, ScalarStyle, ScalarType, ScalarValue } from '../../yaml/node.ts'

/** An object or array whose end has not come yet. */
export interface OpenCollection {
  readonly kind: 'map' | 'seq'
  readonly start: number
  readonly entries: Entry[]
  readonly items: Node[]
  /** The key whose value is being read. */
  key: Scalar | undefined
}

/** A parsed scalar; all have the same properties in the same order, which keeps millions of them small. */
export function scalar(
  type: ScalarType,
  value: ScalarValue,
  style: ScalarStyle,
  start: number,
  end: number,
): Scalar {
  return { kind: 'scalar', type, value, style, range: { start, end }, propsStart: start }
}

/** The node of a collection that ends at `end`. */
export function closed(open: OpenCollection, end: number): Node {
  const { start, entries, items } = open
  // Arrays that grew by push hold room for 16 more; a copy does not.
  return open.kind === 'map'
    ? { kind: 'map', entries: entries.slice(), style: 'flow', range: { start, end }, propsStart: start }
    : { kind: 'seq', items: items.slice(), style: 'flow', range: { start, end }, propsStart: start }
}
