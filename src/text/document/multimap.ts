/** Adds a value to those that a map has for a key. */
export function push<Key, T>(map: Map<Key, T[]>, key: Key, value: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}

/** Adds a value to the set of those that a map has for a key. */
export function include<Key, T>(map: Map<Key, Set<T>>, key: Key, value: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([value]))
  else known.add(value)
}

/** Values by what they have in common, in the order in which each key comes first. */
export function groupedBy<Key, T>(values: Iterable<T>, keyOf: (value: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const value of values) push(groups, keyOf(value), value)
  return groups
}

/** Counts one more, or so many. */
export function grow<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
