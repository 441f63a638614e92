import {
  call,
  entry,
  mapping,
  text,
  withEntries,
  withItems,
  withKey,
  withValue,
} from '../../../src/document/build.ts'
import { dataKey } from '../../../src/document/data.ts'
import type { Node, Scalar } from '../../../src/document/node.ts'
import { seqOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import { holdsAnchor } from '../../../src/heat/anchors.ts'
import { awsText } from '../../../src/heat/aws-text.ts'
import type { Call } from '../../../src/heat/calls.ts'
import { functionCall } from '../../../src/heat/function-call.ts'
import { givesText, mayGiveNumber } from '../../../src/heat/gives-text.ts'
import { type Joined, type JoinItem, joinItems } from '../../../src/heat/join.ts'
import { mayBeOmitted } from '../../../src/heat/omitted.ts'
import { compact, fillTemplate, nameFor, type Piece } from '../../../src/heat/placeholders.ts'
import { blockLiteral } from '../../../src/yaml/scalar-text.ts'

export const joinToStrReplace = callTransform(
  {
    id: 'cfn/join-to-str-replace',
    title: 'Replace Fn::Join by text, str_replace or list_join',
    description:
      'Replaces `Fn::Join` of literals by their text, of a script in pieces by one block of text with `str_replace`, and any other by `list_join`.',
    references: [
      'heat/engine/cfn/functions.py: Join',
      'heat/engine/hot/functions.py: Replace',
      'HOT specification, list_join and str_replace',
    ],
    safety: 'exact',
  },
  ['Fn::Join'],
  (join, scope) => {
    const args = seqOf(join.argument)?.items
    if (args?.length !== 2) {
      scope.report('bad-arguments', join.node, 'Fn::Join takes a delimiter and a list')
      return undefined
    }
    const joined = joinItems(args[0] as Node, args[1] as Node, {
      textOf: (node) => scalarText(node, scope),
      isCall: (node) => functionCall(node, scope.template) !== undefined,
    })
    // Text that an alias elsewhere repeats must stay a node of its own.
    if (joined === undefined || (scope.template.document.hasAnchors && holdsAnchor(join.argument)))
      return listJoin(join)
    if ('problem' in joined) {
      scope.report('join-refuses', joined.at, joined.problem)
      return listJoin(join)
    }
    return rewriteJoin(join, joined, scope)
  },
)

/** AWS takes numbers and booleans for the text that the author wrote; Heat refuses them. */
function scalarText(node: Scalar, scope: CallScope): string | undefined {
  return scope.template.reading === 'aws' ? awsText(node, scope.template.document) : undefined
}

function rewriteJoin(join: Call, joined: Joined, scope: CallScope): Node {
  const { items } = joined
  const values = items.flatMap((item) => ('node' in item ? [item.node] : []))
  const [only] = values
  if (only === undefined) return literalText(items, join)
  if (items.length === 1 && givesText(only, scope.declared)) return only
  // AWS joins numbers as text; list_join refuses them, str_replace takes them.
  const mustReplace =
    scope.template.reading === 'aws' && values.some((node) => mayGiveNumber(node, scope.declared))
  const wanted = mustReplace || (!scope.site.inFlow && isScript(items))
  return (
    (wanted && !values.some(mayBeOmitted) && strReplace(join, items, mustReplace, scope)) ||
    listJoin(join, joined.retyped)
  )
}

function literalText(items: readonly JoinItem[], join: Call): Node {
  const whole = items.map((item) => ('text' in item ? item.text : '')).join('')
  return text(whole, { for: join.node, ...(whole.includes('\n') ? { style: 'literal' } : {}) })
}

/** Several lines with a text of their own: what a person would write as one block. */
function isScript(items: readonly JoinItem[]): boolean {
  const whole = items.map((item) => ('text' in item ? item.text : 'x')).join('')
  const first = whole.indexOf('\n')
  const isLonger = first !== -1 && /[^\n]/.test(whole.slice(first))
  return isLonger && items.some((item) => 'text' in item && item.delimiter !== true && /\S/.test(item.text))
}

/** Undefined where no placeholders give the text exactly, or where no block can hold it and none is needed. */
function strReplace(
  join: Call,
  items: readonly JoinItem[],
  mustReplace: boolean,
  scope: CallScope,
): Node | undefined {
  const pieces: Piece[] = items.map((item) =>
    'text' in item ? item : { node: item.node, name: nameFor(item.node) },
  )
  const filled = fillTemplate(pieces, dataKey)
  if (filled === undefined || (!mustReplace && blockLiteral(filled.template, 2) === undefined))
    return undefined
  const params = [...filled.params].map(([placeholder, value]) =>
    entry(placeholder, compact(value, scope.template)),
  )
  const template = text(filled.template, filled.template.includes('\n') ? { style: 'literal' } : {})
  const both = [entry('template', template), entry('params', mapping(params, { style: 'block' }))]
  return call('str_replace', mapping(both, { style: 'block' }), join.node)
}

/** The author's own list under the other name; numbers that AWS reads as text become text. */
function listJoin(join: Call, retyped: ReadonlyMap<Node, Node> = new Map()): Node {
  const args = seqOf(join.argument)
  const [delimiter, items] = args?.items ?? []
  const named = withKey(join.entry, 'list_join')
  if (retyped.size === 0 || args === undefined || delimiter === undefined || items?.kind !== 'seq')
    return withEntries(join.node, [named])
  const list = withItems(
    items,
    items.items.map((item) => retyped.get(item) ?? item),
  )
  return withEntries(join.node, [withValue(named, withItems(args, [delimiter, list]))])
}
