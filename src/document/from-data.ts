import { boolean, entry, integer, list, mapping, text } from './build.ts'
import type { Entry, Node } from './node.ts'

/** Plain data, with nodes in it where a part of a document is to be used again with its own text. */
export type Data = string | number | boolean | Node | readonly Data[] | DataMap
/** Entries in their order; undefined leaves an entry out, an entry of a document brings its value and its comments. */
export type DataMap = ReadonlyMap<string, Data | Entry | undefined>

/** An ordered mapping of data, in the order of the object's keys; for literals, never for names that a template gives. */
export function data(entries: Readonly<Record<string, Data | Entry | undefined>>): DataMap {
  return new Map(Object.entries(entries))
}

/** New nodes for data. Nodes in it stay the objects that they are. */
export function fromData(value: Data, style?: 'flow' | 'block'): Node {
  const shape = style === undefined ? {} : { style }
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return integer(value)
  if (typeof value === 'boolean') return boolean(value)
  if (value instanceof Map)
    return mapping(
      [...(value as DataMap)].flatMap(([name, one]) =>
        one === undefined
          ? []
          : [isEntry(one) ? entry(name, one.value, { for: one }) : entry(name, fromData(one))],
      ),
      shape,
    )
  if (Array.isArray(value))
    return list(
      value.map((one: Data) => fromData(one)),
      shape,
    )
  return value as Node
}

function isEntry(one: Data | Entry): one is Entry {
  return typeof one === 'object' && 'key' in one
}
