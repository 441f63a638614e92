import { CommentIndex } from '../document/comments.ts'
import { spokenLines } from '../document/document.ts'
import { type Comment, type Node, type SourceText, type Syntax, textInLines } from '../document/node.ts'
import { CommentPlan } from './comment-plan.ts'
import { Continuation } from './continuation.ts'
import type { EditBuffer, Lifted } from './edit-buffer.ts'
import type { End } from './ends.ts'
import { JsonLayout } from './json-layout.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { Location } from './location.ts'
import { withoutRepeats } from './repeats.ts'

/** Where a value goes: after a key, after a dash, or at the top of the document. */
export interface Slot {
  readonly kind: 'key' | 'dash' | 'root'
  /** Column of the collection that holds the slot; -1 at the top. */
  readonly indent: number
  /** Column at which an inline value would begin. */
  readonly at: number
  /** After the name of a function: a short list of arguments remains on the line. */
  readonly holdsArguments?: boolean
}

/** A value as written: `first` goes on the line of its indicator, `rest` are full lines, each led by a line break. */
export interface Rendered {
  readonly first: string
  readonly rest: string
  readonly end: End
  /** Comments that belong above the line of the indicator. */
  readonly above: readonly Lifted[]
  /**
   * The comment after the last part of the source, where that part is in brackets now: the comment belongs after them.
   */
  readonly behind: Comment | undefined
}

const noLines: readonly Lifted[] = []

/** A value as written, in one object layout for all: see `src/text/yaml/node.ts`. */
export function rendered(
  first: string,
  rest: string,
  end: End,
  above: readonly Lifted[] = noLines,
  behind?: Comment,
): Rendered {
  return { first, rest, end, above, behind }
}

/** Lines of a block, the indentation of the first line and the final break left out. */
export interface Lines {
  /** The comment lines above the first part: where a dash precedes it, they go above the dash. */
  readonly above: readonly string[]
  /** From the first character of the first part to the end of the last. */
  readonly text: string
  readonly end: End
}

/** The source of a parsed node with the changes inside applied. */
export interface Slice {
  readonly text: string
  readonly end: End
  /** Comments that cannot be written inside the output: they belong above it. */
  readonly above: readonly Lifted[]
}

/** The surroundings of a parsed value. */
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
  /** What has to precede a new value: a colon, where the entry has none yet. */
  readonly lead?: string
}

/** The mutually recursive steps of printing; `edits.ts` brings them together. */
export interface Steps {
  /** The output for a parsed YAML node, or for one that was made from it; undefined where it has to be written anew. */
  slice(context: PrintContext, node: Node): Slice | undefined
  render(context: PrintContext, node: Node, slot: Slot): Rendered
  /** Adds the edits that turn one value into another; returns how the output of the value ends. */
  compare(context: PrintContext, buffer: EditBuffer, old: Node, next: Node, location: ValueLocation): End
}

/** What the printing of one document shares. */
export interface PrintContext {
  readonly document: SourceText
  readonly text: string
  /** The syntax of the output. */
  readonly writes: Syntax
  readonly layout: Layout
  readonly comments: CommentIndex
  readonly blankLines: BlankLines
  /** How collections of JSON are laid out, for new ones beside them. */
  readonly jsonLayout: JsonLayout
  /** Whose each comment is, and what becomes of it. */
  readonly plan: CommentPlan
  /** What the new tree continues of all documents whose source some nodes carry over. */
  readonly continuation: Continuation
  readonly steps: Steps
  /** The contexts of other documents whose source some nodes carry over. */
  readonly transplanted: Map<SourceText, PrintContext>
}

/**
 * What the printing of a document starts with: the tree without repeated parts belongs to it.
 * @param root the new tree
 */
export function startPrinting(
  document: SourceText,
  root: Node,
  steps: Steps,
  options: PrintOptions = {},
): { readonly context: PrintContext; readonly root: Node } {
  const indexes = new Map<SourceText, CommentIndex>()
  const indexOf = (source: SourceText): CommentIndex => {
    const known = indexes.get(source) ?? new CommentIndex(textInLines(source), source.comments)
    indexes.set(source, known)
    return known
  }
  const { root: next, repeats } = withoutRepeats(root, document)
  const continuation = new Continuation(document, next, repeats, indexOf)
  return { context: contextOf(document, continuation, steps, options), root: next }
}

type PrintOptions = Partial<Pick<PrintContext, 'layout' | 'writes'>>

/** @param document the one that is written, or one whose source some nodes carry over */
export function contextOf(
  document: SourceText,
  continuation: Continuation,
  steps: Steps,
  { layout = layoutOf(document), writes = 'yaml' }: PrintOptions,
): PrintContext {
  const text = textInLines(document)
  const plan = new CommentPlan(document, continuation)
  const { comments } = plan.text
  return {
    document,
    text,
    writes,
    layout,
    comments,
    blankLines: new BlankLines(text, comments),
    jsonLayout: new JsonLayout(document),
    plan,
    continuation,
    steps,
    transplanted: new Map(),
  }
}

/** The column (from 0) of an offset. */
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

export function lifted(context: PrintContext, comments: readonly Comment[]): Lifted[] {
  return comments.map((comment) => ({
    lines: commentLines(context, comment),
    from: comment.start,
  }))
}

/** The lines of comments that meet above one line. */
export function inOrder(above: readonly Lifted[]): readonly string[] {
  if (above.length < 2) return above[0]?.lines ?? []
  return [...above].sort((a, b) => a.from - b.from).flatMap(({ lines }) => lines)
}

/**
 * Moves comments above the line at `offset`.
 * @param context of the source that has the comments
 */
export function hoist(
  context: PrintContext,
  buffer: EditBuffer,
  offset: number,
  comments: readonly Comment[],
): void {
  hoistLines(buffer, offset, lifted(context, comments))
}

/** Has lines go above the line at `offset`. */
export function hoistLines(buffer: EditBuffer, offset: number, above: readonly Lifted[]): void {
  for (const { lines, from } of above) buffer.hoisted.push({ lines, from, offset })
}

/**
 * The comments of a removed range that remain, as whole lines, which the caller writes. Those on lines of their own
 * keep their bytes, and one on a value that is written elsewhere went along with that.
 * @param home the part of the tree that has the source
 */
export function danglingLines(
  context: PrintContext,
  dangling: readonly Comment[],
  start: number,
  end: number,
  pad: string,
  home: Location | undefined,
): string {
  if (dangling.length === 0) return ''
  const { eol } = context.layout
  const within = context.comments
    .within(start, end)
    .filter((comment) => dangling.includes(comment) && !context.plan.hasLeft(comment, home))
  return linesOf(context, within)
    .map((line) => pad + line + eol)
    .join('')
}

// The blank lines of one source.

/** Counts blank lines, by which an author separates parts of a source. */
class BlankLines {
  readonly #text: string
  readonly #comments: CommentIndex
  #any: boolean | undefined

  constructor(text: string, comments: CommentIndex) {
    this.#text = text
    this.#comments = comments
  }

  /** Whether there are any: most JSON has none, and then they need not be counted for each of its entries. */
  get any(): boolean {
    this.#any ??= /(?:^|\n)(?![^\S\n]*(?:\S|$))/.test(this.#text)
    return this.#any
  }

  /** Those between a part with the comments directly above it and the preceding lines. */
  above(start: number): number {
    return this.any ? this.at(this.#comments.leading(start)[0]?.start ?? start) : 0
  }

  /** Those above the line that begins at an offset; 0 where something else precedes it on the line. */
  at(offset: number): number {
    const text = this.#text
    const line = this.#comments.lineStart(offset)
    if (!this.any || text.slice(line, offset).trim() !== '') return 0
    let count = 0
    for (let end = line - 1; end > 0; count += 1) {
      const above = this.#comments.lineStart(end)
      if (text.slice(above, end).trim() !== '') break
      end = above - 1
    }
    return count
  }
}
