/** Small changes of a tree that can be written down and made again later: each is found by the keys on the way to it. */

import { entryRead } from '../../heat/merge-keys.ts'
import {
  withAppended,
  withItems,
  withKey,
  withoutEntry,
  withReplaced,
  withValue,
} from '../../text/document/build.ts'
import { plainData } from '../../text/document/data.ts'
import { fromPlain } from '../../text/document/from-data.ts'
import { type Entry, type Mapping, type Node, offsetOf } from '../../text/document/node.ts'
import { countOf, nameOf, resolved } from '../../text/document/read.ts'
import type { SourceFile } from '../source-file.ts'
import { changeAt, type Trail } from '../trail.ts'
import { Stuck, withoutName } from './edit.ts'

/** A change at the end of a trail. */
export type TreeEdit =
  /** Of an entry with its comments, or an item of a list. */
  | { readonly do: 'remove'; readonly at: Trail }
  /** Of the entries of one key all but the first or the last one. */
  | { readonly do: 'keep'; readonly at: Trail; readonly which: 'first' | 'last' }
  /** Another key for the same value. */
  | { readonly do: 'key'; readonly at: Trail; readonly to: string }
  /** A value in place of another one, or of nothing where `was` is left out; plain data. */
  | { readonly do: 'write'; readonly at: Trail; readonly value: unknown; readonly was?: unknown }

/**
 * The tree with a change made, the very same one where it is made already; undefined where the tree is not, or no longer,
 * what the change is meant for.
 * @throws Stuck when aliases, merge keys or duplicate keys are in the way
 */
export function withTreeEdit(file: SourceFile, edit: TreeEdit): Mapping | undefined {
  const { root } = file
  const now = nodeAt(root, edit.at)
  if (edit.do === 'keep') return withoutDuplicates(root, edit.at, edit.which)
  if (edit.do !== 'write') {
    if (now === undefined) return root
    return changedAt(file, edit.at, edit.do === 'remove' ? undefined : { key: edit.to })
  }
  if (now !== undefined && sameValue(plainData(now), edit.value)) return root
  const isMeant =
    now === undefined
      ? edit.was === undefined && nodeAt(root, edit.at.slice(0, -1)) !== undefined
      : sameValue(plainData(now), edit.was)
  return isMeant ? changedAt(file, edit.at, { value: fromPlain(edit.value, now) }) : undefined
}

function withoutDuplicates(root: Mapping, trail: Trail, which: 'first' | 'last'): Mapping | undefined {
  const key = trail.at(-1)
  const made = changeAt(root, trail.slice(0, -1), (map) => {
    const all = map.entries.filter((one) => nameOf(one) === key)
    const kept = all.at(which === 'first' ? 0 : -1)
    const others = all.filter((one) => one !== kept)
    return others.reduce((rest, one) => withoutEntry(rest, one), map)
  })
  return 'problem' in made ? undefined : made
}

function sameValue(one: unknown, other: unknown): boolean {
  return other !== undefined && JSON.stringify(one) === JSON.stringify(other)
}

/** The node at the end of a trail, through aliases and merge keys. */
export function nodeAt(root: Node, trail: Trail): Node | undefined {
  return trail.reduce<Node | undefined>((node, key) => {
    const inner = node === undefined ? undefined : resolved(node)
    if (inner?.kind === 'seq') return /^\d+$/.test(key) ? inner.items[Number(key)] : undefined
    return inner?.kind === 'map' ? entryRead(inner, key)?.value : undefined
  }, root)
}

type Change = { readonly key: string } | { readonly value: Node } | undefined

function changedAt(file: SourceFile, trail: Trail, change: Change): Mapping | undefined {
  const { root, path } = file
  // Lists are changed as a part of the mapping that has them.
  let length = trail.length - 1
  while (length > 0 && resolved(nodeAt(root, trail.slice(0, length)) ?? root).kind === 'seq') length -= 1
  const [key = '', ...items] = trail.slice(length)
  const made = changeAt(root, trail.slice(0, length), (map) => changedIn(file, map, key, items, change))
  if (!('problem' in made)) return made
  if (made.problem === 'missing' || made.problem === 'not-a-mapping') return undefined
  throw new Stuck({ path, at: undefined, why: `an alias, anchor or merge key shares ${trail.join('.')}` })
}

function changedIn(file: SourceFile, map: Mapping, key: string, items: Trail, change: Change): Mapping {
  const { path } = file
  const one = entryRead(map, key)
  if (countOf(map, key) > 1) throw new Stuck({ path, at: one, why: `"${key}" is a duplicate key` })
  if (one === undefined)
    return change !== undefined && 'value' in change
      ? withAppended(map, { key: fromPlain(key), value: change.value })
      : map
  if (items.length > 0) {
    const value = changedItem(file, one.value, items, change)
    return withReplaced(map, one, withValue(one, value))
  }
  if (change === undefined) return withoutName(file, map, key)
  if ('value' in change) return withReplaced(map, one, withValue(one, change.value))
  if (entryRead(map, change.key) !== undefined)
    throw new Stuck({ path, at: one, why: `there is a "${change.key}" already` })
  return withReplaced(map, one, withKey(one, change.key))
}

function changedItem({ path }: SourceFile, list: Node, [index, ...rest]: Trail, change: Change): Node {
  if (list.kind !== 'seq' || rest.length > 0 || (change !== undefined && 'key' in change))
    throw new Stuck({ path, at: list, why: 'an alias or a list of lists prevents it' })
  const items = list.items.flatMap((item, at) =>
    at !== Number(index) ? [item] : change === undefined ? [] : [change.value],
  )
  return withItems(list, items)
}

/** The keys on the way to what was read at a location of a source; undefined where the tree does not have it. */
export function trailTo(root: Mapping, at: Node | Entry): Trail | undefined {
  const start = offsetOf(at)
  if (start === undefined) return undefined
  const isEntry = 'key' in at
  const search = (node: Node, trail: Trail): Trail | undefined => {
    if (!isEntry && node.kind === at.kind && offsetOf(node) === start) return trail
    if (node.kind === 'seq')
      return firstFound(node.items, (item, index) => search(item, [...trail, `${index}`]))
    if (node.kind !== 'map') return undefined
    return firstFound(node.entries, (entry) => {
      const here = [...trail, nameOf(entry) ?? '']
      return isEntry && offsetOf(entry) === start ? here : search(entry.value, here)
    })
  }
  return search(root, [])
}

function firstFound<One, Found>(all: readonly One[], find: (one: One, at: number) => Found | undefined) {
  for (const [index, one] of all.entries()) {
    const found = find(one, index)
    if (found !== undefined) return found
  }
  return undefined
}
