import type { Node } from '../../../src/document/node.ts'
import { mapOf, scalarOf, seqOf, textOf, valueOf } from '../../../src/document/read.ts'
import type { CallScope } from '../../../src/engine/call-transform.ts'
import { attributeShape } from '../../../src/heat/attribute-shapes.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { pathChange } from '../../../src/heat/group-attributes.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import type { SchemaType } from '../../../src/heat/resource-types.ts'
import { listIndex, wholeNumber } from '../../../src/heat/select.ts'
import { hasFeature, hasFunction } from '../../../src/heat/versions.ts'
import { itemByYaql, notSaid } from './by-yaql.ts'
import type { WritePath } from './from-parameter.ts'

/** From an attribute: one more step of the path, where the attribute is known to hold a list or map. */
export function fromAttribute(
  select: Call,
  index: Node,
  source: Call,
  scope: CallScope,
  write: WritePath,
): Node | undefined {
  const path = seqOf(source.argument)
  const [resource, attribute] = path?.items.map((item) => textOf(item)) ?? []
  if (path === undefined || path.items.length < 2) return undefined
  const type = textOf(valueOf(mapOf(scope.declared.resources.get(resource ?? '')), 'Type', 'type'))
  const keepsSelect = hasFunction(scope.target, 'Fn::Select')
  if (scope.target !== '2013-05-23' && pathChange(type, attribute) !== 'same') {
    if (keepsSelect) return undefined
    const message = `${type} gives a path behind its attributes a meaning of its own`
    return holdsList(type, attribute, path.items.length - 2, scope)
      ? itemByYaql(select, index, source.node, message, scope)
      : notSaid(select, message, scope)
  }
  const isKnown = type !== undefined && attribute !== undefined
  const schema = isKnown ? attributeShape(type, attribute, path.items.length - 2) : undefined
  if (schema !== 'list' && schema !== 'map') {
    if (keepsSelect) return undefined
    const message = `the attribute "${attribute}" of ${type ?? 'this resource'} may be JSON in a text, which only Fn::Select decodes`
    if (!scope.accepts('select-text', select.node, message)) return undefined
  }
  const step = stepInto(schema, index, select, scope)
  if (step === undefined) return undefined
  if (scope.template.reading === 'heat' && !isNullTaken(select, index, attribute, scope)) return undefined
  return write('get_attr', [...path.items, step])
}

/** Whether a group certainly gives a list: of its members' attributes, of what they find there, or its own. */
function holdsList(
  type: string | undefined,
  attribute: string | undefined,
  steps: number,
  { template: { version } }: CallScope,
): boolean {
  if (type === undefined || attribute === undefined) return false
  const asksMembers = pathChange(type, attribute) === 'asks-members'
  if (steps === 0) return asksMembers || attributeShape(type, attribute, 0) === 'list'
  const isAsking = version !== undefined && hasFeature(version, 'attributePaths')
  return isAsking && (asksMembers || attribute === 'outputs_list')
}

/** `get_attr` wants a number for a list and a text for a map, and takes neither for the other. */
function stepInto(
  schema: SchemaType | undefined,
  index: Node,
  select: Call,
  scope: CallScope,
): Node | undefined {
  const indexCall = callOf(index)
  if (indexCall !== undefined) {
    const isNumber =
      indexCall.name === 'Ref' &&
      declaredType(scope.declared.parameters.get(textOf(indexCall.argument) ?? '')) === 'number'
    if (schema !== 'list' || isNumber) return index
    scope.report(
      'no-equivalent',
      select.node,
      'get_attr takes the index of a list as a number; make it a parameter of type Number',
    )
    return undefined
  }
  const isUsable =
    schema === 'map'
      ? scalarOf(index)?.type === 'str'
      : schema === 'list'
        ? wholeNumber(index) !== undefined
        : scalarOf(index) !== undefined
  if (isUsable) return schema === 'map' ? index : listIndex(index)
  scope.report(
    'always-fails',
    select.node,
    schema === 'map'
      ? 'Fn::Select: the key of a map must be a text'
      : 'Fn::Select: a list is indexed by whole numbers',
  )
  return undefined
}

/** A literal index was chosen for what is there; a computed one may well go beyond it. */
function isNullTaken(select: Call, index: Node, attribute: string | undefined, scope: CallScope): boolean {
  const message = `what "${attribute}" does not hold is null in get_attr, empty text in Fn::Select`
  if (callOf(index) !== undefined) return scope.accepts('select-null', select.node, message)
  scope.report('select-null', select.node, message)
  return true
}
