import {
  type CallScope,
  call,
  callOf,
  entry,
  holdsAnchor,
  isNull,
  itemsOf,
  listOf,
  mapping,
  type Node,
  parsedNode,
  rewriteCall,
  string,
  stringOf,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import { functionCall } from '../../../src/heat/calls.ts'
import { type Pieces, valuesIn } from '../../../src/heat/pieces.ts'
import { awsText } from '../../../src/heat/reading.ts'
import { holdsComments } from '../../../src/text/document/comments.ts'
import { blockLiteral } from '../../../src/text/yaml/scalar-text.ts'
import { givesText, mayGiveNumber } from '../gives-string.ts'
import { referenceWidth, replaceInLine } from '../in-line.ts'
import { compact, type Filled, fillTemplate } from '../placeholders.ts'
import { isScript, type Joined, joinItems, literalText, mayBeOmitted } from './join.ts'

type Scope = CallScope<'Fn::Join'>

export const joinToStrReplace = rewriteCall(
  'Fn::Join',
  {
    title: 'Replace Fn::Join by a string, str_replace or list_join',
    description:
      'Replaces `Fn::Join` of literals by one string, of the lines of a script by one block with `str_replace`, and any other by `list_join`.',
    references: [
      'heat/engine/cfn/functions.py: Join',
      'heat/engine/hot/functions.py: Replace',
      'HOT specification, list_join and str_replace',
    ],
    safety: 'exact',
    keeps: 'meaning of the chain',
    // What Heat refuses to join fails in the same way afterwards.
    unfit: 'shape',
  },
  (scope) => {
    const { call: join, args, template, report } = scope
    const joined = joinItems(args[0], args[1], {
      // Heat refuses numbers and booleans; to AWS they are strings, as the author wrote them, and so they are from now on.
      textOf: (node) => awsText(node, template.document),
      isCall: (node) => functionCall(node, template) !== undefined,
    })
    // What an alias repeats must remain a node of its own.
    if (joined === undefined || (template.document.hasAnchors && holdsAnchor(join.argument)))
      return listJoin(scope)
    if ('problem' in joined) {
      report('join-refuses', joined.at, joined.problem)
      return listJoin(scope)
    }
    if (template.reading === 'heat')
      for (const node of joined.retyped.keys())
        report('join-refuses', node, 'Heat joins strings only; the result makes this a string')
    return rewriteJoin(joined, scope)
  },
)

function rewriteJoin(joined: Joined, scope: Scope): Node {
  const { call: join, declared, site } = scope
  const { items } = joined
  const values = valuesIn(items)
  const [only] = values
  if (only === undefined) return literalText(items, join.node)
  if (items.length === 1 && givesText(only, declared)) return only
  // list_join refuses numbers, as Fn::Join does to Heat; str_replace takes them, as Fn::Join does to AWS.
  const mustReplace = values.some((node) => mayGiveNumber(node, declared))
  const wanted = mustReplace || (!site.inFlow && isScript(items))
  return (
    (wanted && !values.some(mayBeOmitted) && strReplace(items, mustReplace, scope)) ||
    listJoin(scope, joined.retyped)
  )
}

/** Undefined where no block can hold it and none is needed. */
function strReplace(items: Pieces<Node>, mustReplace: boolean, scope: Scope): Node | undefined {
  const { call: join, template: whole } = scope
  const filled = fillTemplate(items)
  if (!mustReplace && blockLiteral(filled.template, 2) === undefined) return undefined
  const inLine = oneLine(filled, scope)
  if (inLine !== undefined) return inLine
  const params = [...filled.params].map(([placeholder, value]) => entry(placeholder, compact(value, whole)))
  const template = string(filled.template, filled.template.includes('\n') ? { style: 'literal' } : {})
  const both = [entry('template', template), entry('params', mapping(params, { style: 'block' }))]
  return call('str_replace', mapping(both, { style: 'block' }), join.node)
}

/** As `Fn::Sub` of the same string becomes. */
function oneLine({ template, params }: Filled, scope: Scope): Node | undefined {
  if (template.includes('\n')) return undefined
  const sized = [...params].map(([placeholder, value]) => ({
    placeholder,
    value,
    width: referenceWidth(value, scope.declared),
  }))
  return replaceInLine(string(template), sized, scope)
}

/** The author's own list under the other name, its strings in one piece; numbers that AWS reads as strings become strings. */
function listJoin(
  { call: join, args: [delimiter, items], template, to }: Scope,
  retyped?: Joined['retyped'],
): Node {
  const pair = listOf(join.argument)
  if (retyped === undefined || pair === undefined || items.kind !== 'seq') return to('list_join')
  const glue = retyped.get(delimiter) ?? delimiter
  const list = items.items.map((item) => retyped.get(item) ?? item)
  const isPlain = stringOf(glue) === '' && !holdsComments(template.document, items)
  const merged = isPlain ? mergedTexts(list) : list
  return to('list_join', withItems(pair, [glue, withItems(items, merged)]))
}

/** Pieces of a string that the author set apart are joined into none that is longer. */
const LONGEST_MERGED = 72

/** Strings with nothing between them as one, those of a join inside included. */
function mergedTexts(items: readonly Node[]): readonly Node[] {
  const merged: Node[] = []
  for (const item of items.flatMap(joinedInside)) {
    const [before, own] = [merged.at(-1), plainText(item)]
    if (own === '' || isNull(item)) continue
    const text = before === undefined || own === undefined ? undefined : plainText(before)
    const isLong = (text?.length ?? 0) + (own?.length ?? 0) > LONGEST_MERGED
    if (text === undefined || isLong) merged.push(item)
    else merged.splice(-1, 1, withText(before as Node, text + own))
  }
  return merged
}

/** What the author wrote as `list_join` is data here. */
function joinedInside(item: Node): readonly Node[] {
  const [inner, written] = [callOf(item), parsedNode(item)]
  const isOurs = written === undefined || callOf(written)?.name !== 'list_join'
  if (inner?.name !== 'list_join' || !isOurs) return [item]
  const [glue, list, ...more] = itemsOf(inner.argument)
  return stringOf(glue) === '' && list?.kind === 'seq' && more.length === 0 ? list.items : [item]
}

function plainText(node: Node): string | undefined {
  return node.kind === 'scalar' ? stringOf(node) : undefined
}

function withText(node: Node, value: string): Node {
  const isQuoted = node.kind === 'scalar' && (node.style === 'single' || node.style === 'double')
  return string(value, { for: node, style: isQuoted ? node.style : undefined })
}
