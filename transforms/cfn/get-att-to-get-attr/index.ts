import {
  type CallScope,
  list,
  rewriteCall,
  string,
  stringOf,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import { awsAttributes } from '../../../src/heat/aws-types.ts'
import { attributePath } from '../../../src/heat/functions/literals.ts'
import { didYouMean } from '../../../src/heat/near-names.ts'
import { isKnownResourceType } from '../../../src/heat/resource-types.ts'

export const getAttToGetAttr = rewriteCall(
  'Fn::GetAtt',
  {
    title: 'Replace Fn::GetAtt by get_attr',
    description: 'Replaces `Fn::GetAtt` by `get_attr`; a dot in an attribute stays part of its name.',
    references: ['heat/engine/cfn/functions.py: GetAtt', 'HOT specification, get_attr'],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  (scope) => {
    const { declared, to, refuse } = scope
    const { argument } = scope.call
    const [first, second] = scope.args
    // `resource.attribute` in one string: AWS accepts it, Heat does not.
    const path = attributePath(stringOf(argument) ?? '')
    const resource = path?.[0] ?? stringOf(first)
    if (resource !== undefined && !declared.resources.has(resource))
      return refuse('unknown-reference', `there is no resource "${resource}" in this template`)
    checkAwsAttribute(resource, path?.[1] ?? stringOf(second), scope)
    if (path === undefined) return to('get_attr')
    const items = path.map((one) => string(one))
    return to('get_attr', list(items, { for: argument, style: 'flow' }))
  },
)

/** Of types that Heat does not have, AWS alone can say which attributes there are; below a structure all are meant. */
function checkAwsAttribute(
  resource: string | undefined,
  attribute: string | undefined,
  { declared, template, call, registers, report }: CallScope<'Fn::GetAtt'>,
): void {
  if (template.reading === 'heat' || attribute === undefined) return
  const type = stringOf(valueOf(declared.resources.get(resource ?? ''), 'Type', 'type')) ?? ''
  const known = isKnownResourceType(type) || registers(type) ? undefined : awsAttributes(type)
  if (known === undefined || known.has(attribute) || isWithin(attribute, known)) return
  const message = `"${resource}" (${type}) has no attribute "${attribute}"${didYouMean(attribute, known).hint}`
  report('unknown-to-aws', call.node, message)
}

/** Whether a path leads into a structure of which AWS lists no parts. */
function isWithin(attribute: string, known: ReadonlyMap<string, unknown>): boolean {
  const [whole = ''] = attribute.split('.')
  return known.get(whole) === 'map' && ![...known.keys()].some((one) => one.startsWith(`${whole}.`))
}
