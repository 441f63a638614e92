/** The parts between `[ ]` and `{ }` as they come and go. */

import { type Comment, childEnd, childStart, type Entry, type Node } from '../document/node.ts'
import type { Alignment } from './align.ts'
import type { PrintContext, Sink } from './context.ts'
import { stayingLines } from './staying.ts'

/** The parts of a collection in brackets, with the commas between them. */
export class FlowParts<T extends Entry | Node> {
  readonly #context: PrintContext
  readonly #sink: Sink
  readonly #parts: readonly T[]
  readonly #staying: readonly Comment[]
  /** Where the last part ends that went with its lines. */
  #goneUpTo = 0

  constructor(context: PrintContext, sink: Sink, parts: readonly T[], staying: readonly Comment[] = []) {
    this.#staying = staying
    this.#context = context
    this.#sink = sink
    this.#parts = parts
  }

  change(plan: Alignment<T>, render: (parts: readonly T[]) => string): void {
    const removed = new Set(plan.removed)
    const lastKept = plan.kept.at(-1)?.index ?? 0
    for (const index of plan.removed) this.#remove(index, index < lastKept)
    // What stays last gives up its comma only when no comma stood behind the last part of all.
    const tail = this.#parts.length - 1
    if (removed.has(tail) && this.#commaBehind(tail) === undefined) {
      const comma = this.#commaBehind(lastKept)
      if (comma !== undefined)
        this.#sink.edits.push({ start: this.#startOfComma(comma), end: comma + 1, text: '' })
    }
    for (const { after, children } of plan.inserted) {
      if (after !== -1 && removed.size === 0 && this.#hasLineOfItsOwn(after)) {
        this.#insertLines(
          after,
          children.map((one) => render([one])),
        )
        continue
      }
      const text = render(children)
      const first = plan.kept[0]?.index ?? 0
      const at = after === -1 ? childStart(this.#parts[first] as T) : childEnd(this.#parts[after] as T)
      // `{a:, b}` is no YAML to Heat.
      const gap = this.#context.text.charAt(at - 1) === ':' ? ' ' : ''
      this.#sink.edits.push({ start: at, end: at, text: after === -1 ? `${text}, ` : `${gap}, ${text}` })
    }
  }

  /** Whether a part has a line of its own with the comma behind it. */
  #hasLineOfItsOwn(index: number): boolean {
    const part = this.#parts[index] as T
    const comma = this.#commaBehind(index)
    const isOnLine = comma === undefined || !this.#context.text.slice(childEnd(part), comma).includes('\n')
    return isOnLine && this.#isAlone(childStart(part), comma === undefined ? childEnd(part) : comma + 1)
  }

  /** New parts each on a line, below a part that stands so; the last one has a comma where that one has. */
  #insertLines(after: number, texts: readonly string[]): void {
    const { comments, layout, text } = this.#context
    const part = this.#parts[after] as T
    const comma = this.#commaBehind(after)
    const end = comma === undefined ? childEnd(part) : comma + 1
    const at = comments.trailing(end)?.end ?? end
    const start = childStart(part)
    const lead = layout.eol + text.slice(comments.lineStart(start), start)
    // `{a:, b}` is no YAML to Heat.
    if (comma === undefined)
      this.#sink.edits.push({ start: end, end, text: text.charAt(end - 1) === ':' ? ' ,' : ',' })
    const lines = texts.map((one) => lead + one).join(',')
    this.#sink.edits.push({ start: at, end: at, text: comma === undefined ? lines : `${lines},` })
  }

  /** @param hasFollower whether a part that stays comes behind it */
  #remove(index: number, hasFollower: boolean): void {
    const { text } = this.#context
    const part = this.#parts[index] as T
    const comma = this.#commaBehind(index)
    let end = comma === undefined ? childEnd(part) : comma + 1
    let start = childStart(part)
    if (this.#isAlone(start, end)) {
      const column = start - this.#context.comments.lineStart(start)
      ;({ start, end } = this.#lines(start, end))
      const staying = stayingLines(this.#context, this.#staying, start, end, ' '.repeat(column))
      this.#sink.edits.push({ start, end, text: staying })
      this.#goneUpTo = end
      return
    }
    // The comments of the part go with it.
    start = this.#context.comments.leading(start)[0]?.start ?? start
    const behind = this.#context.comments.trailing(end)
    if (behind !== undefined) end = behind.end
    else if (hasFollower) {
      while (/[ \t]/.test(text.charAt(end))) end += 1
    }
    if (!hasFollower) {
      const gap = this.#gapBefore(start)
      // The bracket moves up to what stays, or takes the place of a part that began the line.
      if (gap === undefined || gap < this.#goneUpTo) while (/[ \t]/.test(text.charAt(end))) end += 1
      else start = gap
    }
    this.#sink.edits.push({ start, end, text: '' })
  }

  /** Where blanks and line breaks before `offset` begin; undefined behind a comment, whose line must end. */
  #gapBefore(offset: number): number | undefined {
    const { text, comments } = this.#context
    let at = offset
    while (/[ \t\r\n]/.test(text.charAt(at - 1))) at -= 1
    return comments.within(comments.lineStart(at), at).length > 0 ? undefined : at
  }

  /** Where a comma begins, with the blanks before it; `{a: , b}` keeps its one, for `{a:}` is no YAML to Heat. */
  #startOfComma(comma: number): number {
    const gap = this.#gapBefore(comma)
    return gap === undefined || this.#context.text.charAt(gap - 1) === ':' ? comma : gap
  }

  /** Offset of the comma behind a part, if there is one. */
  #commaBehind(index: number): number | undefined {
    const { text, comments } = this.#context
    let at = childEnd(this.#parts[index] as T)
    for (;;) {
      const char = text.charAt(at)
      if (char === ',') return at
      if (char === '#') at = comments.within(at, at + 1)[0]?.end ?? at + 1
      else if (char === ' ' || char === '\t' || char === '\n' || char === '\r') at += 1
      else return undefined
    }
  }

  /** Whether a stretch has its lines for itself, a comment behind it left aside. */
  #isAlone(start: number, end: number): boolean {
    const { text, comments } = this.#context
    const line = comments.lineStart(start)
    if (text.slice(line, start).trim() !== '') return false
    const behind = comments.trailing(end)?.end ?? end
    const rest = /[^\r\n]*/y
    rest.lastIndex = behind
    return rest.exec(text)?.[0].trim() === ''
  }

  /** The lines of a part, with the comments that explain it. */
  #lines(start: number, end: number): { start: number; end: number } {
    const { text, comments } = this.#context
    const first = comments.leading(start)[0]?.start ?? start
    const last = text.indexOf('\n', comments.trailing(end)?.end ?? end)
    return { start: comments.lineStart(first), end: last === -1 ? text.length : last + 1 }
  }
}
