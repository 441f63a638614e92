import { lineEnding } from '../document/document.ts'
import type { Node, SourceText } from '../document/node.ts'
import { lineStartOf } from '../yaml/position.ts'
import { type Padding, paddingOf } from './padding.ts'

/** How the author of a document lays it out; new text follows it. */
export interface Layout {
  readonly eol: '\n' | '\r\n'
  /** Blanks per level, 2 where the document does not tell. */
  readonly step: number
  /** How far the dashes of a list stand right of the key that holds it: 0 where lists are flush. */
  readonly dashOffset: number
  /** The quotes that the document prefers. */
  readonly quote: 'single' | 'double'
  /** What stands inside of braces and of brackets at either end: `{ a: 1 }` or `{a: 1}`. */
  readonly padding: Readonly<Record<'map' | 'seq', Padding>>
}

interface Tally {
  readonly steps: Map<number, number>
  readonly dashes: Map<number, number>
  single: number
  double: number
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
  const children = node.kind === 'map' ? node.entries.map((entry) => entry.value) : node.items
  for (const child of children) {
    const at = child.range?.start
    if (at === undefined) continue
    const childColumn = child.kind === 'scalar' ? column : at - lineStartOf(text, at)
    if (node.kind === 'map' && child.kind === 'map' && child.style === 'block')
      count(tally.steps, childColumn - column)
    if (node.kind === 'map' && child.kind === 'seq' && child.style === 'block')
      count(tally.dashes, childColumn - column)
    tallyNode(text, child, childColumn, tally)
  }
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
    padded: { map: 0, seq: 0 },
  }
  if (document.root && document.syntax === 'yaml') tallyNode(document.text, document.root, 0, tally)
  const step = mostCommon(tally.steps) ?? 2
  return {
    eol: lineEnding(document.text),
    step: step >= 1 && step <= 9 ? step : 2,
    dashOffset: mostCommon(tally.dashes) ?? 2,
    quote: tally.double > tally.single ? 'double' : 'single',
    padding: paddingsOf(tally),
  }
}
