/** The result of reading: nodes with their source ranges, and comments. Offsets are UTF-16 units, ends exclusive. */

/** A range of a source text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A comment as written in the source. */
export interface Comment extends Range {
  /** Its content: without the marks (`#`, `//`, block comment marks) and one leading blank. */
  readonly text: string
  /** Whether only blanks precede it on its line. */
  readonly ownLine: boolean
}

export type ScalarType = 'str' | 'int' | 'float' | 'bool' | 'null'

/** The type that PyYAML (Heat's loader) gives a scalar; integers beyond 2^53 are bigint. */
export type ScalarValue = string | number | bigint | boolean | null

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** The source range of a parsed node: numbers, since a range object for each of a million nodes takes 40 MB. */
interface TextPosition {
  /** Where the source of the value begins, after anchor and tag. */
  readonly start: number
  readonly end: number
  /** Where anchor or tag begin; undefined, or the same as `start`, where there are none. */
  readonly propsStart?: number | undefined
}

/** The source range of a node, and its properties. */
interface NodeSource extends TextPosition {
  readonly anchor?: string | undefined
  /** The tag as written, for example `!Ref` or `!!str`. */
  readonly tag?: string | undefined
}

/** Room for what changes of a tree note on nodes (`src/text/document/node.ts`); see `readScalarNode`. */
interface Unchanged {
  readonly origin?: undefined
  readonly replaces?: undefined
}

export interface ScalarContent {
  readonly kind: 'scalar'
  readonly type: ScalarType
  readonly value: ScalarValue
  readonly style?: ScalarStyle | undefined
  /**
   * A block scalar that the end of the file cuts off without a line break: moved elsewhere, its value would gain one.
   */
  readonly unterminated?: boolean
  /** Of a block scalar: the column at which its content begins. */
  readonly bodyColumn?: number | undefined
}

/**
 * Layout of a mapping in flow style: a single `key: value` inside `[ ]` that is written without braces, or braces of the
 * author's that are preserved however long their line gets.
 */
type Braces = 'omitted' | 'preserved'

export interface MappingContent<E, Style> {
  readonly kind: 'map'
  readonly entries: readonly E[]
  readonly style: Style
  readonly braces?: Braces | undefined
  /** A note of `callsWithin` for itself. */
  calls?: number | undefined
  /** Room for what is found out about it (`src/text/document/attached.ts`). */
  known?: unknown
}

export interface SequenceContent<N, Style> {
  readonly kind: 'seq'
  readonly items: readonly N[]
  readonly style: Style
  /** Offsets of the dashes of a block sequence, one per item. */
  readonly marks?: readonly number[] | undefined
  /** A note of `callsWithin` for itself. */
  calls?: number | undefined
}

export interface AliasContent<N> {
  readonly kind: 'alias'
  readonly name: string
  /** The anchored node; never an ancestor of the alias. */
  readonly target: N
}

/** One key with its value. Merge keys (`<<`) are entries like any other. */
export interface EntryContent<N> {
  readonly key: N
  readonly value: N
  /** Of an entry whose key is written with `?`: the offsets of that mark and of the colon, where there is one. */
  readonly explicit?: { readonly mark: number; readonly colon?: number }
}

export interface ReadScalar extends NodeSource, Unchanged, ScalarContent {}
export interface ReadMapping extends NodeSource, Unchanged, MappingContent<ReadEntry, 'flow' | 'block'> {}
export interface ReadSequence extends NodeSource, Unchanged, SequenceContent<ReadNode, 'flow' | 'block'> {}
export interface ReadAlias extends NodeSource, AliasContent<ReadNode> {}
export interface ReadEntry extends EntryContent<ReadNode> {}

/** A node as it was read. */
export type ReadNode = ReadScalar | ReadMapping | ReadSequence | ReadAlias

/** A node that is still being read. */
export type Unfinished<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * A scalar without anchor and tag. Here and in the makers below all nodes of one kind have the
 * same fields in the same order, empty ones included: walks over trees take longer the more layouts there are, and
 * much longer beyond four. Scalars have two, since most of them need no more than this one: there are millions of them;
 * aliases have that of the others. See docs/decisions/0018-few-layouts.md.
 */
export function readScalarNode(
  type: ScalarType,
  value: ScalarValue,
  style: ScalarStyle,
  start: number,
  end: number,
): Unfinished<ReadScalar> {
  return { kind: 'scalar', type, value, style, start, end }
}

/**
 * A scalar in the larger layout: one with an anchor, a tag or block content, and every one that was made.
 * @param start undefined, as `end`, for a scalar that was made
 */
export function largeScalarNode<At extends number | undefined, N = undefined>(
  type: ScalarType,
  value: ScalarValue,
  style: ScalarStyle | undefined,
  start: At,
  end: At,
  bodyColumn?: number,
  origin?: N,
) {
  return {
    kind: 'scalar' as const,
    type,
    value,
    style,
    start,
    end,
    propsStart: undefined as At | undefined,
    anchor: undefined as string | undefined,
    tag: undefined as string | undefined,
    origin,
    replaces: undefined,
    bodyColumn,
    // Of aliases, which have the same layout.
    name: undefined,
    target: undefined,
  }
}

/** A scalar that was read, in the larger layout. */
export function enlarged(scalar: ReadScalar, bodyColumn?: number): Unfinished<ReadScalar> {
  const { type, value, style, start, end, propsStart, anchor, tag } = scalar
  const node = largeScalarNode<number>(type, value, style, start, end, bodyColumn)
  node.propsStart = propsStart
  node.anchor = anchor
  node.tag = tag
  return node
}

/** An alias, in the layout of large scalars. */
export function aliasNode<N, At extends number | undefined>(name: string, target: N, start: At, end: At) {
  return {
    kind: 'alias' as const,
    type: undefined,
    value: undefined,
    style: undefined,
    start,
    end,
    propsStart: undefined,
    anchor: undefined,
    tag: undefined,
    origin: undefined,
    replaces: undefined,
    bodyColumn: undefined,
    name,
    target,
  }
}

/** What a node that was made from another one has from it. */
interface Inherited<N> {
  readonly anchor?: string | undefined
  readonly tag?: string | undefined
  readonly replaces?: N | undefined
}

/** @param start undefined, as `end`, for a mapping that was made */
export function mappingNode<E, Style, At extends number | undefined, N = undefined>(
  entries: readonly E[],
  style: Style,
  start: At,
  end: At,
  origin?: N,
  from?: Inherited<N>,
) {
  return {
    kind: 'map' as const,
    entries,
    style,
    start,
    end,
    propsStart: undefined as At | undefined,
    anchor: from?.anchor,
    tag: from?.tag,
    origin,
    replaces: from?.replaces,
    calls: undefined as number | undefined,
    known: undefined as unknown,
    braces: undefined as Braces | undefined,
  }
}

/**
 * @param start undefined, as `end`, for a list that was made
 * @param marks of a block sequence
 */
export function sequenceNode<E, Style, At extends number | undefined, N = undefined>(
  items: readonly E[],
  style: Style,
  start: At,
  end: At,
  marks?: readonly number[],
  origin?: N,
  from?: Inherited<N>,
) {
  return {
    kind: 'seq' as const,
    items,
    style,
    start,
    end,
    propsStart: undefined as At | undefined,
    anchor: from?.anchor,
    tag: from?.tag,
    origin,
    replaces: from?.replaces,
    calls: undefined as number | undefined,
    marks,
  }
}
