/** A short string of one line remains one line. */
import {
  type CallScope,
  list,
  type Mapping,
  type Node,
  type Scalar,
  string,
} from '../../../src/engine/authoring/authoring.ts'
import { type Pieces, valuesIn } from '../../../src/heat/pieces.ts'
import { givesText } from '../gives-string.ts'
import { lineCall, nameWidth, replaceInLine, textWidth, WIDEST } from '../in-line.ts'
import { pieceNodes, pseudoName } from '../placeholders.ts'

export type Scope = CallScope<'Fn::Sub'>

/** The string of a `Fn::Sub`, and what it is made of. */
export interface SubSource {
  readonly source: Scalar
  readonly pieces: Pieces<string>
}

/** With the placeholders that replace its variables. */
interface FilledSource extends SubSource {
  readonly content: string
  readonly chosen: ReadonlyMap<string, string>
}

/** So many values are still read easily in one line. */
const MOST_IN_LINE = 3

/**
 * `list_join` in one line, where all values are strings for certain, or the same as `str_replace`, which takes numbers, too.
 * @param value what a variable stands for
 * @returns undefined for what is better read in several lines
 */
export function inOneLine(
  source: FilledSource,
  scope: Scope,
  value: (name: string) => Node,
): Mapping | undefined {
  return isOneLine(source) ? (joined(source, scope, value) ?? replaced(source, scope, value)) : undefined
}

function joined({ pieces }: SubSource, scope: Scope, value: (name: string) => Node): Mapping | undefined {
  const { declared, site } = scope
  const names = valuesIn(pieces)
  const isPlain = names.every((name) => pseudoName(name) !== undefined || givesText(value(name), declared))
  if (!isPlain || names.length > MOST_IN_LINE) return undefined
  const width = pieces.reduce(
    (sum, piece) => sum + 2 + ('text' in piece ? textWidth(piece.text) : nameWidth(piece.value, declared)),
    "{list_join: ['', []]}".length - 2,
  )
  // In braces and brackets everything stands in one line, and this is the shorter form.
  if (!site.inFlow && width > WIDEST.list_join) return undefined
  const parts = list([string(''), list(pieceNodes(pieces, value), { style: 'flow' })], { style: 'flow' })
  return lineCall('list_join', parts, scope, width)
}

function replaced(
  { source, content, chosen }: FilledSource,
  scope: Scope,
  value: (name: string) => Node,
): Mapping | undefined {
  const params = [...chosen].map(([name, placeholder]) => ({
    placeholder,
    value: value(name),
    width: nameWidth(name, scope.declared),
  }))
  return replaceInLine(string(content, { style: source.style }), params, scope)
}

/** Whether a string stands in one line, and gives one line. */
function isOneLine({ source: { style }, pieces }: SubSource): boolean {
  return (
    style !== 'literal' &&
    style !== 'folded' &&
    pieces.every((piece) => !('text' in piece) || !piece.text.includes('\n'))
  )
}
