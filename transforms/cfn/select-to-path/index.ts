import {
  type Call,
  call,
  callOf,
  hasFunction,
  holdsAnchor,
  inPlaceOf,
  list,
  type Node,
  type Rewritten,
  refusals,
  replacesForeign,
  rewriteCall,
  seqOf,
  text,
  type UnnamedTransform,
  withEntries,
  withItems,
  withRoot,
  withValue,
  withWord,
} from '../../../src/engine/authoring.ts'
import { functionCall, isForeign, isShortForm } from '../../../src/heat/calls.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { keepDependencies } from './dependencies.ts'
import { fromAttribute } from './from-attribute.ts'
import { fromParameter } from './from-parameter.ts'
import { fromSplit } from './from-split.ts'
import { withJsonParameters } from './json-parameters.ts'
import { selectLiteral } from './literal.ts'
import { fails, itemByYaql, type Selecting } from './selecting.ts'

type Scope = Selecting['scope']

const calls = rewriteCall(
  'Fn::Select',
  {
    title: 'Replace Fn::Select by a path',
    description:
      'Replaces `Fn::Select` by the item itself, or by a path in `get_param`, `get_attr` or `str_split`, whatever the collection comes from.',
    references: ['heat/engine/cfn/functions.py: Select', 'heat/engine/hot/functions.py: GetParam.result'],
    safety: 'review',
  },
  (scope) => selected(scope.call, scope.args[1], scope),
)

export const selectToPath: UnnamedTransform = {
  ...calls,
  run(template, context) {
    const next = calls.run(template, context)
    if (next === template) return template
    const kept = keepDependencies(template, next, context)
    return context.isAccepted('select-json-text') ? withRoot(kept, withJsonParameters(kept.root)) : kept
  },
}

/** One selection; the branches of an `Fn::If` are selections of their own. */
function selected(select: Call, collection: Node, scope: Scope): Rewritten {
  const selecting = selectingOf(select, collection, scope)
  const { index } = selecting
  const { template, keep } = scope
  if (isShortForm(index) || isShortForm(collection)) return notSelectable('a call in short form', selecting)
  const source = functionCall(collection, template) ?? laterCall(collection, scope)
  // That it is no call to Heat is for hot/target-version to report.
  if (isLeft(source, scope) || isLeft(functionCall(index, template), scope)) return keep
  if (source === undefined) {
    const isLiteral = (functionCall(index, template) ?? laterCall(index, scope)) === undefined
    return isLiteral ? literal(collection, selecting) : notSelectable('this by a computed index', selecting)
  }
  switch (source.name) {
    case 'Ref':
    case 'get_param':
      return fromParameter(selecting, source)
    case 'Fn::GetAtt':
    case 'get_attr':
      return fromAttribute(selecting, source)
    case 'Fn::Split':
    case 'str_split':
      return fromSplit(selecting, source)
    case 'Fn::If':
    case 'if':
      return fromBranches(source, scope)
    case 'Fn::GetAZs':
      // cfn/zones-to-parameter has said why it is still there.
      return keep
    case 'repeat':
      if (hasFunction(scope.target, 'Fn::Select')) return keep
      return itemByYaql(selecting, collection, 'HOT selects from no list that repeat makes')
    default:
      return notSelectable(source.name, selecting)
  }
}

function selectingOf(select: Call, collection: Node, scope: Scope): Selecting {
  return {
    select,
    index: scope.args[0],
    scope,
    refuse: (code, message) => scope.refuse(code, message, { at: select.node }),
    accepts: (code, message) => scope.accepts(code, select.node, message),
    // The path stands where the collection stood, and so has its comments.
    path(name, [first, ...steps]) {
      const path = first === undefined ? [] : [inPlaceOf(first, collection), ...steps]
      const argument = list(path, { for: select.argument, style: 'flow' })
      return withEntries(select.node, [withValue(withWord(select.entry, name), argument)])
    },
  }
}

/** What is data in the declared version and counts as a call all the same. */
function laterCall(node: Node, { template, target, isAccepted }: Scope): Call | undefined {
  const found = callOf(node)
  if (found === undefined || template.version === undefined || !hasFunction(target, found.name))
    return undefined
  return refusal(template) !== undefined || isAccepted('newer-function') ? found : undefined
}

/** Whether a call is one that the declared version of HOT does not have, and so stays as it is. */
function isLeft(found: Call | undefined, scope: Scope): boolean {
  const { version } = scope.template
  if (found === undefined || version === undefined || found.entry.key.range === undefined) return false
  return isForeign(found.name, version) && !replacesForeign(scope.template, scope)
}

function notSelectable(from: string, { scope, refuse }: Selecting): Rewritten {
  const isKept = hasFunction(scope.target, 'Fn::Select')
  return isKept ? scope.keep : refuse('no-equivalent', `HOT cannot select from ${from}`)
}

function literal(collection: Node, selecting: Selecting): Rewritten {
  const { index, scope, refuse } = selecting
  const found = selectLiteral(index, collection)
  if ('fails' in found) return fails(selecting, found.fails)
  if ('missing' in found && scope.template.reading === 'aws') return fails(selecting, found.missing)
  if ('opaque' in found) return refuse('no-equivalent', found.opaque)
  const node = 'node' in found ? found.node : text('', { style: 'single' })
  return collection.kind === 'alias' && holdsAnchor(node)
    ? notSelectable('an alias what has an anchor', selecting)
    : node
}

/** Selecting from a choice is choosing between selections. */
function fromBranches(choice: Call, scope: Scope): Rewritten {
  const args = seqOf(choice.argument)
  const [condition, ...branches] = args?.items ?? []
  if (args === undefined || condition === undefined || branches.length !== 2) return scope.keep
  const chosen = branches.map((branch) => selected(branchSelect(branch), branch, scope))
  const refused = chosen.filter((one) => one.kind === 'refusal')
  if (refused.length > 0) return refusals(refused)
  if (chosen.some((one) => one.kind === 'kept')) return scope.keep
  return withEntries(choice.node, [
    withValue(choice.entry, withItems(args, [condition, ...(chosen as readonly Node[])])),
  ])
}

/** The selection that a branch would be, at the place of the branch. */
function branchSelect(branch: Node): Call {
  const node = call('Fn::Select', list([]), branch)
  const [entry] = node.entries
  return { name: 'Fn::Select', argument: branch, node, entry: entry as Call['entry'] }
}
