import { CommentIndex } from '../document/comments.ts'
import type { Comment, Entry, Node, SourceText } from '../document/node.ts'
import { type Claim, claimsOf } from './claims.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { TextEdit } from './text-edit.ts'

/**
 * How a text ends. Behind a block scalar stands no comment; with `clip` the line break behind it is
 * part of the value, with `keep` the empty lines behind it too.
 */
export type End = 'inline' | 'block' | 'strip-scalar' | 'clip-scalar' | 'keep-scalar'

export function isBlockScalarEnd(end: End): boolean {
  return end !== 'inline' && end !== 'block'
}

/** Where a value goes: after a key, after a dash, or at the top of the document. */
export interface Slot {
  readonly kind: 'key' | 'dash' | 'root'
  /** Column of the collection that holds the slot; -1 at the top. */
  readonly indent: number
  /** Column at which an inline value would begin. */
  readonly at: number
  /** Behind the name of a function: a short list of arguments stays on the line. */
  readonly holdsArguments?: boolean
}

/** A value as text: `first` goes on the line of its indicator, `rest` are full lines, each led by a line break. */
export interface Rendered {
  readonly first: string
  readonly rest: string
  readonly end: End
  /** Comments that belong above the line of the indicator. */
  readonly above?: readonly Lifted[]
}

/** The text of a parsed node with the changes inside applied. */
export interface Slice {
  readonly text: string
  readonly end: End
  /** Comments that have no place in the text: they belong above it. */
  readonly above: readonly Lifted[]
}

/** The lines of a comment that will stand above what it stood in. */
export interface Lifted {
  readonly lines: readonly string[]
  /** Where the comment stood: those that meet above one line keep their order. */
  readonly from: number
}

/** A comment of replaced text that finds no place in the new one; it goes above the line at `offset`. */
export interface Hoisted extends Lifted {
  readonly offset: number
}

/** Collects the edits of one stretch of text: of the whole, or of a node that is carried over. */
export interface Sink {
  readonly edits: TextEdit[]
  readonly hoisted: Hoisted[]
  /** Nothing outside of these offsets may be edited. */
  readonly from: number
  readonly until: number
}

/** Where a parsed value stands. */
export interface Place {
  readonly kind: Slot['kind'] | 'flow'
  /** Column of the collection that holds it. */
  readonly indent: number
  /** Offset just after the `:` or `-` that leads it. */
  readonly after: number
  /** Offset of the key, `?` or dash itself. */
  readonly start: number
  /** Offset of a line above which comments can go. */
  readonly owner: number
  /** What has to stand before a new value: a colon, where the entry has none yet. */
  readonly lead?: string
}

/** The steps of printing that call one another; `edits.ts` brings them together. */
export interface Steps {
  /** The text of a parsed YAML node, or of one that was made from it; undefined where it has to be written anew. */
  slice(context: PrintContext, node: Node): Slice | undefined
  render(context: PrintContext, node: Node, slot: Slot): Rendered
  /** Adds the edits that turn one value into another; how the text of the value ends then. */
  compare(context: PrintContext, sink: Sink, old: Node, next: Node, place: Place): End
}

/** What the printing of one document shares. */
export interface PrintContext {
  readonly document: SourceText
  readonly text: string
  readonly layout: Layout
  readonly comments: CommentIndex
  /** Comments that stand in the new text. */
  readonly carried: Set<Comment>
  /** Those of them that stand where they stood. */
  readonly fixed: Set<Comment>
  readonly steps: Steps
  /** The contexts of other documents that some nodes have their text from. */
  readonly foreign: Map<SourceText, PrintContext>
  /** The smallest part of the new tree that a comment belongs to. */
  claimOf(comment: Comment): Claim | undefined
}

/** @param root the new tree */
export function printContext(
  document: SourceText,
  root: Node,
  steps: Steps,
  layout: Layout = layoutOf(document),
): PrintContext {
  const comments = new CommentIndex(document.text, document.comments)
  let claims: ReadonlyMap<Comment, Claim> | undefined
  return {
    document,
    text: document.text,
    layout,
    comments,
    carried: new Set(),
    fixed: new Set(),
    steps,
    foreign: new Map(),
    claimOf: (comment) => {
      claims ??= claimsOf(comments, root)
      return claims.get(comment)
    },
  }
}

/** The column (from 0) at which an offset stands. */
export function columnOf(context: PrintContext, offset: number): number {
  return offset - context.comments.lineStart(offset)
}

/** A comment as one or more `#` lines, without indentation. */
export function commentLines(context: PrintContext, comment: Comment): string[] {
  if (context.text.charAt(comment.start) === '#')
    return [context.text.slice(comment.start, comment.end).trimEnd()]
  return comment.text.split(/\r?\n/).map((line) => (line.trim() === '' ? '#' : `# ${line.trim()}`))
}

export function linesOf(context: PrintContext, comments: readonly Comment[]): string[] {
  return comments.flatMap((comment) => commentLines(context, comment))
}

/** Those of some comments that stand nowhere in the new text yet; marked as carried, for the caller writes them. */
export function takeOpen(context: PrintContext, comments: readonly Comment[]): readonly Comment[] {
  const open = comments.filter((comment) => !context.carried.has(comment))
  for (const comment of open) context.carried.add(comment)
  return open
}

/** Marks comments that stay where they are: nothing else may write them. Those above a stretch are left to others. */
export function keep(context: PrintContext, sink: Sink, comments: readonly Comment[]): void {
  const own = comments.filter((comment) => comment.start >= sink.from)
  for (const comment of takeOpen(context, own)) context.fixed.add(comment)
}

/** Whether a comment is written somewhere else, so that it must not stay where it was. */
export function hasLeft(context: PrintContext, comment: Comment): boolean {
  return context.carried.has(comment) && !context.fixed.has(comment)
}

export function lifted(context: PrintContext, comments: readonly Comment[]): Lifted[] {
  return comments.map((comment) => ({ lines: commentLines(context, comment), from: comment.start }))
}

/** The lines of comments that meet above one line. */
export function inOrder(above: readonly Lifted[]): string[] {
  return [...above].sort((a, b) => a.from - b.from).flatMap(({ lines }) => lines)
}

/**
 * Moves comments above the line at `offset`.
 * @param context of the text that has the comments
 */
export function hoist(context: PrintContext, sink: Sink, offset: number, comments: readonly Comment[]): void {
  for (const one of lifted(context, comments)) sink.hoisted.push({ ...one, offset })
}

/**
 * Comments in a stretch of old text that no part of the new tree inside of this stretch brings along;
 * marked as carried, for the caller writes them.
 * @param self the part of the tree that the caller writes
 * @param of what the caller writes of it, where that is not both
 */
export function takeOrphans(
  context: PrintContext,
  start: number,
  end: number,
  self?: Node | Entry,
  of?: Claim['of'],
): readonly Comment[] {
  const orphans = context.comments.within(start, end).filter((comment) => {
    const claim = context.claimOf(comment)
    if (claim === undefined || claim.start < start || claim.start + claim.size > end) return true
    return claim.owner === self && (of === undefined || claim.of === of)
  })
  return takeOpen(context, orphans)
}
