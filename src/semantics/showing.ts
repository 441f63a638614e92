/** What the resolving of a piece has shown of its calls: it counts only when the piece as a whole did not fail. */

/** Something that a call has done. */
export interface Mark {
  mark(): void
}

/** Marks a place that is being resolved, until it is known whether it fails. */
const pending: Mark[] = []
let depth = 0
/** Whether what is being resolved has met a null that hides what it is part of. */
let isBlank = false

/** Counts at once outside of `showing`. */
export function note(mark: Mark): void {
  if (depth === 0) mark.mark()
  else pending.push(mark)
}

/** Runs what resolves a piece; if it throws, nothing inside of it counts as shown. */
export function showing<Result>(resolve: () => Result): Result {
  const start = pending.length
  depth += 1
  let isDone = false
  try {
    const result = resolve()
    isDone = true
    return result
  } finally {
    depth -= 1
    if (!isDone) pending.length = start
    else if (depth === 0) {
      if (!isBlank) for (const one of pending) one.mark()
      pending.length = 0
    }
    if (depth === 0) isBlank = false
  }
}

/** Says that a place got null for an attribute, by which one reads as well as another: nothing in it counts. */
export function blank(): void {
  if (depth > 0) isBlank = true
}

/** Runs something of which nothing counts: where all attributes are null, one reads as well as another. */
export function hiding(run: () => void): void {
  const start = pending.length
  depth += 1
  try {
    run()
  } finally {
    depth -= 1
    pending.length = start
    isBlank = false
  }
}

/** The answers that something has given. */
export class Answers {
  readonly #given = new Set<boolean>()
  readonly #marks = { yes: this.#markOf(true), no: this.#markOf(false) }

  get size(): number {
    return this.#given.size
  }

  add(answer: boolean): void {
    note(answer ? this.#marks.yes : this.#marks.no)
  }

  #markOf(answer: boolean): Mark {
    return { mark: () => this.#given.add(answer) }
  }
}
