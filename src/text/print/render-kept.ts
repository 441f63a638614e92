/** Carries the source of parsed nodes over to another location. */

import {
  type Comment,
  type Mapping,
  type Node,
  nodeStart,
  parsedNode,
  type Scalar,
  type Sequence,
  textRange,
} from '../document/node.ts'
import {
  columnOf,
  inOrder,
  lifted,
  type PrintContext,
  type Rendered,
  rendered,
  type Slice,
  type Slot,
} from './context.ts'
import { endOfParsed } from './ends.ts'
import { fewestBlanks, shiftLines, withoutBlanks } from './lines.ts'

/**
 * The source of a parsed node, edits inside applied, moved to its new column; undefined where it has to be written
 * anew.
 */
export function renderKept(context: PrintContext, node: Node, slot: Slot): Rendered | undefined {
  const parsed = parsedNode(node)
  const range = textRange(parsed)
  if (parsed === undefined || range === undefined || node.kind !== parsed.kind || isPair(node))
    return undefined
  // Cut off at the end of the file: other forms express better that no line break follows.
  if (node.kind === 'scalar' && node.unterminated) return undefined
  const sliced = isUntagged(node, parsed) ? untagged(context, parsed) : context.steps.slice(context, node)
  if (sliced === undefined) return undefined
  const { text, end } = sliced
  const outside = [...lifted(context, broughtAlong(context, node, parsed)), ...sliced.above]
  // Between braces a lone dash is a string, on a line of its own the beginning of a list.
  if (node.kind === 'scalar' && text === '-') return undefined
  const props = isUntagged(node, parsed) ? '' : keptProps(parsed)
  if (text === '' && props === '' && slot.kind === 'root') return undefined
  if (node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')) {
    return keptBlockScalar(context, node, props, { text, end, above: outside }, slot)
  }
  const isBlock = (parsed.kind === 'map' || parsed.kind === 'seq') && parsed.style === 'block'
  if (!isBlock || (node.kind !== 'map' && node.kind !== 'seq')) {
    const first = withoutBlanks(props + moveInline(context, node, text, range.start, slot))
    return rendered(first, '', end, outside)
  }
  const column = contentColumn(context, node, slot)
  const moved = shiftLines(text, column - columnOf(context, range.start))
  // The comments above the first part of a block collection precede its range.
  const start = nodeStart(parsed) ?? range.start
  const leading = context.comments.leading(range.start).filter((comment) => comment.start < start)
  const first = context.plan
    .ofNode(node, leading)
    .filter((comment) => !context.plan.hasLeft(comment, context.plan.homeOf(node)))
  const above = [...outside, ...lifted(context, first)]
  if (slot.kind !== 'key' && props === '') return rendered(moved, '', end, above)
  const pad = context.layout.eol + ' '.repeat(column)
  const rest = [...inOrder(above), moved].map((line) => pad + line).join('')
  return rendered(props.trimEnd(), rest, end)
}

/** The comments before an item that is the value of an entry now, which were outside of its range. */
function broughtAlong(context: PrintContext, node: Node, parsed: Node): readonly Comment[] {
  const start = nodeStart(parsed) ?? 0
  const first = context.comments.leading(textRange(parsed)?.start ?? start)
  return context.plan.of(node).inside.filter((one) => one.start < start && !first.includes(one))
}

/** Anchor and tag of a node that is carried over. */
function keptProps(node: Node): string {
  const anchor = node.anchor === undefined ? '' : `&${node.anchor} `
  return node.tag === undefined ? anchor : `${anchor}${node.tag} `
}

/** Column of the content of a block collection in a slot. */
export function contentColumn(context: PrintContext, node: Mapping | Sequence, slot: Slot): number {
  if (slot.kind === 'root') return 0
  if (slot.kind === 'dash') return slot.at
  return slot.indent + (node.kind === 'seq' ? context.layout.dashOffset : context.layout.step)
}

/** `[a: b]`: outside of a list such a mapping needs braces. */
export function isPair(node: Node): boolean {
  return node.kind === 'map' && node.braces === 'omitted'
}

/** A quoted or block scalar that has only lost a tag reads the same as before. */
function isUntagged(node: Node, parsed: Node): boolean {
  if (node.kind !== 'scalar' || parsed.kind !== 'scalar' || node.start !== undefined || parsed.unterminated)
    return false
  const isSame = node.value === parsed.value && node.type === parsed.type && node.style === parsed.style
  return (
    isSame &&
    node.type === 'str' &&
    node.style !== 'plain' &&
    node.tag === undefined &&
    node.anchor === undefined &&
    parsed.anchor === undefined
  )
}

function untagged(context: PrintContext, parsed: Node): Slice {
  const text = context.text.slice(parsed.start, parsed.end)
  return { text, end: endOfParsed(context, parsed), above: [] }
}

/** Moves the lines after the first along with it; a scalar has to remain right of its holder. */
function moveInline(context: PrintContext, node: Node, text: string, start: number, slot: Slot): string {
  if (!text.includes('\n')) return text
  const delta = slot.indent - lineIndent(context, start)
  const least = Math.max(slot.indent + 1, 1) - fewestBlanks(text)
  return shiftLines(text, node.kind === 'scalar' ? Math.max(delta, least) : delta)
}

function lineIndent(context: PrintContext, offset: number): number {
  const start = context.comments.lineStart(offset)
  return /^[ -]*/.exec(context.text.slice(start, offset))?.[0].length ?? 0
}

/** The body of a block scalar is indented by a step more than its holder, or by what its header says. */
function keptBlockScalar(
  context: PrintContext,
  node: Scalar,
  props: string,
  { text, end, above }: Slice,
  slot: Slot,
): Rendered {
  const source = parsedNode(node)
  const bodyColumn = source?.kind === 'scalar' ? source.bodyColumn : undefined
  const breakAt = text.indexOf('\n')
  if (breakAt === -1) return rendered(props + text, '', end, above)
  const header = text.slice(0, breakAt).trimEnd()
  const indicator = /^[|>][+-]?([1-9])/.exec(header)?.[1]
  const to = Math.max(slot.indent, 0) + (indicator === undefined ? context.layout.step : Number(indicator))
  const body = shiftLines(`\n${text.slice(breakAt + 1)}`, to - (bodyColumn ?? to))
  const rest = context.layout.eol === '\r\n' ? `\r${body}` : body
  return rendered(props + header, rest, end, above)
}
