import type { Entry, Node } from '../document/node.ts'
import { type HotVersion, hotVersions } from './versions.ts'

/** Something in a HOT template that only some versions can say. */
export interface VersionNeed {
  readonly at: Node | Entry
  /** What is said there, as the subject of a sentence: `the function filter`. */
  readonly what: string
  readonly since: HotVersion
  /** The first version that cannot say it any more. */
  readonly until?: HotVersion
  /** What happens in a version that cannot say it: Heat refuses the template, or does something else. */
  readonly elsewhere: 'refused' | 'other'
  /** The function of which it is a form: a version without it takes all of it for data. */
  readonly of?: string
}

/** A need that the first version does not meet; none where it does. */
export function need(
  at: Node | Entry,
  what: string,
  since: HotVersion,
  elsewhere: VersionNeed['elsewhere'],
): VersionNeed[] {
  return since === hotVersions[0] ? [] : [{ at, what, since, elsewhere }]
}
