/** JSON that remains JSON: its members at their positions, and new ones laid out as those beside them. */

import { lineEnding } from '../document/document.ts'
import {
  childEnd,
  childrenOf,
  childStart,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  type Scalar,
  type Sequence,
  textRange,
} from '../document/node.ts'
import { nameOf } from '../document/read.ts'
import { type Alignment, type Member, parsedMember } from './alignment.ts'
import type { PrintContext, ValueLocation } from './context.ts'
import type { EditBuffer } from './edit-buffer.ts'
import type { End } from './ends.ts'
import { breaksLines, isCollection, type JsonLayout, shapeOf } from './json-layout.ts'
import type { MemberSyntax } from './members.ts'

/**
 * The members of an object or a list: those that remain keep their source and the layout between them, a removed one
 * takes its comma along, an inserted one is separated as the others are.
 */
export class JsonMembers implements MemberSyntax {
  readonly #text: string
  readonly #layout: JsonLayout
  readonly #buffer: EditBuffer
  readonly #members: readonly Member[]
  /** Whether the last collection of each shape among the members takes lines. */
  #beside: ReadonlyMap<string, boolean | undefined> | undefined

  constructor({ text, jsonLayout }: PrintContext, buffer: EditBuffer, old: Mapping | Sequence) {
    this.#text = text
    this.#layout = jsonLayout
    this.#buffer = buffer
    this.#members = childrenOf(old)
  }

  /** What changed its order is written anew. */
  allows({ inserted }: Alignment): boolean {
    const old = new Set(this.#members)
    return inserted.every(({ members }) => members.every((one) => !old.has(parsedMember(one) as Member)))
  }

  prepare(): void {
    // JSON has no comments.
  }

  location(old: Member, next: Member): ValueLocation {
    const start = childStart(old)
    if ('key' in old && 'key' in next && old.key !== next.key)
      replaceJson(this.#text, this.#buffer, old.key, next.key)
    return { kind: 'flow', indent: 0, after: start, start, owner: start }
  }

  change({ kept, inserted }: Alignment): End {
    const coming = new Map(inserted.map(({ after, members }) => [after, members]))
    const gap = this.#gap()
    const first = kept[0]?.index ?? 0
    const written = (one: Member) => jsonMember(one, this.#text, this.#linesOf(one, gap))
    const front = (coming.get(-1) ?? []).map((one) => `${written(one)},${gap}`).join('')
    this.#replace(this.#startOf(0), this.#startOf(first), front)
    kept.forEach(({ index }, at) => {
      const next = kept[at + 1]?.index ?? this.#members.length
      const text = (coming.get(index) ?? []).map((one) => `,${gap}${written(one)}`).join('')
      this.#replace(this.#endOf(index), this.#endOf(next - 1), text)
    })
    return 'inline'
  }

  #replace(start: number, end: number, text: string): void {
    if (end > start || text !== '') this.#buffer.edits.push({ start, end, text })
  }

  #startOf(index: number): number {
    return childStart(this.#members[index] as Member)
  }

  #endOf(index: number): number {
    return childEnd(this.#members[index] as Member)
  }

  /**
   * How a new member is laid out on lines, if its collection is; similar collections beside it decide whether it is
   * broken.
   */
  #linesOf(one: Member, gap: string): JsonLines | undefined {
    const at = gap.lastIndexOf('\n')
    const value = childValue(one)
    if (at === -1 || !isCollection(value)) return undefined
    this.#beside ??= new Map(
      this.#members
        .map(childValue)
        .filter(isCollection)
        .map((other) => [shapeOf(other), breaksLines(this.#text, other)]),
    )
    const isBroken = this.#beside.get(shapeOf(value))
    return { layout: this.#layout, pad: lineEnding(this.#text) + gap.slice(at + 1), isBroken }
  }

  /** The separator between a comma and the next member: a blank, or a line break and the indentation. */
  #gap(): string {
    if (this.#members.length > 1) return blanksBefore(this.#text, this.#startOf(1))
    const blanks = blanksBefore(this.#text, this.#startOf(0))
    return blanks.includes('\n') ? blanks : ' '
  }
}

function blanksBefore(text: string, at: number): string {
  let start = at
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start -= 1
  return text.slice(start, at)
}

/** Writes a new value or key over an old one. */
export function replaceJson(text: string, buffer: EditBuffer, old: Node, next: Node): End {
  const range = textRange(old)
  if (range === undefined) throw new Error('only parsed text can be edited')
  buffer.edits.push({ ...range, text: jsonText(next, text) })
  return 'inline'
}

/** The lines that something new may take. */
interface JsonLines {
  readonly layout: JsonLayout
  /** The break and the indentation of the line on which it begins. */
  readonly pad: string
  /** Whether it does, according to its neighbours. */
  readonly isBroken?: boolean | undefined
}

/** A node as JSON: its own source where it was parsed and has not changed. */
function jsonText(node: Node, source: string, lines?: JsonLines): string {
  if (node.start !== undefined) return source.slice(node.start, node.end)
  const { transplanted } = node
  if (transplanted?.source.syntax === 'json') return jsonText(transplanted.node, transplanted.source.text)
  switch (node.kind) {
    case 'alias':
      throw new Error('JSON has no aliases')
    case 'scalar':
      return scalarText(node)
    case 'seq':
      return jsonCollection(node, '[]', source, lines)
    case 'map':
      return jsonCollection(node, '{}', source, lines)
  }
}

function jsonCollection(
  node: Mapping | Sequence,
  brackets: '[]' | '{}',
  source: string,
  lines: JsonLines | undefined,
): string {
  const [open, close] = [brackets.charAt(0), brackets.charAt(1)]
  const members = childrenOf(node)
  const isBroken = lines !== undefined && (lines.isBroken ?? lines.layout.breaks(node))
  if (!isBroken || members.length === 0)
    return `${open}${members.map((one) => jsonMember(one, source)).join(', ')}${close}`
  const { layout, pad } = lines
  const inner = pad + layout.step
  const texts = members.map((one) => jsonMember(one, source, { layout, pad: inner }))
  return `${open}${inner}${texts.join(`,${inner}`)}${pad}${close}`
}

function jsonMember(member: Entry | Node, source: string, lines?: JsonLines): string {
  if (!('key' in member)) return jsonText(member, source, lines)
  return `${JSON.stringify(nameOf(member) ?? '')}: ${jsonText(member.value, source, lines)}`
}

function scalarText({ type, value }: Scalar): string {
  if (type === 'str') return JSON.stringify(value)
  if (type !== 'float') return String(value)
  const digits = String(value)
  // With its point it is no integer, and a number for YAML too, which is how Heat reads environments.
  return digits.includes('.') ? digits : digits.replace(/^(-?\d+)/, '$1.0')
}

/**
 * Whether JSON has a word for all that is new in a tree: it has none for infinite numbers and what is no number, though Python's
 * decoder reads some, and those in the source are preserved.
 */
export function isJsonData(node: Node): boolean {
  switch (node.kind) {
    case 'alias':
      return isJsonData(node.target)
    case 'scalar':
      return node.type !== 'float' || Number.isFinite(node.value) || node.start !== undefined
    case 'seq':
      return node.items.every(isJsonData)
    case 'map':
      return node.entries.every(({ value }) => isJsonData(value))
  }
}
