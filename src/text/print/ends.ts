/** How sources and outputs end, and what that means for the lines below. */

import type { Entry, Node } from '../document/node.ts'
import type { EditBuffer } from './edit-buffer.ts'
import { nextLine } from './lines.ts'

/** A source that is edited or carried over. */
interface HoldsText {
  readonly text: string
}

/**
 * How written YAML ends. No comment can follow a block scalar; with `clip` the line break after it is part of the
 * value, with `keep` the empty lines after it too. A second comment would become part of one that is there.
 */
export type End = 'inline' | 'block' | 'comment' | 'strip-scalar' | 'clip-scalar' | 'keep-scalar'

function isBlockScalarEnd(end: End): boolean {
  return end === 'strip-scalar' || end === 'clip-scalar' || end === 'keep-scalar'
}

/** Whether a comment can follow on the last line. */
export function takesComment(end: End): boolean {
  return end === 'inline' || end === 'block'
}

/**
 * Lines below a block scalar that would become part of its content: with `|+` all empty ones, else those of blanks
 * only, and comments right of the scalar's collection. The first are removed, the second move to that column.
 * @param offset in the last line of the scalar, or of what was removed below it
 * @param indent column of the collection that holds the scalar
 */
export function settleBelow(
  { text }: HoldsText,
  buffer: EditBuffer,
  end: End,
  offset: number,
  indent: number,
): void {
  if (!isBlockScalarEnd(end)) return
  for (let line = nextLine(text, offset); line < text.length && line < buffer.until; ) {
    const next = nextLine(text, line)
    const blanks = /[ \t]*/y
    blanks.lastIndex = line
    const width = blanks.exec(text)?.[0].length ?? 0
    const mark = text.charAt(line + width)
    const column = Math.max(indent, 0)
    if (mark === '#') {
      // A comment ends the scalar.
      if (width > column) buffer.edits.push({ start: line + column, end: line + width, text: '' })
      return
    }
    if (mark === '\n' || mark === '\r') {
      const until = end === 'keep-scalar' ? next : line + width
      if (until > line) buffer.edits.push({ start: line, end: until, text: '' })
    } else return
    line = next
  }
}

/**
 * Gives a block scalar that the end of the file cuts off an explicit indicator (`|-`), because a line break will follow
 * it.
 * @param node the new node whose output ends where the file ends; its last scalar is examined
 * @param until where the source of the old node ends: a scalar from after that is written anew
 */
export function terminate(
  { text: whole }: HoldsText,
  buffer: EditBuffer,
  node: Node,
  until = whole.length,
): void {
  const last = lastScalar(node)
  if (last?.kind !== 'scalar' || last.unterminated !== true || last.start === undefined) return
  const { start } = last
  if (start >= until) return
  // It is written anew somewhere else.
  if (buffer.edits.some((edit) => edit.start <= start && start < edit.end)) return
  const header = /[|>]([1-9]?)[-+]?([1-9]?)/y
  header.lastIndex = start
  const [text = '', digit = '', other = ''] = header.exec(whole) ?? []
  buffer.edits.push({ start, end: start + text.length, text: `${text.charAt(0)}${digit}${other}-` })
}

/** The node with which the source of another ends. */
function lastScalar(node: Node): Node | undefined {
  if (node.kind === 'map' && node.style !== 'flow') {
    const last = node.entries.at(-1)
    return last === undefined ? undefined : lastScalar(lastPart(last))
  }
  if (node.kind === 'seq' && node.style !== 'flow') {
    const last = node.items.at(-1)
    return last === undefined ? undefined : lastScalar(last)
  }
  return node
}

/** The node with which an entry or item ends: the key where it has no value. */
export function lastPart(member: Entry | Node): Node {
  if (!('key' in member)) return member
  const { key, value } = member
  return value.end !== undefined && value.end <= (key.end ?? -1) ? key : value
}

/** How the source of a parsed node ends. */
export function endOfParsed({ text }: HoldsText, node: Node): End {
  const last = lastScalar(node)
  if (
    last?.kind === 'scalar' &&
    last.start !== undefined &&
    (last.style === 'literal' || last.style === 'folded')
  ) {
    const sign = /^[|>][1-9]?([-+])/.exec(text.slice(last.start, last.start + 3))?.[1]
    if (sign === '+') return 'keep-scalar'
    return sign === '-' ? 'strip-scalar' : 'clip-scalar'
  }
  return (node.kind === 'map' || node.kind === 'seq') && node.style === 'block' ? 'block' : 'inline'
}
