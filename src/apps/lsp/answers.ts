/** What the editor asks about a document, answered from the tree of its newest source. */
import type {
  DocumentSymbol,
  FoldingRange,
  Position,
  Hover as ProtocolHover,
  SelectionRange,
} from 'vscode-languageserver/node'
import { hoverAt } from '../editor/hover.ts'
import { foldsOf, outlineOf, rangesAround, type Symbol } from '../editor/outline.ts'
import type { Surroundings } from '../editor/surroundings.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

type Kinds = Pick<typeof Protocol, 'SymbolKind'>

/** Offsets behind what was put in to finish a line stand further back in the tree. */
export function treeOffset({ text, reading }: OpenDocument, position: Position): number {
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
  // Of several that begin in a line an editor can show one.
  const byLine = new Map<number, FoldingRange>()
  for (const range of foldsOf(root, text)) {
    const { start, end } = document.rangeOf(range)
    if (end.line > start.line && !byLine.has(start.line))
      byLine.set(start.line, { startLine: start.line, endLine: end.line })
  }
  return [...byLine.values()]
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

/** For each position what holds it, from the innermost key or value outwards. */
export function selectionsFor(document: OpenDocument, positions: readonly Position[]): SelectionRange[] {
  const { root } = document.reading
  return positions.map((position) => {
    const around = root === undefined ? [] : rangesAround(root, treeOffset(document, position))
    return (
      around.reduceRight<SelectionRange | undefined>(
        (parent, range) => ({ range: document.rangeOf(range), ...(parent === undefined ? {} : { parent }) }),
        undefined,
      ) ?? { range: { start: position, end: position } }
    )
  })
}
