/** Adds a value to those that a map has for a key. */
export function push<Key, T>(map: Map<Key, T[]>, key: Key, value: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
