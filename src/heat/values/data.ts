/** The plain data of a node, no function resolved. */
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isMerge } from '../merge-keys.ts'
import { keyText, pythonRepr } from './python-text.ts'
import { Float, isMap, type Key, setEntry, type Value } from './value.ts'

/** How aliases are to be read: a changed tree may hold another node under the anchor than was parsed. */
export type FollowAlias = (node: Node & { readonly kind: 'alias' }) => Node

const parsedTarget: FollowAlias = (alias) => alias.target

/** The value that Heat has of a node: what its loader makes of it, with the keys of maps as they are sent. */
export function dataOf(node: Node, follow: FollowAlias = parsedTarget): Value {
  switch (node.kind) {
    case 'scalar':
      return scalarValue(node)
    case 'seq': {
      const list: Value[] = []
      for (const item of node.items) list.push(dataOf(item, follow))
      return list
    }
    case 'map': {
      const map = new Map<Key, Value>()
      for (const entry of effectiveEntries(node, follow))
        setEntry(map, keyOf(entry, follow), dataOf(entry.value, follow))
      return asSent(map)
    }
    case 'alias':
      return dataOf(follow(node), follow)
  }
}

export function scalarValue(node: Node & { readonly kind: 'scalar' }): Key {
  return node.type === 'float' ? new Float(Number(node.value)) : node.value
}

/** A key that is a string, as nearly every one; undefined for merge keys, and where more than a look is needed. */
export function plainName(key: Node): string | undefined {
  return key.kind === 'scalar' && key.type === 'str' && key.value !== '<<' ? (key.value as string) : undefined
}

/** The key of an entry; lists and maps, which Python refuses as keys, as their strings. */
export function keyOf(entry: Entry, follow: FollowAlias): Key {
  const { key } = entry
  if (key.kind === 'scalar') return key.type === 'str' ? (key.value as string) : scalarValue(key)
  const value = dataOf(key, follow)
  return Array.isArray(value) || isMap(value) ? pythonRepr(value) : (value as Key)
}

/** The map with strings for keys: a client sends templates and environments as JSON. */
export function asSent<Content>(map: Map<Key, Content>): Map<Key, Content> {
  for (const key of map.keys())
    if (typeof key !== 'string') return new Map([...map].map(([one, value]) => [keyText(one), value]))
  return map
}

/**
 * The entries with those of merge keys before the map's own, as PyYAML's `flatten_mapping` orders
 * them: the first of several merged maps counts, own entries win.
 */
export function effectiveEntries(map: Mapping, follow: FollowAlias): readonly Entry[] {
  return map.entries.some(isMerge) ? flattened(map.entries, follow) : map.entries
}

function flattened(entries: readonly Entry[], follow: FollowAlias): readonly Entry[] {
  const merged = entries.filter(isMerge).flatMap(({ value }) => mergedEntries(value, follow))
  return [...merged, ...entries.filter((entry) => !isMerge(entry))]
}

function mergedEntries(value: Node, follow: FollowAlias): readonly Entry[] {
  const node = value.kind === 'alias' ? follow(value) : value
  if (node.kind === 'map') return effectiveEntries(node, follow)
  if (node.kind !== 'seq') return []
  return node.items.toReversed().flatMap((item) => mergedEntries(item, follow))
}
