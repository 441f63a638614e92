import { sameData } from '../document/data.ts'
import { type Document, lineEnding, readDocument, type Syntax } from '../document/document.ts'
import type { Node, SourceText } from '../document/node.ts'
import { inOrder, linesOf, type PrintContext, printContext, takeOpen, takeOrphans } from './context.ts'
import { editsBetween, firstText, steps } from './edits.ts'
import { layoutOf } from './layout.ts'
import { renderValue } from './render.ts'
import { blockEntries } from './render-block.ts'
import { applyEdits } from './text-edit.ts'

/**
 * The text of a document whose tree has become `root`: the old text with edits where syntax
 * stays, a new text where JSON becomes YAML.
 */
export function printDocument(document: Document, root: Node, syntax: Syntax): string {
  if (syntax === 'yaml' && document.syntax === 'json') return generateYaml(document, root)
  if (root === document.root) return document.text
  if (document.text.endsWith('\n') || /^\ufeff?$/.test(document.text)) {
    return applyEdits(document.text, editsBetween(document, root))
  }
  return withoutFinalBreak(editedWithBreak(document, root), root)
}

/** How a document that does not exist yet is to look. */
export interface NewDocument {
  readonly eol?: '\n' | '\r\n'
  /** A document whose indentation and quotes the new one takes over. */
  readonly like?: SourceText
  /** Comment lines at its top, each without its `#` and leading blank. */
  readonly comment?: readonly string[]
}

/** The text of a new YAML document, with a line break at its end. */
export function newDocument(root: Node, { eol, like, comment = [] }: NewDocument = {}): string {
  const nothing: SourceText = { text: '', syntax: 'yaml', root: undefined, comments: [] }
  const layout = layoutOf(like ?? nothing)
  const context = printContext(nothing, root, steps, eol === undefined ? layout : { ...layout, eol })
  const lines = comment.map((line) => (line === '' ? '#' : `# ${line}`) + context.layout.eol)
  return lines.join('') + firstText(context, root)
}

/** Edits a text as if its last line had a break: whole lines can then come and go at its end too. */
function editedWithBreak(document: Document, root: Node): string {
  const text = document.text + lineEnding(document.text)
  return applyEdits(text, editsBetween({ ...document, text }, root))
}

/** A text that had no line break at its end gets none, unless that would change the block scalar it ends with. */
function withoutFinalBreak(text: string, root: Node): string {
  const bare = text.replace(/\r?\n$/, '')
  const reading = readDocument(bare)
  if ('problem' in reading || reading.document.root === undefined) return text
  return sameData(reading.document.root, root) ? bare : text
}

/** Where the first part of a collection begins, or the comments that explain it. */
function firstLine({ comments }: PrintContext, root: Node | undefined): number {
  const first = root?.kind === 'map' ? root.entries[0] : undefined
  const start = first?.key.propsStart ?? root?.range?.start ?? 0
  return comments.leading(start)[0]?.start ?? start
}

/** Writes JSON data as YAML in block style: order, grouping and comments carry over. */
function generateYaml(document: Document, root: Node): string {
  const context = printContext(document, root, steps)
  const { eol } = context.layout
  const lines: string[] = []
  const start = document.root?.range?.start ?? 0
  lines.push(...linesOf(context, takeOrphans(context, 0, start)))
  lines.push(...linesOf(context, takeOrphans(context, start, firstLine(context, document.root))))
  if (root.kind === 'map' && root.entries.length > 0) lines.push(blockEntries(context, root.entries, 0).text)
  else {
    const value = renderValue(context, root, { kind: 'root', indent: -1, at: 0 })
    lines.push(...inOrder(value.above ?? []), value.first + value.rest)
  }
  const left = context.comments.within(start, document.text.length)
  lines.push(...linesOf(context, takeOpen(context, left)))
  return lines.join(eol) + eol
}
