import { withEntries } from '../document/build.ts'
import { headingsLeft } from '../document/comments.ts'
import type { Mapping } from '../document/node.ts'
import { nameOf } from '../document/read.ts'
import type { PackageFile } from '../package/package-file.ts'
import { Stuck } from './obstacle.ts'

/**
 * A mapping of a file without the entry of a name. Its comments go, but for those that are headings of what stays.
 * @throws Stuck when the name stands there twice: which of the two is meant is for a person to say (R-92635)
 */
export function withoutName({ path, document }: PackageFile, map: Mapping, name: string): Mapping {
  const [, second] = map.entries.filter((entry) => nameOf(entry) === name)
  if (second !== undefined) throw new Stuck({ path, at: second, why: `"${name}" stands there twice` })
  const rest = withEntries(
    map,
    map.entries.filter((entry) => nameOf(entry) !== name),
  )
  return rest === map ? map : { ...rest, staying: headingsLeft(document, rest) }
}
