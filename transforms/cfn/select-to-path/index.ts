import {
  call,
  inPlaceOf,
  list,
  text,
  withEntries,
  withItems,
  withKey,
  withValue,
} from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { seqOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform, replacesForeign } from '../../../src/engine/call-transform.ts'
import type { Transform } from '../../../src/engine/transform.ts'
import { holdsAnchor } from '../../../src/heat/anchors.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { isForeign } from '../../../src/heat/foreign-calls.ts'
import { functionCall, isShortForm } from '../../../src/heat/function-call.ts'
import { withJsonParameters } from '../../../src/heat/json-parameters.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { selectLiteral } from '../../../src/heat/select.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { hasFunction } from '../../../src/heat/versions.ts'
import { itemByYaql } from './by-yaql.ts'
import { keepDependencies } from './dependencies.ts'
import { fromAttribute } from './from-attribute.ts'
import { fromParameter } from './from-parameter.ts'
import { fromSplit } from './from-split.ts'

const calls = callTransform(
  {
    id: 'cfn/select-to-path',
    title: 'Replace Fn::Select by a path',
    description:
      'Replaces `Fn::Select` by the item itself, or by a path in `get_param`, `get_attr` or `str_split`, whatever the collection comes from.',
    references: ['heat/engine/cfn/functions.py: Select', 'heat/engine/hot/functions.py: GetParam.result'],
    safety: 'review',
  },
  ['Fn::Select'],
  (select, scope) => {
    const args = seqOf(select.argument)?.items
    const [index, collection] = args ?? []
    if (args?.length !== 2 || index === undefined || collection === undefined) {
      scope.report('bad-arguments', select.node, 'Fn::Select takes an index and a collection')
      return undefined
    }
    return selected(select, index, collection, scope)
  },
)

export const selectToPath: Transform = {
  ...calls,
  run(template, context) {
    const next = calls.run(template, context)
    if (next === template) return template
    const kept = keepDependencies(template, next, context)
    return context.isAccepted('select-json-text') ? withRoot(kept, withJsonParameters(kept.root)) : kept
  },
}

/** One selection; the branches of an `Fn::If` are selections of their own. */
function selected(select: Call, index: Node, collection: Node, scope: CallScope): Node | undefined {
  if (isShortForm(index) || isShortForm(collection))
    return notSelectable(select, 'a call in short form', scope)
  const source = functionCall(collection, scope.template) ?? laterCall(collection, scope)
  // That it is no call to Heat is for hot/target-version to report.
  if (isLeft(source, scope) || isLeft(functionCall(index, scope.template), scope)) return undefined
  const write = (name: string, path: readonly Node[]) => pathCall(name, select, collection, path)
  if (source === undefined) {
    const isLiteral = (functionCall(index, scope.template) ?? laterCall(index, scope)) === undefined
    return isLiteral
      ? literal(select, index, collection, scope)
      : notSelectable(select, 'this by a computed index', scope)
  }
  switch (source.name) {
    case 'Ref':
    case 'get_param':
      return fromParameter(select, index, source, scope, write)
    case 'Fn::GetAtt':
    case 'get_attr':
      return fromAttribute(select, index, source, scope, write)
    case 'Fn::Split':
    case 'str_split':
      return fromSplit(select, index, source, scope, write)
    case 'Fn::If':
    case 'if':
      return fromBranches(index, source, scope)
    case 'Fn::GetAZs':
      // cfn/zones-to-parameter has said why it is still there.
      return undefined
    case 'repeat':
      if (hasFunction(scope.target, 'Fn::Select')) return undefined
      return itemByYaql(select, index, collection, 'HOT selects from no list that repeat makes', scope)
    default:
      return notSelectable(select, source.name, scope)
  }
}

/** What is data in the declared version and counts as a call all the same. */
function laterCall(node: Node, scope: CallScope): Call | undefined {
  const { template, target } = scope
  const found = callOf(node)
  if (found === undefined || template.version === undefined || !hasFunction(target, found.name))
    return undefined
  return refusal(template) !== undefined || scope.isAccepted('becomes-call') ? found : undefined
}

/** Whether a call is one that the declared version of HOT does not have, and so stays as it is. */
function isLeft(call: Call | undefined, scope: CallScope): boolean {
  const { version } = scope.template
  if (call === undefined || version === undefined || call.entry.key.range === undefined) return false
  return isForeign(call.name, version) && !replacesForeign(scope.template, scope)
}

function notSelectable(select: Call, from: string, scope: CallScope): undefined {
  if (!hasFunction(scope.target, 'Fn::Select'))
    scope.report('no-equivalent', select.node, `HOT cannot select from ${from}`)
}

function literal(select: Call, index: Node, collection: Node, scope: CallScope): Node | undefined {
  const found = selectLiteral(index, collection)
  if ('fails' in found || ('missing' in found && scope.template.reading === 'aws')) {
    scope.report('always-fails', select.node, `Fn::Select: ${'fails' in found ? found.fails : found.missing}`)
    return undefined
  }
  if ('opaque' in found) {
    scope.report('no-equivalent', select.node, found.opaque)
    return undefined
  }
  const node = 'node' in found ? found.node : text('', { style: 'single' })
  if (collection.kind === 'alias' && holdsAnchor(node))
    return notSelectable(select, 'an alias what has an anchor', scope)
  return node
}

/** The path stands where the collection stood, and so has its comments. */
function pathCall(name: string, select: Call, collection: Node, [first, ...steps]: readonly Node[]): Node {
  const path = first === undefined ? [] : [inPlaceOf(first, collection), ...steps]
  const argument = list(path, { for: select.argument, style: 'flow' })
  return withEntries(select.node, [withValue(withKey(select.entry, name), argument)])
}

/** Selecting from a choice is choosing between selections. */
function fromBranches(index: Node, choice: Call, scope: CallScope): Node | undefined {
  const args = seqOf(choice.argument)
  const [condition, ...branches] = args?.items ?? []
  if (args === undefined || condition === undefined || branches.length !== 2) return undefined
  const chosen = branches.map((branch) => selected(branchSelect(branch), index, branch, scope))
  if (chosen.some((one) => one === undefined)) return undefined
  return withEntries(choice.node, [
    withValue(choice.entry, withItems(args, [condition, ...(chosen as Node[])])),
  ])
}

/** The selection that a branch would be, at the place of the branch. */
function branchSelect(branch: Node): Call {
  const node = call('Fn::Select', list([]), branch)
  const [entry] = node.entries
  return { name: 'Fn::Select', argument: branch, node, entry: entry as Call['entry'] }
}
