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
  rewriteCall,
  type Scalar,
  scalarOf,
  text,
} from '../../../src/engine/authoring.ts'
import { type SubPiece, splitSub } from '../../../src/heat/functions/literals.ts'
import { keptAsText } from '../../../src/heat/reading.ts'
import { givesText } from '../gives-string.ts'
import { resourcesIn } from '../resources-in.ts'
import { filledSub, subPlaceholders, variablesOf } from './sub-placeholders.ts'

export const subToStrReplace = rewriteCall(
  'Fn::Sub',
  {
    title: 'Replace Fn::Sub by str_replace',
    description:
      'Replaces `Fn::Sub` by `str_replace` with the same text and the same `${…}` as placeholders, or by plain text where nothing is put in.',
    references: ['AWS CloudFormation User Guide, Fn::Sub', 'HOT specification, str_replace'],
    safety: 'exact',
  },
  (scope) => {
    const { call: sub, args, template, refuse } = scope
    if (template.reading === 'heat' && template.kind !== 'hot')
      return refuse(
        'unknown-function',
        'Fn::Sub is no function in this dialect; Heat would pass it on as data',
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
  const params = [...chosen].map(([name, placeholder]) => param(placeholder, value(name), variables, name))
  const filled = filledSub(pieces, (name) => chosen.get(name) ?? '')
  const both = [
    entry('template', plainText(filled, source, written)),
    entry('params', mapping(params, { style: 'block' })),
  ]
  const argument = mapping(both, { for: sub.argument, style: 'block' })
  return sub.node.style === 'flow' ? call('str_replace', argument, sub.node) : to('str_replace', argument)
}

/** What a variable stands for: an entry of the map, an attribute, or else a parameter or resource. */
function variable(name: string, variables: Mapping | undefined, place: Node, { template }: Scope): Node {
  const own = entryOf(variables, name)?.value
  if (own !== undefined) return keptAsText(own, template.document)
  const dot = name.indexOf('.')
  if (dot < 1) return call('Ref', text(name, { for: place }), place)
  const path = [text(name.slice(0, dot), { for: place }), text(name.slice(dot + 1))]
  return call('Fn::GetAtt', list(path, { style: 'flow', for: place }), place)
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
function plainText(content: string, { written, source }: Source, place: Node): Node {
  return content === source.value ? written : text(content, { for: place, style: source.style })
}

/** An entry of `params`; one that the author wrote keeps its place and comments. */
function param(placeholder: string, value: Node, variables: Mapping | undefined, name: string): Entry {
  const own = entryOf(variables, name)
  return entry(placeholder, value, own === undefined ? {} : { for: own })
}
