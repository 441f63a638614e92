/** Writes text that did not exist before, in the style of its surroundings. */
import type { Comment } from '../comment.ts'
import type { Entry, Mapping, Node, Scalar, Sequence } from '../node.ts'
import { parsedEntry, parsedNode, placeOf } from '../node.ts'
import { blockLiteral, scalarText } from '../scalar-text.ts'
import { columnOf, commentLines, type PrintContext } from './context.ts'
import { shiftLines } from './shift.ts'

/** Beyond this a line is broken into block style where that is possible. */
const maxLineWidth = 100
/** A function call in braces should be readable at a glance. */
const maxInlineCall = 72

/** Where a value goes: after a key, after a dash, or at the top of the document. */
export interface Slot {
  readonly kind: 'key' | 'dash' | 'root'
  /** Column of the collection that holds the slot; -1 at the top. */
  readonly indent: number
  /** Column at which an inline value would begin. */
  readonly at: number
  /** Behind the name of a function: a short list of arguments stays on the line. */
  readonly holdsArguments?: boolean
}

/** A value as text: `first` goes on the line of its indicator, `rest` are full lines, each led by a line break. */
export interface Rendered {
  readonly first: string
  readonly rest: string
  /** Whether a comment may follow the last line: not after a block scalar. */
  readonly end: 'inline' | 'block' | 'block-scalar'
  /** Comment lines of a value behind a dash, which belong above the dash. */
  readonly above?: readonly string[]
}

export function renderValue(context: PrintContext, node: Node, slot: Slot): Rendered {
  if (context.document.syntax === 'yaml' && parsedNode(node)?.range !== undefined) {
    const kept = renderKept(context, node, slot)
    if (kept !== undefined) return kept
  }
  switch (node.kind) {
    case 'scalar':
      return renderScalar(context, node, slot)
    case 'alias':
      return { first: `*${node.name}`, rest: '', end: 'inline' }
    case 'map':
    case 'seq':
      return renderCollection(context, node, slot)
  }
}

/** Anchor and tag of a node as they stand before its text, with a blank after them. */
function propsText(node: Node): string {
  const anchor = node.anchor === undefined ? '' : `&${node.anchor} `
  return node.tag === undefined ? anchor : `${anchor}${node.tag} `
}

// --- text that is carried over

/** Carries the text of a parsed node over, edits inside applied, moved to its new column. */
function renderKept(context: PrintContext, node: Node, slot: Slot): Rendered | undefined {
  const parsed = parsedNode(node) as Node
  const range = parsed.range as { start: number; end: number }
  if (node.kind !== parsed.kind || (node.kind === 'scalar' && node.unterminated)) return undefined
  const text = isUntagged(node, parsed) ? context.text.slice(range.start, range.end) : context.slice(node)
  if (text === undefined) return undefined
  const firstLine = text.split('\n', 1)[0] as string
  if (node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')) {
    return keptBlockScalar(context, node, text, slot)
  }
  const isBlock = (node.kind === 'map' || node.kind === 'seq') && node.style === 'block'
  if (!isBlock) {
    const delta = slot.indent - lineIndent(context, range.start)
    const moved = shiftLines(text, delta)
    return { first: moved, rest: '', end: 'inline' }
  }
  const column = contentColumn(context, node, slot)
  const from = columnOf(context, range.start)
  const props = context.text.slice(parsed.propsStart ?? range.start, range.start)
  const body = text.slice(props.length)
  const moved = shiftLines(body, column - from)
  const end = firstLine === text ? 'block' : endOf(node)
  if (slot.kind === 'root') return { first: props + moved, rest: '', end }
  const above = orphansOf(context, context.comments.leading(range.start)).flatMap((comment) =>
    commentLines(context, comment),
  )
  if (slot.kind === 'dash' && props === '') return { first: moved, rest: '', end, above }
  const pad = context.layout.eol + ' '.repeat(column)
  return { first: props.trimEnd(), rest: [...above, moved].map((line) => pad + line).join(''), end }
}

/** A quoted or block text that has only lost a tag reads the same as before. */
function isUntagged(node: Node, parsed: Node): boolean {
  if (node.kind !== 'scalar' || parsed.kind !== 'scalar' || node.range !== undefined) return false
  const isSame = node.value === parsed.value && node.type === parsed.type && node.style === parsed.style
  return isSame && node.style !== 'plain' && node.tag === undefined && node.anchor === parsed.anchor
}

function lineIndent(context: PrintContext, offset: number): number {
  const start = context.comments.lineStart(offset)
  return /^[ -]*/.exec(context.text.slice(start, offset))?.[0].length ?? 0
}

/** Column of the content of a block collection in a slot. */
function contentColumn(context: PrintContext, node: Mapping | Sequence, slot: Slot): number {
  if (slot.kind === 'root') return 0
  if (slot.kind === 'dash') return slot.at
  return slot.indent + (node.kind === 'seq' ? context.layout.dashOffset : context.layout.step)
}

function endOf(node: Node): Rendered['end'] {
  if (node.kind === 'scalar')
    return node.style === 'literal' || node.style === 'folded' ? 'block-scalar' : 'inline'
  if (node.kind === 'alias' || node.style === 'flow') return 'inline'
  const last = node.kind === 'map' ? node.entries.at(-1)?.value : node.items.at(-1)
  return last === undefined ? 'inline' : endOf(last) === 'block-scalar' ? 'block-scalar' : 'block'
}

/** The body of a block scalar stands a step right of its holder, or where its header says. */
function keptBlockScalar(context: PrintContext, node: Scalar, text: string, slot: Slot): Rendered {
  const breakAt = text.indexOf('\n')
  if (breakAt === -1) return { first: text, rest: '', end: 'block-scalar' }
  const header = text.slice(0, breakAt).trimEnd()
  const indicator = /^(?:[&!]\S*\s+)*[|>][+-]?([1-9])/.exec(header)?.[1]
  const to = Math.max(slot.indent, 0) + (indicator === undefined ? context.layout.step : Number(indicator))
  const body = shiftLines(`\n${text.slice(breakAt + 1)}`, to - (node.bodyColumn ?? to))
  const rest = context.layout.eol === '\r\n' ? `\r${body}` : body
  return { first: header, rest, end: 'block-scalar' }
}

// --- new text

function renderScalar(context: PrintContext, node: Scalar, slot: Slot): Rendered {
  const props = propsText(node)
  if (typeof node.value === 'string' && wantsBlock(context, node, node.value)) {
    const literal = blockLiteral(node.value, context.layout.step)
    if (literal !== undefined) {
      const pad = ' '.repeat(Math.max(slot.indent, 0) + context.layout.step)
      const lines = literal.lines.map((line) => (line === '' ? '' : pad + line))
      const rest = lines.map((line) => context.layout.eol + line).join('')
      return { first: props + literal.header, rest, end: 'block-scalar' }
    }
  }
  return { first: props + plainText(context, node, 'block'), rest: '', end: 'inline' }
}

/** A text of several lines is a block, except where quotes are asked for or hardly anything would stand in it. */
function wantsBlock(context: PrintContext, node: Scalar, value: string): boolean {
  if (!value.includes('\n')) return false
  if (node.style === 'literal') return true
  const isParsedJson = context.document.syntax === 'json' && node.range !== undefined
  if (isParsedJson) return /\S[^\n]*\n[\s\S]*\S/.test(value)
  return node.style !== 'double'
}

function plainText(context: PrintContext, node: Scalar, place: 'block' | 'flow'): string {
  const quoted = node.style === 'single' || node.style === 'double'
  return scalarText(node, {
    in: place,
    as: 'value',
    quote: quoted && node.range === undefined ? (node.style as 'single' | 'double') : context.layout.quote,
    force: quoted && node.range === undefined && node.type === 'str',
  })
}

type Quote = 'single' | 'double'

/** The quotes that an author puts around every key of a mapping; undefined where one has none. */
function quoteOfKeys(context: PrintContext, entries: readonly Entry[]): Quote | undefined {
  if (context.document.syntax === 'json') return undefined
  let quote: Quote | undefined
  for (const { key } of entries) {
    const parsed = parsedNode(key)
    if (parsed?.kind !== 'scalar') continue
    if (parsed.style !== 'single' && parsed.style !== 'double') return undefined
    quote = parsed.style
  }
  return quote
}

/** @param siblings the quotes of the keys beside it, which a new key takes over */
export function keyText(context: PrintContext, key: Node, place: 'block' | 'flow', siblings?: Quote): string {
  if (key.kind === 'alias') return `*${key.name} `
  if (key.kind !== 'scalar') throw new Error('a collection cannot be a key')
  if (context.document.syntax === 'yaml' && key.range !== undefined && key.style !== 'literal') {
    const kept = context.text.slice(key.propsStart, key.range.end)
    if (!kept.includes('\n')) return kept
  }
  const own =
    key.origin?.kind === 'scalar' && context.document.syntax === 'yaml' ? key.origin.style : undefined
  const was = own ?? siblings
  const quoted = was === 'single' || was === 'double'
  return scalarText(key, { in: place, as: 'key', quote: quoted ? was : context.layout.quote, force: quoted })
}

function renderCollection(context: PrintContext, node: Mapping | Sequence, slot: Slot): Rendered {
  const props = propsText(node)
  const empty = node.kind === 'map' ? node.entries.length === 0 : node.items.length === 0
  if (empty) return { first: `${props}${node.kind === 'map' ? '{}' : '[]'}`, rest: '', end: 'inline' }
  const inline = slot.kind === 'root' ? undefined : inlineCollection(context, node, slot)
  if (inline !== undefined) return { first: inline, rest: '', end: 'inline' }
  const column = contentColumn(context, node, slot)
  const lines = withClosingComments(
    context,
    node,
    node.kind === 'map' ? blockEntries(context, node.entries, column) : blockItems(context, node, column),
    column,
  )
  const end = endOf(node.kind === 'map' ? (node.entries.at(-1)?.value as Node) : (node.items.at(-1) as Node))
  const ends = lines.endsInBlockScalar || end === 'block-scalar' ? 'block-scalar' : 'block'
  if (slot.kind === 'root') return { first: lines.text, rest: '', end: ends }
  if (slot.kind === 'dash' && props === '') {
    const [above, text] = withoutLeadingComments(lines.text)
    return { first: text, rest: '', end: ends, above }
  }
  return {
    first: props.trimEnd(),
    rest: `${context.layout.eol}${' '.repeat(column)}${lines.text}`,
    end: ends,
  }
}

/** Comments of a JSON text before the bracket that closes a collection stand below its last entry. */
function withClosingComments(context: PrintContext, node: Node, lines: Lines, column: number): Lines {
  const range = parsedNode(node)?.range
  const children =
    node.kind === 'map' ? node.entries.map(({ value }) => value) : node.kind === 'seq' ? node.items : []
  const last = children.at(-1)
  const lastEnd = last === undefined ? undefined : placeOf(last)?.range?.end
  if (context.document.syntax !== 'json' || range === undefined || lastEnd === undefined) return lines
  if (lastEnd < range.start || lastEnd > range.end) return lines
  const closing = orphansIn(context, lastEnd, range.end).flatMap((comment) => commentLines(context, comment))
  const pad = context.layout.eol + ' '.repeat(column)
  return closing.length === 0 ? lines : { text: [lines.text, ...closing].join(pad), endsInBlockScalar: false }
}

/** The comment lines that a text begins with, and what follows them. */
function withoutLeadingComments(text: string): [string[], string] {
  const above: string[] = []
  let rest = text
  while (rest.startsWith('#')) {
    const at = rest.indexOf('\n')
    above.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at + 1).trimStart()
  }
  return [above, rest]
}

interface Lines {
  /** From the first character of the first line (its indentation left out) to the end of the last, no final break. */
  readonly text: string
  readonly endsInBlockScalar: boolean
}

/** The entries of a block mapping whose keys stand at `column`. */
export function blockEntries(
  context: PrintContext,
  entries: readonly Entry[],
  column: number,
  siblings: readonly Entry[] = entries,
): Lines {
  const quote = quoteOfKeys(context, siblings)
  const pieces: string[] = []
  let endsInBlockScalar = false
  let previousEnd: number | undefined
  entries.forEach((entry, index) => {
    const blank = index === 0 ? 0 : blankLinesAbove(context, entry, previousEnd)
    const block = blockEntry(context, entry, column, { previousEnd, isOnly: entries.length === 1, quote })
    endsInBlockScalar = block.endsInBlockScalar
    previousEnd = parsedEntry(entry)?.value.range?.end
    if (index > 0) pieces.push(context.layout.eol.repeat(1 + blank), ' '.repeat(column))
    pieces.push(block.text)
  })
  return { text: pieces.join(''), endsInBlockScalar }
}

/** Blank lines between an entry with the comments above it and what stands before them. */
function blankLinesAbove(context: PrintContext, entry: Entry, previousEnd: number | undefined): number {
  const start = parsedEntry(entry)?.key.propsStart
  if (context.document.syntax !== 'json' || start === undefined || previousEnd === undefined) {
    return blankLinesBefore(context, entry)
  }
  const leading = context.comments.leading(start)[0]?.start ?? start
  const loose = context.comments.within(previousEnd, leading).find((comment) => comment.ownLine)
  return loose === undefined ? blankLinesBefore(context, entry) : blankLines(context, loose.start)
}

/** Blank lines that the author put before an entry, to group; 0 for new entries. */
function blankLinesBefore(context: PrintContext, entry: Entry): number {
  const parsed = parsedEntry(entry)
  const start = parsed?.key.propsStart
  if (start === undefined) return 0
  const above = context.comments.leading(start)[0]?.start ?? start
  return blankLines(context, above)
}

function blankLines(context: PrintContext, offset: number): number {
  const { text } = context
  const line = context.comments.lineStart(offset)
  if (text.slice(line, offset).trim() !== '') return 0
  let count = 0
  for (let end = line - 1; end > 0; count += 1) {
    const start = context.comments.lineStart(end)
    if (text.slice(start, end).trim() !== '') break
    end = start - 1
  }
  return count
}

interface Neighbours {
  /**
   * Where the entry before ended in the old text: what stands between the two in a text that is
   * written anew as a whole (JSON) is kept above this one.
   */
  readonly previousEnd: number | undefined
  readonly isOnly: boolean
  readonly quote: Quote | undefined
}

/** Functions whose short lists of arguments people write on one line. */
const listFunction = /^(?:Fn::\w+|get_attr|get_param|str_split|list_join|equals)$/

function blockEntry(context: PrintContext, entry: Entry, column: number, neighbours: Neighbours): Lines {
  const parsed = parsedEntry(entry)
  const attached = attachedComments(context, parsed?.key.propsStart, parsed?.value)
  const key = keyText(context, entry.key, 'block', neighbours.quote)
  const holdsArguments = neighbours.isOnly && context.document.syntax === 'json' && listFunction.test(key)
  const slot: Slot = { kind: 'key', indent: column, at: column + key.length + 2, holdsArguments }
  const header = parsed === undefined ? undefined : keyLineComment(context, parsed)
  const value = renderValue(context, entry.value, slot)
  const indicator =
    header !== undefined && value.first === '' ? `${key}:${header.gap}${header.text}` : `${key}:`
  if (indicator !== `${key}:` && header !== undefined) context.carried.add(header.comment)
  const orphans = parsed === undefined ? [] : orphansWithin(context, parsed)
  const own = (entry.comment ?? []).map((line) => (line === '' ? '#' : `# ${line}`))
  const above = [...looseBefore(context, entry, neighbours.previousEnd), ...own]
  above.push(...attached.leading.flatMap((comment) => commentLines(context, comment)))
  for (const comment of orphans)
    if (comment !== attached.trailing) above.push(...commentLines(context, comment))
  return lines(context, above, joinValue(indicator, value), value, attached, column)
}

/** The comment behind the colon of a key whose value stands on the lines below. */
function keyLineComment(
  context: PrintContext,
  entry: Entry,
): { readonly comment: Comment; readonly gap: string; readonly text: string } | undefined {
  const from = entry.key.range?.end
  const until = entry.value.propsStart
  if (context.document.syntax === 'json' || from === undefined || until === undefined) return undefined
  const [comment] = context.comments.within(from, until)
  if (comment === undefined || comment.ownLine || context.carried.has(comment)) return undefined
  const before = context.text.slice(from, comment.start)
  const gap = /:([ \t]+)$/.exec(before)?.[1]
  if (gap === undefined || before.includes('\n')) return undefined
  return { comment, gap, text: commentLines(context, comment)[0] ?? '' }
}

/** Comments of a JSON text between two entries that belong to neither, apart from the second as they were. */
function looseBefore(context: PrintContext, entry: Entry, previousEnd: number | undefined): string[] {
  const start = parsedEntry(entry)?.key.propsStart
  if (context.document.syntax !== 'json' || start === undefined || previousEnd === undefined) return []
  const loose = orphansIn(context, previousEnd, start)
  const lines = loose.flatMap((comment) => commentLines(context, comment))
  const blank = blankLinesBefore(context, entry)
  if (lines.length === 0 || blank === 0) return lines
  // The blank lines are counted here, so not before the comments; those there are the author's too.
  const last = `${lines.at(-1)}${context.layout.eol.repeat(blank)}`
  return [...lines.slice(0, -1), last]
}

/** The items of a block list whose dashes stand at `column`. */
export function blockItems(context: PrintContext, node: Sequence, column: number): Lines {
  const pieces: string[] = []
  let endsInBlockScalar = false
  node.items.forEach((item, index) => {
    const parsed = placeOf(item)
    const start = parsed === undefined ? undefined : itemStart(context, parsed)
    const attached = attachedComments(context, start, parsed)
    const value = renderValue(context, item, { kind: 'dash', indent: column, at: column + 2 })
    const above = attached.leading.flatMap((comment) => commentLines(context, comment))
    const orphans =
      parsed?.range === undefined ? [] : orphansIn(context, parsed.range.start, parsed.range.end)
    for (const comment of orphans) above.push(...commentLines(context, comment))
    above.push(...(value.above ?? []))
    const block = lines(context, above, joinValue('-', value), value, attached, column)
    endsInBlockScalar = block.endsInBlockScalar
    const blank =
      index > 0 && start !== undefined ? blankLines(context, attached.leading[0]?.start ?? start) : 0
    if (index > 0) pieces.push(context.layout.eol.repeat(1 + blank), ' '.repeat(column))
    pieces.push(block.text)
  })
  return { text: pieces.join(''), endsInBlockScalar }
}

/** The dash of a parsed list item, or the item itself in flow and JSON. */
function itemStart(context: PrintContext, item: Node): number | undefined {
  const start = item.propsStart
  if (start === undefined) return undefined
  const line = context.comments.lineStart(start)
  const dash = /^[ ]*(?=-[ ])/.exec(context.text.slice(line, start))
  return dash && context.document.syntax === 'yaml' ? line + dash[0].length : start
}

function lines(
  context: PrintContext,
  above: readonly string[],
  body: string,
  value: Rendered,
  attached: Attached,
  column: number,
): Lines {
  const pad = context.layout.eol + ' '.repeat(column)
  const comments = attached.trailing === undefined ? [] : commentLines(context, attached.trailing)
  const [comment] = comments
  const endsInBlockScalar = value.end === 'block-scalar'
  if (comment === undefined) return { text: [...above, body].join(pad), endsInBlockScalar }
  const isHeader = value.first === '' || /^[|>][-+0-9]*$/.test(value.first)
  const placed =
    comments.length > 1
      ? undefined
      : !body.includes('\n') || (attached.trails === 'last-line' && !endsInBlockScalar)
        ? `${body}${attached.trails === 'last-line' ? attached.gap : ' '}${comment}`
        : isHeader
          ? withHeaderComment(body, comment)
          : undefined
  const text = placed === undefined ? [...above, ...comments, body] : [...above, placed]
  return { text: text.join(pad), endsInBlockScalar }
}

function withHeaderComment(text: string, comment: string): string {
  const at = text.search(/\r?\n/)
  return `${text.slice(0, at)} ${comment}${text.slice(at)}`
}

/** An indicator (`key:` or `-`) with its value behind it. */
export function joinValue(indicator: string, value: Rendered): string {
  return `${indicator}${value.first === '' ? '' : ` ${value.first}`}${value.rest}`
}

interface Attached {
  readonly leading: readonly Comment[]
  readonly trailing: Comment | undefined
  /** The blanks before the trailing comment. */
  readonly gap: string
  /** Whether the trailing comment stood on the only line of its owner, or on the last of several. */
  readonly trails: 'only-line' | 'last-line'
}

/** The comments that go with an entry or item; marked as carried. */
function attachedComments(
  context: PrintContext,
  start: number | undefined,
  value: Node | undefined,
): Attached {
  if (start === undefined || value === undefined)
    return { leading: [], trailing: undefined, gap: ' ', trails: 'only-line' }
  const leading = orphansOf(context, context.comments.leading(start))
  const end = value.range?.end ?? start
  const behind = context.comments.trailing(end)
  const [trailing] = behind === undefined ? [] : orphansOf(context, [behind])
  const trails = context.text.slice(start, end).includes('\n') ? 'last-line' : 'only-line'
  const gap = trailing === undefined ? ' ' : gapBefore(context, end, trailing)
  return { leading, trailing, gap, trails }
}

/** The blanks between a value and the comment behind it, as the author aligned them. */
function gapBefore(context: PrintContext, end: number, comment: Comment): string {
  const gap = context.text.slice(end, comment.start)
  return context.document.syntax === 'yaml' && /^[ \t]+$/.test(gap) ? gap : ' '
}

/** Those of some comments that stand nowhere in the new text yet; marked as carried, for the caller writes them. */
function orphansOf(context: PrintContext, comments: readonly Comment[]): readonly Comment[] {
  const orphans = comments.filter((comment) => !context.carried.has(comment))
  for (const comment of orphans) context.carried.add(comment)
  return orphans
}

function orphansWithin(context: PrintContext, entry: Entry): Comment[] {
  const start = entry.key.propsStart
  const end = entry.value.range?.end
  return start === undefined || end === undefined ? [] : orphansIn(context, start, end)
}

/** Comments in a stretch of old text that stand nowhere in the new one; marked as carried, for the caller writes them. */
export function orphansIn(context: PrintContext, start: number, end: number): Comment[] {
  const orphans = context.comments.within(start, end).filter((comment) => !isPlaced(context, comment))
  for (const comment of orphans) context.carried.add(comment)
  return orphans
}

function isPlaced(context: PrintContext, comment: Comment): boolean {
  return context.carried.has(comment) || context.dropped.has(comment)
}

// --- flow

/** A collection as `{…}` or `[…]` where that is what an author would write; undefined otherwise. */
function inlineCollection(context: PrintContext, node: Mapping | Sequence, slot: Slot): string | undefined {
  if (node.style === 'block' && (context.document.syntax === 'yaml' || parsedNode(node) === undefined))
    return undefined
  if (!wantsInline(context, node, slot)) return undefined
  if (node.style !== 'flow' && holdsBlock(context, node)) return undefined
  const outer = placeOf(node)?.range?.end
  const behind = outer === undefined ? undefined : context.comments.trailing(outer)
  if (hasComments(context, node, behind)) return undefined
  const text = flowText(context, node, true, behind)
  if (text === undefined || slot.at + text.length > maxLineWidth) return undefined
  const isLong = text.length > maxInlineCall
  return isLong && (slot.holdsArguments === true || (isCall(node) && node.style !== 'flow'))
    ? undefined
    : text
}

/** Whether something inside was written in block style by the author, or is new and asks for it. */
function holdsBlock(context: PrintContext, node: Mapping | Sequence): boolean {
  const isYaml = context.document.syntax === 'yaml'
  const children = node.kind === 'map' ? node.entries.map((entry) => entry.value) : node.items
  return children.some((child) => {
    if (child.kind === 'alias') return false
    const parsed = parsedNode(child)
    if (child.kind === 'scalar') {
      return isYaml && parsed?.kind === 'scalar' && (child.style === 'literal' || child.style === 'folded')
    }
    const isAuthors = isYaml && parsed?.kind === child.kind
    return (child.style === 'block' && (isAuthors || parsed === undefined)) || holdsBlock(context, child)
  })
}

function wantsInline(context: PrintContext, node: Mapping | Sequence, slot: Slot): boolean {
  if (slot.indent < 2 && slot.kind === 'key' && !isCall(node) && node.kind === 'map') return false
  if (node.style === 'flow' && node.range === undefined && node.origin === undefined) return true
  if (slot.holdsArguments === true && node.kind === 'seq') return true
  if (isCall(node) || (node.style === 'flow' && context.document.syntax === 'yaml')) return true
  const range = parsedNode(node)?.range
  if (range === undefined) return node.style === 'flow'
  return context.document.syntax === 'json' && !context.text.slice(range.start, range.end).includes('\n')
}

/** A mapping of one entry whose key is the name of an intrinsic function. */
function isCall(node: Mapping | Sequence): boolean {
  if (node.kind !== 'map' || node.entries.length !== 1) return false
  const key = node.entries[0]?.key
  return (
    key?.kind === 'scalar' &&
    /^(Ref|Condition|Fn::\w+|get_(resource|attr|param|file))$/.test(String(key.value))
  )
}

/** @param behind the comment behind the whole, which stays there */
function hasComments(context: PrintContext, node: Node, behind?: Comment): boolean {
  const range = parsedNode(node)?.range
  const isOpen = (comment: Comment): boolean => comment !== behind && !context.carried.has(comment)
  if (range !== undefined && context.comments.within(range.start, range.end).some(isOpen)) return true
  if (node.range !== undefined) return false
  if (node.kind === 'map') {
    return node.entries.some((entry) => {
      const parsed = parsedEntry(entry)
      return (
        explains(context, parsed?.key.propsStart, parsed?.value, behind) ||
        hasComments(context, entry.value, behind)
      )
    })
  }
  if (node.kind !== 'seq') return false
  return node.items.some((item) => {
    const parsed = placeOf(item)
    const start = parsed === undefined ? undefined : itemStart(context, parsed)
    return explains(context, start, parsed, behind) || hasComments(context, item, behind)
  })
}

/** Whether a comment of its own goes with an entry or item. */
function explains(
  context: PrintContext,
  start: number | undefined,
  value: Node | undefined,
  ignored?: Comment,
): boolean {
  if (start === undefined || value === undefined) return false
  const isOpen = (comment: Comment): boolean => comment !== ignored && !context.carried.has(comment)
  const end = value.range?.end ?? start
  const behind = context.comments.trailing(end)
  if (behind !== undefined && isOpen(behind)) return true
  return context.comments.leading(start).some(isOpen) || context.comments.within(start, end).some(isOpen)
}

/**
 * A node on one line, as it would stand in a flow collection; undefined when it has comments
 * of its own or a text of several lines, which are better seen in block style.
 */
export function flowText(
  context: PrintContext,
  node: Node,
  strict = true,
  behind?: Comment,
): string | undefined {
  if (context.document.syntax === 'yaml' && node.range !== undefined && isFlowReady(context, node)) {
    return context.text.slice(node.propsStart, node.range.end)
  }
  if (strict && hasComments(context, node, behind)) return undefined
  const props = propsText(node)
  switch (node.kind) {
    case 'alias':
      return `*${node.name}`
    case 'scalar':
      if (strict && typeof node.value === 'string' && node.value.includes('\n')) return undefined
      return props + plainText(context, node, 'flow')
    case 'seq': {
      const items = node.items.map((item) => flowText(context, item, strict, behind))
      return items.includes(undefined) ? undefined : `${props}[${items.join(', ')}]`
    }
    case 'map': {
      const entries = node.entries.map((entry) => {
        const value = flowText(context, entry.value, strict, behind)
        return value === undefined ? undefined : `${keyText(context, entry.key, 'flow')}: ${value}`
      })
      if (entries.includes(undefined)) return undefined
      return node.pair === true && node.origin === undefined
        ? entries.join('')
        : `${props}{${entries.join(', ')}}`
    }
  }
}

/** Whether a parsed node's own text can stand on a line inside `[ ]` or `{ }`. */
function isFlowReady(context: PrintContext, node: Node): boolean {
  const text = context.text.slice(node.propsStart, node.range?.end)
  if (text.includes('\n') || text === '') return false
  if (node.kind === 'scalar' && node.style === 'plain') return !/[,[\]{}]|: |^[?-]/.test(text)
  return node.kind === 'alias' || node.kind === 'scalar'
    ? !text.startsWith('|') && !text.startsWith('>')
    : node.style === 'flow'
}
