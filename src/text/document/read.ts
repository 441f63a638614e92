/** Queries to a node tree that every layer above makes. */

import { isCoreTag } from '../yaml/parse-state.ts'
import type { Alias, Entry, Mapping, Node, Scalar, Sequence } from './node.ts'

/** The node that an alias names; any other node itself. */
export function resolved(node: Node): Exclude<Node, { kind: 'alias' }> {
  return node.kind === 'alias' ? targetOf(node) : node
}

function targetOf({ target }: Alias): Exclude<Node, { kind: 'alias' }> {
  return target.kind === 'alias' ? targetOf(target) : target
}

/** Whether a tag gives a node another meaning than it seems to have: `!Ref A` is a function, not the string `A`. */
export function hasLocalTag(node: Node): boolean {
  return node.tag !== undefined && !isCoreTag(node.tag)
}

/** The string of a scalar, through aliases; undefined for anything else, a short form such as `!Ref A` included. */
export function stringOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  const scalar = node.kind === 'alias' ? targetOf(node) : node
  return scalar.kind === 'scalar' &&
    scalar.type === 'str' &&
    (scalar.tag === undefined || !hasLocalTag(scalar))
    ? (scalar.value as string)
    : undefined
}

export function mapOf(node: Node | undefined): Mapping | undefined {
  if (node === undefined) return undefined
  const map = node.kind === 'alias' ? targetOf(node) : node
  return map.kind === 'map' ? map : undefined
}

export function listOf(node: Node | undefined): Sequence | undefined {
  if (node === undefined) return undefined
  const seq = node.kind === 'alias' ? targetOf(node) : node
  return seq.kind === 'seq' ? seq : undefined
}

export function scalarOf(node: Node | undefined): Scalar | undefined {
  if (node === undefined) return undefined
  const scalar = node.kind === 'alias' ? targetOf(node) : node
  return scalar.kind === 'scalar' ? scalar : undefined
}

/** The items of a list, through aliases; nothing of anything else. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return listOf(node)?.items ?? []
}

/** The items of a list, or the only one where a list of one may be written without one; nothing for nothing. */
export function oneOrAll(node: Node | undefined): readonly Node[] {
  return node === undefined ? [] : (listOf(node)?.items ?? [node])
}

/** The key of an entry when it is a string. */
export function nameOf(entry: Entry): string | undefined {
  const key = entry.key
  // As nearly every key, and the most frequent query of all.
  return key.kind === 'scalar' && key.type === 'str' && key.tag === undefined
    ? (key.value as string)
    : stringOf(key)
}

/** The entry of a mapping, through aliases, that Heat reads for a name: the last one of that name. */
export function entryOf(node: Node | undefined, ...names: readonly string[]): Entry | undefined {
  const map = mapOf(node)
  return map && entryIn(map, names)
}

/**
 * The entry of a mapping that Heat reads for some names, the last one. A single name is what is looked up most often:
 * nothing is called for keys that are plain strings.
 */
export function entryIn({ entries }: Mapping, names: readonly string[]): Entry | undefined {
  if (entries.length >= large) return lastOfMany(entries, names)
  if (names.length !== 1) return lastOf(entries, names)
  const [name] = names
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index] as Entry
    const { key } = entry
    if (key.kind === 'scalar' && key.tag === undefined) {
      if (key.value === name && key.type === 'str') return entry
    } else if (stringOf(key) === name) return entry
  }
  return undefined
}

function lastOf(entries: readonly Entry[], names: readonly string[]): Entry | undefined {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index] as Entry
    const name = nameOf(entry)
    if (name !== undefined && names.includes(name)) return entry
  }
  return undefined
}

function lastOfMany(entries: readonly Entry[], names: readonly string[]): Entry | undefined {
  const index = namesIn(entries)
  const [first, second] = names.flatMap((name) => index.get(name) ?? [])
  // Of several names the last entry counts, whichever it has.
  return second === undefined ? first?.last : lastOf(entries, names)
}

export function valueOf(node: Node | undefined, ...names: readonly string[]): Node | undefined {
  return entryOf(node, ...names)?.value
}

export function isNull(node: Node | undefined): boolean {
  return node !== undefined && scalarOf(node)?.type === 'null'
}

/** Whether a node or anything inside it carries an anchor, so that it cannot be written a second time. */
export function holdsAnchor(node: Node): boolean {
  if (node.anchor !== undefined) return true
  if (node.kind === 'map')
    return node.entries.some(({ key, value }) => holdsAnchor(key) || holdsAnchor(value))
  return node.kind === 'seq' && node.items.some((item) => holdsAnchor(item))
}

/** How often a mapping has a name; only the last entry counts for Heat. */
export function countOf(map: Mapping | undefined, name: string): number {
  if (map === undefined) return 0
  if (map.entries.length >= large) return namesIn(map.entries).get(name)?.count ?? 0
  let count = 0
  for (const one of map.entries) if (nameOf(one) === name) count += 1
  return count
}

/** The number of entries from which on an index of names pays. */
export const large = 24

interface Named {
  /** The entry that counts. */
  readonly last: Entry
  readonly count: number
}

const indexes = new WeakMap<readonly Entry[], Map<string, Named>>()

function namesIn(entries: readonly Entry[]): ReadonlyMap<string, Named> {
  const known = indexes.get(entries)
  if (known !== undefined) return known
  const index = new Map<string, Named>()
  for (const entry of entries) {
    const name = nameOf(entry)
    if (name !== undefined) index.set(name, { last: entry, count: (index.get(name)?.count ?? 0) + 1 })
  }
  indexes.set(entries, index)
  return index
}

/** Of how many entries a change may be for the index to follow it. */
const mostChanged = 8

/** How many entries at the start and at the end of two lists are the same. */
export interface AlikeEnds {
  readonly start: number
  readonly end: number
}

function alikeEnds(old: readonly Entry[], next: readonly Entry[]): AlikeEnds {
  const shorter = Math.min(old.length, next.length)
  let start = 0
  while (start < shorter && old[start] === next[start]) start += 1
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1
  return { start, end }
}

/**
 * Hands the index of a mapping's entries on to changed ones, so that a mapping that is changed entry by entry is not
 * indexed anew after each of the changes. The old entries are indexed again when they are queried.
 *
 * @param known where they differ, if known; found out otherwise
 */
export function handOnNames(old: readonly Entry[], next: readonly Entry[], known?: AlikeEnds): void {
  const index = indexes.get(old)
  if (index === undefined || next.length < large) return
  const { start, end } = known ?? alikeEnds(old, next)
  if (old.length + next.length - 2 * (start + end) > mostChanged) return
  const gone = old.slice(start, old.length - end).map(nameOf)
  const come = next.slice(start, next.length - end)
  // Which of several entries counts is decided by a new index.
  const isPlain = (name: string | undefined) => name === undefined || index.get(name)?.count === 1
  const isNew = (name: string | undefined) => name === undefined || !index.has(name) || gone.includes(name)
  const names = come.map(nameOf)
  if (!gone.every(isPlain) || !names.every(isNew) || new Set(names).size < names.length) return
  for (const name of gone) if (name !== undefined) index.delete(name)
  for (const [at, name] of names.entries())
    if (name !== undefined) index.set(name, { last: come[at] as Entry, count: 1 })
  indexes.delete(old)
  indexes.set(next, index)
}
