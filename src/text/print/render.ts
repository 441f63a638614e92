/** Writes what did not exist before, in the style of its surroundings. */

import {
  type Comment,
  type Mapping,
  type Node,
  parsedNode,
  replacedNode,
  type Scalar,
  type Sequence,
  textRange,
} from '../document/node.ts'
import { blockLiteral, quotedLines } from '../yaml/scalar-text.ts'
import {
  type Lines,
  lifted,
  linesOf,
  type PrintContext,
  type Rendered,
  rendered,
  type Slot,
} from './context.ts'
import type { Lifted } from './edit-buffer.ts'
import type { End } from './ends.ts'
import { blockEntries, blockItems, wholeText } from './render-block.ts'
import { inlineCollection } from './render-flow.ts'
import { contentColumn, renderKept } from './render-kept.ts'
import { renderTransplanted } from './render-transplanted.ts'
import { propsText, quotedText } from './scalars.ts'

export function renderValue(context: PrintContext, node: Node, slot: Slot): Rendered {
  const transplanted = renderTransplanted(context, node, slot)
  if (transplanted !== undefined) return transplanted
  if (context.document.syntax === 'yaml' && parsedNode(node)?.start !== undefined) {
    const kept = renderKept(context, node, slot)
    if (kept !== undefined) return kept
  }
  switch (node.kind) {
    case 'scalar':
      return renderScalar(context, node, slot)
    case 'alias':
      return rendered(`*${node.name}`, '', 'inline')
    case 'map':
    case 'seq':
      return renderCollection(context, node, slot)
  }
}

/** A longer string of several lines with escapes is not written in one. */
const LONGEST_ESCAPED = 80

function renderScalar(context: PrintContext, node: Scalar, slot: Slot): Rendered {
  const props = propsText(node)
  const above = context.comments.any ? lifted(context, context.plan.of(node).inside) : []
  if (typeof node.value === 'string' && wantsBlock(context, node, node.value)) {
    const literal = blockLiteral(node.value, context.layout.step)
    const pad = ' '.repeat(Math.max(slot.indent, 0) + context.layout.step)
    const below = (lines: readonly string[]) =>
      lines.map((line) => context.layout.eol + (line === '' ? '' : pad + line)).join('')
    if (literal !== undefined)
      return rendered(props + literal.header, below(literal.lines), endOfLiteral(literal.header), above)
    if (node.value.length > LONGEST_ESCAPED) {
      const [first = '', ...others] = quotedLines(node.value)
      return rendered(props + first, below(others), 'block', above)
    }
  }
  return rendered(props + quotedText(context, node, 'block'), '', 'inline', above)
}

function endOfLiteral(header: string): End {
  if (header.endsWith('+')) return 'keep-scalar'
  return header.endsWith('-') ? 'strip-scalar' : 'clip-scalar'
}

/**
 * A string of several lines is written as a block, except where quotes are asked for or the block would be almost
 * empty.
 */
function wantsBlock(context: PrintContext, node: Scalar, value: string): boolean {
  if (!value.includes('\n')) return false
  if (node.style === 'literal') return true
  const isParsedJson = context.document.syntax === 'json' && node.start !== undefined
  if (isParsedJson) return value.trim().includes('\n')
  return node.style !== 'double'
}

function renderCollection(context: PrintContext, node: Mapping | Sequence, slot: Slot): Rendered {
  const props = propsText(node)
  const isEmpty = node.kind === 'map' ? node.entries.length === 0 : node.items.length === 0
  const above = (): Lifted[] => (context.comments.any ? insideOf(context, node) : [])
  if (isEmpty) {
    const brackets = node.kind === 'map' ? '{}' : '[]'
    return rendered(props + brackets, '', 'inline', lifted(context, context.plan.of(node).inside))
  }
  const inline = slot.kind === 'root' ? undefined : inlineCollection(context, node, slot)
  if (inline !== undefined) return inline
  const column = contentColumn(context, node, slot)
  const lines = withClosingComments(
    context,
    node,
    node.kind === 'map'
      ? blockEntries(context, node.entries, column, node)
      : blockItems(context, node.items, column),
    column,
  )
  const end = lines.end === 'inline' ? 'block' : lines.end
  if (slot.kind === 'root' && props === '')
    return rendered(wholeText(context, lines, column), '', end, above())
  if (slot.kind === 'dash' && props === '') {
    const first = lines.above.map((line) => line.trimEnd())
    const last = first.length === 0 ? [] : [{ lines: first, from: Number.POSITIVE_INFINITY }]
    return rendered(lines.text, '', end, [...above(), ...last])
  }
  const rest = `${context.layout.eol}${' '.repeat(column)}${wholeText(context, lines, column)}`
  return rendered(props.trimEnd(), rest, end, above())
}

/** Comments of a JSON source before the bracket that closes a collection are written below its last entry. */
function withClosingComments(
  context: PrintContext,
  node: Mapping | Sequence,
  lines: Lines,
  column: number,
): Lines {
  if (!context.comments.any) return lines
  const closing = linesOf(context, closingComments(context, node))
  const pad = context.layout.eol + ' '.repeat(column)
  return closing.length === 0 ? lines : { ...lines, text: [lines.text, ...closing].join(pad), end: 'comment' }
}

function closingComments(context: PrintContext, node: Mapping | Sequence): readonly Comment[] {
  const inside = context.document.syntax === 'json' ? context.plan.of(node).inside : []
  if (inside.length === 0) return inside
  const last = node.kind === 'map' ? node.entries.at(-1)?.value : node.items.at(-1)
  const lastEnd = last === undefined ? undefined : replacedNode(last)?.end
  const range = textRange(parsedNode(node))
  if (range === undefined || lastEnd === undefined || lastEnd < range.start || lastEnd > range.end) return []
  return inside.filter((comment) => comment.start >= lastEnd)
}

/** Comments in the source of a collection that go with none of its parts, and are written above it. */
function insideOf(context: PrintContext, node: Mapping | Sequence): Lifted[] {
  const closing = closingComments(context, node)
  return lifted(
    context,
    context.plan.of(node).inside.filter((comment) => !closing.includes(comment)),
  )
}
