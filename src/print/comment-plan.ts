/** What becomes of each comment of a source: planned from the trees, before anything is written, and never changed. */

import type { CommentIndex } from '../document/comments.ts'
import type { Comment, Entry, Node, SourceText } from '../document/node.ts'
import { parsedNode } from '../document/node.ts'
import { countFirst } from '../document/sorted.ts'
import { Alignments } from './alignment.ts'
import { type Attached, attachedBy, nothingAttached } from './attached.ts'
import type { CommentedText } from './attachment.ts'
import { type CommentOwner, inPlace, type Ownership, type Span } from './comment-owners.ts'
import { OwnerWalk } from './owner-walk.ts'
import type { Repeats } from './repeats.ts'

/** Which parts own the comments of the sources that one new tree is made from. */
export class CommentPlans {
  /** How the collections of the tree relate to those that were read. */
  readonly alignments: Alignments
  readonly #of: (source: SourceText) => CommentIndex
  readonly #document: SourceText
  readonly #root: Node
  readonly #repeats: Repeats
  #found:
    | { readonly texts: ReadonlyMap<SourceText, Ownership>; readonly spans: ReadonlyMap<Node, Span> }
    | undefined

  /**
   * @param document the one that is written
   * @param root the new tree
   * @param of the comments of a document
   */
  constructor(document: SourceText, root: Node, repeats: Repeats, of: (source: SourceText) => CommentIndex) {
    this.#document = document
    this.#root = root
    this.#repeats = repeats
    this.#of = of
    this.alignments = new Alignments((entry) => of(document).aroundParts(entry).length > 0)
  }

  commentsOf(source: SourceText): CommentIndex {
    return this.#of(source)
  }

  #textOf(source: SourceText): CommentedText {
    return { comments: this.#of(source), syntax: source.syntax, root: source.root }
  }

  planOf(source: SourceText): CommentPlan {
    return new CommentPlan(this.#textOf(source), this.#repeats, () => this.#plan(source))
  }

  /** Computed only where a source has comments that some change concerns. */
  #plan(source: SourceText): Found {
    if (this.#found === undefined) {
      const walk = new OwnerWalk((one) => this.#textOf(one), this.#repeats, this.alignments)
      this.#found = { texts: walk.walk(this.#document, this.#root), spans: walk.spans }
    }
    const { texts, spans } = this.#found
    return { ownership: texts.get(source), spans, isMain: source === this.#document }
  }
}

interface Found {
  readonly ownership: Ownership | undefined
  readonly spans: ReadonlyMap<Node, Span>
  readonly isMain: boolean
}

/** The comments that have an owner. */
interface Own {
  readonly by: ReadonlyMap<Entry | Node, Attached>
  /** In the order of their owners. */
  readonly ordered: readonly Owned[]
}

interface Owned {
  readonly owner: CommentOwner
  readonly comment: Comment
}

/** The comments of one source. */
export class CommentPlan {
  readonly text: CommentedText
  readonly #comments: CommentIndex
  readonly #repeats: Repeats
  readonly #find: () => Found
  #found: Found | undefined
  #own: Own | undefined

  constructor(text: CommentedText, repeats: Repeats, find: () => Found) {
    this.text = text
    this.#comments = text.comments
    this.#repeats = repeats
    this.#find = find
  }

  /** The comments of a part of the new tree. */
  of(part: Entry | Node): Attached {
    return this.#comments.any ? (this.#ownOf().by.get(part) ?? nothingAttached) : nothingAttached
  }

  /** Those of some comments that a node or its parts have. */
  ofNode(node: Node, comments: readonly Comment[]): readonly Comment[] {
    return comments.length === 0
      ? comments
      : comments.filter((comment) => !this.isGone(comment) && this.isIn(comment, node))
  }

  /** Whether a node or its parts have any comments but one. */
  anyIn(node: Node, except: Comment | undefined): boolean {
    const span = this.#comments.any ? this.#foundOf().spans.get(node) : undefined
    if (span === undefined) return false
    const { ordered } = this.#ownOf()
    for (let at = countFirst(ordered, ({ owner }) => owner.order < span.from); at < ordered.length; at += 1) {
      const { owner, comment } = ordered[at] as Owned
      if (owner.order >= span.to) return false
      if (comment !== except) return true
    }
    return false
  }

  /** Whether the owner of a comment is a node of the new tree or part of it. */
  isIn(comment: Comment, node: Node): boolean {
    const owner = this.ownerOf(comment)
    const span = this.#foundOf().spans.get(node)
    return owner !== undefined && span !== undefined && owner.order >= span.from && owner.order < span.to
  }

  /** Whether another node carries over the source of this one with its comments. */
  isRepeated(node: Node): boolean {
    if (this.#repeats.has(node)) return true
    const parsed = parsedNode(node)
    const { ownership, isMain } = this.#foundOf()
    if (!isMain || parsed === undefined) return false
    const holder = ownership?.holderOf(parsed)
    return holder !== undefined && holder !== node
  }

  /** The smallest part of the new tree that a comment belongs to. */
  ownerOf(comment: Comment): CommentOwner | undefined {
    return this.#foundOf().ownership?.owners.get(comment)
  }

  /** Whether a comment is removed with the entry that it explains, from this source or altogether. */
  isGone(comment: Comment): boolean {
    return this.#foundOf().ownership?.gone.has(comment) === true
  }

  /**
   * Whether a comment leaves a source that is edited.
   * @param home the part of the tree that has that source
   */
  hasLeft(comment: Comment, home: number): boolean {
    return this.isGone(comment) || (this.ownerOf(comment)?.home ?? home) !== home
  }

  /** The unmoved context of a node; its own source, edited, is part of that. */
  homeOf(node: Node): number {
    return this.#comments.any ? (this.#foundOf().spans.get(node)?.home ?? inPlace) : inPlace
  }

  /**
   * Comments in a range of an edited source that no part of the new tree carries over.
   * @param home the part of the tree that has that source
   * @param next the node that is written there: its comments are written with it
   */
  orphans(start: number, end: number, home = inPlace, next?: Node): readonly Comment[] {
    return this.#comments.within(start, end).filter((comment) => {
      if (this.isGone(comment)) return false
      const owner = this.ownerOf(comment)
      if (owner === undefined) return true
      if (next !== undefined && this.isIn(comment, next)) return false
      return owner.home === home
    })
  }

  #foundOf(): Found {
    this.#found ??= this.#find()
    return this.#found
  }

  #ownOf(): Own {
    this.#own ??= this.#sorted()
    return this.#own
  }

  #sorted(): Own {
    const owned: Owned[] = []
    for (const comment of this.#comments.all) {
      const owner = this.ownerOf(comment)
      if (owner !== undefined && !this.isGone(comment)) owned.push({ owner, comment })
    }
    const ordered = owned.toSorted((a, b) => a.owner.order - b.owner.order)
    return { by: attachedBy(this.text, owned), ordered }
  }
}
