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

/** A name on the way of a search, with the lowest number that it leads back to. */
interface Visit {
  readonly name: string
  readonly number: number
  lowest: number
  readonly targets: Iterator<string>
}

/**
 * For each name that leads back to itself, all names that it shares circles with. In linear time (Tarjan, "Depth-first search and
 * linear graph algorithms").
 *
 * @param first where to begin; what it does not lead to is left out
 */
export function circleMembers(
  first: string,
  targetsOf: (name: string) => ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  const visits = new Map<string, Visit>()
  const open = new Set<string>()
  const way: Visit[] = []
  const enter = (name: string) => {
    const visit = { name, number: visits.size, lowest: visits.size, targets: targetsOf(name).values() }
    visits.set(name, visit)
    open.add(name)
    way.push(visit)
  }
  enter(first)
  for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
    const { done, value: target } = last.targets.next()
    const known = target === undefined ? undefined : visits.get(target)
    if (done === true) {
      way.pop()
      const before = way.at(-1)
      if (before !== undefined) before.lowest = Math.min(before.lowest, last.lowest)
      if (last.lowest !== last.number) continue
      const names = [...open]
      const members = new Set(names.slice(names.indexOf(last.name)))
      for (const name of members) open.delete(name)
      if (members.size > 1 || targetsOf(last.name).has(last.name))
        for (const name of members) found.set(name, members)
    } else if (known === undefined) enter(target)
    else if (open.has(target)) last.lowest = Math.min(last.lowest, known.number)
  }
  return found
}
