/** Writes the entries and items of block collections, with their comments. */

import {
  type Comment,
  childStart,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  replacedNode,
} from '../document/node.ts'
import { fitsSimpleKey, type Quote } from '../yaml/scalar-text.ts'
import {
  commentLines,
  inOrder,
  type Lines,
  lifted,
  linesOf,
  type PrintContext,
  type Rendered,
  type Slot,
} from './context.ts'
import type { End } from './ends.ts'
import { blankLinesBefore, blankLinesBeforeItem, isNewAmong, separatedEntries } from './entry-blank-lines.ts'
import {
  attachedComments,
  commentsOfKey,
  itemStart,
  type KeyComments,
  keyLineComment,
  withTrailing,
} from './entry-comments.ts'
import { aboveTransplantedItem, transplantedComments } from './render-foreign.ts'
import { keyText, quoteOfKeys } from './scalars.ts'

/** All lines of a block whose parts stand at `column`, as one text. */
export function wholeText({ layout }: PrintContext, { above, text }: Lines, column: number): string {
  return above.length === 0 ? text : concatenated([...above, text], layout.eol + ' '.repeat(column))
}

/**
 * The entries of a block mapping whose keys stand at `column`.
 * @param whole the mapping of which they are all or some
 */
export function blockEntries(
  context: PrintContext,
  entries: readonly Entry[],
  column: number,
  whole: Mapping,
): Lines {
  const quote = quoteOfKeys(context, whole.entries)
  const separated = separatedEntries(context, whole, column)
  const isOnly = entries.length === 1
  const blocks: Block[] = []
  let previousEnd: number | undefined
  for (const entry of entries) {
    // Counted before its comments are taken.
    const isApart = separated !== undefined && isNewAmong(entry, separated)
    const blankLines = isApart ? 1 : blankLinesBefore(context, entry, previousEnd)
    const { above, text, end } = blockEntry(context, entry, column, { previousEnd, isOnly, quote })
    blocks.push({ above, text, end, blankLines })
    previousEnd = parsedEntry(entry)?.value.end
  }
  return joined(context, blocks, column)
}

/** The items of a block list whose dashes stand at `column`. */
export function blockItems(context: PrintContext, items: readonly Node[], column: number): Lines {
  const blocks = items.map((item) => {
    const start = itemStart(context, replacedNode(item))
    const blankLines = blankLinesBeforeItem(context, item, start)
    const { above, text, end } = blockItem(context, item, start, column)
    return { above, text, end, blankLines }
  })
  return joined(context, blocks, column)
}

interface Block extends Lines {
  /** Blank lines that the author put above, to group; 0 for new entries. */
  readonly blankLines: number
}

function joined(context: PrintContext, blocks: readonly Block[], column: number): Lines {
  const pad = ' '.repeat(column)
  const { eol } = context.layout
  // Put together by `+`, which copies nothing: what `join` makes would be copied again on each level above.
  let text = ''
  let end: End = 'inline'
  blocks.forEach((block, index) => {
    // Behind `|+` an empty line would become part of the text.
    const blank = end === 'keep-scalar' ? 0 : block.blankLines
    text += index === 0 ? block.text : eol.repeat(1 + blank) + pad + wholeText(context, block, column)
    end = block.end
  })
  return { above: blocks[0]?.above ?? [], text, end }
}

interface Neighbours {
  /**
   * Where the entry before ended in the old text: what stands between the two in a text that is
   * written anew as a whole (JSON) is kept above this one.
   */
  readonly previousEnd: number | undefined
  readonly isOnly: boolean
  /** The quotes of the keys beside it. */
  readonly quote: Quote | undefined
}

/** Functions whose short lists of arguments people write on one line. */
const listFunction = /^(?:Fn::\w+|get_attr|get_param|str_split|list_join|equals)$/

/** An entry as far as no comment stands in or around it. */
interface BareEntry {
  readonly key: string
  readonly isSimple: boolean
  readonly slot: Slot
  /** The break before a line of the mapping. */
  readonly pad: string
}

function bareEntry(
  context: PrintContext,
  entry: Entry,
  column: number,
  { quote, isOnly }: Neighbours,
): BareEntry {
  const key = keyText(context, entry.key, 'block', { siblings: quote })
  const holdsArguments = isOnly && context.document.syntax === 'json' && listFunction.test(key)
  const isSimple = fitsSimpleKey(key)
  const at = column + (isSimple ? key.length : 0) + 2
  return {
    key,
    isSimple,
    slot: { kind: 'key', indent: column, at, holdsArguments },
    pad: context.layout.eol + ' '.repeat(column),
  }
}

function blockEntry(context: PrintContext, entry: Entry, column: number, neighbours: Neighbours): Lines {
  const bare = bareEntry(context, entry, column, neighbours)
  if (context.comments.any || entry.transplanted !== undefined)
    return commentedEntry(context, entry, bare, neighbours)
  const { key, isSimple, slot, pad } = bare
  const value = context.steps.render(context, entry.value, slot)
  const body = joinValue(isSimple ? `${key}:` : `? ${key}${pad}:`, value)
  const [own, below] = [ownComment(entry), value.above]
  const above = below === undefined ? own : [...own, ...inOrder(below)]
  return { above, text: body, end: value.end }
}

const nothing: readonly string[] = []

/** The lines that a new entry brings along. */
function ownComment({ comment }: Entry): readonly string[] {
  return comment === undefined ? nothing : comment.map((line) => (line === '' ? '#' : `# ${line}`))
}

/** An entry of a text with comments, with those that go with it. */
function commentedEntry(
  context: PrintContext,
  entry: Entry,
  { key, isSimple, slot, pad }: BareEntry,
  { previousEnd }: Neighbours,
): Lines {
  const parsed = parsedEntry(entry)
  const { start, end, owner, value: old } = surroundings(context, entry)
  const ofKey = commentsOfKey(context, entry, owner)
  const parts = parsed === undefined ? lastParts(entry.value) : undefined
  const around = attachedComments(context, start, old, owner, parts)
  const attached = around.trailing === ofKey?.beside ? { ...around, trailing: undefined } : around
  const header = parsed === undefined ? undefined : keyLineComment(context, parsed)
  const value = context.steps.render(context, entry.value, slot)
  const transplanted = transplantedComments(context, entry, value)
  const staysBeside = header !== undefined && value.first === ''
  if (staysBeside) context.plan.take([header.comment])
  const keys = placedComments(context, ofKey, value, around.trailing)
  const above = lifted(context, [...attached.leading, ...keys.above])
  if (start !== undefined)
    above.push(...lifted(context, context.plan.takeOrphans(start, end ?? start, owner, 'position')))
  above.push(...(value.above ?? []))
  const loose = looseBefore(context, entry, previousEnd)
  const gap = staysBeside ? header.text : (transplanted.beside ?? keys.beside)
  // On a line of its own a colon indents.
  const beside = isSimple ? gap : gap.replace(/^[ \t]+/, ' ')
  const indicator = `${isSimple ? key : `? ${key}${pad}`}:${beside}`
  const body = withTrailing(context, joinValue(indicator, value), value, attached)
  const lines = [...loose, ...ownComment(entry), ...transplanted.above, ...inOrder(above), ...body.above]
  return { ...body, above: lines }
}

/** Where the comments of a key go that was a value: behind the key where nothing else is, else above it. */
function placedComments(
  context: PrintContext,
  of: KeyComments | undefined,
  value: Rendered,
  taken: Comment | undefined,
): { readonly above: readonly Comment[]; readonly beside: string } {
  if (of === undefined) return { above: [], beside: '' }
  const above = context.plan.take(of.above)
  const { beside } = of
  if (beside === undefined || (beside !== taken && context.plan.take([beside]).length === 0))
    return { above, beside: '' }
  const [line, ...more] = commentLines(context, beside)
  return value.first === '' && more.length === 0
    ? { above, beside: ` ${line}` }
    : { above: [...above, beside], beside: '' }
}

function concatenated(lines: readonly string[], pad: string): string {
  return lines.reduce((text, line) => text + pad + line)
}

/** The old text whose comments an entry brings along. */
interface OldText {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly owner?: Entry | Node
  readonly value?: Node
}

/** Of a new entry for what stood somewhere else: the value there, of an item with its dash. */
function surroundings(context: PrintContext, entry: Entry): OldText {
  const parsed = parsedEntry(entry)
  if (parsed !== undefined) {
    const { value } = parsed
    return { start: childStart(parsed), end: value.end, owner: parsed, value }
  }
  const value = replacedNode(entry.value)
  if (value?.start === undefined) return {}
  return { start: itemStart(context, value), end: value.end, owner: value, value }
}

/** The parsed parts that a node ends with: the comment behind the last is behind the node. */
function lastParts(value: Node): ReadonlySet<Entry | Node> {
  const parts = new Set<Entry | Node>()
  for (let node: Node | undefined = value; node !== undefined; ) {
    const last: Entry | undefined = node.kind === 'map' ? node.entries.at(-1) : undefined
    const item: Node | undefined = node.kind === 'seq' ? node.items.at(-1) : last?.value
    const parsed =
      last !== undefined ? parsedEntry(last) : item === undefined ? undefined : replacedNode(item)
    if (parsed !== undefined) parts.add(parsed)
    node = item
  }
  return parts
}

/** Comments of a JSON text between two entries that belong to neither, apart from the second as they were. */
function looseBefore(context: PrintContext, entry: Entry, previousEnd: number | undefined): string[] {
  const start = nodeStart(parsedEntry(entry)?.key)
  if (context.document.syntax !== 'json' || start === undefined || previousEnd === undefined) return []
  const lines = linesOf(context, context.plan.takeOrphans(previousEnd, start))
  const blank = context.blankLines.above(start)
  if (lines.length === 0 || blank === 0) return lines
  // The blank lines are counted here, so not before the comments; those there are the author's too.
  const last = `${lines.at(-1)}${context.layout.eol.repeat(blank)}`
  return [...lines.slice(0, -1), last]
}

function blockItem(context: PrintContext, item: Node, start: number | undefined, column: number): Lines {
  const slot: Slot = { kind: 'dash', indent: column, at: column + 2 }
  if (context.comments.any || item.transplanted !== undefined)
    return commentedItem(context, item, start, slot)
  const value = context.steps.render(context, item, slot)
  const above = value.above === undefined ? nothing : inOrder(value.above)
  return { above, text: joinValue('-', value), end: value.end }
}

/** An item of a text with comments, with those that go with it. */
function commentedItem(context: PrintContext, item: Node, start: number | undefined, slot: Slot): Lines {
  const parsed = replacedNode(item)
  // What else stood at that place may stand beside it now, with comments of its own.
  const isMoved = item.replaces !== undefined && item.replaces !== parsedNode(item)
  const attached = attachedComments(context, start, parsed, parsed, isMoved ? lastParts(item) : undefined)
  const value = context.steps.render(context, item, slot)
  const above = lifted(context, [...aboveLine(context, parsed), ...attached.leading])
  if (start !== undefined && parsed?.end !== undefined) {
    above.push(...lifted(context, context.plan.takeOrphans(start, parsed.end, parsed, 'position')))
  }
  above.push(...(value.above ?? []))
  const body = withTrailing(context, joinValue('-', value), value, attached)
  const lines = [...aboveTransplantedItem(context, item), ...inOrder(above), ...body.above]
  return { ...body, above: lines }
}

/** Comments above the line of a node that stood behind a dash and a key, when nothing else of that line is left. */
function aboveLine(context: PrintContext, node: Node | undefined): readonly Comment[] {
  const start = nodeStart(node)
  if (start === undefined || context.document.syntax === 'json') return []
  const line = context.comments.lineStart(start)
  const dash = /[ ]*(?=-[ ])/y
  dash.lastIndex = line
  const indent = dash.exec(context.text)?.[0].length
  if (indent === undefined) return []
  const leading = context.comments.leading(line + indent)
  const isLeft = leading.every((comment) => (context.plan.ownerOf(comment)?.start ?? -1) < comment.start)
  return isLeft ? context.plan.take(leading) : []
}

/** An indicator (`key:` or `-`) with its value behind it. */
function joinValue(indicator: string, value: Rendered): string {
  return `${indicator}${value.first === '' ? '' : ` ${value.first}`}${value.rest}`
}
