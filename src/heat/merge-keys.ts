/** Merge keys (`<<`), as PyYAML flattens them (`SafeConstructor.flatten_mapping`). */

import { Attached } from '../document/attached.ts'
import { withEntries } from '../document/build.ts'
import type { Entry, Mapping, Node } from '../document/node.ts'
import { countOf, entryOf, nameOf, resolved } from '../document/read.ts'

export function isMerge(entry: Entry): boolean {
  return entry.key.kind === 'scalar' && entry.key.style === 'plain' && nameOf(entry) === '<<'
}

/** The nodes that merge keys of a mapping take entries from, those that win first. */
export function mergedNodes(map: Mapping): readonly Node[] {
  if (countOf(map, '<<') === 0) return []
  return map.entries
    .filter(isMerge)
    .reverse()
    .flatMap(({ value }) => {
      const node = resolved(value)
      return node.kind === 'seq' ? node.items : [value]
    })
}

/** The value that Heat reads for a name: that of the mapping's own last entry, else a merged one. */
export function readValue(map: Mapping | undefined, ...names: readonly string[]): Node | undefined {
  if (map === undefined) return undefined
  const own = entryOf(map, ...names)
  if (own !== undefined) return own.value
  for (const node of mergedNodes(map)) {
    const merged = resolved(node)
    const found = merged.kind === 'map' ? readValue(merged, ...names) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const flattened = new Attached<Mapping, Mapping>()

/** The mapping with the entries that merge keys bring in before its own; each name as it counts, the same object where there are none. */
export function withoutMerges(map: Mapping): Mapping {
  if (countOf(map, '<<') === 0 || !map.entries.some(isMerge)) return map
  const known = flattened.get(map)
  if (known !== undefined) return known
  const own = map.entries.filter((one) => !isMerge(one))
  const names = new Set(own.map(nameOf))
  const merged: Entry[] = []
  for (const node of mergedNodes(map)) {
    const from = resolved(node)
    for (const one of from.kind === 'map' ? withoutMerges(from).entries : []) {
      if (names.has(nameOf(one))) continue
      names.add(nameOf(one))
      merged.push(one)
    }
  }
  const flat = withEntries(map, [...merged, ...own])
  flattened.set(map, flat)
  return flat
}

/** Whether a mapping stands here for itself alone, each key once. */
export function isOwn(map: Mapping): boolean {
  const names = map.entries.map(nameOf)
  return map.anchor === undefined && !map.entries.some(isMerge) && new Set(names).size === names.length
}
