import { withEntries } from '../../document/build.ts'
import type { Document } from '../../document/document.ts'
import { headingsLeft } from '../../document/headings.ts'
import type { Mapping } from '../../document/node.ts'
import { nameOf } from '../../document/read.ts'

/**
 * The mapping without all entries of a name, so that no earlier one comes to life. Their comments go, but for those
 * that are headings of what stays.
 */
export function withoutName(document: Document, map: Mapping, name: string): Mapping {
  const rest = withEntries(
    map,
    map.entries.filter((entry) => nameOf(entry) !== name),
  )
  return rest === map ? map : { ...rest, staying: headingsLeft(document, rest) }
}
