import { call, entry, mapping, text, withEntries, withItems, withKey, withValue } from '../../../src/document/build.ts'
import { dataKey } from '../../../src/document/data.ts'
import type { Node, Scalar, Sequence } from '../../../src/document/node.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import { blockLiteral } from '../../../src/document/scalar-text.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { type JoinItem, joinItems, type Joined } from '../../../src/heat/join.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { compact, fillTemplate, nameFor, type Piece } from '../../../src/heat/placeholders.ts'

export const joinToStrReplace = callTransform(
  {
    id: 'cfn/join-to-str-replace',
    title: 'Replace Fn::Join by text, str_replace or list_join',
    description:
      'Replaces `Fn::Join` of literals by their text, of a script in pieces by one block of text with `str_replace`, and any other by `list_join`.',
    references: ['heat/engine/cfn/functions.py: Join', 'heat/engine/hot/functions.py: Replace', 'HOT specification, list_join and str_replace'],
    safety: 'exact',
  },
  ['Fn::Join'],
  (join, scope) => {
    const args = seqOf(join.argument)?.items
    if (args?.length !== 2) {
      scope.report('bad-arguments', join.node, 'Fn::Join takes a delimiter and a list')
      return undefined
    }
    const joined = joinItems(args[0] as Node, args[1] as Node, sourceText(scope))
    if (joined === undefined) return renamed(join)
    if ('problem' in joined) {
      scope.report('join-refuses', joined.at, joined.problem)
      return renamed(join)
    }
    return rewriteJoin(join, joined, scope)
  },
)

function renamed(join: Call): Node {
  return withEntries(join.node, [withKey(join.entry, 'list_join')])
}

/** What AWS reads a number or boolean as: the text that the author wrote. In Heat's reading they are refused. */
function sourceText(scope: CallScope): (node: Scalar) => string | undefined {
  if (scope.template.reading === 'heat') return () => undefined
  const source = scope.template.document.text
  return (node) => (node.range === undefined ? String(node.value) : source.slice(node.range.start, node.range.end))
}

function rewriteJoin(join: Call, joined: Joined, scope: CallScope): Node {
  const values = joined.items.filter((item): item is JoinItem & { node: Node } => 'node' in item)
  if (values.length === 0) {
    const whole = joined.items.map((item) => ('text' in item ? item.text : '')).join('')
    return text(whole, { for: join.node, ...(whole.includes('\n') ? { style: 'literal' } : {}) })
  }
  const mustReplace = values.some((item) => needsText(item.node, scope))
  if (!mustReplace && (scope.site.inFlow || !isScript(joined.items))) return listJoin(join, joined)
  const pieces: Piece[] = joined.items.map((item) => ('text' in item ? item : { node: item.node, name: nameFor(item.node) }))
  const filled = fillTemplate(pieces, dataKey)
  if (filled === undefined || (!mustReplace && blockLiteral(filled.template, 2) === undefined)) return listJoin(join, joined)
  const params = [...filled.params].map(([placeholder, value]) => entry(placeholder, compact(value)))
  const template = text(filled.template, filled.template.includes('\n') ? { style: 'literal' } : {})
  const argument = mapping([entry('template', template), entry('params', mapping(params, { style: 'block' }))], { style: 'block' })
  return call('str_replace', argument, join.node)
}

/** Several lines of text: what a person would write as one block. */
function isScript(items: readonly JoinItem[]): boolean {
  const literal = items.map((item) => ('text' in item ? item.text : 'x')).join('')
  return /\n[^]*[^\n]/.test(literal)
}

/** AWS joins numbers as text; `list_join` refuses them, `str_replace` takes them. */
function needsText(node: Node, scope: CallScope): boolean {
  if (scope.template.reading === 'heat') return false
  const ref = callOf(node)
  const name = ref?.name === 'Ref' ? textOf(ref.argument) : undefined
  const type = declaredType(scope.declared.parameters.get(name ?? ''))
  return type === 'number' || type === 'boolean'
}

/** `list_join` keeps the author's list; numbers that AWS reads as text become text. */
function listJoin(join: Call, joined: Joined): Node {
  if (joined.retyped.size === 0) return renamed(join)
  const args = seqOf(join.argument) as Sequence
  const retype = (node: Node): Node => joined.retyped.get(node) ?? node
  const items = args.items.map((item, index) => (index === 1 && item.kind === 'seq' ? withItems(item, item.items.map(retype)) : item))
  return withEntries(join.node, [withValue(withKey(join.entry, 'list_join'), withItems(args, items))])
}
