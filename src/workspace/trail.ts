/** Changes a mapping deep in a tree, found by the keys on the way to it, unless aliases elsewhere share it. */

import { memoized } from '../document/attached.ts'
import { inPlaceOf, mapping, withItems, withValue } from '../document/build.ts'
import type { Mapping, Node } from '../document/node.ts'
import { isNull } from '../document/read.ts'
import { entryRead, replacedRead } from '../heat/merge-keys.ts'

/** Keys from the root of a tree downwards; of an item of a list, its index. */
export type Trail = readonly string[]

/**
 * Why a mapping cannot be changed at its location; `anchor`: aliases share it; `merge`: a merge key brings it in from
 * elsewhere.
 */
export type TrailProblem = 'alias' | 'anchor' | 'merge' | 'not-a-mapping' | 'missing'

/**
 * Replaces the mapping at the end of a trail. A null there counts as an empty mapping.
 * @returns the new root, or why nothing can be changed there: the target of an alias or the value of an anchor is used
 * in more than this location
 */
export function changeAt(
  root: Mapping,
  trail: Trail,
  change: (map: Mapping) => Mapping,
): Mapping | { readonly problem: TrailProblem } {
  const changed = changedBelow(root, trail, change, root)
  return 'problem' in changed || changed.kind === 'map' ? changed : { problem: 'not-a-mapping' }
}

function changedBelow(
  at: Node,
  trail: Trail,
  change: (map: Mapping) => Mapping,
  document: Mapping,
): Node | { readonly problem: TrailProblem } {
  const [key, ...rest] = trail
  if (at.kind !== 'map' && at.kind !== 'seq') return { problem: 'not-a-mapping' }
  if (key === undefined) return at.kind === 'map' ? change(at) : { problem: 'not-a-mapping' }
  const one = at.kind === 'map' ? entryRead(at, key) : undefined
  const value = at.kind === 'map' ? one?.value : at.items[Number(key)]
  if (value === undefined) return { problem: 'missing' }
  if (value.kind === 'alias') return { problem: 'alias' }
  if (value.anchor !== undefined && aliasNames(document).has(value.anchor)) return { problem: 'anchor' }
  const below = isNull(value) ? mapping([], { for: value, style: 'block' }) : value
  const changed = changedBelow(below, rest, change, document)
  if ('problem' in changed) return changed
  if (changed === below) return at
  const made = inPlaceOf(changed, value)
  if (at.kind === 'seq')
    return withItems(
      at,
      at.items.map((item) => (item === value ? made : item)),
    )
  const next = one === undefined ? undefined : replacedRead(at, one, withValue(one, made))
  return next ?? { problem: 'merge' }
}

/** The anchors that some alias of a tree names. */
export const aliasNames = memoized((root: Mapping): ReadonlySet<string> => {
  const names = new Set<string>()
  collect(root, names)
  return names
})

function collect(node: Node, names: Set<string>): void {
  if (node.kind === 'alias') names.add(node.name)
  if (node.kind === 'seq') for (const item of node.items) collect(item, names)
  if (node.kind !== 'map') return
  for (const one of node.entries) {
    collect(one.key, names)
    collect(one.value, names)
  }
}

/** Whether aliases elsewhere name a node or a part of it. */
export function isShared(node: Node, root: Mapping): boolean {
  const names = aliasNames(root)
  return names.size > 0 && holdsOneOf(node, names)
}

function holdsOneOf(node: Node, names: ReadonlySet<string>): boolean {
  if (node.kind === 'alias') return false
  if (node.anchor !== undefined && names.has(node.anchor)) return true
  if (node.kind === 'seq') return node.items.some((item) => holdsOneOf(item, names))
  return (
    node.kind === 'map' &&
    node.entries.some((one) => holdsOneOf(one.key, names) || holdsOneOf(one.value, names))
  )
}

/** Whether a node is an alias or holds one. */
export function holdsAlias(node: Node): boolean {
  if (node.kind === 'alias') return true
  if (node.kind === 'seq') return node.items.some(holdsAlias)
  return node.kind === 'map' && node.entries.some((one) => holdsAlias(one.key) || holdsAlias(one.value))
}
