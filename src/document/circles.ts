/** Things that lead back to themselves by way of others. */

export interface Circle<Edge> {
  /** The first is the last as well. */
  readonly names: readonly string[]
  /** The edge that closes the circle. */
  readonly closing: Edge
  /** The edges on the way, in order, without the one that closes the circle. */
  readonly others: readonly Edge[]
}

/** On the way of a search: a thing, the edge that led to it, and those of its own that are still to follow. */
interface SearchStep<Edge> {
  readonly name: string
  readonly by?: Edge
  readonly edges: IterableIterator<Edge>
}

/** One circle for each edge that leads back into the way of a depth-first search. */
export function circles<Edge extends { readonly to: string }>(
  graph: ReadonlyMap<string, readonly Edge[]>,
): Circle<Edge>[] {
  const found: Circle<Edge>[] = []
  const done = new Set<string>()
  for (const first of graph.keys()) {
    if (done.has(first)) continue
    // A way may be longer than calls can be nested.
    const way: SearchStep<Edge>[] = [{ name: first, edges: (graph.get(first) ?? []).values() }]
    const onWay = new Set([first])
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const { done: isDone, value: edge } = last.edges.next()
      if (isDone === true) {
        done.add(last.name)
        onWay.delete(last.name)
        way.pop()
      } else if (onWay.has(edge.to)) {
        const members = way.slice(way.findIndex(({ name }) => name === edge.to))
        const others = members.flatMap(({ by }, index) => (index === 0 || by === undefined ? [] : [by]))
        found.push({ names: [...members.map(({ name }) => name), edge.to], closing: edge, others })
      } else if (!done.has(edge.to)) {
        way.push({ name: edge.to, by: edge, edges: (graph.get(edge.to) ?? []).values() })
        onWay.add(edge.to)
      }
    }
  }
  return found
}
