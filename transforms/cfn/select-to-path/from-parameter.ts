import {
  type Call,
  hasFunction,
  isPlainData,
  type Refusal,
  type Rewritten,
  scalarOf,
  seqOf,
  textOf,
} from '../../../src/engine/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'
import { needsText } from './json-parameters.ts'
import { listIndex, wholeNumber } from './literal.ts'
import { fails, type Selecting } from './selecting.ts'

/** From a parameter, or from what a path finds in one: one more step of the path. */
export function fromParameter(selecting: Selecting, source: Call): Rewritten {
  const { index, scope, refuse } = selecting
  const { declared, target, keep } = scope
  const path = seqOf(source.argument)?.items ?? [source.argument]
  const name = textOf(path[0]) ?? ''
  const parameter = declared.parameters.get(name)
  const isPseudo = parameter === undefined && pseudoParameter(name) !== undefined
  if (source.name === 'Ref' && (isPseudo || declared.resources.has(name))) {
    if (hasFunction(target, 'Fn::Select')) return keep
    return refuse('no-equivalent', `a reference to "${name}" gives a text; HOT cannot decode JSON`)
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
  // Only a list takes a number; a path takes whole ones only. A text may be the key of a map.
  const step = isList || scalarOf(index)?.type !== 'str' ? listIndex(index) : index
  const problem = type === 'string' && isWhole ? asText(selecting, name) : undefined
  return problem ?? selecting.path('get_param', [...path, step])
}

/** A text parameter is decoded as JSON, which HOT does for parameters of the type json only. */
function asText(
  { scope, refuse, accepts }: Selecting,
  name: string,
): Refusal | typeof scope.keep | undefined {
  if (hasFunction(scope.target, 'Fn::Select')) return scope.keep
  const message = `the text parameter "${name}" is decoded as JSON here`
  const obstacle = needsText(scope.template.root, name)
  if (obstacle !== undefined)
    return refuse('no-equivalent', `${message}, and cannot become json: ${obstacle}`)
  return accepts('select-json-text', message) ? undefined : scope.keep
}
