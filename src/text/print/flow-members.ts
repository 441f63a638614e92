import {
  type Comment,
  childEnd,
  childrenOf,
  childStart,
  type Entry,
  type Mapping,
  nodeStart,
  type Sequence,
} from '../document/node.ts'
import { fitsSimpleKey } from '../yaml/scalar-text.ts'
import type { Alignment, Member } from './alignment.ts'
import { danglingLines, hoist, type PrintContext, type ValueLocation } from './context.ts'
import type { EditBuffer } from './edit-buffer.ts'
import type { End } from './ends.ts'
import type { MemberSyntax } from './members.ts'
import { flowEntry, flowItem, type Hoist } from './render-flow.ts'
import { isPair } from './render-kept.ts'
import { keyText } from './scalars.ts'

/** The surroundings of a collection in brackets. */
interface FlowLocation {
  /** Whether it is inside another one in brackets: block style is no alternative then. */
  readonly inFlow: boolean
  /** Offset of a line above which comments can go. */
  readonly owner: number
}

/** The members of a collection in brackets, with the commas between them. */
export class FlowMembers implements MemberSyntax {
  readonly #context: PrintContext
  readonly #buffer: EditBuffer
  readonly #old: Mapping | Sequence
  readonly #next: Mapping | Sequence
  readonly #inFlow: boolean
  readonly #owner: number
  readonly #parts: readonly Member[]
  readonly #dangling: readonly Comment[]
  /** Where the last part ends that went with its lines. */
  #goneUpTo = 0

  constructor(
    context: PrintContext,
    buffer: EditBuffer,
    old: Mapping | Sequence,
    next: Mapping | Sequence,
    { inFlow, owner }: FlowLocation,
  ) {
    this.#context = context
    this.#buffer = buffer
    this.#old = old
    this.#next = next
    this.#inFlow = inFlow
    this.#owner = owner
    this.#parts = childrenOf(old)
    this.#dangling = next.dangling ?? []
  }

  allows(plan: Alignment): boolean {
    const [old, next] = [this.#old, this.#next]
    if (old.kind !== 'map' || next.kind !== 'map') return true
    if (isPair(old) !== isPair(next) || (isPair(old) && plan.changed)) return false
    // New parts may not fit on the line; where block style is possible, the renderer chooses.
    const grows = plan.inserted.length > 0 || plan.kept.some((one) => isNewCollection(one.next))
    return this.#inFlow || !grows || next.braces === 'preserved'
  }

  prepare(): void {
    // Nothing to do: whatever shares a removed line comes with its own comments.
  }

  location(old: Member, next: Member): ValueLocation {
    const start = childStart(old)
    const at = { kind: 'flow', indent: 0, start, owner: this.#owner } as const
    if (!('key' in old) || !('key' in next)) return { after: start, ...at }
    if (old.key !== next.key) this.#renameKey(old, next)
    const colon = this.#colonOf(old)
    if (colon !== undefined) return { after: colon + 1, ...at }
    return { after: childEnd(old), lead: old.explicit === undefined ? ':' : ' :', ...at }
  }

  /** Offset of the colon of an entry; undefined for `{a}`. */
  #colonOf(entry: Entry): number | undefined {
    if (entry.explicit !== undefined) return entry.explicit.colon
    let at = entry.key.end ?? 0
    while (/[ \t]/.test(this.#context.text.charAt(at))) at += 1
    return this.#context.text.charAt(at) === ':' ? at : undefined
  }

  #renameKey(before: Entry, after: Entry): void {
    const [context, buffer] = [this.#context, this.#buffer]
    const { key, explicit } = before
    const start = nodeStart(key) ?? 0
    const end = key.end ?? start
    const colon = this.#colonOf(before)
    // `{"a":1}`: without its quotes the key would continue after the colon.
    const isTight = colon !== undefined && !/[\s]/.test(context.text.charAt(colon + 1))
    const text = keyText(context, after.key, 'flow', { tight: isTight })
    const isMissing = explicit !== undefined && start === end
    const joins = isTight && after.key.kind === 'scalar' && after.key.type !== 'str'
    const wrapped = explicit === undefined && !fitsSimpleKey(text) ? `? ${text} ` : text
    buffer.edits.push({ start, end, text: isMissing || joins ? ` ${wrapped} ` : wrapped })
    if (joins && colon !== undefined) buffer.edits.push({ start: colon + 1, end: colon + 1, text: ' ' })
    hoist(context, buffer, this.#owner, context.plan.orphans(start, end, buffer.home))
  }

  change(plan: Alignment): End {
    const removed = new Set(plan.removed)
    const lastKept = plan.kept.at(-1)?.index ?? 0
    for (const index of plan.removed) this.#remove(index, index < lastKept)
    // The last part that remains gives up its comma only when no comma followed the last of all parts.
    const tail = this.#parts.length - 1
    if (removed.has(tail) && this.#commaBehind(tail) === undefined) {
      const comma = this.#commaBehind(lastKept)
      if (comma !== undefined)
        this.#buffer.edits.push({ start: this.#startOfComma(comma), end: comma + 1, text: '' })
    }
    for (const { after, members } of plan.inserted) {
      const texts = members.map((one) => this.#text(one))
      if (after !== -1 && removed.size === 0 && this.#hasLineOfItsOwn(after)) {
        this.#insertLines(after, texts)
        continue
      }
      const text = texts.join(', ')
      const first = plan.kept[0]?.index ?? 0
      const at = after === -1 ? this.#startOf(first) : this.#endOf(after)
      // `{a:, b}` is no YAML to Heat.
      const gap = this.#context.text.charAt(at - 1) === ':' ? ' ' : ''
      this.#buffer.edits.push({ start: at, end: at, text: after === -1 ? `${text}, ` : `${gap}, ${text}` })
    }
    return 'inline'
  }

  #text(member: Member): string {
    const lift: Hoist = (comments, from) => hoist(from, this.#buffer, this.#owner, comments)
    return 'key' in member ? flowEntry(this.#context, member, lift) : flowItem(this.#context, member, lift)
  }

  #startOf(index: number): number {
    return childStart(this.#parts[index] as Member)
  }

  #endOf(index: number): number {
    return childEnd(this.#parts[index] as Member)
  }

  /** Whether a part has a line of its own with the comma after it. */
  #hasLineOfItsOwn(index: number): boolean {
    const [end, comma] = [this.#endOf(index), this.#commaBehind(index)]
    const isOnLine = comma === undefined || !this.#context.text.slice(end, comma).includes('\n')
    return isOnLine && this.#isAlone(this.#startOf(index), comma === undefined ? end : comma + 1)
  }

  /** New parts each on a line, below a part that has its own line; the last one has a comma where that one has. */
  #insertLines(after: number, texts: readonly string[]): void {
    const { comments, layout, text } = this.#context
    const comma = this.#commaBehind(after)
    const end = comma === undefined ? this.#endOf(after) : comma + 1
    const at = comments.trailing(end)?.end ?? end
    const start = this.#startOf(after)
    const lead = layout.eol + text.slice(comments.lineStart(start), start)
    // `{a:, b}` is no YAML to Heat.
    if (comma === undefined)
      this.#buffer.edits.push({ start: end, end, text: text.charAt(end - 1) === ':' ? ' ,' : ',' })
    const lines = texts.map((one) => lead + one).join(',')
    this.#buffer.edits.push({ start: at, end: at, text: comma === undefined ? lines : `${lines},` })
  }

  /** @param hasFollower whether a part that remains follows it */
  #remove(index: number, hasFollower: boolean): void {
    const { text } = this.#context
    const comma = this.#commaBehind(index)
    let end = comma === undefined ? this.#endOf(index) : comma + 1
    let start = this.#startOf(index)
    if (this.#isAlone(start, end)) {
      const column = start - this.#context.comments.lineStart(start)
      ;({ start, end } = this.#lines(start, end))
      const left = danglingLines(
        this.#context,
        this.#dangling,
        start,
        end,
        ' '.repeat(column),
        this.#buffer.home,
      )
      this.#buffer.edits.push({ start, end, text: left })
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
      // The bracket moves up to the part that remains, or replaces a part that began the line.
      if (gap === undefined || gap < this.#goneUpTo) while (/[ \t]/.test(text.charAt(end))) end += 1
      else start = gap
    }
    this.#buffer.edits.push({ start, end, text: '' })
  }

  /** Where blanks and line breaks before `offset` begin; undefined after a comment, whose line must end. */
  #gapBefore(offset: number): number | undefined {
    const { text, comments } = this.#context
    let at = offset
    while (/[ \t\r\n]/.test(text.charAt(at - 1))) at -= 1
    return comments.anyWithin(comments.lineStart(at), at) ? undefined : at
  }

  /** Where a comma begins, with the blanks before it; `{a: , b}` keeps its one, for `{a:}` is no YAML to Heat. */
  #startOfComma(comma: number): number {
    const gap = this.#gapBefore(comma)
    return gap === undefined || this.#context.text.charAt(gap - 1) === ':' ? comma : gap
  }

  /** Offset of the comma after a part, if there is one. */
  #commaBehind(index: number): number | undefined {
    const { text, comments } = this.#context
    let at = this.#endOf(index)
    for (;;) {
      const char = text.charAt(at)
      if (char === ',') return at
      if (char === '#') at = comments.within(at, at + 1)[0]?.end ?? at + 1
      else if (char === ' ' || char === '\t' || char === '\n' || char === '\r') at += 1
      else return undefined
    }
  }

  /** Whether a range shares its lines with nothing but a comment after it. */
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

/** Whether the value of an entry is a list or mapping that was not there. */
function isNewCollection(member: Member): boolean {
  if (!('key' in member)) return false
  const { value } = member
  return (
    (value.kind === 'map' || value.kind === 'seq') &&
    value.start === undefined &&
    value.origin?.kind !== value.kind
  )
}
