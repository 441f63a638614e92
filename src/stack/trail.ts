/** Changes mappings deep in a tree, found by the keys on the way to them, unless aliases elsewhere share them. */

import { entriesRead, entryRead, mapStanding, standsIn } from '../heat/merge-keys.ts'
import { memoized } from '../text/document/attached.ts'
import { inPlaceOf, mapEntries, mapping, withItems, withReplaced, withValue } from '../text/document/build.ts'
import { groupedBy } from '../text/document/multimap.ts'
import type { Entry, Mapping, Node, Sequence } from '../text/document/node.ts'
import { isNull } from '../text/document/read.ts'

/** Keys from the root of a tree downwards; of an item of a list, its index. */
export type Trail = readonly string[]

/**
 * Why a mapping cannot be changed at its location; `anchor`: aliases share it; `merge`: a merge key supplies it from
 * elsewhere.
 */
export type TrailProblem = 'alias' | 'anchor' | 'merge' | 'not-a-mapping' | 'missing'

/** Another mapping for the one at the end of a trail. A null there counts as an empty mapping. */
export interface TrailChange {
  readonly trail: Trail
  readonly change: (map: Mapping) => Mapping
}

type Changed<Tree> = Tree | { readonly problem: TrailProblem; readonly of: TrailChange }

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
  return changeAll(root, [{ trail, change }])
}

/**
 * The same for several mappings, none of them in another one: each node that leads to some of them is made anew once.
 * @returns the new root, or the first of the changes that cannot be made, and why
 */
export function changeAll(root: Mapping, changes: readonly TrailChange[]): Changed<Mapping> {
  return changes.length === 0 ? root : (changedBelow(root, changes, 0, root) as Changed<Mapping>)
}

/** @param depth how many keys of the trails lead here */
function changedBelow(
  at: Mapping | Sequence,
  changes: readonly TrailChange[],
  depth: number,
  document: Mapping,
): Changed<Mapping | Sequence> {
  const instead = new Map<Node, Node>()
  let here = at
  for (const [key, below] of groupedBy(changes, ({ trail }) => trail[depth])) {
    const [of] = below as [TrailChange]
    if (key === undefined) {
      if (here.kind !== 'map') return { problem: 'not-a-mapping', of }
      here = below.reduce((map, { change }) => change(map), here)
      continue
    }
    const value = at.kind === 'map' ? entryRead(at, key)?.value : at.items[Number(key)]
    const open = openNode(value, document)
    if ('problem' in open) return { ...open, of }
    const changed = changedBelow(open, below, depth + 1, document)
    if ('problem' in changed) return changed
    if (changed !== open && value !== undefined) instead.set(value, inPlaceOf(changed, value))
  }
  return withInstead(here, instead) ?? { problem: 'merge', of: changes[0] as TrailChange }
}

/** A node that may be changed below. */
function openNode(
  value: Node | undefined,
  document: Mapping,
): Mapping | Sequence | { readonly problem: TrailProblem } {
  if (value === undefined) return { problem: 'missing' }
  if (value.kind === 'alias') return { problem: 'alias' }
  if (value.anchor !== undefined && aliasNames(document).has(value.anchor)) return { problem: 'anchor' }
  const open = isNull(value) ? mapping([], { for: value, style: 'block' }) : value
  return open.kind === 'scalar' ? { problem: 'not-a-mapping' } : open
}

/** With other values; undefined where an alias brings one of them in. */
function withInstead(
  at: Mapping | Sequence,
  instead: ReadonlyMap<Node, Node>,
): Mapping | Sequence | undefined {
  if (instead.size === 0) return at
  if (at.kind === 'seq')
    return withItems(
      at,
      at.items.map((item) => instead.get(item) ?? item),
    )
  const [only, ...others] = instead.keys()
  // One parameter after the other of thousands: nothing is made of all the others each time.
  const alone = others.length === 0 ? at.entries.find(({ value }) => value === only) : undefined
  if (alone !== undefined)
    return withReplaced(at, alone, withValue(alone, instead.get(alone.value) ?? alone.value))
  const values = [...instead.keys()]
  const made = (one: Entry): Entry => {
    const value = instead.get(one.value)
    return value === undefined ? one : withValue(one, value)
  }
  const own = new Set(at.entries.map(({ value }) => value))
  if (values.every((value) => own.has(value))) return mapEntries(at, made)
  const read = entriesRead(at).filter(({ value }) => instead.has(value))
  return read.every((one) => standsIn(at, one)) ? mapStanding(at, made) : undefined
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
