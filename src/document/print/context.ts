import type { Comment } from '../comment.ts'
import type { Document } from '../document.ts'
import type { Node } from '../node.ts'
import { CommentIndex } from './comment-index.ts'
import { type Layout, layoutOf } from './layout.ts'

/** What the printing of one document shares. */
export interface PrintContext {
  readonly document: Document
  readonly text: string
  readonly layout: Layout
  readonly comments: CommentIndex
  /** Comments that stand in the new text; those in replaced text that do not are hoisted. */
  readonly carried: Set<Comment>
  /** Comments of entries that were removed: they go with their owner, or move with it. */
  readonly dropped: Set<Comment>
  /**
   * The text of a parsed YAML node, or of one that takes its place, with the edits inside
   * applied; undefined where it has to be written anew. Set by the edit collector, which
   * needs the renderer itself.
   */
  slice(node: Node): string | undefined
}

export function printContext(
  document: Document,
  slice: (context: PrintContext, node: Node) => string | undefined,
): PrintContext {
  const context: PrintContext = {
    document,
    text: document.text,
    layout: layoutOf(document),
    comments: new CommentIndex(document.text, document.comments),
    carried: new Set(),
    dropped: new Set(),
    slice: (node) => slice(context, node),
  }
  return context
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
