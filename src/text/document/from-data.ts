import { boolean, entry, integer, list, mapping, nothing, number, type Shaped, string } from './build.ts'
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

/** New nodes for plain data, as `plainData` gives it, in place of another node where one is named. */
export function fromPlain(value: unknown, old?: Node): Node {
  const made = { for: old }
  if (value === null || value === undefined) return nothing(made)
  if (typeof value === 'boolean') return boolean(value, made)
  if (typeof value === 'bigint') return integer(value, made)
  if (typeof value === 'number')
    return Number.isInteger(value) ? integer(value, made) : number({ type: 'float', value }, made)
  if (Array.isArray(value))
    return list(
      value.map((item) => fromPlain(item)),
      made,
    )
  if (typeof value !== 'object') return string(String(value), made)
  return mapping(
    Object.entries(value).map(([name, one]) => entry(name, fromPlain(one))),
    made,
  )
}
