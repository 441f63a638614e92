import { call, entry, list, mapping, text, withEntries, withKey } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node, Scalar } from '../../../src/document/node.ts'
import { entryOf, mapOf, nameOf, scalarOf, seqOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import { keptAsText } from '../../../src/heat/aws-text.ts'
import type { Call } from '../../../src/heat/calls.ts'
import { givesText } from '../../../src/heat/gives-text.ts'
import { resourcesIn } from '../../../src/heat/resources-in.ts'
import {
  filledSub,
  type SubPiece,
  splitSub,
  subPlaceholders,
  variablesOf,
} from '../../../src/heat/sub-text.ts'

export const subToStrReplace = callTransform(
  {
    id: 'cfn/sub-to-str-replace',
    title: 'Replace Fn::Sub by str_replace',
    description:
      'Replaces `Fn::Sub` by `str_replace` with the same text and the same `${…}` as placeholders, or by plain text where nothing is put in.',
    references: ['AWS CloudFormation User Guide, Fn::Sub', 'HOT specification, str_replace'],
    safety: 'exact',
  },
  ['Fn::Sub'],
  (sub, scope) => {
    if (scope.template.reading === 'heat' && scope.template.kind !== 'hot') {
      const message = 'Fn::Sub is no function in this dialect; Heat would pass it on as data'
      scope.report('unknown-function', sub.node, message)
      return undefined
    }
    const items = seqOf(sub.argument)?.items ?? [sub.argument]
    const [written = sub.argument] = items
    const source = scalarOf(written)
    const variables = mapOf(items[1])
    if (source?.type !== 'str' || items.length > 2 || (items.length === 2 && variables === undefined)) {
      const message = 'Fn::Sub takes a text, or a list of a text and a map of variables'
      scope.report('bad-arguments', sub.node, message)
      return undefined
    }
    const pieces = splitSub(String(source.value))
    if ('problem' in pieces) {
      scope.report('bad-arguments', sub.node, pieces.problem)
      return undefined
    }
    if (variablesOf(pieces).includes('AWS::NoValue')) {
      scope.report('bad-arguments', sub.node, 'AWS does not say what Fn::Sub makes of AWS::NoValue')
      return undefined
    }
    return rewriteSub(sub, { written, source, pieces }, variables, scope)
  },
)

interface Template {
  /** The text as it stands in the call: itself, or an alias. */
  readonly written: Node
  readonly source: Scalar
  readonly pieces: readonly SubPiece[]
}

function rewriteSub(sub: Call, template: Template, variables: Mapping | undefined, scope: CallScope): Node {
  const { written, pieces } = template
  const value = (name: string) => valueOf(name, variables, written, scope)
  const names = variablesOf(pieces)
  const [only] = names
  if (only === undefined) return plainText(filledSub(pieces, String), template, sub.node)
  if (pieces.length === 1 && givesText(value(only), scope.declared)) return value(only)
  const chosen = subPlaceholders(pieces, unusedReferences(variables, names, scope))
  const params = [...chosen].map(([name, placeholder]) => param(placeholder, value(name), variables, name))
  const filled = filledSub(pieces, (name) => chosen.get(name) ?? '')
  const both = [
    entry('template', plainText(filled, template, written)),
    entry('params', mapping(params, { style: 'block' })),
  ]
  const argument = mapping(both, { for: sub.argument, style: 'block' })
  if (sub.node.style === 'flow') return call('str_replace', argument, sub.node)
  return withEntries(sub.node, [entry(withKey(sub.entry, 'str_replace').key, argument, { for: sub.entry })])
}

/** What a variable stands for: an entry of the map, an attribute, or else a parameter or resource. */
function valueOf(name: string, variables: Mapping | undefined, place: Node, scope: CallScope): Node {
  const own = entryOf(variables, name)?.value
  if (own !== undefined) return keptAsText(own, scope.template.document)
  const dot = name.indexOf('.')
  if (dot < 1) return call('Ref', text(name, { for: place }), place)
  const path = [text(name.slice(0, dot), { for: place }), text(name.slice(dot + 1))]
  return call('Fn::GetAtt', list(path, { style: 'flow', for: place }), place)
}

/** Variables that the text does not name: the resources they refer to, the stack waits for all the same. */
function unusedReferences(
  variables: Mapping | undefined,
  used: readonly string[],
  scope: CallScope,
): readonly string[] {
  const waiting =
    variables?.entries.filter((one) => resourcesIn(one.value, scope.declared, scope.template).size > 0) ?? []
  return waiting.flatMap((one) => nameOf(one) ?? []).filter((name) => !used.includes(name))
}

/** The author's own text where it is just that, else a new one in its style, in the place of another node. */
function plainText(content: string, { written, source }: Template, place: Node): Node {
  return content === source.value ? written : text(content, { for: place, style: source.style })
}

/** An entry of `params`; one that the author wrote keeps its place and comments. */
function param(placeholder: string, value: Node, variables: Mapping | undefined, name: string): Entry {
  const own = entryOf(variables, name)
  return entry(placeholder, value, own === undefined ? {} : { for: own })
}
