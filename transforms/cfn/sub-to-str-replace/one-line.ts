/** A short string of one line remains one line. */
import { holdsComments } from '../../../src/document/comments.ts'
import { nodeStart } from '../../../src/document/node.ts'
import {
  type CallScope,
  type Declarations,
  entry,
  list,
  type Mapping,
  mapping,
  type Node,
  parsedNode,
  type Scalar,
  string,
} from '../../../src/engine/authoring.ts'
import { attributePath, type SubPiece } from '../../../src/heat/functions/literals.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'
import { givesText } from '../gives-string.ts'
import { pseudoName } from '../placeholders.ts'

export type Scope = CallScope<'Fn::Sub'>

/** The string of a `Fn::Sub`, and what it is made of. */
export interface SubSource {
  readonly source: Scalar
  readonly pieces: readonly SubPiece[]
}

/** With the placeholders that replace its variables. */
interface FilledSource extends SubSource {
  readonly filled: string
  readonly chosen: ReadonlyMap<string, string>
}

/** A line with the key before the function is no longer than this; else the function stands below its key. */
const LONGEST_LINE = 120
/**
 * How wide a function in braces may be: as a line has room below the key of a property, which has 8 columns before it, and
 * less for one with placeholders, where the eye goes to and fro. Only the string counts, not where it stands, so that one
 * expression has one form in the whole file.
 */
const WIDEST = { list_join: LONGEST_LINE - 8, str_replace: 88 } as const
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
  const names = pieces.flatMap((piece) => ('name' in piece ? [piece.name] : []))
  const isPlain = names.every((name) => pseudoName(name) !== undefined || givesText(value(name), declared))
  if (!isPlain || names.length > MOST_IN_LINE) return undefined
  const width = pieces.reduce(
    (sum, piece) => sum + 2 + ('text' in piece ? textWidth(piece.text) : callWidth(piece.name, declared)),
    "{list_join: ['', []]}".length - 2,
  )
  // In braces and brackets everything stands in one line, and this is the shorter form.
  if (!site.inFlow && width > WIDEST.list_join) return undefined
  const items = pieces.flatMap((piece) => {
    if ('name' in piece) return [value(piece.name)]
    return piece.text === '' ? [] : [string(piece.text)]
  })
  const parts = list([string(''), list(items, { style: 'flow' })], { style: 'flow' })
  return lineCall('list_join', parts, scope, width)
}

function replaced(
  { source, filled, chosen }: FilledSource,
  scope: Scope,
  value: (name: string) => Node,
): Mapping | undefined {
  if (scope.site.inFlow) return undefined
  const width = [...chosen].reduce(
    (sum, [name, placeholder]) => sum + textWidth(placeholder) + callWidth(name, scope.declared) + 4,
    '{str_replace: {template: , params: {}}}'.length - 2 + textWidth(filled),
  )
  if (width > WIDEST.str_replace) return undefined
  const params = [...chosen].map(([name, placeholder]) => entry(placeholder, value(name)))
  const both = [
    entry('template', string(filled, { style: source.style })),
    entry('params', mapping(params, { style: 'flow' })),
  ]
  return lineCall('str_replace', mapping(both, { style: 'flow' }), scope, width)
}

/**
 * In the location of the author's function, whose comments it has then; in braces for certain where there are none.
 * Behind its key if it fits there, or without braces below it.
 */
function lineCall(name: keyof typeof WIDEST, argument: Node, scope: Scope, width: number): Mapping {
  const { call, site, template } = scope
  const isBehind = site.inFlow || columnBehindKey(scope) + width <= LONGEST_LINE
  const replaced = holdsComments(template.document, call.node) ? { for: call.node } : {}
  return mapping([entry(name, argument)], { ...replaced, style: isBehind ? 'flow' : 'block' })
}

/** Whether a string stands in one line, and gives one line. */
function isOneLine({ source: { style }, pieces }: SubSource): boolean {
  return (
    style !== 'literal' &&
    style !== 'folded' &&
    pieces.every((piece) => !('text' in piece) || !piece.text.includes('\n'))
  )
}

/** With quotes, where it may need them. */
function textWidth(literal: string): number {
  return literal.length + (/^[\w./-]+$/.test(literal) && !/^[\d.-]+$/.test(literal) ? 0 : 2)
}

/** What a variable takes as `{get_param: name}`, `{get_resource: name}` or `{get_attr: [resource, attribute]}`. */
function callWidth(name: string, { resources }: Declarations): number {
  const pseudo = pseudoParameter(name)?.aws
  if (pseudo?.becomes === 'get_param') return '{get_param: }'.length + pseudo.parameter.length
  if (pseudo?.becomes === 'parameter') return '{get_param: }'.length + pseudo.name.length
  if (pseudo !== undefined) return Number.POSITIVE_INFINITY
  if (attributePath(name) !== undefined) return '{get_attr: [, ]}'.length + name.length - 1
  return (resources.has(name) ? '{get_resource: }' : '{get_param: }').length + name.length
}

/** How many characters will precede a function behind its key or dash. */
function columnBehindKey({ call: { node }, template: { document } }: Scope): number {
  const start = nodeStart(parsedNode(node) ?? node)
  if (start === undefined) return LONGEST_LINE
  const before = document.text.slice(document.text.lastIndexOf('\n', start - 1) + 1, start)
  if (document.syntax === 'json') return columnInYaml(before, document.text)
  if (before.trim() !== '') return before.length
  const above = document.text.slice(0, start).trimEnd()
  return above.length - (above.lastIndexOf('\n') + 1) + 1
}

/** JSON that has been written on lines becomes lines of YAML, two characters for each level; of JSON in one line, as in most templates. */
function columnInYaml(before: string, whole: string): number {
  const [indent = ''] = /^[ \t]*/.exec(before) ?? []
  const [, unit = ''] = /^\s{0,100}\{\s{0,100}\n([ \t]+)/.exec(whole) ?? []
  if (unit === '') return Math.min(before.length, 30)
  const levels = (Math.round(indent.length / unit.length) - 1) * 2
  return levels + before.length - indent.length - 2
}
