import { type Comment, type Entry, type Node, parsedEntry } from '../document/node.ts'
import type { Alignment } from './align.ts'
import { type End, hasLeft, hoist, keep, type PrintContext, type Sink, takeOpen } from './context.ts'
import { settleBelow, terminate } from './edit-sink.ts'
import { type Lines, withoutLeadingComments } from './render-block.ts'
import { stayingLines } from './staying.ts'
import { aboveBlankLines, behindBlankLines, indentAt, nextLine } from './text-lines.ts'

/** Where children that stood one below the other have been taken out. */
interface Gap {
  /** The blank lines above the first of them. */
  readonly from: number
  readonly to: number
  readonly isSeparated: boolean
  /** Offset of the line behind the last. */
  readonly until: number
}

/** The children of a block collection as lines of text. */
export class BlockLines {
  readonly #context: PrintContext
  readonly #sink: Sink
  readonly #column: number
  readonly #starts: readonly number[]
  readonly #ends: readonly number[]
  /** Whether the first child shares its line with a dash, or with text that is not ours. */
  readonly #isCompact: boolean
  readonly #staying: readonly Comment[]
  #separation: string | undefined

  constructor(
    context: PrintContext,
    sink: Sink,
    column: number,
    starts: readonly number[],
    ends: readonly number[],
    staying: readonly Comment[] = [],
  ) {
    this.#staying = staying
    this.#context = context
    this.#sink = sink
    this.#column = column
    this.#starts = starts
    this.#ends = ends
    const start = starts[0] ?? 0
    const line = context.comments.lineStart(start)
    const first = context.comments.leading(start)[0]?.start ?? start
    this.#isCompact = first < sink.from || line < sink.from || context.text.slice(line, start).trim() !== ''
  }

  /** Something has to stay, and the last line has to be ours when it goes or gets a follower. */
  canChange<T>(plan: Alignment<T>): boolean {
    if (plan.kept.length === 0) return false
    const last = this.#starts.length - 1
    if (this.#extent(last).end <= this.#sink.until) return true
    return !plan.removed.includes(last) && plan.inserted.every((group) => group.after !== last)
  }

  /** Sees to the comments that the first line of a compact collection loses, before others take what stays for theirs. */
  prepare<T>(plan: Alignment<T>): void {
    const firstKept = plan.kept[0]?.index ?? 0
    const isFilled = plan.inserted[0]?.after === -1
    if (this.#isCompact && firstKept > 0)
      this.#hoistLoose(firstKept, isFilled ? this.#extent(firstKept).start : (this.#starts[firstKept] ?? 0))
    if (plan.inserted.length > 0) this.#keepComments(plan)
  }

  /** What stands above a child that stays is not for a new one that names it as its place too. */
  #keepComments<T>(plan: Alignment<T>): void {
    const { comments } = this.#context
    for (const { index, old, next } of plan.kept) {
      keep(this.#context, this.#sink, comments.leading(this.#starts[index] ?? 0))
      const behind = old === next ? comments.trailing(this.#ends[index] ?? 0) : undefined
      if (behind !== undefined && behind.end <= this.#sink.until) keep(this.#context, this.#sink, [behind])
    }
  }

  change<T extends Entry | Node>(
    plan: Alignment<T>,
    ends: ReadonlyMap<number, End>,
    render: (children: readonly T[]) => Lines,
    valueOf: (child: T) => Node,
  ): End {
    const firstKept = plan.kept[0]?.index ?? 0
    const after = new Map(ends)
    for (const group of plan.inserted) {
      const { text, end } = this.#separated(group.children, render)
      after.set(group.after, end)
      if (group.after === -1) this.#insertFirst(text, firstKept, end)
      else this.#insertAfter(group.after, text, end, ends.get(group.after))
    }
    const last = plan.kept.at(-1)
    if (last !== undefined && plan.inserted.at(-1)?.after === last.index) {
      terminate(this.#context, this.#sink, valueOf(last.next))
    }
    if (this.#isCompact && firstKept > 0 && plan.inserted[0]?.after !== -1) this.#removeFront(firstKept)
    let above = after.get(-1)
    let next = 0
    let gap: Gap | undefined
    for (const index of plan.removed) {
      for (; next < index; next += 1) above = after.get(next) ?? above
      if (!this.#isCompact || index > firstKept) gap = this.#remove(index, above, gap)
    }
    return after.get(last?.index ?? 0) ?? 'block'
  }

  /** New sections that stand together are set apart as those of the author are. */
  #separated<T extends Entry | Node>(
    children: readonly T[],
    render: (children: readonly T[]) => Lines,
  ): Lines {
    const isNew = children.every((one) => 'key' in one && parsedEntry(one) === undefined)
    if (!isNew || children.length < 2 || this.#blank() === '') return render(children)
    return children
      .map((one) => render([one]))
      .reduce((above, below) => {
        const blank = above.end === 'keep-scalar' ? '' : this.#blank()
        return { ...below, text: `${above.text}${this.#context.layout.eol}${blank}${below.text}` }
      })
  }

  /** The lines of a child: its leading comments to the line break behind it. */
  #extent(index: number): { start: number; end: number } {
    const { comments, text } = this.#context
    const start = this.#starts[index] ?? 0
    const first = comments.leading(start)[0]?.start ?? start
    return { start: comments.lineStart(first), end: nextLine(text, this.#ends[index] ?? start) }
  }

  /** Comments between the first children, which go, that belong to none of them stay above. */
  #hoistLoose(firstKept: number, until: number): void {
    const { comments } = this.#context
    const start = this.#starts[0] ?? 0
    const owned = new Set<Comment>()
    for (let index = 0; index < firstKept; index += 1) {
      const from = this.#starts[index] ?? 0
      const end = this.#ends[index] ?? from
      for (const one of [...comments.leading(from), ...comments.within(from, end)]) owned.add(one)
      const behind = comments.trailing(end)
      if (behind !== undefined) owned.add(behind)
    }
    const loose = comments.within(start, until).filter((comment) => !owned.has(comment))
    hoist(this.#context, this.#sink, comments.lineStart(start), takeOpen(this.#context, loose))
  }

  #insertFirst(text: string, firstKept: number, textEnd: End): void {
    const { eol } = this.#context.layout
    const pad = ' '.repeat(this.#column)
    if (this.#isCompact) {
      const start = this.#starts[0] ?? 0
      const owner = this.#context.comments.lineStart(start)
      const [above, body] = owner < this.#sink.from ? [[], text] : withoutLeadingComments(text)
      const indent = indentAt(this.#context.text, owner)
      const lines = above.map((line) => indent + line + eol)
      if (lines.length > 0) this.#sink.edits.push({ start: owner, end: owner, text: lines.join('') })
      const end = firstKept === 0 ? start : this.#extent(firstKept).start
      this.#sink.edits.push({ start, end, text: body + eol + (firstKept === 0 ? pad : '') })
      return
    }
    const { start } = this.#extent(0)
    const blank = textEnd === 'keep-scalar' ? '' : this.#blank()
    this.#sink.edits.push({ start, end: start, text: `${pad}${text}${eol}${blank}` })
  }

  /** @param before how the text above ends */
  #insertAfter(index: number, text: string, end: End, before: End | undefined): void {
    const { layout } = this.#context
    const at = this.#extent(index).end
    // An empty line would become part of a text above that keeps them.
    const blank = before === 'keep-scalar' ? '' : this.#blank()
    const lines = `${blank}${' '.repeat(this.#column)}${text}${layout.eol}`
    this.#sink.edits.push({ start: at, end: at, text: lines })
    settleBelow(this.#context, this.#sink, end, at - 1, this.#column)
  }

  /** The first children of a compact collection go; the one that stays moves up to the dash. */
  #removeFront(firstKept: number): void {
    const start = this.#starts[0] ?? 0
    const end = this.#starts[firstKept] ?? start
    this.#sink.edits.push({ start, end, text: '' })
  }

  /**
   * @param before how the text above ends
   * @param gap what the child above has left that is gone, too
   * @returns undefined where something stays of it
   */
  #remove(index: number, before: End | undefined, gap: Gap | undefined): Gap | undefined {
    const { text } = this.#context
    const { start, end } = this.#extent(index)
    const staying = stayingLines(this.#context, this.#staying, start, end, ' '.repeat(this.#column))
    if (staying !== '') {
      this.#sink.edits.push({ start, end, text: staying })
      return undefined
    }
    const behind = behindBlankLines(text, end)
    const floor = index === 0 ? start : nextLine(text, this.#ends[index - 1] ?? 0)
    const blank = aboveBlankLines(text, start)
    const above = Math.max(blank, Math.min(floor, start))
    const opensFile = this.#context.comments.lineStart(0) === start || start === 0
    // What goes together leaves one gap: the blank lines above the first are those of all.
    const own = { from: above, to: start, until: start, isSeparated: blank < start }
    const hole = gap?.until === start ? gap : own
    const isSeparated = hole.isSeparated || opensFile || before === 'keep-scalar'
    const until = this.#behindLeft(isSeparated ? behind : end)
    if (until === text.length && hole.from < hole.to)
      this.#sink.edits.push({ start: hole.from, end: hole.to, text: '' })
    this.#sink.edits.push({ start, end: until, text: '' })
    settleBelow(this.#context, this.#sink, before ?? 'block', until - 1, this.#column)
    return { ...hole, until }
  }

  /** Offset behind the comment lines at `line` that are written somewhere else. */
  #behindLeft(line: number): number {
    const { comments, text } = this.#context
    let end = line
    for (;;) {
      const next = nextLine(text, end)
      const [comment] = comments.within(end, next)
      if (comment === undefined || !comment.ownLine || !hasLeft(this.#context, comment)) return end
      end = next
    }
  }

  /** A blank line for new sections where the author separates sections by blank lines. */
  #blank(): string {
    this.#separation ??= this.#separates() ? this.#context.layout.eol : ''
    return this.#separation
  }

  #separates(): boolean {
    if (this.#column !== 0 || this.#starts.length < 2) return false
    let separated = 0
    for (let index = 1; index < this.#starts.length; index += 1) {
      const { start } = this.#extent(index)
      if (aboveBlankLines(this.#context.text, start) < start) separated += 1
    }
    return separated * 2 >= this.#starts.length - 1
  }
}
