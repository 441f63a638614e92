/** Merge keys (`<<`), as PyYAML flattens them (`SafeConstructor.flatten_mapping`). */

import { Attached, memoized } from '../text/document/attached.ts'
import { mapEntries, withEntries, withItems, withReplaced, withValue } from '../text/document/build.ts'
import { copyOf } from '../text/document/copy.ts'
import { hasDistinctNames } from '../text/document/data.ts'
import type { Alias, Entry, Mapping, Node } from '../text/document/node.ts'
import { countOf, entryIn, large, mapOf, nameOf, resolved } from '../text/document/read.ts'

export function isMerge(entry: Entry): boolean {
  const { key } = entry
  return key.kind === 'scalar' && key.value === '<<' && key.style === 'plain' && nameOf(entry) === '<<'
}

/** Whether a mapping has merge keys; of a large one that is asked as often as one looks up in it. */
export function hasMerges(map: Mapping): boolean {
  return mayMerge(map) && map.entries.some(isMerge)
}

/** Whether a key may be a merge key; asked at every lookup that finds nothing, so that nothing is called. */
function mayMerge(map: Mapping): boolean {
  if (map.entries.length >= large) return countOf(map, '<<') > 0
  for (const { key } of map.entries) if (key.kind !== 'scalar' || key.value === '<<') return true
  return false
}

/** The nodes that merge keys of a mapping take entries from, those that win first. */
export function mergedNodes(map: Mapping): readonly Node[] {
  if (!mayMerge(map)) return []
  return map.entries
    .filter(isMerge)
    .reverse()
    .flatMap(({ value }) => {
      const node = resolved(value)
      return node.kind === 'seq' ? node.items : [value]
    })
}

/**
 * The entry of a mapping, through aliases, that Heat reads for a name: the mapping's own last one, else a merged one.
 */
export function entryRead(node: Node | undefined, ...names: readonly string[]): Entry | undefined {
  if (node === undefined) return undefined
  const map = node.kind === 'map' ? node : mapOf(node)
  return map && (entryIn(map, names) ?? (mayMerge(map) ? mergedEntry(map, names) : undefined))
}

function mergedEntry(map: Mapping, names: readonly string[]): Entry | undefined {
  for (const merged of mergedNodes(map)) {
    const found = entryRead(merged, ...names)
    if (found !== undefined) return found
  }
  return undefined
}

/** The value that Heat reads for a name. */
export function readValue(node: Node | undefined, ...names: readonly string[]): Node | undefined {
  return entryRead(node, ...names)?.value
}

/**
 * The mapping with its entries replaced, also those that Heat reads from mappings below its merge keys; an entry for
 * which the function gives undefined is removed. Entries that an alias brings in are replaced where its anchor is.
 */
export function mapStanding(map: Mapping, change: (entry: Entry) => Entry | undefined): Mapping {
  return map.entries.some(isMerge) ? mapMerging(map, change) : mapEntries(map, change)
}

function mapMerging(map: Mapping, change: (entry: Entry) => Entry | undefined): Mapping {
  const merged = (node: Node): Node => {
    if (node.kind === 'seq') return withItems(node, node.items.map(merged))
    return node.kind === 'map' ? mapEntries(node, inside) : node
  }
  const inside = (one: Entry): Entry | undefined => {
    if (isMerge(one)) return withValue(one, merged(one.value))
    return entryRead(map, nameOf(one) ?? '') === one ? change(one) : one
  }
  return mapEntries(map, (one) => (isMerge(one) ? withValue(one, merged(one.value)) : change(one)))
}

/** The mapping with one of the entries that Heat reads from it replaced; undefined where an alias brings that in. */
export function replacedRead(map: Mapping, old: Entry, next: Entry): Mapping | undefined {
  if (map.entries.includes(old)) return withReplaced(map, old, next)
  return standsIn(map, old) ? mapStanding(map, (one) => (one === old ? next : one)) : undefined
}

/** Whether an entry that Heat reads from a mapping is in it, or below its merge keys, and not behind an alias. */
export function standsIn(map: Mapping, wanted: Entry): boolean {
  const holds = (node: Node): boolean => {
    if (node.kind === 'seq') return node.items.some(holds)
    return node.kind === 'map' && standsIn(node, wanted)
  }
  return map.entries.some((one) => one === wanted || (isMerge(one) && holds(one.value)))
}

const flattened = new Attached<Mapping, Mapping>()

/**
 * The mapping with the entries that merge keys bring in before its own; each name as it counts, the same object where
 * there are none.
 */
export function withoutMerges(map: Mapping): Mapping {
  if (!hasMerges(map)) return map
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

/** The same where all that is merged is below the merge keys and not shared; otherwise the mapping as it is. */
export function withOwnMerges(map: Mapping): Mapping {
  const isHere = (node: Node): boolean =>
    node.kind === 'map' && node.anchor === undefined && mergedNodes(node).every(isHere)
  return mergedNodes(map).every(isHere) ? withoutMerges(map) : map
}

/**
 * The entries that Heat reads of a mapping: those that merge keys bring in, then its own; of equal names the last one.
 */
export function entriesRead(node: Node | undefined): readonly Entry[] {
  const map = mapOf(node)
  return map === undefined ? [] : lastOfEach(withoutMerges(map))
}

function lastOfEach(map: Mapping): readonly Entry[] {
  // Large mappings are walked once: a rule needs this at each of their entries.
  return map.entries.length <= 8 && hasDistinctNames(map) ? map.entries : lastOfRepeated(map)
}

const lastOfRepeated = memoized(({ entries }: Mapping): readonly Entry[] => {
  const last = new Map(entries.map((one) => [nameOf(one), one]))
  if (last.size === entries.length) return entries
  return entries.filter((one) => nameOf(one) === undefined || last.get(nameOf(one)) === one)
})

/** Their values by name; what has another key than a string is left out. */
export function valuesRead(map: Mapping | undefined): Map<string, Node> {
  const found = new Map<string, Node>()
  for (const one of entriesRead(map)) {
    const name = nameOf(one)
    if (name !== undefined) found.set(name, one.value)
  }
  return found
}

/** Whether nothing else shares a mapping, and each of its keys occurs once. */
export function isOwn(map: Mapping): boolean {
  const names = map.entries.map(nameOf)
  return map.anchor === undefined && !map.entries.some(isMerge) && new Set(names).size === names.length
}

/** At most this many entries are written out: a few lines can merge one large mapping into thousands of others. */
const mostFlattened = 200_000

/**
 * A template as Heat reads it, with all merge keys resolved: what they bring in is written as entries, also in the
 * values of aliases. The same object where there are none, or too many.
 */
export function flattenedTree(root: Mapping): Mapping {
  const targets = new Map<Node, Node>()
  let left = mostFlattened
  const flat = (node: Node): Node => {
    if (node.kind === 'seq') return withItems(node, node.items.map(flat))
    if (node.kind === 'alias') {
      const target = targets.get(node.target) ?? flatTarget(node.target)
      return target === node.target ? node : copyOf(node, { target: target as Alias['target'] })
    }
    if (node.kind !== 'map' || left < 0) return node
    const own = withoutMerges(node)
    if (own !== node) left -= own.entries.length
    return withEntries(
      own,
      own.entries.map((one) => withValue(one, flat(one.value))),
    )
  }
  const flatTarget = (target: Node): Node => {
    // What an alias names may hold the alias.
    targets.set(target, target)
    const made = flat(target)
    targets.set(target, made)
    return made
  }
  const made = flat(root) as Mapping
  return left < 0 ? root : made
}
