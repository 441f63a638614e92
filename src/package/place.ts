/** Changes a mapping deep in a tree, found by the keys on the way to it. */
import { inPlaceOf, mapping, withValue } from '../document/build.ts'
import type { Mapping } from '../document/node.ts'
import { isNull } from '../document/read.ts'
import { entryRead, replacedRead } from '../heat/merge-keys.ts'
import { aliasNames } from './alias-names.ts'

/** Keys from the root of a tree downwards. */
export type Trail = readonly string[]

/** Why a mapping cannot be changed where it stands; `anchor`: aliases share it; `merge`: a merge key brings it in from elsewhere. */
export type TrailProblem = 'alias' | 'anchor' | 'merge' | 'not-a-mapping' | 'missing'

/**
 * Replaces the mapping at the end of a trail. A null there counts as an empty mapping.
 * @returns the new root, or why nothing can be changed there: text behind an alias or under an anchor
 * stands for more than this place
 */
export function changeAt(
  root: Mapping,
  trail: Trail,
  change: (map: Mapping) => Mapping,
): Mapping | { readonly problem: TrailProblem } {
  return changeBelow(root, trail, change, root)
}

function changeBelow(
  root: Mapping,
  trail: Trail,
  change: (map: Mapping) => Mapping,
  document: Mapping,
): Mapping | { readonly problem: TrailProblem } {
  const [key, ...rest] = trail
  if (key === undefined) return change(root)
  const one = entryRead(root, key)
  if (one === undefined) return { problem: 'missing' }
  const { value } = one
  if (value.kind === 'alias') return { problem: 'alias' }
  if (value.anchor !== undefined && aliasNames(document).has(value.anchor)) return { problem: 'anchor' }
  const map = isNull(value) ? mapping([], { for: value, style: 'block' }) : value
  if (map.kind !== 'map') return { problem: 'not-a-mapping' }
  const changed = changeBelow(map, rest, change, document)
  if ('problem' in changed) return changed
  if (changed === map) return root
  return replacedRead(root, one, withValue(one, inPlaceOf(changed, value))) ?? { problem: 'merge' }
}
