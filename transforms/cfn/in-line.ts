/** Functions of strings in one line: how wide they are, and how they are written. */

import {
  type CallScope,
  callRead,
  type Declarations,
  entry,
  itemsOf,
  type Mapping,
  mapping,
  type Node,
  parsedNode,
  type Scalar,
  stringOf,
} from '../../src/engine/authoring/authoring.ts'
import { attributePath } from '../../src/heat/functions/literals.ts'
import { pseudoParameter } from '../../src/heat/pseudo-parameters.ts'
import { holdsComments } from '../../src/text/document/comments.ts'
import { nodeStart } from '../../src/text/document/node.ts'

/** What the location of a function says of the line. */
type LineScope = Pick<CallScope, 'call' | 'site' | 'template'>

/** A line with the key before the function is no longer than this; else the function stands below its key. */
const LONGEST_LINE = 120
/**
 * How wide a function in braces may be: as a line has room below the key of a property, which has 8 columns before it, and
 * less for one with placeholders, where the eye goes to and fro. Only the string counts, not where it stands, so that one
 * expression has one form in the whole file.
 */
export const WIDEST = { list_join: LONGEST_LINE - 8, str_replace: 88 } as const

/** A placeholder with what it stands for, and with how many characters that is written. */
interface LineParam {
  readonly placeholder: string
  readonly value: Node
  readonly width: number
}

/**
 * `str_replace` in braces.
 * @param template the string with the placeholders, in the style in which it will be written
 * @returns undefined for what is better read in several lines
 */
export function replaceInLine(
  template: Scalar,
  params: readonly LineParam[],
  scope: LineScope,
): Mapping | undefined {
  if (scope.site.inFlow) return undefined
  const width = params.reduce(
    (sum, one) => sum + textWidth(one.placeholder) + one.width + 4,
    '{str_replace: {template: , params: {}}}'.length - 2 + textWidth(String(template.value)),
  )
  if (width > WIDEST.str_replace) return undefined
  const entries = params.map(({ placeholder, value }) => entry(placeholder, value))
  const both = [entry('template', template), entry('params', mapping(entries, { style: 'flow' }))]
  return lineCall('str_replace', mapping(both, { style: 'flow' }), scope, width)
}

/**
 * In the location of the author's function, whose comments it has then; in braces for certain where there are none.
 * Behind its key if it fits there, or without braces below it.
 */
export function lineCall(
  name: keyof typeof WIDEST,
  argument: Node,
  scope: LineScope,
  width: number,
): Mapping {
  const { call, site, template } = scope
  const isBehind = site.inFlow || columnBehindKey(scope) + width <= LONGEST_LINE
  const replaced = holdsComments(template.document, call.node) ? { for: call.node } : {}
  return mapping([entry(name, argument)], { ...replaced, style: isBehind ? 'flow' : 'block' })
}

/** With quotes, where it may need them. */
export function textWidth(literal: string): number {
  return literal.length + (/^[\w./-]+$/.test(literal) && !/^[\d.-]+$/.test(literal) ? 0 : 2)
}

/** What a variable takes as `{get_param: name}`, `{get_resource: name}` or `{get_attr: [resource, attribute]}`. */
export function nameWidth(name: string, { resources }: Declarations): number {
  const pseudo = pseudoParameter(name)?.aws
  if (pseudo?.becomes === 'get_param') return '{get_param: }'.length + pseudo.parameter.length
  if (pseudo?.becomes === 'parameter') return '{get_param: }'.length + pseudo.name.length
  if (pseudo !== undefined) return Number.POSITIVE_INFINITY
  if (attributePath(name) !== undefined) return '{get_attr: [, ]}'.length + name.length - 1
  return (resources.has(name) ? '{get_resource: }' : '{get_param: }').length + name.length
}

/** The same for a node; only references to a name are short enough for a line. */
export function referenceWidth(node: Node, declared: Declarations): number {
  const call = callRead(node)
  const path = call?.name === 'Fn::GetAtt' ? itemsOf(call.argument).map((item) => stringOf(item)) : []
  const name = call?.name === 'Ref' ? stringOf(call.argument) : undefined
  if (name !== undefined) return nameWidth(name, declared)
  const [resource, attribute] = path
  if (path.length !== 2 || resource === undefined || attribute === undefined) return Number.POSITIVE_INFINITY
  return nameWidth(`${resource}.${attribute}`, declared)
}

/** How many characters will precede a function behind its key or dash. */
function columnBehindKey({ call: { node }, template: { document } }: LineScope): number {
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
