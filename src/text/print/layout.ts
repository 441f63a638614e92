import { lineEnding } from '../document/document.ts'
import {
  type Mapping,
  type Node,
  parsedNode,
  type Sequence,
  type SourceText,
  textInLines,
  textRange,
} from '../document/node.ts'
import { lineStartOf } from '../yaml/position.ts'

/** How the author of a document lays it out; new parts follow it. */
export interface Layout {
  readonly eol: '\n' | '\r\n'
  /** Blanks per level, 2 where the document has no nested level. */
  readonly step: number
  /** By how many columns the dashes of a list are right of the key that holds it: 0 where lists are flush. */
  readonly dashOffset: number
  /** The quotes that the document prefers. */
  readonly quote: 'single' | 'double'
  /** The padding inside of braces and of brackets at either end: `{ a: 1 }` or `{a: 1}`. */
  readonly padding: Readonly<Record<'map' | 'seq', Padding>>
  /** Whether the keys of most block mappings are quoted, those of the language among them. */
  readonly quotesKeys: boolean
}

interface Tally {
  readonly steps: Map<number, number>
  readonly dashes: Map<number, number>
  single: number
  double: number
  /** How many more keys of block mappings are quoted than are not. */
  quotedKeys: number
  /** How many more collections are padded than are not. */
  readonly padded: Record<'map' | 'seq', number>
}

function count(map: Map<number, number>, key: number): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

function mostCommon(map: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined
  for (const [key, times] of map) if (best === undefined || times > (map.get(best) ?? 0)) best = key
  return best
}

function tallyNode(text: string, node: Node, column: number, tally: Tally): void {
  if (node.kind === 'scalar') {
    if (node.style === 'single') tally.single += 1
    if (node.style === 'double') tally.double += 1
    return
  }
  if (node.kind === 'alias') return
  if (node.style !== 'block') {
    const padding = paddingOf(text, node)
    if (padding !== undefined) tally.padded[node.kind] += padding === ' ' ? 1 : -1
    return
  }
  if (node.kind === 'map') for (const { key } of node.entries) tally.quotedKeys += isQuoted(key) ? 1 : -1
  const children = node.kind === 'map' ? node.entries.map((entry) => entry.value) : node.items
  for (const child of children) {
    const at = child.start
    if (at === undefined) continue
    const childColumn = child.kind === 'scalar' ? column : at - lineStartOf(text, at)
    if (node.kind === 'map' && child.kind === 'map' && child.style === 'block')
      count(tally.steps, childColumn - column)
    if (node.kind === 'map' && child.kind === 'seq' && child.style === 'block')
      count(tally.dashes, childColumn - column)
    tallyNode(text, child, childColumn, tally)
  }
}

function isQuoted(key: Node): boolean {
  return key.kind === 'scalar' && (key.style === 'single' || key.style === 'double')
}

/** Where a document has braces only, or brackets only, the others are written like them. */
function paddingsOf({ padded: { map, seq } }: Tally): Layout['padding'] {
  const [braces, brackets] = [map === 0 ? seq : map, seq === 0 ? map : seq]
  return { map: braces > 0 ? ' ' : '', seq: brackets > 0 ? ' ' : '' }
}

/** Reads the layout off a document: one walk over its tree. */
export function layoutOf(document: SourceText): Layout {
  const tally: Tally = {
    steps: new Map(),
    dashes: new Map(),
    single: 0,
    double: 0,
    quotedKeys: 0,
    padded: { map: 0, seq: 0 },
  }
  if (document.root && document.syntax === 'yaml') tallyNode(textInLines(document), document.root, 0, tally)
  const step = mostCommon(tally.steps) ?? 2
  return {
    eol: lineEnding(document.text),
    step: step >= 1 && step <= 9 ? step : 2,
    dashOffset: mostCommon(tally.dashes) ?? 2,
    quote: tally.double > tally.single ? 'double' : 'single',
    padding: paddingsOf(tally),
    // A collection entirely in braces is written like JSON.
    quotesKeys: tally.quotedKeys >= 0,
  }
}

type Padding = ' ' | ''

/** How the author wrote a collection in brackets; undefined for what is empty, or begins or ends with a line break. */
function paddingOf(text: string, node: Node): Padding | undefined {
  const range = textRange(node)
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

/** Parts in brackets, with blanks at the ends where the source has them, or where most of the document does. */
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
