/**
 * The data of a document as a persistent tree. Nodes that were read carry their source range; a changed node is a new
 * object that remembers, as `origin`, the parsed node that it replaces. Nothing is ever mutated, so the tree that was
 * read and the tree that a chain of transforms made can be compared by identity: whatever is the same object keeps its
 * bytes.
 */

import type {
  AliasContent,
  Comment,
  EntryContent,
  MappingContent,
  Range,
  ScalarContent,
  SequenceContent,
} from '../yaml/node.ts'

export type { Comment, Range, ScalarStyle, ScalarType, ScalarValue } from '../yaml/node.ts'

/** How a collection is written; `auto`, on new ones, leaves it to the renderer. */
export type CollectionStyle = 'flow' | 'block' | 'auto'

export type Syntax = 'json' | 'yaml'

/** A source with its index, as needed for writing. */
export interface SourceText {
  /** The whole source as decoded, a byte order mark included. */
  readonly text: string
  /**
   * The source with line feeds for the line breaks that LibYAML alone knows, where it has some; offsets are the same.
   */
  readonly lineText?: string
  /** `json` also for JSON with comments, trailing commas or raw line breaks in strings. */
  readonly syntax: Syntax
  /** Undefined for a document without any node. */
  readonly root: Node | undefined
  readonly comments: readonly Comment[]
}

/** The source of a document for questions about its lines: each break is `\n` or `\r\n`. */
export function textInLines({ text, lineText }: Pick<SourceText, 'text' | 'lineText'>): string {
  return lineText ?? text
}

/** A new node has no source range; anchor and tag are those to be written. */
interface NodeCommon {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly propsStart?: number | undefined
  readonly anchor?: string | undefined
  readonly tag?: string | undefined
  /** The parsed node that this one was made from by changes: its source and layout are used. */
  readonly origin?: Node | undefined
  /** The parsed node that this one replaces in the tree, when that is not its `origin`. */
  readonly replaces?: Node | undefined
  /** The parsed node of another document whose source this one carries over; made by `transplanted`. */
  readonly transplanted?: { readonly source: SourceText; readonly node: Node } | undefined
}

/** The style of a new scalar is only a preference. */
export interface Scalar extends NodeCommon, ScalarContent {}

export interface Mapping extends NodeCommon, MappingContent<Entry, CollectionStyle> {
  /** Comments of removed entries that remain where they were, made by `withDangling`. */
  readonly dangling?: readonly Comment[]
  /** Comments that go along with what other files take over: they are removed here, whatever is written anew. */
  readonly leaving?: readonly Comment[]
}

export interface Sequence extends NodeCommon, SequenceContent<Node, CollectionStyle> {
  /** Comments of removed items that remain where they were, made by `withDangling`. */
  readonly dangling?: readonly Comment[]
}

export interface Alias extends NodeCommon, AliasContent<Node> {}

export type Node = Scalar | Mapping | Sequence | Alias

export interface Entry extends EntryContent<Node> {
  /** The parsed entry that this one replaces, taking over its comments; absent on parsed and on wholly new ones. */
  readonly origin?: Entry
  /** Comment lines to write above a new entry, each without its `#` and leading blank. */
  readonly comment?: readonly string[]
  /** The parsed entry of another document whose comments this one carries over; made by `transplantedEntry`. */
  readonly transplanted?: { readonly source: SourceText; readonly entry: Entry }
  /** The parsed entries that this one replaces in the tree, one inside the other, besides its `origin`. */
  readonly replaces?: readonly Entry[]
}

/** The parsed node whose source a node has: itself when it was parsed, its origin when it was changed. */
export function parsedNode(node: Node): Node | undefined {
  return node.start === undefined ? node.origin : node
}

/** The parsed node that this one replaces in the tree: its comments are preserved. */
export function replacedNode(node: Node): Node | undefined {
  return node.replaces ?? parsedNode(node)
}

/** The parsed entry that an entry is based on, or undefined for a new one. */
export function parsedEntry(entry: Entry): Entry | undefined {
  return entry.origin ?? (entry.key.start === undefined ? undefined : entry)
}

/** The source range of a node, anchor and tag excluded; undefined for one that was made. */
export function textRange(node: Node | undefined): Range | undefined {
  return node?.start === undefined || node.end === undefined
    ? undefined
    : { start: node.start, end: node.end }
}

/** Where a node begins that was read, at its anchor or tag where it has one. */
export function nodeStart(node: Node | undefined): number | undefined {
  return node?.propsStart ?? node?.start
}

/** The source range of a node or entry, or of what it was made from; for an entry that of its key. */
export function rangeOf(at: Node | Entry): Range | undefined {
  if (!('kind' in at)) return textRange(parsedEntry(at)?.key)
  return textRange(at) ?? textRange(replacedNode(at))
}

/** The source offset of a node or entry, or of the one that it replaces; undefined for what is new. */
export function offsetOf(at: Node | Entry): number | undefined {
  return 'kind' in at ? replacedNode(at)?.start : parsedEntry(at)?.key.start
}

/** The entries of a mapping, the items of a list. */
export function childrenOf(node: Mapping | Sequence): readonly (Entry | Node)[] {
  return node.kind === 'map' ? node.entries : node.items
}

/** The value of an entry; an item itself. */
export function childValue(child: Entry | Node): Node {
  return 'key' in child ? child.value : child
}

/** Where an entry or item begins: at its `?` where there is one; the dash of an item is not part of it. */
export function childStart(child: Entry | Node): number {
  return 'key' in child ? entryStart(child) : (nodeStart(child) ?? 0)
}

function entryStart({ key, explicit }: Entry): number {
  return explicit?.mark ?? nodeStart(key) ?? 0
}

/** Where each entry or item begins. */
export function childStarts(node: Mapping | Sequence): readonly number[] {
  return node.kind === 'map' ? node.entries.map(entryStart) : node.items.map((item) => nodeStart(item) ?? 0)
}

/** Where an entry or item ends in the source. */
export function childEnd(child: Entry | Node): number {
  return 'key' in child ? entryEnd(child) : (child.end ?? 0)
}

function entryEnd({ key, value, explicit }: Entry): number {
  const end = Math.max(key.end ?? 0, value.end ?? 0)
  return explicit === undefined ? end : Math.max(end, (explicit.colon ?? explicit.mark) + 1)
}

/** Where each entry or item ends in the source. */
export function childEnds(node: Mapping | Sequence): readonly number[] {
  return node.kind === 'map' ? node.entries.map(entryEnd) : node.items.map((item) => item.end ?? 0)
}
