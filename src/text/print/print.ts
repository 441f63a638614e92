import { sameData } from '../document/data.ts'
import { type Document, lineEnding, type Reading, readDocument, type Syntax } from '../document/document.ts'
import {
  type Comment,
  type Node,
  nodeStart,
  parsedNode,
  type Range,
  type SourceText,
  textInLines,
  textRange,
} from '../document/node.ts'
import { withLineFeeds } from '../yaml/position.ts'
import { BlockMembers } from './block-members.ts'
import {
  columnOf,
  inOrder,
  lifted,
  linesOf,
  type PrintContext,
  type Slice,
  type Steps,
  startPrinting,
  type ValueLocation,
} from './context.ts'
import { hasSameProps } from './continuation.ts'
import {
  applyEdits,
  type EditBuffer,
  finishedEdits,
  newEditBuffer,
  reachable,
  type TextEdit,
  withoutDoubled,
} from './edit-buffer.ts'
import { type End, endOfParsed, terminate } from './ends.ts'
import { FlowMembers } from './flow-members.ts'
import { isJsonData, JsonMembers, replaceJson } from './json-members.ts'
import { layoutOf } from './layout.ts'
import { editOfMembers } from './members.ts'
import { renderValue } from './render.ts'
import { blockEntries, wholeText } from './render-block.ts'
import { replaceInFlow, replaceRoot, replaceValue } from './replace.ts'

/**
 * The source of a document whose tree has become `root`: the old source with edits where the syntax remains, a new one
 * where JSON becomes YAML.
 */
export function printDocument(document: Document, root: Node, syntax: Syntax): string {
  if (syntax === 'yaml' && document.syntax === 'json') return generateYaml(document, root)
  const { text } = document
  if (root === document.root) return text
  const made = (from: Document) => notAsJson(edited(from, root), root)
  if (textInLines(document).endsWith('\n') || /^\ufeff?$/.test(text)) return made(document)
  return withoutFinalBreak(made(withFinalBreak(document)), root)
}

/**
 * A YAML source that a change turned into JSON, as `[a, 1e3]` with a number for its first item: Heat reads it as JSON,
 * which reads `1e3` and `NaN` as numbers. Those that are strings are quoted.
 */
function notAsJson(text: string, root: Node): string {
  const asJson = /^\s*[[{]/.test(text) ? readDocument(text) : undefined
  if (asJson === undefined || 'problem' in asJson || asJson.document.syntax !== 'json') return text
  if (hasData(asJson, root)) return text
  const reading = readDocument(text, 'yaml')
  const strings = 'problem' in reading ? [] : plainStrings(reading.document.root)
  const edits = strings.flatMap(({ start, end }) =>
    [start, end].map((at) => ({ start: at, end: at, text: '"' })),
  )
  return applyEdits(text, edits)
}

function hasData(reading: Reading, root: Node): boolean {
  return 'document' in reading && reading.document.root !== undefined && sameData(reading.document.root, root)
}

/** The ranges of strings without quotes. */
function plainStrings(node: Node | undefined): readonly Range[] {
  if (node === undefined || node.kind === 'alias') return []
  if (node.kind === 'map') return node.entries.flatMap(({ value }) => plainStrings(value))
  if (node.kind === 'seq') return node.items.flatMap(plainStrings)
  const range = textRange(node)
  return node.type === 'str' && node.style === 'plain' && range !== undefined ? [range] : []
}

/** @param document its source ends with a line break, or is empty */
function edited(document: Document, root: Node): string {
  const edits = editsBetween(document, root)
  const isMac = lineBreakOf(document) === '\r'
  return applyEdits(
    document.text,
    isMac ? edits.map((one) => ({ ...one, text: one.text.replaceAll('\n', '\r') })) : edits,
  )
}

/** The line break of a source: in one of classic Mac OS a carriage return. */
function lineBreakOf({ text, lineText }: Document): string {
  return lineText !== undefined && text.includes('\r') && !text.includes('\n') ? '\r' : lineEnding(text)
}

/** A source as if its last line had a break: whole lines can then be inserted and removed at its end too. */
function withFinalBreak(document: Document): Document {
  const { text, lineText } = document
  const lineBreak = lineBreakOf(document)
  const ended = { ...document, text: text + lineBreak }
  return lineText === undefined ? ended : { ...ended, lineText: withLineFeeds(ended.text) }
}

/**
 * The source of a JSON document whose tree has become `root`, as JSON. Entries and items are inserted and removed
 * between those that remain, in their layout; what is new is written on one line, with the source of what remains in
 * it.
 * @param document without comments and trailing commas
 * @param root made from `document.root`, without aliases and tags
 * @returns undefined when something new is a value that JSON cannot express, such as an infinite number
 */
export function editJson(document: Document, root: Node): string | undefined {
  return isJsonData(root) ? applyEdits(document.text, editsBetween(document, root, 'json')) : undefined
}

/** How a document that does not exist yet is to look. */
interface NewDocument {
  readonly eol?: '\n' | '\r\n'
  /** A document whose indentation and quotes the new one takes over. */
  readonly like?: SourceText
  /** Comment lines at its top, each without its `#` and leading blank. */
  readonly comment?: readonly string[]
}

/** The source of a new YAML document, with a line break at its end. */
export function newDocument(root: Node, { eol, like, comment = [] }: NewDocument = {}): string {
  const nothing: SourceText = { text: '', syntax: 'yaml', root: undefined, comments: [] }
  const layout = layoutOf(like ?? nothing)
  const { context, root: next } = startPrinting(nothing, root, steps, {
    layout: eol === undefined ? layout : { ...layout, eol },
  })
  const lines = comment.map((line) => (line === '' ? '#' : `# ${line}`) + context.layout.eol)
  return lines.join('') + firstText(context, next)
}

/** A source that had no line break at its end gets none, unless that would change the block scalar it ends with. */
function withoutFinalBreak(text: string, root: Node): string {
  const bare = text.replace(/(?:\r?\n|\r)$/, '')
  return hasData(readDocument(bare), root) ? bare : text
}

/** Where the first part of a collection begins, or the comments that explain it. */
function firstLine({ comments }: PrintContext, root: Node | undefined): number {
  const first = root?.kind === 'map' ? root.entries[0] : undefined
  const start = nodeStart(first?.key) ?? root?.start ?? 0
  return comments.leading(start)[0]?.start ?? start
}

/** Writes JSON data as YAML in block style: order, grouping and comments carry over. */
function generateYaml(document: Document, made: Node): string {
  const { context, root } = startPrinting(document, made, steps)
  const { eol } = context.layout
  const lines: string[] = []
  const isBlock = root.kind === 'map' && root.entries.length > 0
  const loose = document.comments.filter((comment) => isLoose(context, comment, isBlock ? root : undefined))
  const first = Math.max(document.root?.start ?? 0, firstLine(context, document.root))
  lines.push(
    ...linesOf(
      context,
      loose.filter((comment) => comment.start < first),
    ),
  )
  if (root.kind === 'map' && root.entries.length > 0)
    lines.push(wholeText(context, blockEntries(context, root.entries, 0, root), 0))
  else {
    const value = renderValue(context, root, { kind: 'root', indent: -1, at: 0 })
    lines.push(...inOrder(value.above), value.first + value.rest)
  }
  lines.push(
    ...linesOf(
      context,
      loose.filter((comment) => comment.start >= first),
    ),
  )
  return lines.join(eol) + eol
}

/** Whether a comment belongs to the document, or to the root whose entries are written without it. */
function isLoose({ plan }: PrintContext, comment: Comment, root: Node | undefined): boolean {
  const fate = plan.fateOf(comment)
  return fate === undefined || (fate !== 'removed' && fate.of === 'content' && fate.location.part === root)
}

const steps: Steps = { slice, render: renderValue, compare }

/**
 * The edits that turn the source of a YAML document into one whose data is `root`. Nodes that are the same objects as
 * before keep their bytes.
 * @param document its source ends with a line break
 * @param root made from `document.root`: changed nodes name the parsed ones they replace as `origin`
 */
function editsBetween(document: Document, root: Node, writes: Syntax = 'yaml'): readonly TextEdit[] {
  if (root === document.root) return []
  const { context, root: next } = startPrinting(document, root, steps, { writes })
  const { root: old } = document
  if (old === undefined) return [firstNode(context, next)]
  const buffer = newEditBuffer(0, context.text.length, 'whole', undefined)
  const start = nodeStart(old) ?? 0
  compare(context, buffer, old, next, {
    kind: 'root',
    indent: -1,
    after: start,
    start,
    owner: context.comments.lineStart(start),
  })
  const edits = finishedEdits(context, buffer, reachable(context, buffer))
  return withoutMoved(context, buffer, edits, document.comments)
}

/** Edits that also take out comments that are written somewhere else. */
function withoutMoved(
  context: PrintContext,
  { home, staying }: EditBuffer,
  edits: readonly TextEdit[],
  comments: readonly Comment[],
): readonly TextEdit[] {
  const moved = comments.filter((one) => context.plan.hasLeft(one, home) && !staying.includes(one))
  return withoutDoubled(context, edits, moved)
}

/** A document of comments, `---` and `...` only gets its first node. */
function firstNode(context: PrintContext, root: Node): TextEdit {
  const { text } = context
  const end = /^\.\.\.(?=\s)/m.exec(text)?.index ?? text.length
  return { start: end, end, text: firstText(context, root) }
}

/** The lines of a root that has nothing else around it. */
function firstText(context: PrintContext, root: Node): string {
  const value = renderValue(context, root, { kind: 'root', indent: -1, at: 0 })
  return [...inOrder(value.above), value.first + value.rest, ''].join(context.layout.eol)
}

/** The source of a node with the edits inside applied; see `Steps.slice`. */
function slice(context: PrintContext, node: Node): Slice | undefined {
  const parsed = parsedNode(node)
  const range = textRange(parsed)
  if (parsed === undefined || range === undefined) return undefined
  const { start: contentStart, end } = range
  const start = nodeStart(parsed) ?? contentStart
  // JSON is written anew as a whole.
  if (context.document.syntax === 'json') return undefined
  const inside = context.comments.within(start, end)
  // Another copy of the node has the comments.
  if (inside.length > 0 && context.plan.isRepeated(node)) return undefined
  const own = end > contentStart ? commentBehind(context, node, end) : undefined
  // A comma is no part of what is carried over.
  const isBeyond = own !== undefined && context.text.slice(end, own.start).includes(',')
  const behind = isBeyond ? undefined : own
  const until = behind?.end ?? end
  const buffer = newEditBuffer(contentStart, until, 'part', context.plan.homeOf(node))
  const edit = node === parsed ? () => endOfParsed(context, node) : editInside(context, buffer, parsed, node)
  if (edit === undefined) return undefined
  const before = context.plan
    .ofNode(node, context.comments.within(start, contentStart))
    .filter((comment) => !context.plan.hasLeft(comment, buffer.home))
  const tail = edit()
  if (context.text.length - end <= 2) terminate(context, buffer, node)
  const hoisted = reachable(context, buffer)
  const outside = hoisted.filter((hoist) => hoist.offset <= contentStart)
  const finished = finishedEdits(
    context,
    buffer,
    hoisted.filter((hoist) => hoist.offset > contentStart),
  )
  const edits = withoutMoved(context, buffer, finished, context.comments.within(contentStart, until))
  const text = applyEdits(context.text.slice(contentStart, until), edits.map(movedBy(-contentStart)))
  const isLeft =
    behind !== undefined && !edits.some((one) => one.start <= behind.start && behind.start < one.end)
  const above = lifted(context, isBeyond ? [...before, own] : before)
  return { text, end: isLeft ? 'comment' : tail, above: [...above, ...outside] }
}

const movedBy =
  (offset: number) =>
  <Edit extends { readonly start: number; readonly end: number }>(edit: Edit): Edit => ({
    ...edit,
    start: edit.start + offset,
    end: edit.end + offset,
  })

/**
 * The comment after the source of a node that is carried over: it belongs to the node itself, or to the last of its
 * parts.
 */
function commentBehind(context: PrintContext, node: Node, end: number): Comment | undefined {
  const behind = context.comments.trailing(end)
  return behind === undefined ? undefined : context.plan.ofNode(node, [behind])[0]
}

/** What adds the edits inside a changed node; undefined where its source cannot be preserved. */
function editInside(
  context: PrintContext,
  buffer: EditBuffer,
  parsed: Node,
  node: Node,
): (() => End) | undefined {
  if (node.kind === 'scalar' || node.kind === 'alias' || !hasSameProps(parsed, node)) return undefined
  return editOfCollection(context, buffer, parsed, node, columnOf(context, parsed.start ?? 0), false)
}

function compare(
  context: PrintContext,
  buffer: EditBuffer,
  old: Node,
  next: Node,
  location: ValueLocation,
): End {
  if (next === old) return endOfParsed(context, old)
  if ((next.kind === 'map' || next.kind === 'seq') && next.origin === old && hasSameProps(old, next)) {
    const column = columnOf(context, old.start ?? 0)
    const edit = editOfCollection(
      context,
      buffer,
      old,
      next,
      column,
      location.kind === 'flow',
      location.owner,
    )
    if (edit !== undefined) return edit()
  }
  if (context.writes === 'json') return replaceJson(context.text, buffer, old, next)
  if (location.kind === 'flow') return replaceInFlow(context, buffer, old, next, location)
  return location.kind === 'root'
    ? replaceRoot(context, buffer, old, next)
    : replaceValue(context, buffer, old, next, location)
}

/** What edits the members of a collection; undefined when it has to be written anew as a whole. */
function editOfCollection(
  context: PrintContext,
  buffer: EditBuffer,
  old: Node,
  next: Node,
  column: number,
  inFlow: boolean,
  owner = context.comments.lineStart(nodeStart(old) ?? 0),
): (() => End) | undefined {
  if ((old.kind !== 'map' && old.kind !== 'seq') || next.kind !== old.kind) return undefined
  const isBlock = old.style === 'block'
  const syntax =
    context.writes === 'json'
      ? new JsonMembers(context, buffer, old)
      : isBlock
        ? new BlockMembers(context, buffer, old, next, column)
        : new FlowMembers(context, buffer, old, next, { inFlow, owner })
  return editOfMembers(context, buffer, old, next, syntax)
}
