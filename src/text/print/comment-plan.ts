/** What becomes of each comment of a source: planned from the trees, before anything is written, and never changed. */

import type { CommentIndex } from '../document/comments.ts'
import type { Comment, Entry, Node, SourceText } from '../document/node.ts'
import { type Attached, attachedBy, nothingAttached } from './attached.ts'
import type { CommentedText } from './attachment.ts'
import type { CommentOwner, Fate } from './comment-owners.ts'
import type { Continuation } from './continuation.ts'
import type { Location } from './location.ts'

/** The comments that have an owner. */
interface Owned {
  readonly by: ReadonlyMap<Entry | Node, Attached>
  /** How many a part of the new tree has with all parts inside, by its location. */
  readonly counts: ReadonlyMap<Location, number>
}

/** The comments of one source. */
export class CommentPlan {
  readonly text: CommentedText
  readonly #comments: CommentIndex
  readonly #source: SourceText
  readonly #continuation: Continuation
  #owned: Owned | undefined

  constructor(source: SourceText, continuation: Continuation) {
    this.text = continuation.textOf(source)
    this.#comments = this.text.comments
    this.#source = source
    this.#continuation = continuation
  }

  /** The comments of a part of the new tree. */
  of(part: Entry | Node): Attached {
    return this.#comments.any ? (this.#ownedOnes().by.get(part) ?? nothingAttached) : nothingAttached
  }

  /** Those of some comments that a node or its parts have. */
  ofNode(node: Node, comments: readonly Comment[]): readonly Comment[] {
    return comments.length === 0 ? comments : comments.filter((comment) => this.isIn(comment, node))
  }

  /** Whether a node or its parts have any comments but one. */
  anyIn(node: Node, except: Comment | undefined): boolean {
    const location = this.#locationOf(node)
    if (location === undefined) return false
    const own = except !== undefined && this.isIn(except, node) ? 1 : 0
    return (this.#ownedOnes().counts.get(location) ?? 0) > own
  }

  /** Whether the owner of a comment is a node of the new tree or part of it. */
  isIn(comment: Comment, node: Node): boolean {
    const [fate, location] = [this.fateOf(comment), this.#locationOf(node)]
    return fate !== undefined && fate !== 'removed' && location !== undefined && fate.location.isIn(location)
  }

  /** Whether another node carries over the source of this one with its comments. */
  isRepeated(node: Node): boolean {
    return this.#continuation.isRepeated(node, this.#source)
  }

  fateOf(comment: Comment): Fate {
    return this.#continuation.of(this.#source).fateOf(comment)
  }

  /**
   * Whether a comment leaves a source that is edited.
   * @param home the part of the tree that has that source
   */
  hasLeft(comment: Comment, home: Location | undefined): boolean {
    const fate = this.fateOf(comment)
    return fate === 'removed' || (fate !== undefined && fate.location.home !== home)
  }

  /** The part around a node that has moved as a whole, if any: its own source, edited, is part of that. */
  homeOf(node: Node): Location | undefined {
    return this.#locationOf(node)?.home
  }

  /**
   * Comments in a range of an edited source that no part of the new tree carries over.
   * @param home the part of the tree that has that source
   * @param next the node that is written there: its comments are written with it
   */
  orphans(start: number, end: number, home?: Location, next?: Node): readonly Comment[] {
    return this.#comments
      .within(start, end)
      .filter((comment) => !this.hasLeft(comment, home) && (next === undefined || !this.isIn(comment, next)))
  }

  #locationOf(node: Node): Location | undefined {
    return this.#comments.any ? this.#continuation.locationOf(node) : undefined
  }

  #ownedOnes(): Owned {
    this.#owned ??= this.#collected()
    return this.#owned
  }

  #collected(): Owned {
    const owned: { readonly owner: CommentOwner; readonly comment: Comment }[] = []
    const counts = new Map<Location, number>()
    for (const comment of this.#comments.all) {
      const owner = this.fateOf(comment)
      if (owner === undefined || owner === 'removed') continue
      owned.push({ owner, comment })
      for (let at: Location | undefined = owner.location; at !== undefined; at = at.around)
        counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    return { by: attachedBy(this.text, owned), counts }
  }
}
