/** Writes the entries and items of block collections, with their comments. */

import {
  type Comment,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
} from '../document/node.ts'
import { fitsSimpleKey, type Quote } from '../yaml/scalar-text.ts'
import { oldPart } from './attached.ts'
import {
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
import { besideText, trailingOf, withTrailing } from './entry-comments.ts'
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
    const blankLines = blankLinesBeforeItem(context, item, oldPart(context.plan.text, item)?.start)
    const { above, text, end } = blockItem(context, item, column)
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
  const own = context.plan.of(entry)
  const value = context.steps.render(context, entry.value, slot)
  const transplanted = transplantedComments(context, entry, value)
  const beside = value.first === '' ? own.beside : undefined
  const left = own.beside === beside ? own.above : [...own.above, own.beside as Comment]
  const above = [...lifted(context, left), ...value.above]
  const gap =
    beside === undefined ? (transplanted.beside ?? '') : besideText(context, parsedEntry(entry), beside)
  // On a line of its own a colon indents.
  const indicator = `${isSimple ? key : `? ${key}${pad}`}:${isSimple ? gap : gap.replace(/^[ \t]+/, ' ')}`
  const isBare = gap !== '' && value.first === '' && value.rest === ''
  const ended: Rendered = isBare ? { ...value, end: 'comment' } : value
  const trailing = trailingOf(context, entry, own, value)
  const body = withTrailing(context, joinValue(indicator, ended), ended, trailing)
  const loose = looseAbove(context, entry, own.loose)
  const lines = [...loose, ...ownComment(entry), ...transplanted.above, ...inOrder(above), ...body.above]
  return { ...body, above: lines }
}

function concatenated(lines: readonly string[], pad: string): string {
  return lines.reduce((text, line) => text + pad + line)
}

/** Comments of a JSON source above an entry that belong to nothing, at the distance that they had. */
function looseAbove(context: PrintContext, entry: Entry, loose: readonly Comment[]): string[] {
  const start = nodeStart(parsedEntry(entry)?.key)
  if (loose.length === 0 || start === undefined) return []
  const lines = linesOf(context, loose)
  const blank = context.blankLines.above(start)
  if (blank === 0) return lines
  // The blank lines are counted here, so not before the comments; those there are the author's too.
  const last = `${lines.at(-1)}${context.layout.eol.repeat(blank)}`
  return [...lines.slice(0, -1), last]
}

function blockItem(context: PrintContext, item: Node, column: number): Lines {
  const slot: Slot = { kind: 'dash', indent: column, at: column + 2 }
  if (context.comments.any || item.transplanted !== undefined) return commentedItem(context, item, slot)
  const value = context.steps.render(context, item, slot)
  const above = value.above === undefined ? nothing : inOrder(value.above)
  return { above, text: joinValue('-', value), end: value.end }
}

/** An item of a source with comments, with those that go with it. */
function commentedItem(context: PrintContext, item: Node, slot: Slot): Lines {
  const own = context.plan.of(item)
  const value = context.steps.render(context, item, slot)
  const above = [...lifted(context, own.above), ...value.above]
  const body = withTrailing(context, joinValue('-', value), value, trailingOf(context, item, own, value))
  return { ...body, above: [...inOrder(above), ...body.above] }
}

/** An indicator (`key:` or `-`) with its value after it. */
function joinValue(indicator: string, value: Rendered): string {
  return `${indicator}${value.first === '' ? '' : ` ${value.first}`}${value.rest}`
}
