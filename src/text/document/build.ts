/**
 * Makes nodes and changed copies of nodes. Nothing here reads the source. Nodes belong to the document that they were
 * read from: to put one into another document, use `transplanted` or `transplantedEntry` (transplant.ts); for the
 * source of a document that does not exist yet see `newDocument` (print/print.ts).
 */

import { largeScalarNode, mappingNode, sequenceNode } from '../yaml/node.ts'
import { copyOf } from './copy.ts'
import {
  type CollectionStyle,
  type Comment,
  type Entry,
  type Mapping,
  type Node,
  parsedEntry,
  parsedNode,
  replacedNode,
  type Scalar,
  type Sequence,
} from './node.ts'
import { type AlikeEnds, handOnNames, nameOf, resolved } from './read.ts'

interface Made {
  /** The node that the new one replaces; its parsed origin is remembered. */
  readonly for?: Node | undefined
}

function originOf(made: Made | undefined): Node | undefined {
  return made?.for === undefined ? undefined : replacedNode(made.for)
}

/** The node as it is, replacing `old`. */
export function inPlaceOf(node: Node, old: Node): Node {
  const replaces = replacedNode(old)
  if (replaces === undefined || replacedNode(node) === replaces) return node
  return copyOf(node, { replaces })
}

/** A string. `style` asks for quotes or a block; without it the writer quotes where PyYAML needs it. */
export function string(value: string, made?: Made & { readonly style?: Scalar['style'] }): Scalar {
  return scalar('str', value, made?.style, originOf(made))
}

export function integer(value: number | bigint, made?: Made): Scalar {
  return scalar('int', value, undefined, originOf(made))
}

/** A number of either type, as reading has resolved it. */
export function number({ type, value }: Pick<Scalar, 'type' | 'value'>, made?: Made): Scalar {
  return scalar(type, value, undefined, originOf(made))
}

export function boolean(value: boolean, made?: Made): Scalar {
  return scalar('bool', value, undefined, originOf(made))
}

export function nothing(made?: Made): Scalar {
  return scalar('null', null, undefined, originOf(made))
}

function scalar(
  type: Scalar['type'],
  value: Scalar['value'],
  style: Scalar['style'],
  origin: Node | undefined,
): Scalar {
  return largeScalarNode(type, value, style, undefined, undefined, undefined, origin)
}

/** How a new list or mapping is laid out, and what it replaces. */
export interface Shaped extends Made {
  readonly style?: CollectionStyle
}

export function list(items: readonly Node[], made?: Shaped): Sequence {
  return newSequence(items, made?.style ?? 'auto', undefined, originOf(made))
}

function newSequence(
  items: readonly Node[],
  style: CollectionStyle,
  from: Sequence | undefined,
  origin: Node | undefined,
): Sequence {
  return sequenceNode(items, style, undefined, undefined, undefined, origin, from)
}

export function mapping(entries: readonly Entry[], made?: Shaped): Mapping {
  return newMapping(entries, made?.style ?? 'auto', undefined, originOf(made))
}

function newMapping(
  entries: readonly Entry[],
  style: CollectionStyle,
  from: Mapping | undefined,
  origin: Node | undefined,
): Writable<Mapping> {
  return mappingNode(entries, style, undefined, undefined, origin, from)
}

/** The origin of an entry, besides its key and value. */
interface Brought {
  readonly comment?: Entry['comment'] | undefined
  readonly transplanted?: Entry['transplanted'] | undefined
  readonly replaces?: Entry['replaces'] | undefined
}

/** A new entry; with `for` it replaces an existing one, and takes over its comments. */
export function entry(
  key: string | Node,
  value: Node,
  made?: { readonly for?: Entry | undefined } & Brought,
): Entry {
  // The new key is written over the old one, and quoted like it.
  const ownKey = typeof key === 'string' ? string(key, { for: made?.for?.key }) : key
  const origin = made?.for === undefined ? undefined : parsedEntry(made.for)
  return entryWith(ownKey, value, origin, made)
}

/** Chains of transforms make entries by the ten thousand: written out, it takes a tenth of what spreads take. */
function entryWith(key: Node, value: Node, origin: Entry | undefined, brought: Brought | undefined): Entry {
  if (
    brought?.comment !== undefined ||
    brought?.transplanted !== undefined ||
    brought?.replaces !== undefined
  )
    return { ...entryWith(key, value, origin, undefined), ...broughtBy(brought) }
  return origin === undefined ? { key, value } : { key, value, origin }
}

/**
 * The same data where `old` is, whichever source it was read from: to be looked at there, not to be written. What aliases
 * lead to is written out; undefined where that is more than anybody looks at.
 */
export function anew(node: Node, old: Node, left = { nodes: mostAnew }): Node | undefined {
  left.nodes -= 1
  if (left.nodes < 0) return undefined
  const made = { for: old }
  const target = resolved(node)
  if (target.kind === 'scalar') return scalar(target.type, target.value, undefined, originOf(made))
  if (target.kind === 'seq') {
    const items = target.items.map((item) => anew(item, old, left))
    return items.every((item) => item !== undefined) ? list(items, made) : undefined
  }
  const entries = target.entries.flatMap(({ key, value }) => {
    const [name, item] = [anew(key, old, left), anew(value, old, left)]
    return name === undefined || item === undefined ? [] : [entry(name, item)]
  })
  return entries.length === target.entries.length ? mapping(entries, made) : undefined
}

/** Aliases of aliases expand to more than any memory holds. */
const mostAnew = 100_000

/** `{name: argument}` instead of `node`, written in braces where it is short. */
export function call(name: string, argument: Node, node?: Node): Mapping {
  return mapping([entry(name, argument)], { for: node })
}

/** The mapping with other entries; the very same object when they are the same. */
export function withEntries(map: Mapping, entries: readonly Entry[]): Mapping {
  if (isSame(entries, map.entries)) return map
  return withOthers(map, entries)
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}

function withOthers(map: Mapping, entries: readonly Entry[], known?: AlikeEnds): Writable<Mapping> {
  handOnNames(map.entries, entries, known)
  const next = newMapping(entries, map.style, map, parsedNode(map))
  if (map.braces !== undefined) next.braces = map.braces
  if (map.dangling !== undefined) next.dangling = map.dangling
  if (map.leaving !== undefined) next.leaving = map.leaving
  return next
}

/** The mapping with each of its entries changed. */
export function withEachEntry(map: Mapping, change: (one: Entry) => Entry): Mapping {
  return withEntries(map, map.entries.map(change))
}

/** A copy that is still being made. */
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * The mapping with one of its entries replaced. The entries are copied without a walk, for mappings with thousands of
 * entries that are changed one after the other.
 */
export function withReplaced(map: Mapping, old: Entry, next: Entry): Mapping {
  const at = map.entries.indexOf(old)
  if (at === -1 || old === next) return map
  const entries = map.entries.slice()
  entries[at] = next
  return withOthers(map, entries, { start: at, end: entries.length - at - 1 })
}

/** The mapping with one more entry at its end; braces remain braces. */
export function withAppended(map: Mapping, one: Entry): Mapping {
  const next = withOthers(map, map.entries.concat([one]), { start: map.entries.length, end: 0 })
  if (map.style === 'flow' && map.entries.length > 0) next.braces ??= 'preserved'
  return next
}

/**
 * The mapping with each entry replaced; an entry for which the function gives undefined goes. Copies only when
 * something changed.
 */
export function mapEntries(map: Mapping, change: (entry: Entry) => Entry | undefined): Mapping {
  let changed: Entry[] | undefined
  for (let index = 0; index < map.entries.length; index += 1) {
    const entry = map.entries[index] as Entry
    const next = change(entry)
    if (changed === undefined && next !== entry) changed = map.entries.slice(0, index)
    if (changed !== undefined && next !== undefined) changed.push(next)
  }
  return changed === undefined ? map : withEntries(map, changed)
}

/** A mapping without its entries of one name; anything else as it is. */
export function withoutKey(node: Node, name: string): Node {
  return node.kind === 'map' ? mapEntries(node, (one) => (nameOf(one) === name ? undefined : one)) : node
}

/**
 * The mapping without one of its entries. The comments that explain the entry are removed with it.
 * @param unmoved those of them that remain, on lines of their own
 */
export function withoutEntry(map: Mapping, one: Entry, unmoved: readonly Comment[] = []): Mapping {
  const rest = withEntries(
    map,
    map.entries.filter((other) => other !== one),
  )
  return rest === map ? map : withDangling(rest, unmoved)
}

/** A collection that has lost parts, with those of their comments that remain, on lines of their own. */
export function withDangling<T extends Mapping | Sequence>(node: T, comments: readonly Comment[]): T {
  const dangling = [...(node.dangling ?? []), ...comments]
  return comments.length === 0 ? node : (copyOf<Mapping | Sequence>(node, { dangling }) as T)
}

/**
 * A part of a document without comments that go along with what another file takes over: they are removed here even
 * where the part is written anew, which preserves the comments of other removed entries.
 */
export function withLeaving(map: Mapping, comments: readonly Comment[]): Mapping {
  return comments.length === 0 ? map : copyOf(map, { leaving: [...(map.leaving ?? []), ...comments] })
}

/** The list with other items; the very same object when they are the same. */
export function withItems(seq: Sequence, items: readonly Node[]): Sequence {
  if (isSame(items, seq.items)) return seq
  return newSequence(items, seq.style, seq, parsedNode(seq))
}

export function withValue(one: Entry, value: Node): Entry {
  if (value === one.value) return one
  return entryWith(one.key, value, parsedEntry(one), one)
}

/** The entry under another name: only its key changes in the source. */
export function withKey(one: Entry, name: string): Entry {
  if (one.key.kind === 'scalar' && one.key.value === name && one.key.type === 'str') return one
  const key = string(name, { for: one.key })
  return entryWith(key, one.value, parsedEntry(one), one)
}

/** The entry under a word of the language, which needs no quotes whatever the old one had. */
export function withWord(one: Entry, word: string): Entry {
  if (one.key.kind === 'scalar' && one.key.value === word && one.key.type === 'str') return one
  const key = string(word, { for: one.key, style: 'plain' })
  return entryWith(key, one.value, parsedEntry(one), one)
}

/**
 * Entries that replace the one that held them: the first of them carries over the comments above that one, after its
 * key and after its braces.
 * @param inner made of the entries of its value, or new
 */
export function unwrapped(outer: Entry, inner: readonly Entry[]): readonly Entry[] {
  const [first, ...others] = inner
  if (first === undefined) return inner
  const parsed = parsedEntry(outer)
  const replaces = [
    ...(outer.replaces ?? []),
    ...(parsed === undefined ? [] : [parsed]),
    ...(first.replaces ?? []),
  ]
  const comment = [...(outer.comment ?? []), ...(first.comment ?? [])]
  const brought = {
    comment: comment.length === 0 ? undefined : comment,
    transplanted: first.transplanted,
    replaces: replaces.length === 0 ? undefined : replaces,
  }
  return [entryWith(first.key, first.value, parsedEntry(first), brought), ...others]
}

/** The comments that a new entry carries over. */
function broughtBy({ comment, transplanted, replaces }: Brought): Pick<Entry, keyof Brought> {
  return {
    ...(comment === undefined ? {} : { comment }),
    ...(transplanted === undefined ? {} : { transplanted }),
    ...(replaces === undefined ? {} : { replaces }),
  }
}

/** Of a node that is written anew. */
const withoutText = { start: undefined, end: undefined, propsStart: undefined }

/** A scalar, list or mapping without its tag; an anchor is preserved. */
export function withoutTag(node: Node): Node {
  if (node.tag === undefined) return node
  const bare = { origin: parsedNode(node), ...withoutText, tag: undefined }
  // The meaning of a plain scalar may depend on its tag.
  const isPlain = node.kind === 'scalar' && node.style === 'plain'
  return copyOf(
    node,
    isPlain && node.transplanted !== undefined ? { ...bare, transplanted: undefined } : bare,
  )
}

/** The node under an anchor of its own, or under none; it is written anew after the anchor. */
export function withAnchor(node: Node, anchor: string | undefined): Node {
  return copyOf(node, { origin: parsedNode(node), ...withoutText, anchor })
}

/**
 * Links every alias to the node that carries its anchor now. Changed copies of anchored nodes
 * leave aliases behind that still see the old ones.
 * @returns the tree, the very same object when every alias was up to date
 */
export function relinkAliases<T extends Node>(root: T): T {
  return relink(root, new Map()) as T
}

/** In document order an anchor comes before its aliases, so one pass does. */
function relink(node: Node, anchors: Map<string, Node>): Node {
  const next = relinkInside(node, anchors)
  if (next.anchor !== undefined) anchors.set(next.anchor, next)
  return next
}

function relinkInside(node: Node, anchors: Map<string, Node>): Node {
  switch (node.kind) {
    case 'scalar':
      return node
    case 'alias': {
      const target = anchors.get(node.name)
      return target === undefined || target === node.target ? node : copyOf(node, { target })
    }
    case 'seq': {
      const items = node.items.map((item) => relink(item, anchors))
      return items.some((item, index) => item !== node.items[index]) ? withItems(node, items) : node
    }
    case 'map': {
      const entries = node.entries.map((one) => {
        relink(one.key, anchors)
        return withValue(one, relink(one.value, anchors))
      })
      return entries.some((one, index) => one !== node.entries[index]) ? withEntries(node, entries) : node
    }
  }
}
