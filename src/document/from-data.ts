import { boolean, entry, integer, list, mapping, type Shaped, string } from './build.ts'
import type { Entry, Node } from './node.ts'

/** Plain data, with nodes in it where a part of a document is to be used again with its own source. */
export type Data = string | number | boolean | Node | readonly Data[] | DataMap
/** Entries in their order; undefined leaves an entry out, an entry of a document brings its value and its comments. */
export type DataMap = ReadonlyMap<string, Data | Entry | undefined>

/**
 * An ordered mapping of data, in the order of the object's keys; for literals, never for names that a template gives.
 */
export function data(entries: Readonly<Record<string, Data | Entry | undefined>>): DataMap {
  return new Map(Object.entries(entries))
}

/** New nodes for data, laid out, or replacing another node, as `made` says. Nodes in it remain the same objects. */
export function fromData(value: Data, made?: Shaped): Node {
  if (typeof value === 'string') return string(value, { for: made?.for })
  if (typeof value === 'number') return integer(value, made)
  if (typeof value === 'boolean') return boolean(value, made)
  if (value instanceof Map) {
    const entries = [...(value as DataMap)].flatMap(([name, one]) => {
      if (one === undefined) return []
      return [isEntry(one) ? entry(name, one.value, { for: one }) : entry(name, fromData(one))]
    })
    return mapping(entries, made)
  }
  if (Array.isArray(value)) {
    const items = value.map((one: Data) => fromData(one))
    return list(items, made)
  }
  return value as Node
}

function isEntry(one: Data | Entry): one is Entry {
  return typeof one === 'object' && 'key' in one
}
