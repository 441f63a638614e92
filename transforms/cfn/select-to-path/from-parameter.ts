import type { Node } from '../../../src/document/node.ts'
import { scalarOf, seqOf, textOf } from '../../../src/document/read.ts'
import type { CallScope } from '../../../src/engine/call-transform.ts'
import { type Call, isPlainData } from '../../../src/heat/calls.ts'
import { needsText } from '../../../src/heat/json-parameters.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'
import { listIndex, wholeNumber } from '../../../src/heat/select.ts'
import { hasFunction } from '../../../src/heat/versions.ts'

export type WritePath = (name: string, path: readonly Node[]) => Node

/** From a parameter, or from what a path finds in one: one more step of the path. */
export function fromParameter(
  select: Call,
  index: Node,
  source: Call,
  scope: CallScope,
  write: WritePath,
): Node | undefined {
  const path = seqOf(source.argument)?.items ?? [source.argument]
  const name = textOf(path[0]) ?? ''
  const parameter = scope.declared.parameters.get(name)
  const isPseudo = parameter === undefined && pseudoParameter(name) !== undefined
  if (source.name === 'Ref' && (isPseudo || scope.declared.resources.has(name))) {
    if (hasFunction(scope.target, 'Fn::Select')) return undefined
    const message = `a reference to "${name}" gives a text; HOT cannot decode JSON`
    scope.report('no-equivalent', select.node, message)
    return undefined
  }
  // What is unknown is for cfn/ref-to-get to report.
  if (parameter === undefined) return undefined
  const type = declaredType(parameter)
  const isWhole = path.length === 1
  if (type === 'number' || type === 'boolean')
    return fails(select, `nothing can be selected from the ${type} parameter "${name}"`, scope)
  const isList = type === 'comma_delimited_list' && isWhole
  if (isPlainData(index)) {
    if (scalarOf(index) === undefined || scalarOf(index)?.type === 'null')
      return fails(select, 'the index is neither a number nor a key', scope)
    if (isList && wholeNumber(index) === undefined)
      return fails(select, 'a list is indexed by whole numbers', scope)
  }
  if (type === 'string' && isWhole && !mayBeJson(select, name, scope)) return undefined
  // Only a list takes a number; a path takes whole ones only. A text may be the key of a map.
  const step = isList || scalarOf(index)?.type !== 'str' ? listIndex(index) : index
  return write('get_param', [...path, step])
}

function fails(select: Call, message: string, scope: CallScope): undefined {
  scope.report('always-fails', select.node, `Fn::Select: ${message}`)
}

/** A text parameter is decoded as JSON, which HOT does for parameters of the type json only. */
function mayBeJson(select: Call, name: string, scope: CallScope): boolean {
  if (hasFunction(scope.target, 'Fn::Select')) return false
  const message = `the text parameter "${name}" is decoded as JSON here`
  const obstacle = needsText(scope.template.root, name)
  if (obstacle === undefined) return scope.accepts('select-json-text', select.node, message)
  scope.report('no-equivalent', select.node, `${message}, and cannot become json: ${obstacle}`)
  return false
}
