import {
  type Call,
  callRead,
  hasFeature,
  itemsOf,
  type Node,
  type Refusal,
  type Rewritten,
  scalarOf,
  string,
  stringOf,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import { awsAttributeKind } from '../../../src/heat/aws-types.ts'
import { pathChange } from '../../../src/heat/group-types.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { attributeShape, type SchemaType } from '../../../src/heat/resource-types.ts'
import { fails, itemByYaql, keepsSelect, listIndex, type Selecting, wholeNumber } from './selecting.ts'

/** From an attribute: one more step of the path, where the attribute is known to hold a list or map. */
export function fromAttribute(selecting: Selecting, source: Call): Rewritten {
  const { scope, refuse, accepts } = selecting
  const path = itemsOf(source.argument)
  const [resource, attribute] = path.map((item) => stringOf(item))
  const steps = path.length - 2
  if (steps < 0) return scope.keep
  const type = stringOf(valueOf(scope.declared.resources.get(resource ?? ''), 'Type', 'type'))
  const isKept = keepsSelect(scope)
  if (scope.target !== '2013-05-23' && pathChange(type, attribute) !== 'same') {
    if (isKept) return scope.keep
    const message = `${type} interprets the path after an attribute itself`
    const named = steps === 0 ? memberNamed(type, attribute, path, selecting, message) : undefined
    if (named !== undefined) return named
    return holdsList(type, attribute, steps, selecting)
      ? itemByYaql(selecting, source.node, message)
      : refuse('no-equivalent', message)
  }
  const isKnown = type !== undefined && attribute !== undefined
  const schema = isKnown ? shapeOf(type, attribute, steps, selecting) : undefined
  if (schema !== 'list' && schema !== 'map') {
    if (isKept) return scope.keep
    const message = `the attribute "${attribute}" of ${type ?? 'this resource'} may be JSON in a string, which only Fn::Select decodes`
    if (!accepts('select-text', message)) return scope.keep
  }
  const step = stepInto(schema, selecting)
  if (step.kind === 'refusal') return step
  if (scope.template.reading === 'heat' && !isNullTaken(selecting, attribute)) return scope.keep
  return selecting.path('get_attr', [...path, step])
}

/** `resource.0` for the first item of what the members of a group give, where that is accepted, and `yaql` is not. */
function memberNamed(
  type: string | undefined,
  attribute: string | undefined,
  [group, at]: readonly Node[],
  selecting: Selecting,
  message: string,
): Rewritten | undefined {
  const { index, scope, accepts } = selecting
  const number = callRead(index) === undefined ? wholeNumber(index) : undefined
  if (group === undefined || at === undefined || number === undefined || number < 0) return undefined
  if (pathChange(type, attribute) !== 'asks-members' || scope.isAccepted('select-by-yaql')) return undefined
  if (!scope.isAccepted('group-attribute-path')) return undefined
  accepts('group-attribute-path', message)
  if (scope.template.reading === 'heat' && !isNullTaken(selecting, attribute)) return scope.keep
  return selecting.path('get_attr', [group, string(`resource.${number}`), at])
}

/** What Heat says of an attribute, or AWS where Heat has no such attribute and the template was written for AWS. */
function shapeOf(
  type: string,
  attribute: string,
  steps: number,
  { scope: { template } }: Selecting,
): SchemaType | undefined {
  const ofHeat = attributeShape(type, attribute, steps)
  if (ofHeat !== undefined || steps > 0 || template.reading === 'heat') return ofHeat
  const ofAws = awsAttributeKind(type, attribute)
  return ofAws === 'union' ? undefined : ofAws
}

/** Whether a group certainly gives a list: of its members' attributes, of what they find there, or its own. */
function holdsList(
  type: string | undefined,
  attribute: string | undefined,
  steps: number,
  { scope }: Selecting,
): boolean {
  if (type === undefined || attribute === undefined) return false
  const { version } = scope.template
  const asksMembers = pathChange(type, attribute) === 'asks-members'
  if (steps === 0) return asksMembers || attributeShape(type, attribute, 0) === 'list'
  const isAsking = version !== undefined && hasFeature(version, 'attributePaths')
  return isAsking && (asksMembers || attribute === 'outputs_list')
}

/** `get_attr` needs a number for a list and a string for a map, and accepts neither for the other. */
function stepInto(schema: SchemaType | undefined, selecting: Selecting): Node | Refusal {
  const { index, scope, refuse } = selecting
  const call = callRead(index)
  if (call !== undefined) {
    const parameter = scope.declared.parameters.get(stringOf(call.argument) ?? '')
    const isNumber = call.name === 'Ref' && declaredType(parameter) === 'number'
    if (schema !== 'list' || isNumber) return index
    const message = 'get_attr takes the index of a list as a number; make it a parameter of type Number'
    return refuse('no-equivalent', message)
  }
  if (schema === 'map')
    return scalarOf(index)?.type === 'str' ? index : fails(selecting, 'the key of a map must be a string')
  const isUsable = schema === 'list' ? wholeNumber(index) !== undefined : scalarOf(index) !== undefined
  return isUsable ? listIndex(index) : fails(selecting, 'a list is indexed by whole numbers')
}

/** A literal index was chosen for what is there; a computed one may well go beyond it. */
function isNullTaken({ select, index, scope, accepts }: Selecting, attribute: string | undefined): boolean {
  const message = `a missing part of "${attribute}" is null in get_attr, an empty string in Fn::Select`
  if (callRead(index) !== undefined) return accepts('select-null', message)
  scope.report('select-null', select.node, message)
  return true
}
