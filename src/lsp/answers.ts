/** What the editor asks about a document, answered from the tree of its newest source. */
import type {
  CompletionItem,
  DocumentSymbol,
  FoldingRange,
  Location,
  Position,
  Hover as ProtocolHover,
} from 'vscode-languageserver/node'
import { completionsAt } from '../editor/complete.ts'
import type { Completion } from '../editor/completion-items.ts'
import { declaredElsewhere } from '../editor/elsewhere.ts'
import { hoverAt } from '../editor/hover.ts'
import { type Mention, mentionAt, mentionsIn, samePart } from '../editor/mentions.ts'
import { foldsOf, outlineOf, type Symbol } from '../editor/outline.ts'
import type { Surroundings } from '../editor/surroundings.ts'
import { typedOffset } from '../editor/tolerant.ts'
import { addressIn } from './addresses.ts'
import { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

type Kinds = Pick<typeof Protocol, 'SymbolKind' | 'CompletionItemKind' | 'CompletionItemTag'>

/** Offsets behind what was put in to finish a line stand further back in the tree. */
function treeOffset({ text, reading }: OpenDocument, position: Position): number {
  const offset = text.offsetAt(position)
  const { finished } = reading
  return finished === undefined || offset <= finished.at ? offset : offset + finished.length
}

export function outlineFor(document: OpenDocument, { SymbolKind: kinds }: Kinds): DocumentSymbol[] {
  const { root } = document.reading
  const kindOf: Readonly<Record<string, Protocol.SymbolKind>> = {
    parameters: kinds.Variable,
    parameter_defaults: kinds.Variable,
    conditions: kinds.Boolean,
    resources: kinds.Object,
    resource_registry: kinds.Object,
    outputs: kinds.Field,
    mappings: kinds.Constant,
  }
  const toSymbol = (one: Symbol): DocumentSymbol => ({
    name: one.name,
    kind: one.isSection ? kinds.Namespace : (kindOf[one.section.toLowerCase()] ?? kinds.Property),
    range: document.rangeOf(one.range),
    selectionRange: document.rangeOf(one.nameRange),
    children: one.children.map(toSymbol),
    ...(one.detail === undefined ? {} : { detail: one.detail }),
  })
  return root === undefined ? [] : outlineOf(root).map(toSymbol)
}

export function foldingFor(document: OpenDocument): FoldingRange[] {
  const { root, text } = document.reading
  if (root === undefined) return []
  return foldsOf(root, text).flatMap((range) => {
    const { start, end } = document.rangeOf(range)
    return end.line > start.line ? [{ startLine: start.line, endLine: end.line }] : []
  })
}

export function hoverFor(
  document: OpenDocument,
  position: Position,
  around: Surroundings,
): ProtocolHover | null {
  const { root } = document.reading
  const hover = root === undefined ? undefined : hoverAt(root, treeOffset(document, position), around)
  if (hover === undefined) return null
  const range = hover.range === undefined ? {} : { range: document.rangeOf(hover.range) }
  return { contents: { kind: 'markdown', value: hover.markdown }, ...range }
}

/** @param fillsIn whether the editor has tab stops */
export function completionFor(
  document: OpenDocument,
  position: Position,
  around: Surroundings,
  kinds: Kinds,
  fillsIn: boolean,
): CompletionItem[] {
  const { items, start } = completionsAt(
    document.source,
    document.text.offsetAt(position),
    around,
    document.memory,
  )
  const range = { start: document.text.positionAt(start), end: position }
  return items
    .filter(({ kind }) => fillsIn || kind !== 'snippet')
    .map((item) => completionItem(item, range, kinds, fillsIn))
}

function completionItem(
  { label, kind, detail, markdown, insert = label, snippet, isDeprecated, rank }: Completion,
  range: { readonly start: Position; readonly end: Position },
  { CompletionItemKind: kinds, CompletionItemTag: tags }: Kinds,
  fillsIn: boolean,
): CompletionItem {
  const kindOf = {
    type: kinds.Class,
    property: kinds.Property,
    attribute: kinds.Field,
    function: kinds.Function,
    parameter: kinds.Variable,
    resource: kinds.Reference,
    condition: kinds.Constant,
    value: kinds.EnumMember,
    key: kinds.Keyword,
    file: kinds.File,
    snippet: kinds.Snippet,
  }
  return {
    label,
    kind: kindOf[kind],
    filterText: label,
    sortText: `${String(rank).padStart(3, '0')} ${label}`,
    textEdit: { range, newText: fillsIn ? (snippet ?? insert) : insert },
    // A snippet whose lines go as deep as the cursor.
    ...(fillsIn && snippet !== undefined ? { insertTextFormat: 2 as const, insertTextMode: 2 as const } : {}),
    ...(detail === undefined ? {} : { detail }),
    ...(markdown === undefined ? {} : { documentation: { kind: 'markdown' as const, value: markdown } }),
    ...(isDeprecated ? { tags: [tags.Deprecated] } : {}),
  }
}

/** The name at a position, with all names of parts. */
export function mentionFor(
  document: OpenDocument,
  position: Position,
): { readonly mention: Mention; readonly all: readonly Mention[] } | undefined {
  const { root } = document.reading
  if (root === undefined) return undefined
  const all = mentionsIn(root)
  const mention = mentionAt(all, treeOffset(document, position))
  return mention === undefined ? undefined : { mention, all: samePart(all, mention) }
}

/**
 * Where what is named at a position is declared.
 *
 * @param uriOf the address of a file beside the document
 * @param folder absolute: what the paths of other files are relative to
 */
export function definitionFor(
  document: OpenDocument,
  position: Position,
  uriOf: (name: string) => string | undefined,
  { around, folder }: { readonly around: Surroundings; readonly folder: string },
  { TextDocument: texts }: Pick<typeof Protocol, 'TextDocument'>,
): Location[] {
  const { root } = document.reading
  const elsewhere = root === undefined ? [] : declaredElsewhere(root, treeOffset(document, position), around)
  if (elsewhere.length > 0)
    return elsewhere.map(({ template: { path, text }, range = { start: 0, end: 0 } }) => {
      const uri = addressIn(folder, path)
      return { uri, range: new OpenDocument(texts.create(uri, 'yaml', 0, text)).plainRange(range) }
    })
  const found = mentionFor(document, position)
  if (found === undefined) return []
  if (found.mention.kind === 'file') {
    const uri = uriOf(found.mention.name)
    const top = { line: 0, character: 0 }
    return uri === undefined ? [] : [{ uri, range: { start: top, end: top } }]
  }
  return locations(
    document,
    found.all.filter(({ is }) => is === 'declaration'),
  )
}

export function referencesFor(
  document: OpenDocument,
  position: Position,
  withDeclaration: boolean,
): Location[] {
  const all = mentionFor(document, position)?.all ?? []
  return locations(
    document,
    all.filter(({ is }) => withDeclaration || is === 'reference'),
  )
}

function locations(document: OpenDocument, mentions: readonly Mention[]): Location[] {
  return mentions.map(({ range }) => ({ uri: document.uri, range: document.rangeOf(range) }))
}

/** The word that is typed anew when a part gets another name. */
export function renamable(document: OpenDocument, position: Position): Mention | undefined {
  const found = mentionFor(document, position)
  const isDeclared = found?.all.some(({ is }) => is === 'declaration') === true
  const mention = found?.mention
  // While the source cannot be read, nobody knows all that names the part.
  if (mention === undefined || !isDeclared || document.reading.problem !== undefined) return undefined
  return typedOffset(document.reading, mention.range.end) === mention.range.end ? mention : undefined
}
