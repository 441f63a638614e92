/** The blank lines of one text. */

import type { CommentIndex } from '../document/comments.ts'

/** Counts blank lines, by which an author sets parts of a text apart. */
export class BlankLines {
  readonly #text: string
  readonly #comments: CommentIndex
  #any: boolean | undefined

  constructor(text: string, comments: CommentIndex) {
    this.#text = text
    this.#comments = comments
  }

  /** Whether there are any: most JSON has none, and nobody need count them for each of its entries. */
  get any(): boolean {
    this.#any ??= /(?:^|\n)(?![^\S\n]*(?:\S|$))/.test(this.#text)
    return this.#any
  }

  /** Those between a part with the comments directly above it and what stands before them. */
  above(start: number): number {
    return this.any ? this.at(this.#comments.leading(start)[0]?.start ?? start) : 0
  }

  /** Those above the line that begins at an offset; 0 where other text stands before it on the line. */
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
