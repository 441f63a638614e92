/** A property under its new name, or where Heat has it now. */

import {
  type Entry,
  entry,
  inPlaceOf,
  list,
  type Mapping,
  mapping,
  type Node,
  type TemplateContext,
  withEntries,
  withKey,
  withReplaced,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import type { MovedProperty } from '../../../src/heat/facts/facts.ts'
import { mayBeOlder, reportPreserved } from '../definitions.ts'
import type { OldName } from './old-names.ts'

/** The mapping with the property under its new name, or as it is, with the reason reported. */
export function renamed(
  { move, map, entry: old, to, whyPreserved }: OldName,
  context: TemplateContext,
): Mapping {
  if (whyPreserved !== undefined) {
    reportPreserved(context, old, moveText(move), whyPreserved)
    return map
  }
  context.change(old, `Write ${move.to} in place of ${move.from}`)
  if (to === '') return withInner(map, old)
  return withReplaced(map, old, rewritten(old, to))
}

/** A cloud that takes the target version may be older than the new name; whether it is only the user knows. */
export function left({ move, map, entry: old, whyPreserved }: OldName, context: TemplateContext): Mapping {
  if (context.cloud?.release !== undefined || whyPreserved !== undefined) return map
  reportPreserved(context, old, moveText(move), mayBeOlder(context.target))
  return map
}

/** The mapping with the entries of a value in place of that entry, the first of them under its comments. */
function withInner(map: Mapping, old: Entry): Mapping {
  const [first, ...rest] = old.value.kind === 'map' ? old.value.entries : []
  const inner = first === undefined ? [] : [entry(first.key, first.value, { for: old }), ...rest]
  return withEntries(
    map,
    map.entries.flatMap((one) => (one === old ? inner : [one])),
  )
}

/** `network`, or a new list (`l3_agent_ids[0]`), or a mapping in one (`character_classes[0].class`). */
function rewritten(old: Entry, to: string): Entry {
  const [, key, inList] = /^(\w+)\[0\](?:\.(\w+))?$/.exec(to) ?? []
  if (key === undefined) return withKey(old, to)
  return withValue(withKey(old, key), inPlaceOf(inNewList(old.value, inList), old.value))
}

/** `x` as `[x]`, or as `[{key: x}]`. */
function inNewList(value: Node, key: string | undefined): Node {
  const item = key === undefined ? value : mapping([entry(key, value)], { style: 'flow' })
  return list([item], { style: 'flow' })
}

/** What a move is, as a sentence. */
function moveText({ type, from, to, since }: MovedProperty): string {
  return `"${from}" of ${type} was renamed to "${to}" in ${since}`
}
