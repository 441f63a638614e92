/** What may be written at a position, in the words of the protocol. */
import type { ClientCapabilities, CompletionItem, Position } from 'vscode-languageserver/node'
import { completionsAt } from '../editor/complete.ts'
import type { Completion } from '../editor/completion-items.ts'
import { typeLines } from '../editor/hover.ts'
import type { Surroundings } from '../editor/surroundings.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

/** What the editor can do with items. */
export interface ItemSupport {
  /** Whether it has tab stops. */
  readonly fillsIn: boolean
  /** How an item is marked as deprecated. */
  readonly deprecated: 'tag' | 'flag' | 'never'
}

export const plainItems: ItemSupport = { fillsIn: false, deprecated: 'never' }

export function itemSupportOf({ textDocument }: ClientCapabilities): ItemSupport {
  const { snippetSupport, tagSupport, deprecatedSupport } = textDocument?.completion?.completionItem ?? {}
  return {
    fillsIn: snippetSupport === true,
    deprecated: tagSupport?.valueSet.includes(1) ? 'tag' : deprecatedSupport === true ? 'flag' : 'never',
  }
}

/** What an item is about, for the server when the editor asks for the documentation of it (`completionItem/resolve`). */
interface ItemData {
  readonly uri: string
  /** A resource type or a template: what is said of it is long, and there are hundreds. */
  readonly type: string
}

export function completionFor(
  document: OpenDocument,
  position: Position,
  around: Surroundings,
  kinds: Pick<typeof Protocol, 'CompletionItemKind'>,
  support: ItemSupport,
): CompletionItem[] {
  const { items, start } = completionsAt(
    document.source,
    document.text.offsetAt(position),
    around,
    document.memory,
  )
  const range = { start: document.text.positionAt(start), end: position }
  return items
    .filter(({ kind }) => support.fillsIn || kind !== 'snippet')
    .map((item) => ({ ...completionItem(item, range, kinds, support), ...dataOf(item, document.uri) }))
}

function dataOf({ kind, label }: Completion, uri: string): { readonly data?: ItemData } {
  return kind === 'type' || kind === 'file' ? { data: { uri, type: label } } : {}
}

/** The document that an item was offered in; undefined for what is complete. */
export function ownerOf({ data }: CompletionItem): string | undefined {
  return isItemData(data) ? data.uri : undefined
}

function isItemData(data: unknown): data is ItemData {
  return typeof data === 'object' && data !== null && 'uri' in data && 'type' in data
}

/** An item with what is known of its type. */
export function described(item: CompletionItem, around: Surroundings): CompletionItem {
  const lines = isItemData(item.data) ? typeLines(item.data.type, undefined, around) : undefined
  if (lines === undefined) return item
  return { ...item, documentation: { kind: 'markdown', value: lines.join('\n\n') } }
}

function completionItem(
  { label, kind, detail, markdown, insert = label, snippet, isDeprecated, rank }: Completion,
  range: { readonly start: Position; readonly end: Position },
  { CompletionItemKind: kinds }: Pick<typeof Protocol, 'CompletionItemKind'>,
  { fillsIn, deprecated }: ItemSupport,
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
    folder: kinds.Folder,
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
    ...(isDeprecated && deprecated === 'tag' ? { tags: [1 as const] } : {}),
    ...(isDeprecated && deprecated === 'flag' ? { deprecated: true } : {}),
  }
}
