/**
 * The data of a document as a persistent tree. Parsed nodes carry the range of
 * their text; a changed node is a new object that remembers, as `origin`, the
 * parsed node whose place it takes. Nothing is ever mutated, so the tree that was
 * read and the tree that a chain of transforms made can be compared by identity:
 * whatever is the same object keeps its bytes.
 */

import type { Comment } from './comment.ts'

/** UTF-16 offsets into `Document.text`, end exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

export type ScalarType = 'str' | 'int' | 'float' | 'bool' | 'null'

/** What PyYAML (Heat's loader) makes of a scalar; integers beyond 2^53 are bigint. */
export type ScalarValue = string | number | bigint | boolean | null

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** How a new node wants to be written; `auto` leaves it to the renderer. */
export type CollectionStyle = 'flow' | 'block' | 'auto'

export type Syntax = 'json' | 'yaml'

/** A text with its index, as far as writing needs it. */
export interface SourceText {
  /** The whole text as decoded, a byte order mark included. */
  readonly text: string
  /** `json` also for JSON with comments, trailing commas or raw line breaks in strings. */
  readonly syntax: Syntax
  /** Undefined for a document without any node. */
  readonly root: Node | undefined
  readonly comments: readonly Comment[]
}

interface NodeCommon {
  /** Where the value's own text stands, without anchor and tag; absent on new nodes. */
  readonly range?: Range
  /** Where anchor or tag begin; equal to `range.start` when there are none. */
  readonly propsStart?: number
  readonly anchor?: string
  /** The tag as written, for example `!Ref` or `!!str`. */
  readonly tag?: string
  /** The parsed node that this one was made from by changes: the source of its text and layout. */
  readonly origin?: Node
  /** The parsed node where this one stands now, when that is another one than its own text. */
  readonly place?: Node
  /** The parsed node of another document that gives this one its text; made by `transplanted`. */
  readonly foreign?: { readonly source: SourceText; readonly node: Node }
}

export interface Scalar extends NodeCommon {
  readonly kind: 'scalar'
  readonly type: ScalarType
  readonly value: ScalarValue
  /** For parsed nodes the style found, for new ones a wish. */
  readonly style?: ScalarStyle
  /** A block scalar that the end of the file cuts off without a line break: moved elsewhere, its text would gain one. */
  readonly unterminated?: boolean
  /** Of a parsed block scalar: the column at which its text begins. */
  readonly bodyColumn?: number
}

export interface Mapping extends NodeCommon {
  readonly kind: 'map'
  readonly entries: readonly Entry[]
  readonly style: CollectionStyle
  /** A single `key: value` inside `[ ]`, written without braces. */
  readonly pair?: boolean
  /** Comments of entries that were taken out, which stay where they stand. */
  readonly staying?: readonly Comment[]
  /** Braces of the author's that stay, however long their line gets. */
  readonly staysFlow?: true
}

export interface Sequence extends NodeCommon {
  readonly kind: 'seq'
  readonly items: readonly Node[]
  readonly style: CollectionStyle
  /** Offsets of the dashes of a parsed block sequence, one per item. */
  readonly marks?: readonly number[]
}

export interface Alias extends NodeCommon {
  readonly kind: 'alias'
  readonly name: string
  /** The anchored node; never an ancestor of the alias. */
  readonly target: Node
}

export type Node = Scalar | Mapping | Sequence | Alias

/** One key with its value. Merge keys (`<<`) are entries like any other. */
export interface Entry {
  readonly key: Node
  readonly value: Node
  /** The parsed entry whose place (and comments) this one takes; absent on parsed and on wholly new ones. */
  readonly origin?: Entry
  /** Of a parsed entry whose key is written with `?`: the offsets of that mark and of the colon, where there is one. */
  readonly explicit?: { readonly mark: number; readonly colon?: number }
  /** Comment lines to stand above a new entry, each without its `#` and leading blank. */
  readonly comment?: readonly string[]
  /** The parsed entry of another document whose comments this one brings along; made by `transplantedEntry`. */
  readonly foreign?: { readonly source: SourceText; readonly entry: Entry }
}

/** The parsed node that gives a node its text: itself when it was parsed, its origin when it was changed. */
export function parsedNode(node: Node): Node | undefined {
  return node.range === undefined ? node.origin : node
}

/** The parsed node that stood where this one stands now: whose comments it keeps. */
export function placeOf(node: Node): Node | undefined {
  return node.place ?? parsedNode(node)
}

/** The parsed entry behind an entry, or undefined for a new one. */
export function parsedEntry(entry: Entry): Entry | undefined {
  return entry.origin ?? (entry.key.range === undefined ? undefined : entry)
}
