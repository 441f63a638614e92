import {
  type Call,
  call,
  callOf,
  hasFunction,
  hasLocalTag,
  holdsAnchor,
  inPlaceOf,
  isPlainData,
  list,
  listOf,
  type Node,
  type Refusal,
  type Rewritten,
  refusals,
  renamedCall,
  replacesForeign,
  rewriteCall,
  scalarOf,
  string,
  stringOf,
  type UnnamedTransform,
  withArgument,
  withItems,
  withRoot,
} from '../../../src/engine/authoring/authoring.ts'
import { functionCall, isForeign } from '../../../src/heat/calls.ts'
import { hasMerges } from '../../../src/heat/merge-keys.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { keepDependencies } from './dependencies.ts'
import { fromAttribute } from './from-attribute.ts'
import { needsText, withJsonParameters } from './json-parameters.ts'
import {
  fails,
  itemByYaql,
  keepsSelect,
  listIndex,
  positionOf,
  type Selecting,
  selectLiteral,
  valueByYaql,
  wholeNumber,
} from './selecting.ts'

type Scope = Selecting['scope']

const calls = rewriteCall(
  'Fn::Select',
  {
    title: 'Replace Fn::Select by a path',
    description:
      'Replaces `Fn::Select` by the item itself, or by a path in `get_param`, `get_attr` or `str_split`, whatever the collection comes from.',
    references: ['heat/engine/cfn/functions.py: Select', 'heat/engine/hot/functions.py: GetParam.result'],
    safety: 'review',
    keeps: 'meaning of the chain',
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
  if (hasLocalTag(index) || hasLocalTag(collection))
    return notSelectable('a function in short form', selecting)
  const source = functionCall(collection, template) ?? laterCall(collection, scope)
  // That Heat reads it as data is for hot/target-version to report.
  if (isLeft(source, scope) || isLeft(functionCall(index, template), scope)) return keep
  if (source === undefined) {
    const isLiteral = (functionCall(index, template) ?? laterCall(index, scope)) === undefined
    if (isLiteral) return literal(collection, selecting)
    const looked = collection.kind === 'map' ? valueByYaql(selecting, collection) : undefined
    return looked ?? notSelectable('this by a computed index', selecting)
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
      if (keepsSelect(scope)) return keep
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
      return renamedCall(select, name, argument)
    },
  }
}

/** What is data in the declared version and counts as a function all the same. */
function laterCall(node: Node, { template, target, isAccepted }: Scope): Call | undefined {
  const found = callOf(node)
  if (found === undefined || template.version === undefined || !hasFunction(target, found.name))
    return undefined
  return refusal(template) !== undefined || isAccepted('newer-function') ? found : undefined
}

/** Whether a function is one that the declared version of HOT does not have, and so is preserved. */
function isLeft(found: Call | undefined, scope: Scope): boolean {
  const { version } = scope.template
  if (found === undefined || version === undefined || found.entry.key.start === undefined) return false
  return isForeign(found.name, version) && !replacesForeign(scope.template, scope)
}

function notSelectable(from: string, { scope, refuse }: Selecting): Rewritten {
  const isKept = keepsSelect(scope)
  return isKept ? scope.keep : refuse('no-equivalent', `HOT cannot select from ${from}`)
}

function literal(collection: Node, selecting: Selecting): Rewritten {
  const { index, scope, refuse } = selecting
  const found = selectLiteral(index, collection)
  if ('fails' in found) return fails(selecting, found.fails)
  if ('missing' in found && scope.template.reading === 'aws') return fails(selecting, found.missing)
  if ('opaque' in found) return refuse('no-equivalent', found.opaque)
  const node = 'node' in found ? found.node : string('')
  // Entries that are merged, as those of an alias, remain where their anchor is.
  const isShared = collection.kind === 'alias' || (collection.kind === 'map' && hasMerges(collection))
  return isShared && holdsAnchor(node) ? notSelectable('an alias what has an anchor', selecting) : node
}

/** Selecting from a choice is choosing between selections. */
function fromBranches(choice: Call, scope: Scope): Rewritten {
  const args = listOf(choice.argument)
  const [condition, ...branches] = args?.items ?? []
  if (args === undefined || condition === undefined || branches.length !== 2) return scope.keep
  const chosen = branches.map((branch) => selected(branchSelect(branch), branch, scope))
  const refused = chosen.filter((one) => one.kind === 'refusal')
  if (refused.length > 0) return refusals(refused)
  if (chosen.some((one) => one.kind === 'kept')) return scope.keep
  const items = (chosen as readonly Node[]).map((one, index) => inPlaceOf(one, branches[index] as Node))
  return withArgument(choice, withItems(args, [condition, ...items]))
}

/** The selection that a branch would be, at the location of the branch. */
function branchSelect(branch: Node): Call {
  const node = call('Fn::Select', list([]), branch)
  const [entry] = node.entries
  return { name: 'Fn::Select', argument: branch, node, entry: entry as Call['entry'] }
}

/** From a split: the part itself where string and delimiter are literal, else a third argument of `str_split`. */
function fromSplit(selecting: Selecting, source: Call): Rewritten {
  const { select, index, scope, path } = selecting
  const args = listOf(source.argument)?.items
  const at = wholeNumber(index)
  // A split of another shape is for cfn/split-to-str-split to report.
  if (args?.length !== 2) return scope.keep
  if (isPlainData(index) && at === undefined) return fails(selecting, 'a list is indexed by whole numbers')
  const [delimiter, whole] = args.map((item) => stringOf(item))
  if (delimiter && whole !== undefined && at !== undefined) return part(selecting, whole.split(delimiter), at)
  if (!hasFunction(scope.target, 'str_split')) return scope.keep
  if (scope.template.reading === 'heat') {
    const message = 'an index beyond the parts is an error in str_split, an empty string in Fn::Select'
    scope.report('split-index', select.node, message)
  }
  return path('str_split', [...args, listIndex(index)])
}

function part(selecting: Selecting, parts: readonly string[], at: number): Rewritten {
  const { select, scope } = selecting
  const found = parts[positionOf(at, parts.length) ?? -1]
  if (found !== undefined || scope.template.reading === 'heat')
    return string(found ?? '', { for: select.node })
  return fails(selecting, `there are ${parts.length} parts only`)
}

/** From a parameter, or from what a path finds in one: one more step of the path. */
function fromParameter(selecting: Selecting, source: Call): Rewritten {
  const { index, scope, refuse } = selecting
  const { declared, keep } = scope
  const path = listOf(source.argument)?.items ?? [source.argument]
  const name = stringOf(path[0]) ?? ''
  const parameter = declared.parameters.get(name)
  const isPseudo = parameter === undefined && pseudoParameter(name) !== undefined
  if (source.name === 'Ref' && (isPseudo || declared.resources.has(name))) {
    if (keepsSelect(scope)) return keep
    return refuse('no-equivalent', `a reference to "${name}" gives a string; HOT cannot decode JSON`)
  }
  // What is unknown is for cfn/ref-to-get to report.
  if (parameter === undefined) return keep
  const type = declaredType(parameter)
  const isWhole = path.length === 1
  if (type === 'number' || type === 'boolean')
    return fails(selecting, `nothing can be selected from the ${type} parameter "${name}"`)
  const isList = type === 'comma_delimited_list' && isWhole
  if (isPlainData(index)) {
    if (scalarOf(index) === undefined || scalarOf(index)?.type === 'null')
      return fails(selecting, 'the index is neither a number nor a key')
    if (isList && wholeNumber(index) === undefined)
      return fails(selecting, 'a list is indexed by whole numbers')
  }
  // Only a list accepts a number; a path accepts integers only. A string may be the key of a map.
  const step = isList || scalarOf(index)?.type !== 'str' ? listIndex(index) : index
  const problem = type === 'string' && isWhole ? asText(selecting, name) : undefined
  return problem ?? selecting.path('get_param', [...path, step])
}

/** A string parameter is decoded as JSON, which HOT does for parameters of the type json only. */
function asText(
  { scope, refuse, accepts }: Selecting,
  name: string,
): Refusal | typeof scope.keep | undefined {
  if (keepsSelect(scope)) return scope.keep
  const message = `the string parameter "${name}" is decoded as JSON here`
  const blocker = needsText(scope.template.root, name)
  if (blocker !== undefined) return refuse('no-equivalent', `${message}, and cannot become json: ${blocker}`)
  return accepts('select-json-text', message) ? undefined : scope.keep
}
