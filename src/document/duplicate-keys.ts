import type { Entry, Mapping, Node } from '../yaml/node.ts'

/** Equal for keys that are one key to Python: `1`, `1.0` and `true` are, `1` and `"1"` are not. */
export function keyIdentity(key: Node): string | undefined {
  const scalar = key.kind === 'alias' ? key.target : key
  if (scalar.kind !== 'scalar') return undefined
  if (scalar.type === 'str') return `s${String(scalar.value)}`
  return scalar.type === 'null' ? 'null' : `n${Number(scalar.value)}`
}

function shadowedIn(map: Mapping, found: Entry[]): void {
  if (map.entries.length < 2) return
  const seen = new Map<string, Entry>()
  for (const entry of map.entries) {
    const identity = keyIdentity(entry.key)
    if (identity === undefined || identity === 's<<') continue
    const earlier = seen.get(identity)
    if (earlier) found.push(earlier)
    seen.set(identity, entry)
  }
}

/** All entries below `root` that a later entry of the same mapping shadows, in no particular order. */
export function duplicateEntries(root: Node): Entry[] {
  const found: Entry[] = []
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'seq') for (const item of node.items) open.push(item)
    else if (node.kind === 'map') {
      shadowedIn(node, found)
      for (const entry of node.entries) open.push(entry.key, entry.value)
    }
  }
  return found
}
