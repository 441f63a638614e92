/** Parts that occur more than once in a new tree. */

import { withValue } from '../document/build.ts'
import { copyOf } from '../document/copy.ts'
import {
  type Entry,
  type Mapping,
  type Node,
  parsedEntry,
  parsedNode,
  replacedNode,
  type Sequence,
  type SourceText,
} from '../document/node.ts'

/** Copies of parts that occur elsewhere, too: the originals have the comments. */
export type Repeats = ReadonlySet<Entry | Node>

/** A tree in which each part occurs once, and which of them are copies of others. */
interface Unrepeated {
  readonly root: Node
  readonly repeats: Repeats
}

const noRepeats: Repeats = new Set()

/**
 * The tree with a copy in each further location of a parsed part, so that each comment has one owner. Of several the
 * one that has not moved is the original, else the first.
 * @param document that the tree was made from
 */
export function withoutRepeats(root: Node, { root: old, syntax, comments }: SourceText): Unrepeated {
  const commented: Commented = {
    // Unchanged nodes of JSON are written part by part.
    takesApart: syntax === 'json',
    isOnlyTransplanted: comments.length === 0,
  }
  if (!repeatsIn(root, new Set(), commented)) return { root, repeats: noRepeats }
  const inPlace = new Set<Entry | Node>()
  if (old !== undefined) collectInPlace(root, old, inPlace)
  return new Copies(inPlace, commented).made(root, old)
}

/** Which parts may have comments. */
interface Commented {
  readonly takesApart: boolean
  readonly isOnlyTransplanted: boolean
}

/** A parsed part occurs in one location; one that was made may occur in several, since it has no source. */
function identityOf(part: Entry | Node, { isOnlyTransplanted }: Commented): Entry | Node | undefined {
  if (part.transplanted !== undefined)
    return 'node' in part.transplanted ? part.transplanted.node : part.transplanted.entry
  if (isOnlyTransplanted) return undefined
  if ('key' in part) return parsedEntry(part) === undefined ? undefined : part
  return parsedNode(part)?.start === undefined && part.replaces === undefined ? undefined : part
}

function repeatsIn(node: Node, seen: Set<Entry | Node>, commented: Commented): boolean {
  if (isSeen(node, seen, commented)) return true
  if (isOnePiece(node, commented)) return false
  if (node.kind === 'seq') {
    for (const item of node.items) if (repeatsIn(item, seen, commented)) return true
  } else if (node.kind === 'map') {
    for (const one of node.entries)
      if (isSeen(one, seen, commented) || repeatsIn(one.value, seen, commented)) return true
  }
  return false
}

function isSeen(part: Entry | Node, seen: Set<Entry | Node>, commented: Commented): boolean {
  const identity = identityOf(part, commented)
  if (identity === undefined) return false
  if (seen.has(identity)) return true
  seen.add(identity)
  return false
}

function isOnePiece(node: Node, { takesApart }: Commented): boolean {
  return node.transplanted !== undefined || (node.start !== undefined && !takesApart)
}

/** Parts that have not moved. */
function collectInPlace(node: Node, old: Node, found: Set<Entry | Node>): void {
  const parsed = parsedNode(node)
  if (parsed?.start !== old.start || parsed?.end !== old.end) return
  found.add(node)
  if (node.kind === 'map' && old.kind === 'map') {
    const before = new Set(old.entries)
    for (const one of node.entries) {
      const entry = parsedEntry(one)
      if (entry === undefined || !before.has(entry)) continue
      found.add(one)
      collectInPlace(one.value, entry.value, found)
    }
  }
  if (node.kind !== 'seq' || old.kind !== 'seq') return
  const before = new Set(old.items)
  for (const item of node.items) {
    const was = replacedNode(item)
    if (was !== undefined && before.has(was)) collectInPlace(item, was, found)
  }
}

class Copies {
  readonly #inPlace: ReadonlySet<Entry | Node>
  readonly #commented: Commented
  readonly #seen = new Set<Entry | Node>()
  readonly #repeats = new Set<Entry | Node>()

  constructor(inPlace: ReadonlySet<Entry | Node>, commented: Commented) {
    this.#inPlace = inPlace
    this.#commented = commented
  }

  made(root: Node, old: Node | undefined): Unrepeated {
    return { root: this.#node(root, old), repeats: this.#repeats }
  }

  /** @param old the part that was there, when its location is the same */
  #node(node: Node, old: Node | undefined): Node {
    const parsed = parsedNode(node)
    const isInPlace = old !== undefined && parsed?.start === old.start && parsed?.end === old.end
    if (this.#isRepeat(node, isInPlace)) return this.#copy(node)
    if (isOnePiece(node, this.#commented)) return node
    const before = isInPlace ? old : undefined
    if (node.kind === 'map') return this.#mapping(node, before?.kind === 'map' ? before.entries : [])
    return node.kind === 'seq' ? this.#sequence(node, before?.kind === 'seq' ? before.items : []) : node
  }

  #mapping(node: Mapping, before: readonly Entry[]): Node {
    const old = new Set(before)
    const entries = node.entries.map((one) => {
      const parsed = parsedEntry(one)
      const was = parsed !== undefined && old.has(parsed) ? parsed : undefined
      if (this.#isRepeat(one, was !== undefined)) return this.#copyOfEntry(one)
      return withValue(one, this.#node(one.value, was?.value))
    })
    return entries.every((one, at) => one === node.entries[at])
      ? node
      : copyOf(node, { entries, ...withoutText(node) })
  }

  #sequence(node: Sequence, before: readonly Node[]): Node {
    const old = new Set(before)
    const items = node.items.map((item) => {
      const was = replacedNode(item)
      return this.#node(item, was !== undefined && old.has(was) ? was : undefined)
    })
    return items.every((one, at) => one === node.items[at])
      ? node
      : copyOf(node, { items, ...withoutText(node) })
  }

  #isRepeat(part: Entry | Node, isInPlace: boolean): boolean {
    const identity = identityOf(part, this.#commented)
    if (identity === undefined) return false
    const isRepeat = !isInPlace && (this.#inPlace.has(part) || this.#seen.has(identity))
    this.#seen.add(identity)
    return isRepeat
  }

  #copy(node: Node): Node {
    const copy = this.#copyOfParts(node)
    this.#repeats.add(copy)
    return copy
  }

  #copyOfParts(node: Node): Node {
    const { transplanted } = node
    if (transplanted !== undefined)
      return copyOf(node, { transplanted: { ...transplanted, node: this.#copy(transplanted.node) } })
    if (node.kind === 'map')
      return copyOf(node, { entries: node.entries.map((one) => this.#copyOfEntry(one)) })
    return node.kind === 'seq'
      ? copyOf(node, { items: node.items.map((item) => this.#copy(item)) })
      : copyOf(node, {})
  }

  #copyOfEntry(one: Entry): Entry {
    const copy = { ...one, value: this.#copy(one.value) }
    this.#repeats.add(copy)
    return copy
  }
}

/** Of a parsed node: its source is that of its origin now. */
function withoutText(node: Node): Pick<Node, 'start' | 'end' | 'propsStart' | 'origin'> {
  return node.start === undefined
    ? {}
    : { start: undefined, end: undefined, propsStart: undefined, origin: node }
}
