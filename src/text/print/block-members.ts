import {
  type Comment,
  childEnds,
  childrenOf,
  childStart,
  childStarts,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  type Sequence,
} from '../document/node.ts'
import { fitsSimpleKey } from '../yaml/scalar-text.ts'
import type { Alignment, Member } from './alignment.ts'
import {
  danglingLines,
  hoist,
  hoistLines,
  type Lines,
  type PrintContext,
  type ValueLocation,
} from './context.ts'
import { type EditBuffer, isOutOfReach } from './edit-buffer.ts'
import { type End, lastPart, settleBelow, terminate } from './ends.ts'
import { areMost, isNewAmong } from './entry-blank-lines.ts'
import { aboveBlankLines, behindBlankLines, indentAt, nextLine } from './lines.ts'
import type { MemberSyntax } from './members.ts'
import { blockEntries, blockItems, ownComment, wholeText } from './render-block.ts'
import { keyText } from './scalars.ts'

/** The location from which adjacent members have been removed. */
interface Gap {
  /** The blank lines above the first of them. */
  readonly from: number
  readonly to: number
  readonly isSeparated: boolean
  /** Offset of the line after the last. */
  readonly until: number
}

/** The members of a block collection: they are inserted and removed as whole lines. */
export class BlockMembers implements MemberSyntax {
  readonly #context: PrintContext
  readonly #buffer: EditBuffer
  readonly #column: number
  readonly #old: Mapping | Sequence
  readonly #next: Mapping | Sequence
  readonly #starts: readonly number[]
  readonly #ends: readonly number[]
  /** Whether the first member shares its line with a dash, or with source outside of the collection. */
  readonly #isCompact: boolean
  readonly #dangling: readonly Comment[]
  #separation: string | undefined

  constructor(
    context: PrintContext,
    buffer: EditBuffer,
    old: Mapping | Sequence,
    next: Mapping | Sequence,
    column: number,
  ) {
    this.#context = context
    this.#buffer = buffer
    this.#column = column
    this.#old = old
    this.#next = next
    this.#dangling = next.dangling ?? []
    const marks = old.kind === 'seq' ? old.marks : undefined
    const ends = childEnds(old)
    this.#starts = marks ?? childStarts(old)
    this.#ends =
      marks === undefined ? ends : ends.map((end, index) => Math.max(end, (marks[index] ?? -1) + 1))
    const start = this.#starts[0] ?? 0
    const line = context.comments.lineStart(start)
    const first = context.comments.leading(start)[0]?.start ?? start
    this.#isCompact =
      first < buffer.from || isOutOfReach(buffer, line) || context.text.slice(line, start).trim() !== ''
  }

  /** The last line has to be inside the buffer when it is removed or gets a follower. */
  allows(plan: Alignment): boolean {
    const last = this.#starts.length - 1
    if (this.#extent(last).end <= this.#buffer.until) return true
    return !plan.removed.includes(last) && plan.inserted.every((group) => group.after !== last)
  }

  /** Sees to the comments that the first line of a compact collection loses. */
  prepare(plan: Alignment): void {
    const firstKept = plan.kept[0]?.index ?? 0
    const isFilled = plan.inserted[0]?.after === -1
    if (this.#isCompact && firstKept > 0)
      this.#hoistLoose(firstKept, isFilled ? this.#extent(firstKept).start : (this.#starts[firstKept] ?? 0))
  }

  location(old: Member, next: Member, index: number): ValueLocation {
    const { comments } = this.#context
    const start = this.#starts[index] ?? 0
    const indent = this.#column
    const owner = comments.lineStart(start)
    if (!('key' in old) || !('key' in next)) return { kind: 'dash', indent, start, owner, after: start + 1 }
    if (old.comment !== next.comment)
      hoistLines(this.#buffer, owner, [{ lines: ownComment(next), from: start }])
    const behind = this.#renameKey(old, next)
    if (old.value !== next.value && old.key === next.key && isBare(old))
      terminate(this.#context, this.#buffer, old.key)
    if (old.explicit !== undefined)
      return { kind: 'key', indent, start, owner, ...this.#behindExplicitKey(old.key, old.explicit) }
    // Only blanks separate a key from its colon.
    const after = behind ?? this.#context.text.indexOf(':', old.key.end ?? 0) + 1
    return { kind: 'key', indent, start, owner, after }
  }

  #behindExplicitKey(
    key: Node,
    explicit: NonNullable<Entry['explicit']>,
  ): Pick<ValueLocation, 'after' | 'lead'> {
    const { comments, layout } = this.#context
    const keyEnd = key.end ?? 0
    if (explicit.colon !== undefined) return { after: explicit.colon + 1 }
    const own = Math.max(keyEnd, explicit.mark + 1)
    const behindComment = comments.trailing(keyEnd)?.end ?? own
    const after = behindComment > this.#buffer.until ? own : behindComment
    return { after, lead: `${layout.eol}${' '.repeat(this.#column)}:` }
  }

  /** Offset after the edit, where that is more than the key. */
  #renameKey(before: Entry, after: Entry): number | undefined {
    const { key, explicit } = before
    if (after.key === key) return undefined
    const context = this.#context
    const buffer = this.#buffer
    const start = nodeStart(key) ?? 0
    const text = keyText(context, after.key, 'block')
    const isExplicit = explicit !== undefined
    const gap = isExplicit && start === explicit.mark + 1 ? ' ' : ''
    const end = key.end ?? start
    const offset = context.comments.lineStart(childStart(before))
    hoist(context, buffer, offset, context.plan.orphans(start, end, buffer.home))
    if (isExplicit || fitsSimpleKey(text)) {
      buffer.edits.push({ start, end, text: gap + text })
      return undefined
    }
    const colon = context.text.indexOf(':', end)
    const wrapped = `? ${text}${context.layout.eol}${' '.repeat(this.#column)}:`
    const blanks = /[ \t]*/y
    blanks.lastIndex = colon + 1
    const tabs = blanks.exec(context.text)?.[0] ?? ''
    // On a line of its own a colon indents: no tab can follow.
    const isIndented = tabs.includes('\t')
    const until = isIndented
      ? Math.max(colon + 1, Math.min(colon + 1 + tabs.length, buffer.until))
      : colon + 1
    buffer.edits.push({ start, end: until, text: isIndented ? `${wrapped} ` : wrapped })
    return until
  }

  change(plan: Alignment, ends: ReadonlyMap<number, End>): End {
    const firstKept = plan.kept[0]?.index ?? 0
    const after = new Map(ends)
    for (const group of plan.inserted) {
      const lines = this.#separated(group.members)
      after.set(group.after, lines.end)
      if (group.after === -1) this.#insertFirst(lines, firstKept)
      else this.#insertAfter(group.after, lines, ends.get(group.after))
    }
    const last = plan.kept.at(-1)
    if (last !== undefined && plan.inserted.at(-1)?.after === last.index) {
      terminate(this.#context, this.#buffer, lastPart(last.next), this.#ends[last.index])
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

  #render(members: readonly Member[]): Lines {
    return this.#next.kind === 'map'
      ? blockEntries(this.#context, members as readonly Entry[], this.#column, this.#next)
      : blockItems(this.#context, members as readonly Node[], this.#column)
  }

  /** New adjacent entries are separated as those of the author are. */
  #separated(members: readonly Member[]): Lines {
    const old = new Set(childrenOf(this.#old))
    const areNew = members.every((one) => 'key' in one && isNewAmong(one, old))
    if (!areNew || members.length < 2 || this.#blank() === '') return this.#render(members)
    const pad = ' '.repeat(this.#column)
    const [first, ...others] = members.map((one) => this.#render([one])) as [Lines, ...Lines[]]
    let { text, end } = first
    for (const one of others) {
      const blank = end === 'keep-scalar' ? '' : this.#blank()
      text += `${this.#context.layout.eol}${blank}${pad}${this.#text(one)}`
      end = one.end
    }
    return { ...first, text, end }
  }

  #text(lines: Lines): string {
    return wholeText(this.#context, lines, this.#column)
  }

  /** The lines of a child: its leading comments to the line break after it. */
  #extent(index: number): { start: number; end: number } {
    const { comments, text } = this.#context
    const start = this.#starts[index] ?? 0
    const first = comments.leading(start)[0]?.start ?? start
    return { start: comments.lineStart(first), end: nextLine(text, this.#ends[index] ?? start) }
  }

  /** Comments between the removed first members that belong to none of them remain above. */
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
    const loose = comments
      .within(start, until)
      .filter((comment) => !owned.has(comment) && !this.#context.plan.hasLeft(comment, this.#buffer.home))
    hoist(this.#context, this.#buffer, comments.lineStart(start), loose)
  }

  #insertFirst(lines: Lines, firstKept: number): void {
    const { eol } = this.#context.layout
    const pad = ' '.repeat(this.#column)
    if (this.#isCompact) {
      const start = this.#starts[0] ?? 0
      this.#insertAbove(start, lines.above)
      const end = firstKept === 0 ? start : this.#extent(firstKept).start
      this.#buffer.edits.push({ start, end, text: lines.text + eol + (firstKept === 0 ? pad : '') })
      return
    }
    const { start } = this.#extent(0)
    const blank = lines.end === 'keep-scalar' ? '' : this.#blank()
    this.#buffer.edits.push({ start, end: start, text: `${pad}${this.#text(lines)}${eol}${blank}` })
  }

  /** Comment lines above the line of a dash, or above all that the buffer edits where that line is out of reach. */
  #insertAbove(start: number, above: readonly string[]): void {
    if (above.length === 0) return
    const owner = this.#context.comments.lineStart(start)
    const lines = above.map((line) => line.trimEnd())
    if (isOutOfReach(this.#buffer, owner)) {
      this.#buffer.hoisted.push({ lines, from: start, offset: this.#buffer.from })
      return
    }
    const indent = indentAt(this.#context.text, owner)
    const text = lines.map((line) => indent + line + this.#context.layout.eol).join('')
    this.#buffer.edits.push({ start: owner, end: owner, text })
  }

  /** @param before how the source above ends */
  #insertAfter(index: number, added: Lines, before: End | undefined): void {
    const { layout } = this.#context
    const at = this.#extent(index).end
    // An empty line would become part of a scalar above that preserves empty lines.
    const blank = before === 'keep-scalar' ? '' : this.#blank()
    const text = `${blank}${' '.repeat(this.#column)}${this.#text(added)}${layout.eol}`
    this.#buffer.edits.push({ start: at, end: at, text })
    settleBelow(this.#context, this.#buffer, added.end, at - 1, this.#column)
  }

  /** The first members of a compact collection are removed; the one that remains moves up to the dash. */
  #removeFront(firstKept: number): void {
    const start = this.#starts[0] ?? 0
    const end = this.#starts[firstKept] ?? start
    this.#buffer.edits.push({ start, end, text: '' })
  }

  /**
   * @param before how the source above ends
   * @param gap what the member above has left, when that was removed, too
   * @returns undefined where some of its lines remain
   */
  #remove(index: number, before: End | undefined, gap: Gap | undefined): Gap | undefined {
    const { text } = this.#context
    const { start, end } = this.#extent(index)
    const left = danglingLines(
      this.#context,
      this.#dangling,
      start,
      end,
      ' '.repeat(this.#column),
      this.#buffer.home,
    )
    if (left !== '') {
      this.#buffer.edits.push({ start, end, text: left })
      return undefined
    }
    const behind = behindBlankLines(text, end)
    const floor = index === 0 ? start : nextLine(text, this.#ends[index - 1] ?? 0)
    const blank = aboveBlankLines(text, start)
    const above = Math.max(blank, Math.min(floor, start))
    const opensFile = this.#context.comments.lineStart(0) === start || start === 0
    // Adjacent removed members leave one gap: the blank lines above the first are those of all. Before the very first
    // member there is no gap to leave.
    const own = { from: above, to: start, until: start, isSeparated: blank < start || index === 0 }
    const hole = gap?.until === start ? gap : own
    const isSeparated = hole.isSeparated || opensFile || before === 'keep-scalar'
    const until = this.#behindLeft(isSeparated ? behind : end)
    if (until === text.length && hole.from < hole.to)
      this.#buffer.edits.push({ start: hole.from, end: hole.to, text: '' })
    this.#buffer.edits.push({ start, end: until, text: '' })
    settleBelow(this.#context, this.#buffer, before ?? 'block', until - 1, this.#column)
    return { ...hole, until }
  }

  /** Offset after the comment lines at `line` that are written somewhere else. */
  #behindLeft(line: number): number {
    const { comments, text } = this.#context
    let end = line
    for (;;) {
      const next = nextLine(text, end)
      const [comment] = comments.within(end, next)
      if (
        comment === undefined ||
        !comment.ownLine ||
        !this.#context.plan.hasLeft(comment, this.#buffer.home)
      )
        return end
      end = next
    }
  }

  /** A blank line for new entries where the author separates most of those beside them by blank lines. */
  #blank(): string {
    this.#separation ??= this.#separates() ? this.#context.layout.eol : ''
    return this.#separation
  }

  #separates(): boolean {
    if (this.#old.kind !== 'map') return false
    let separated = 0
    for (let index = 1; index < this.#starts.length; index += 1) {
      const { start } = this.#extent(index)
      if (aboveBlankLines(this.#context.text, start) < start) separated += 1
    }
    return areMost(separated, this.#starts.length, this.#column)
  }
}

/** `? key` without a colon. */
function isBare(entry: Entry): boolean {
  return entry.explicit !== undefined && entry.explicit.colon === undefined
}
