/** What stands inside of braces and brackets at either end: `{ a: 1 }` or `{a: 1}`. */
import { type Mapping, type Node, parsedNode, type Sequence } from '../document/node.ts'

export type Padding = ' ' | ''

/** How the author wrote a collection in brackets; undefined for what is empty, or begins or ends with a line break. */
export function paddingOf(text: string, node: Node): Padding | undefined {
  const { range } = node
  if (range === undefined || !'[{'.includes(text.charAt(range.start))) return undefined
  const inside = text.slice(range.start + 1, range.end - 1)
  if (inside.trim() === '' || /^[ \t]*[\r\n#]|\n[ \t]*$/.test(inside)) return undefined
  return inside.startsWith(' ') && inside.endsWith(' ') ? ' ' : ''
}

/** What of a print context this needs; that one imports this. */
interface PaddingContext {
  readonly text: string
  readonly document: { readonly syntax: 'yaml' | 'json' }
  readonly layout: { readonly padding: Readonly<Record<'map' | 'seq', Padding>> }
}

/** Parts in brackets, with blanks at the ends where they stood in the old text, or where most of the document has them. */
export function bracketed(
  { text, document, layout }: PaddingContext,
  node: Mapping | Sequence,
  brackets: '[]' | '{}',
  parts: readonly string[],
): string {
  const parsed = parsedNode(node)
  const isSame = document.syntax === 'yaml' && parsed?.kind === node.kind && parsed.style === 'flow'
  const own = isSame ? paddingOf(text, parsed) : undefined
  const padding = parts.length === 0 ? '' : (own ?? layout.padding[node.kind])
  return brackets.charAt(0) + padding + parts.join(', ') + padding + brackets.charAt(1)
}
