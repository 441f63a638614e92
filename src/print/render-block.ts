/** Writes the entries and items of block collections, with their comments. */

import {
  type Comment,
  childStart,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
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
  type Attached,
  attachedComments,
  commentBesideKey,
  itemStart,
  keyLineComment,
  withTrailing,
} from './entry-comments.ts'
import { transplantedComments } from './render-transplanted.ts'
import { keyText, quoteOfKeys } from './scalars.ts'

/** All lines of a block whose parts begin at `column`, as one string. */
export function wholeText({ layout }: PrintContext, { above, text }: Lines, column: number): string {
  return above.length === 0 ? text : concatenated([...above, text], layout.eol + ' '.repeat(column))
}

/**
 * The entries of a block mapping whose keys begin at `column`.
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
    const isApart = separated !== undefined && isNewAmong(entry, separated)
    const blankLines = isApart ? 1 : blankLinesBefore(context, entry, previousEnd)
    const { above, text, end } = blockEntry(context, entry, column, { isOnly, quote })
    blocks.push({ above, text, end, blankLines })
    previousEnd = parsedEntry(entry)?.value.end
  }
  return joined(context, blocks, column)
}

/** The items of a block list whose dashes are at `column`. */
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
    // After `|+` an empty line would become part of the value.
    const blank = end === 'keep-scalar' ? 0 : block.blankLines
    text += index === 0 ? block.text : eol.repeat(1 + blank) + pad + wholeText(context, block, column)
    end = block.end
  })
  return { above: blocks[0]?.above ?? [], text, end }
}

interface Neighbours {
  readonly isOnly: boolean
  /** The quotes of the keys beside it. */
  readonly quote: Quote | undefined
}

/** Functions whose short lists of arguments people write on one line. */
const listFunction = /^(?:Fn::\w+|get_attr|get_param|str_split|list_join|equals)$/

/** An entry, where no comment is in or around it. */
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
  if (context.comments.any || entry.transplanted !== undefined) return commentedEntry(context, entry, bare)
  const { key, isSimple, slot, pad } = bare
  const value = context.steps.render(context, entry.value, slot)
  const body = joinValue(isSimple ? `${key}:` : `? ${key}${pad}:`, value)
  const [own, below] = [ownComment(entry), value.above]
  const above = below.length === 0 ? own : [...own, ...inOrder(below)]
  return { above, text: body, end: value.end }
}

const nothing: readonly string[] = []

/** The comment lines that a new entry carries over. */
export function ownComment({ comment }: Entry): readonly string[] {
  return comment === undefined ? nothing : comment.map((line) => (line === '' ? '#' : `# ${line}`))
}

/** An entry of a source with comments, with those that go with it. */
function commentedEntry(context: PrintContext, entry: Entry, { key, isSimple, slot, pad }: BareEntry): Lines {
  const parsed = parsedEntry(entry)
  const { start, value: old } = surroundings(context, entry)
  const attached = attachedComments(context, entry, start, old)
  const value = context.steps.render(context, entry.value, slot)
  const transplanted = transplantedComments(context, entry, value)
  const header = parsed === undefined ? undefined : keyLineComment(context, parsed)
  const beside = value.first === '' ? besideIndicator(context, entry, attached, header) : undefined
  const isTrailing = attached.trailing !== undefined && attached.trailing === commentBesideKey(context, entry)
  const { others } = attached
  const left = isTrailing && attached.trailing !== undefined ? [...others, attached.trailing] : others
  const above = lifted(
    context,
    left.filter((comment) => comment !== beside?.comment),
  )
  above.push(...value.above)
  const gap = beside?.text ?? transplanted.beside ?? ''
  // On a line of its own a colon indents.
  const indicator = `${isSimple ? key : `? ${key}${pad}`}:${isSimple ? gap : gap.replace(/^[ \t]+/, ' ')}`
  const own = isTrailing ? { ...attached, trailing: undefined } : withBehind(attached, value)
  const isBare = gap !== '' && value.first === '' && value.rest === ''
  const ended: Rendered = isBare ? { ...value, end: 'comment' } : value
  const body = withTrailing(context, joinValue(indicator, ended), ended, own)
  const loose = looseAbove(context, entry)
  const lines = [...loose, ...ownComment(entry), ...transplanted.above, ...inOrder(above), ...body.above]
  return { ...body, above: lines }
}

/** With the comment after the last part of a value that is in brackets. */
function withBehind(attached: Attached, { behind }: Rendered): Attached {
  return behind === undefined ? attached : { ...attached, trailing: behind }
}

/** The comment after the colon, above the lines of the value. */
function besideIndicator(
  context: PrintContext,
  entry: Entry,
  { others, trailing }: Attached,
  header: { readonly comment: Comment; readonly text: string } | undefined,
): { readonly comment: Comment; readonly text: string } | undefined {
  if (header !== undefined && others.includes(header.comment)) return header
  const comment = commentBesideKey(context, entry)
  if (comment === undefined || !(comment === trailing || others.includes(comment))) return undefined
  const [line, ...more] = commentLines(context, comment)
  return more.length === 0 ? { comment, text: ` ${line}` } : undefined
}

function concatenated(lines: readonly string[], pad: string): string {
  return lines.reduce((text, line) => text + pad + line)
}

/** The source whose comments an entry carries over. */
interface OldText {
  readonly start?: number | undefined
  readonly value?: Node
}

/** Of a new entry for a value from elsewhere: that value, or the item with its dash. */
function surroundings(context: PrintContext, entry: Entry): OldText {
  const parsed = parsedEntry(entry)
  if (parsed !== undefined) return { start: childStart(parsed), value: parsed.value }
  const value = replacedNode(entry.value)
  return value?.start === undefined ? {} : { start: itemStart(context, value), value }
}

/** Comments of a JSON source above an entry that belong to nothing, at the distance that they had. */
function looseAbove(context: PrintContext, entry: Entry): string[] {
  const loose = context.plan.loose(entry)
  const start = nodeStart(parsedEntry(entry)?.key)
  if (loose.length === 0 || start === undefined) return []
  const lines = linesOf(context, loose)
  const blank = context.blankLines.above(start)
  if (blank === 0) return lines
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

/** An item of a source with comments, with those that go with it. */
function commentedItem(context: PrintContext, item: Node, start: number | undefined, slot: Slot): Lines {
  const attached = attachedComments(context, item, start, replacedNode(item))
  const value = context.steps.render(context, item, slot)
  const above = [...lifted(context, attached.others), ...value.above]
  const body = withTrailing(context, joinValue('-', value), value, withBehind(attached, value))
  return { ...body, above: [...inOrder(above), ...body.above] }
}

/** An indicator (`key:` or `-`) with its value after it. */
function joinValue(indicator: string, value: Rendered): string {
  return `${indicator}${value.first === '' ? '' : ` ${value.first}`}${value.rest}`
}
