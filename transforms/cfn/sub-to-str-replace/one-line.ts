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

/** A line that joins strings is no longer than this. */
const WIDEST_JOIN = 120
/** Longer arguments of functions of JSON are written line by line, and the string with placeholders reads better then. */
const WIDEST_ARGUMENTS = 'list_join: '.length + 72
/** Nor one with placeholders, where the eye goes to and fro. */
const WIDEST_REPLACE = 100
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
  const { document } = scope.template
  const names = pieces.flatMap((piece) => ('name' in piece ? [piece.name] : []))
  const isPlain = names.every((name) => pseudoName(name) !== undefined || givesText(value(name), declared))
  if (!isPlain || names.length > MOST_IN_LINE) return undefined
  const width = pieces.reduce(
    (sum, piece) => sum + 2 + ('text' in piece ? textWidth(piece.text) : callWidth(piece.name, declared)),
    "{list_join: ['', []]}".length - 2,
  )
  const { behind, below } = columnsOf(scope)
  // In braces and brackets everything stands in one line.
  const isShort = site.inFlow || behind + width <= WIDEST_JOIN
  const widest = document.syntax === 'json' ? below + WIDEST_ARGUMENTS : WIDEST_JOIN
  if (!isShort && below + width - '{}'.length > widest) return undefined
  const items = pieces.flatMap((piece) => {
    if ('name' in piece) return [value(piece.name)]
    return piece.text === '' ? [] : [string(piece.text)]
  })
  const parts = list([string(''), list(items, { style: 'flow' })], { style: 'flow' })
  return lineCall('list_join', parts, scope, isShort ? 'flow' : 'block')
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
  if (columnsOf(scope).behind + width > WIDEST_REPLACE) return undefined
  const params = [...chosen].map(([name, placeholder]) => entry(placeholder, value(name)))
  const both = [
    entry('template', string(filled, { style: source.style })),
    entry('params', mapping(params, { style: 'flow' })),
  ]
  return lineCall('str_replace', mapping(both, { style: 'flow' }), scope, 'flow')
}

/**
 * In the location of the author's function, whose comments it has then; in braces for certain where there are none.
 * @param style with braces behind its key, or without them below it
 */
function lineCall(
  name: string,
  argument: Node,
  { call: { node }, template }: Scope,
  style: 'flow' | 'block',
): Mapping {
  const replaced = holdsComments(template.document, node) ? { for: node } : {}
  return mapping([entry(name, argument)], { ...replaced, style })
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

/** How many characters will precede a function in its line: behind its key or dash, and on the line below the key. */
interface Columns {
  readonly behind: number
  readonly below: number
}

const unknownColumns: Columns = { behind: WIDEST_JOIN, below: WIDEST_JOIN }

function columnsOf({ call: { node }, template: { document } }: Scope): Columns {
  const start = nodeStart(parsedNode(node) ?? node)
  if (start === undefined) return unknownColumns
  const before = document.text.slice(document.text.lastIndexOf('\n', start - 1) + 1, start)
  if (document.syntax === 'json') return columnsInYaml(before, document.text)
  if (before.trim() !== '') return { behind: before.length, below: indentOf(before) + 2 }
  const above = document.text.slice(0, start).trimEnd()
  return { behind: above.length - (above.lastIndexOf('\n') + 1) + 1, below: before.length }
}

/** Behind a dash the content of the line begins. */
function indentOf(line: string): number {
  return /^[ ]*(?:- +)*/.exec(line)?.[0].length ?? 0
}

/** JSON that has been written on lines becomes lines of YAML, two characters for each level; of JSON in one line, as in most templates. */
function columnsInYaml(before: string, whole: string): Columns {
  const [indent = ''] = /^[ \t]*/.exec(before) ?? []
  const [, unit = ''] = /^\s{0,100}\{\s{0,100}\n([ \t]+)/.exec(whole) ?? []
  if (unit === '') return { behind: Math.min(before.length, 30), below: WIDEST_JOIN }
  const levels = (Math.round(indent.length / unit.length) - 1) * 2
  return { behind: levels + before.length - indent.length - 2, below: levels + 2 }
}
