import { CommentIndex } from '../document/comments.ts'
import { spokenLines } from '../document/document.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Node,
  parsedEntry,
  type Range,
  replacedNode,
  type SourceText,
  type Syntax,
  textInLines,
} from '../document/node.ts'
import type { EditBuffer, Lifted } from './edit-buffer.ts'
import type { End } from './ends.ts'
import { type Layout, layoutOf } from './layout.ts'

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

/** Where a parsed value stands. */
export interface ValueLocation {
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
  compare(context: PrintContext, buffer: EditBuffer, old: Node, next: Node, location: ValueLocation): End
}

/** What the printing of one document shares. */
export interface PrintContext {
  readonly document: SourceText
  readonly text: string
  /** The syntax of the text that is made. */
  readonly writes: Syntax
  readonly layout: Layout
  readonly comments: CommentIndex
  /** Comments that stand in the new text. */
  readonly carried: Set<Comment>
  /** Those of them that stand where they stood. */
  readonly fixed: Set<Comment>
  /** Comments that go with what they explain; those above the first part of all stay, as a heading. */
  readonly dropped: Set<Comment>
  readonly steps: Steps
  /** The contexts of other documents that some nodes have their text from. */
  readonly transplanted: Map<SourceText, PrintContext>
  /** The smallest part of the new tree that a comment belongs to. */
  claimOf(comment: Comment): Claim | undefined
}

/** @param root the new tree */
export function printContext(
  document: SourceText,
  root: Node,
  steps: Steps,
  { layout = layoutOf(document), writes = 'yaml' }: Partial<Pick<PrintContext, 'layout' | 'writes'>> = {},
): PrintContext {
  const text = textInLines(document)
  const comments = new CommentIndex(text, document.comments)
  let claims: ReadonlyMap<Comment, Claim> | undefined
  return {
    document,
    text,
    writes,
    layout,
    comments,
    carried: new Set(root.kind === 'map' ? root.leaving : []),
    fixed: new Set(),
    dropped: new Set(),
    steps,
    transplanted: new Map(),
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
  return spokenLines(comment).map((line) => (line === '' ? '#' : `# ${line}`))
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
export function keep(context: PrintContext, buffer: EditBuffer, comments: readonly Comment[]): void {
  const own = comments.filter((comment) => comment.start >= buffer.from)
  for (const comment of takeOpen(context, own)) context.fixed.add(comment)
}

/** Whether a comment is written somewhere else, so that it must not stay where it was. */
export function hasLeft(context: PrintContext, comment: Comment): boolean {
  return context.carried.has(comment) && !context.fixed.has(comment)
}

export function lifted(context: PrintContext, comments: readonly Comment[]): Lifted[] {
  return comments.map((comment) => ({
    lines: commentLines(context, comment),
    from: comment.start,
    comment,
  }))
}

/** The lines of comments that meet above one line. */
export function inOrder(above: readonly Lifted[]): readonly string[] {
  if (above.length < 2) return above[0]?.lines ?? []
  return [...above].sort((a, b) => a.from - b.from).flatMap(({ lines }) => lines)
}

/**
 * Moves comments above the line at `offset`.
 * @param context of the text that has the comments
 */
export function hoist(
  context: PrintContext,
  buffer: EditBuffer,
  offset: number,
  comments: readonly Comment[],
): void {
  for (const one of lifted(context, comments)) buffer.hoisted.push({ ...one, offset })
}

/**
 * Comments in a stretch of old text that no part of the new tree inside of this stretch brings along, and that stand
 * nowhere in the new text yet.
 * @param self the part of the tree that the caller writes
 * @param of what the caller writes of it, where that is not both
 */
export function orphans(
  context: PrintContext,
  start: number,
  end: number,
  self?: Node | Entry,
  of?: Claim['of'],
): readonly Comment[] {
  return context.comments.within(start, end).filter((comment) => {
    if (context.carried.has(comment)) return false
    const claim = context.claimOf(comment)
    if (claim === undefined || claim.start < start || claim.start + claim.size > end) return true
    return claim.owner === self && (of === undefined || claim.of === of)
  })
}

/** The same, marked as carried, for the caller writes them. */
export function takeOrphans(...[context, ...where]: Parameters<typeof orphans>): readonly Comment[] {
  return takeOpen(context, orphans(context, ...where))
}

/** A stretch of old text that a part of the new tree stands for; whoever writes that part writes its comments. */
interface Claim extends Range {
  /** The parsed node or entry. */
  readonly owner: Node | Entry
  /** Whether it is the text of a node, or an entry or item with what stands around it. */
  readonly of: 'content' | 'position'
  /** Its length without the comment behind it. */
  readonly size: number
  /** Where the part itself begins, below the comments above it. */
  readonly at: number
}

/**
 * Says for each comment of the old text which part of the new tree it belongs to: to the smallest one
 * whose text, with the comments above and behind, contains it.
 */
function claimsOf(comments: CommentIndex, root: Node): ReadonlyMap<Comment, Claim> {
  const claims = new Map<Comment, Claim>()
  const found: Claim[] = []
  collect(comments, root, found)
  // Of equal ones the part comes before the whole.
  found.reverse().sort((a, b) => a.size - b.size)
  for (const claim of found) {
    for (const comment of comments.within(claim.start, claim.end)) {
      if (!claims.has(comment)) claims.set(comment, claim)
    }
  }
  return claims
}

/** Unchanged nodes are claimed as wholes: nobody takes them apart. */
function collect(comments: CommentIndex, node: Node, found: Claim[]): void {
  const source = sourceOf(node)
  if (source?.range !== undefined) {
    // Between a tag and the text behind it a comment goes with the tag.
    const keepsProps = node.tag === source.tag && node.anchor === source.anchor
    const start = keepsProps ? (source.propsStart ?? source.range.start) : source.range.start
    const { end } = source.range
    found.push({ owner: source, of: 'content', start, end, size: end - start, at: start })
  }
  if (node.range !== undefined) return
  if (node.kind === 'map') {
    for (const one of node.entries) {
      const parsed = parsedEntry(one)
      if (parsed !== undefined) claimChild(comments, parsed, childStart(parsed), found)
      else claimItem(comments, one.value, found)
      collect(comments, one.value, found)
    }
  } else if (node.kind === 'seq') {
    for (const item of node.items) {
      const parsed = replacedNode(item)
      if (parsed?.range !== undefined) claimChild(comments, parsed, comments.dashOf(parsed), found)
      collect(comments, item, found)
    }
  }
}

function claimChild(comments: CommentIndex, owner: Node | Entry, start: number, found: Claim[]): void {
  const end = childEnd(owner)
  const leading = comments.leading(start)
  const trailing = comments.trailing(end)
  const first = leading[0]?.start ?? start
  found.push({ owner, of: 'position', start: first, end: trailing?.end ?? end, size: end - first, at: start })
}

/** An item that became the value of a new entry keeps what stood above and behind its dash. */
function claimItem(comments: CommentIndex, value: Node, found: Claim[]): void {
  const location = replacedNode(value)
  if (location?.range === undefined) return
  const dash = comments.dashOf(location)
  if (dash !== location.propsStart || comments.isFlowItem(location))
    claimChild(comments, location, dash, found)
}

/** The parsed node whose text a node brings along: with some part of it. */
function sourceOf(node: Node): Node | undefined {
  if (node.range !== undefined) return node
  const { origin } = node
  if (node.kind === 'map' && origin?.kind === 'map') {
    const old = new Set(origin.entries)
    return node.entries.some((one) => old.has(parsedEntry(one) as Entry)) ? origin : undefined
  }
  if (node.kind === 'seq' && origin?.kind === 'seq') {
    const old = new Set(origin.items)
    return node.items.some((one) => old.has(replacedNode(one) as Node)) ? origin : undefined
  }
  return undefined
}

/**
 * The comments of a stretch of text that goes which stay behind, as whole lines; marked as carried. Those
 * that stand on lines of their own keep their bytes.
 */
export function stayingLines(
  context: PrintContext,
  staying: readonly Comment[],
  start: number,
  end: number,
  pad: string,
): string {
  if (staying.length === 0) return ''
  const { eol } = context.layout
  return context.comments
    .within(start, end)
    .filter((comment) => staying.includes(comment) && !context.carried.has(comment))
    .map((comment) => {
      context.carried.add(comment)
      return commentLines(context, comment)
        .map((line) => pad + line + eol)
        .join('')
    })
    .join('')
}
