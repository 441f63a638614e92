import {
  type CallScope,
  call,
  type Entry,
  entry,
  entryOf,
  list,
  type Mapping,
  mapOf,
  mapping,
  type Node,
  nameOf,
  parsedNode,
  rewriteCall,
  type Scalar,
  scalarOf,
  text,
} from '../../../src/engine/authoring.ts'
import { attributePath, type SubPiece, splitSub } from '../../../src/heat/functions/literals.ts'
import { keptAsText } from '../../../src/heat/reading.ts'
import { givesText } from '../gives-string.ts'
import { numbered, placeholderForm, plainName, pseudoName, strReplace } from '../placeholders.ts'
import { resourcesIn } from '../resources-in.ts'

export const subToStrReplace = rewriteCall(
  'Fn::Sub',
  {
    title: 'Replace Fn::Sub by str_replace',
    description:
      'Replaces `Fn::Sub` by `str_replace` with the same string and the same `${…}` as placeholders, or by a plain string if it has no variables.',
    references: ['AWS CloudFormation User Guide, Fn::Sub', 'HOT specification, str_replace'],
    safety: 'exact',
  },
  (scope) => {
    const { call: sub, args, template, refuse } = scope
    if (template.reading === 'heat' && template.kind !== 'hot')
      return refuse(
        'unknown-function',
        'Fn::Sub is not a function in this dialect; Heat would pass it on as data',
      )
    const [written = sub.argument, variables] = args
    const source = scalarOf(written) as Scalar
    const pieces = splitSub(String(source.value))
    if ('problem' in pieces) return refuse('bad-arguments', pieces.problem)
    if (variablesOf(pieces).includes('AWS::NoValue'))
      return refuse('bad-arguments', 'AWS does not say what Fn::Sub makes of AWS::NoValue')
    return rewriteSub({ written, source, pieces }, mapOf(variables), scope)
  },
)

type Scope = CallScope<'Fn::Sub'>

interface Source {
  /** The text as it stands in the call: itself, or an alias. */
  readonly written: Node
  readonly source: Scalar
  readonly pieces: readonly SubPiece[]
}

function rewriteSub(source: Source, variables: Mapping | undefined, scope: Scope): Node {
  const { call: sub, declared, to } = scope
  const { written, pieces } = source
  const value = (name: string) => variable(name, variables, written, scope)
  const names = variablesOf(pieces)
  const [only] = names
  if (only === undefined) return plainText(filledSub(pieces, String), source, sub.node)
  if (pieces.length === 1 && givesText(value(only), declared)) return value(only)
  const chosen = subPlaceholders(pieces, unusedReferences(variables, names, scope))
  const filled = filledSub(pieces, (name) => chosen.get(name) ?? '')
  if (chosen.size === names.length && variables === undefined) {
    const line = inOneLine(source, scope, value) ?? flowReplace(source, filled, chosen, scope, value)
    if (line !== undefined) return line
  }
  const params = [...chosen].map(([name, placeholder]) => param(placeholder, value(name), variables, name))
  const both = [
    entry('template', plainText(filled, source, written)),
    entry('params', mapping(params, { style: 'block' })),
  ]
  const argument = mapping(both, { for: sub.argument, style: 'block' })
  return sub.node.style === 'flow' ? call('str_replace', argument, sub.node) : to('str_replace', argument)
}

/** A line with a function in it is no longer than this. */
const WIDEST = 100

/** So many values are still read easily in one line. */
const MOST_IN_LINE = 3

/** A short string of one line as `list_join` in one line, where all values are strings for certain. */
function inOneLine(
  { source, pieces }: Source,
  { call: sub, declared, template, site }: Scope,
  value: (name: string) => Node,
): Mapping | undefined {
  const names = pieces.flatMap((piece) => ('name' in piece ? [piece.name] : []))
  const isPlain = names.every((name) => pseudoName(name) !== undefined || givesText(value(name), declared))
  if (!isPlain || names.length > MOST_IN_LINE || !isOneLine(source, pieces)) return undefined
  const width = pieces.reduce(
    (sum, piece) => sum + ('text' in piece ? piece.text.length + 4 : callWidth(piece.name) + 2),
    "{list_join: ['', []]}".length,
  )
  // In braces and brackets everything stands in one line.
  if (!site.inFlow && columnOf(sub.node, template) + width > WIDEST) return undefined
  const items = pieces.flatMap((piece) => {
    if ('name' in piece) return [value(piece.name)]
    return piece.text === '' ? [] : [text(piece.text)]
  })
  const parts = list([text('', { style: 'single' }), list(items, { style: 'flow' })], { style: 'flow' })
  return flowCall('list_join', parts, sub.node)
}

/** The same as `str_replace`, which takes numbers, too. */
function flowReplace(
  { source, pieces }: Source,
  filled: string,
  chosen: ReadonlyMap<string, string>,
  { call: sub, template }: Scope,
  value: (name: string) => Node,
): Mapping | undefined {
  if (sub.node.style === 'flow' || !isOneLine(source, pieces)) return undefined
  const width = [...chosen].reduce(
    (sum, [name, placeholder]) => sum + placeholder.length + callWidth(name) + 6,
    "{str_replace: {template: '', params: {}}}".length + filled.length,
  )
  if (columnOf(sub.node, template) + width > WIDEST) return undefined
  const params = [...chosen].map(([name, placeholder]) => entry(placeholder, value(name)))
  const both = [
    entry('template', text(filled, { style: source.style })),
    entry('params', mapping(params, { style: 'flow' })),
  ]
  return flowCall('str_replace', mapping(both, { style: 'flow' }), sub.node)
}

function flowCall(name: string, argument: Node, node: Mapping): Mapping {
  return mapping([entry(name, argument)], { for: node, style: 'flow' })
}

/** Whether a string stands in one line, and gives one line. */
function isOneLine({ style }: Scalar, pieces: readonly SubPiece[]): boolean {
  return (
    style !== 'literal' &&
    style !== 'folded' &&
    pieces.every((piece) => !('text' in piece) || !piece.text.includes('\n'))
  )
}

/** `{get_param: name}`, `{get_attr: [resource, attribute]}` */
function callWidth(name: string): number {
  return name.length + (name.includes('.') ? '{get_attr: [, ]}' : '{get_param: }').length
}

/** How many characters stand before a node in its line; of JSON in one line, as many as in most templates. */
function columnOf(node: Node, { document }: CallScope<'Fn::Sub'>['template']): number {
  const { start } = parsedNode(node) ?? node
  if (start === undefined) return WIDEST
  const column = start - (document.text.lastIndexOf('\n', start - 1) + 1)
  return document.syntax === 'json' ? Math.min(column, 30) : column
}

/** What a variable stands for: an entry of the map, an attribute, or else a parameter or resource. */
function variable(name: string, variables: Mapping | undefined, location: Node, { template }: Scope): Node {
  const own = entryOf(variables, name)?.value
  if (own !== undefined) return keptAsText(own, template.document)
  const [resource, attribute] = attributePath(name) ?? []
  if (resource === undefined || attribute === undefined)
    return call('Ref', text(name, { for: location }), location)
  const path = [text(resource, { for: location }), text(attribute)]
  return call('Fn::GetAtt', list(path, { style: 'flow', for: location }), location)
}

/** Variables that the text does not name: the resources they refer to, the stack waits for all the same. */
function unusedReferences(
  variables: Mapping | undefined,
  used: readonly string[],
  { declared, template }: Scope,
): readonly string[] {
  const waiting =
    variables?.entries.filter((one) => resourcesIn(one.value, declared, template).size > 0) ?? []
  return waiting.flatMap((one) => nameOf(one) ?? []).filter((name) => !used.includes(name))
}

/** The author's own text where it is just that, else a new one in its style, in the place of another node. */
function plainText(content: string, { written, source }: Source, location: Node): Node {
  return content === source.value ? written : text(content, { for: location, style: source.style })
}

/** An entry of `params`; one that the author wrote keeps its place and comments. */
function param(placeholder: string, value: Node, variables: Mapping | undefined, name: string): Entry {
  const own = entryOf(variables, name)
  return entry(placeholder, value, own === undefined ? {} : { for: own })
}

// Placeholders that stand for the variables of `Fn::Sub`.

/** The names of the variables, in the order of their first use. */
export function variablesOf(pieces: readonly SubPiece[]): readonly string[] {
  return [...new Set(pieces.flatMap((piece) => ('name' in piece ? [piece.name] : [])))]
}

/** The text with something in the place of each variable. */
export function filledSub(pieces: readonly SubPiece[], variable: (name: string) => string): string {
  return pieces.map((piece) => ('text' in piece ? piece.text : variable(piece.name))).join('')
}

/**
 * A placeholder for each variable with which `str_replace` gives just the text that is meant:
 * `${name}` as it stands there, pseudo parameters by words for what they are, and `__name__` where the text has variables of a shell in braces.
 * @param others names for which a placeholder is wanted although the text has none
 */
export function subPlaceholders(
  pieces: readonly SubPiece[],
  others: readonly string[],
): ReadonlyMap<string, string> {
  const names = [...variablesOf(pieces), ...others]
  const literal = pieces.map((piece) => ('text' in piece ? piece.text : '\0')).join('')
  // Literal text may make a placeholder together with one beside it; then all get others.
  for (let number = 0; ; number += 1) {
    const chosen = chosenFrom(number, names, literal)
    const marks = new Map([...chosen].map(([name, placeholder]) => [placeholder, `\0${name}\0`]))
    const template = filledSub(pieces, (name) => chosen.get(name) ?? '')
    const meant = filledSub(pieces, (name) => `\0${name}\0`)
    if (strReplace(template, marks) === meant) return chosen
  }
}

function chosenFrom(first: number, names: readonly string[], literal: string): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const chosen = new Map<string, string>()
  const least = placeholderForm([literal]) === 'braces' ? 0 : 1
  for (const name of names) {
    let number = Math.max(first, least)
    const placeholder = () =>
      number === 0 ? `\${${pseudoName(name) ?? name}}` : numbered(plainName(name), number, 'underscores')
    while (taken.has(placeholder()) || literal.includes(placeholder())) number += 1
    taken.add(placeholder())
    chosen.set(name, placeholder())
  }
  return chosen
}
