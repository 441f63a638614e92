/** Comments above what a rewrite changed. */
import {
  type Entry,
  entry,
  type Mapping,
  nameOf,
  withEntries,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'

/** Whether the entries of a mapping have no lines of their own: no comment stands in braces. */
type InBraces = (map: Mapping) => boolean

/** How deep below its section a part says something: a property, the value of an output, a condition. */
function isSaid(path: readonly (string | undefined)[]): boolean {
  const [section, , key] = path.map((name) => name?.toLowerCase())
  if (section === 'conditions') return path.length === 2
  return path.length === (section === 'resources' && key === 'properties' ? 4 : 3)
}

/**
 * The changed mapping with a comment above each property, output or condition in which something changed.
 * @param changed the same mapping after a rewrite that left all entries where they were
 */
export function explained(
  before: Mapping,
  changed: Mapping,
  comment: readonly string[],
  inBraces: InBraces,
  path: readonly (string | undefined)[] = [],
): Mapping {
  return withEntries(
    changed,
    changed.entries.map((one, at) => {
      const old = before.entries[at]
      return old === undefined || old === one
        ? one
        : explainedEntry(old, one, comment, inBraces, [...path, nameOf(one)])
    }),
  )
}

function explainedEntry(
  old: Entry,
  one: Entry,
  comment: readonly string[],
  inBraces: InBraces,
  path: readonly (string | undefined)[],
): Entry {
  const [from, to] = [old.value, one.value]
  if (isSaid(path) || from.kind !== 'map' || to.kind !== 'map' || inBraces(from))
    return entry(one.key, to, { for: one, comment: [...(one.comment ?? []), ...comment] })
  return withValue(one, explained(from, to, comment, inBraces, path))
}
