/**
 * The data of a document as a persistent tree. Nodes that were read carry the range of
 * their text; a changed node is a new object that remembers, as `origin`, the
 * parsed node whose place it takes. Nothing is ever mutated, so the tree that was
 * read and the tree that a chain of transforms made can be compared by identity:
 * whatever is the same object keeps its bytes.
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

/** A text with its index, as far as writing needs it. */
export interface SourceText {
  /** The whole text as decoded, a byte order mark included. */
  readonly text: string
  /** The text with line feeds for the line breaks that LibYAML alone knows, where it has some; offsets are the same. */
  readonly lineText?: string
  /** `json` also for JSON with comments, trailing commas or raw line breaks in strings. */
  readonly syntax: Syntax
  /** Undefined for a document without any node. */
  readonly root: Node | undefined
  readonly comments: readonly Comment[]
}

/** The text of a document as far as its lines are concerned: each break is `\n` or `\r\n`. */
export function textInLines({ text, lineText }: Pick<SourceText, 'text' | 'lineText'>): string {
  return lineText ?? text
}

/** A new node has no place in the text; anchor and tag are what it is to have. */
interface NodeCommon {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly propsStart?: number | undefined
  readonly anchor?: string | undefined
  readonly tag?: string | undefined
  /** The parsed node that this one was made from by changes: the source of its text and layout. */
  readonly origin?: Node | undefined
  /** The parsed node where this one stands now, when that is another one than its own text. */
  readonly replaces?: Node | undefined
  /** The parsed node of another document that gives this one its text; made by `transplanted`. */
  readonly transplanted?: { readonly source: SourceText; readonly node: Node } | undefined
}

/** The style of a new scalar is a wish. */
export interface Scalar extends NodeCommon, ScalarContent {}

export interface Mapping extends NodeCommon, MappingContent<Entry, CollectionStyle> {
  /** Parsed entries that stand elsewhere now, with their comments but for those that stay. */
  readonly moved?: readonly Entry[]
  /** Comments of entries that were taken out, which stay where they stand. */
  readonly staying?: readonly Comment[]
  /** Of the root: comments that go along with what other files take over, and have no place here any longer. */
  readonly leaving?: readonly Comment[]
  /** Braces of the author's that stay, however long their line gets. */
  readonly staysFlow?: true
}

export interface Sequence extends NodeCommon, SequenceContent<Node, CollectionStyle> {
  /** Comments of items that were taken out, which stay where they stand. */
  readonly staying?: readonly Comment[]
}

export interface Alias extends NodeCommon, AliasContent<Node> {}

export type Node = Scalar | Mapping | Sequence | Alias

export interface Entry extends EntryContent<Node> {
  /** The parsed entry whose place (and comments) this one takes; absent on parsed and on wholly new ones. */
  readonly origin?: Entry
  /** Comment lines to stand above a new entry, each without its `#` and leading blank. */
  readonly comment?: readonly string[]
  /** The parsed entry of another document whose comments this one brings along; made by `transplantedEntry`. */
  readonly transplanted?: { readonly source: SourceText; readonly entry: Entry }
  /** Parsed entries that are no more, in whose place this one stands with others that they held: it has their comments. */
  readonly unwraps?: readonly Entry[]
}

/** The parsed node that gives a node its text: itself when it was parsed, its origin when it was changed. */
export function parsedNode(node: Node): Node | undefined {
  return node.start === undefined ? node.origin : node
}

/** The parsed node that stood where this one stands now: whose comments it keeps. */
export function replacedNode(node: Node): Node | undefined {
  return node.replaces ?? parsedNode(node)
}

/** The parsed entry behind an entry, or undefined for a new one. */
export function parsedEntry(entry: Entry): Entry | undefined {
  return entry.origin ?? (entry.key.start === undefined ? undefined : entry)
}

/** Where the text of a node stands, anchor and tag left aside; undefined for one that was made. */
export function textRange(node: Node | undefined): Range | undefined {
  return node?.start === undefined || node.end === undefined
    ? undefined
    : { start: node.start, end: node.end }
}

/** Where a node begins that was read, at its anchor or tag where it has one. */
export function nodeStart(node: Node | undefined): number | undefined {
  return node?.propsStart ?? node?.start
}

/** Where a node or entry, or what it was made from, stands in the text that was read; for an entry its key. */
export function rangeOf(at: Node | Entry): Range | undefined {
  if (!('kind' in at)) return textRange(parsedEntry(at)?.key)
  return textRange(at) ?? textRange(replacedNode(at))
}

/** The offset of a node or entry, or of what stood in its place, in the text that was read; undefined for what is new. */
export function offsetOf(at: Node | Entry): number | undefined {
  return 'kind' in at ? replacedNode(at)?.start : parsedEntry(at)?.key.start
}

/** The entries of a mapping, the items of a list. */
export function childrenOf(node: Mapping | Sequence): readonly (Entry | Node)[] {
  return node.kind === 'map' ? node.entries : node.items
}

/** What stands behind the key of an entry; an item itself. */
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

/** Where the text of an entry or item ends. */
export function childEnd(child: Entry | Node): number {
  return 'key' in child ? entryEnd(child) : (child.end ?? 0)
}

function entryEnd({ key, value, explicit }: Entry): number {
  const end = Math.max(key.end ?? 0, value.end ?? 0)
  return explicit === undefined ? end : Math.max(end, (explicit.colon ?? explicit.mark) + 1)
}

/** Where the text of each entry or item ends. */
export function childEnds(node: Mapping | Sequence): readonly number[] {
  return node.kind === 'map' ? node.entries.map(entryEnd) : node.items.map((item) => item.end ?? 0)
}
