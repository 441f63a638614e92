import type { Node } from '../document/node.ts'
import { type End, type Hoisted, isBlockScalarEnd, type PrintContext, type Sink } from './context.ts'
import type { TextEdit } from './text-edit.ts'
import { indentAt, nextLine } from './text-lines.ts'

export function newSink(from: number, until: number): Sink {
  return { edits: [], hoisted: [], from, until }
}

/** The edits of a sink, ready to be applied: comments hoisted, deletions that meet made one. */
export function finishedEdits(context: PrintContext, sink: Sink, hoisted: readonly Hoisted[]): TextEdit[] {
  const above = [...hoisted]
    .sort((a, b) => a.from - b.from)
    .map(({ offset, lines }) => {
      const indent = indentAt(context.text, offset)
      const text = lines.map((line) => indent + line + context.layout.eol).join('')
      return { start: offset, end: offset, text }
    })
  // An entry that comes in above the same line comes before its comments.
  return [...withoutOverlaps(sink.edits, context.text), ...above]
}

/** The hoisted comments of a sink, those above a line that goes moved above the line where the deletion begins. */
export function reachable(context: PrintContext, sink: Sink): readonly Hoisted[] {
  if (sink.hoisted.length === 0) return []
  const deletions = sink.edits.filter((edit) => edit.end > edit.start).sort((a, b) => a.start - b.start)
  return sink.hoisted.map((one) => {
    let { offset } = one
    for (let index = lastBefore(deletions, offset); index >= 0; index -= 1) {
      const edit = deletions[index] as TextEdit
      if (edit.end <= offset) break
      offset = context.comments.lineStart(edit.start)
    }
    return offset === one.offset ? one : { ...one, offset }
  })
}

/** Index of the last of sorted edits that starts before an offset. */
function lastBefore(edits: readonly TextEdit[], offset: number): number {
  let low = 0
  let high = edits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edits[middle] as TextEdit).start < offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Two neighbours that go may both take the empty lines between them; what comes in there keeps those behind it. */
function withoutOverlaps(edits: readonly TextEdit[], text: string): TextEdit[] {
  const deletions = edits.filter((edit) => edit.text === '' && edit.end > edit.start)
  if (deletions.length === 0 || edits.length === 1) return [...edits]
  const others = edits.filter((edit) => edit.text !== '' || edit.end === edit.start)
  return [...others, ...aboveInsertions(merged(deletions), others, text)]
}

function merged(deletions: readonly TextEdit[]): TextEdit[] {
  const found: TextEdit[] = []
  for (const one of [...deletions].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last === undefined || one.start >= last.end) found.push(one)
    else if (one.end > last.end) found[found.length - 1] = { ...last, end: one.end }
  }
  return found
}

/** Deletions that end where something is inserted among the empty lines that they would take along. */
function aboveInsertions(
  deletions: readonly TextEdit[],
  others: readonly TextEdit[],
  text: string,
): TextEdit[] {
  const insertions = others.filter((edit) => edit.end === edit.start).map(({ start }) => start)
  if (insertions.length === 0) return [...deletions]
  insertions.sort((a, b) => a - b)
  let next = 0
  return deletions.map((one) => {
    while (next < insertions.length && (insertions[next] as number) <= one.start) next += 1
    const at = insertions[next]
    const isInside = at !== undefined && at < one.end && text.slice(at, one.end).trim() === ''
    return isInside ? { ...one, end: at } : one
  })
}

/**
 * Lines below a block scalar that would become part of its text: with `|+` all empty ones, else those of
 * blanks only, and comments right of what holds the scalar. The first go, the second move to that column.
 * @param offset in the last line of the scalar, or of what was removed below it
 * @param indent column of the collection that holds the scalar
 */
export function settleBelow(
  context: PrintContext,
  sink: Sink,
  end: End,
  offset: number,
  indent: number,
): void {
  if (!isBlockScalarEnd(end)) return
  const { text } = context
  for (let line = nextLine(text, offset); line < text.length && line < sink.until; ) {
    const next = nextLine(text, line)
    const blanks = /[ \t]*/y
    blanks.lastIndex = line
    const width = blanks.exec(text)?.[0].length ?? 0
    const mark = text.charAt(line + width)
    const column = Math.max(indent, 0)
    if (mark === '#') {
      // Behind a comment the scalar has ended.
      if (width > column) sink.edits.push({ start: line + column, end: line + width, text: '' })
      return
    }
    if (mark === '\n' || mark === '\r') {
      const until = end === 'keep-scalar' ? next : line + width
      if (until > line) sink.edits.push({ start: line, end: until, text: '' })
    } else return
    line = next
  }
}

/**
 * Makes a block scalar that the end of the file cuts off one that says so (`|-`), because a line break
 * will stand behind it.
 * @param node the new node whose text ends where the file ends; its last scalar is looked at
 */
export function terminate(context: PrintContext, sink: Sink, node: Node): void {
  const last = lastScalar(node)
  if (last?.kind !== 'scalar' || last.unterminated !== true || last.range === undefined) return
  const { start } = last.range
  // It is written anew somewhere else.
  if (sink.edits.some((edit) => edit.start <= start && start < edit.end)) return
  const header = /[|>]([1-9]?)[-+]?([1-9]?)/y
  header.lastIndex = start
  const [text = '', digit = '', other = ''] = header.exec(context.text) ?? []
  sink.edits.push({ start, end: start + text.length, text: `${text.charAt(0)}${digit}${other}-` })
}

/** The node that the text of another ends with. */
export function lastScalar(node: Node): Node | undefined {
  if (node.kind === 'map' && node.style !== 'flow') {
    const last = node.entries.at(-1)
    if (last === undefined) return undefined
    const isMissing = last.value.range !== undefined && last.value.range.end <= (last.key.range?.end ?? -1)
    return isMissing ? last.key : lastScalar(last.value)
  }
  if (node.kind === 'seq' && node.style !== 'flow') {
    const last = node.items.at(-1)
    return last === undefined ? undefined : lastScalar(last)
  }
  return node
}

/** How the text of a parsed node ends. */
export function endOfParsed(context: PrintContext, node: Node): End {
  const last = lastScalar(node)
  if (
    last?.kind === 'scalar' &&
    last.range !== undefined &&
    (last.style === 'literal' || last.style === 'folded')
  ) {
    const sign = /^[|>][1-9]?([-+])/.exec(context.text.slice(last.range.start, last.range.start + 3))?.[1]
    if (sign === '+') return 'keep-scalar'
    return sign === '-' ? 'strip-scalar' : 'clip-scalar'
  }
  return (node.kind === 'map' || node.kind === 'seq') && node.style === 'block' ? 'block' : 'inline'
}
