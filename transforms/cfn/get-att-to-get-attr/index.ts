import { list, rewriteCall, text, textOf } from '../../../src/engine/authoring.ts'
import { attributePath } from '../../../src/heat/functions/literals.ts'

export const getAttToGetAttr = rewriteCall(
  'Fn::GetAtt',
  {
    title: 'Replace Fn::GetAtt by get_attr',
    description: 'Replaces `Fn::GetAtt` by `get_attr`; a dot in an attribute stays part of its name.',
    references: ['heat/engine/cfn/functions.py: GetAtt', 'HOT specification, get_attr'],
    safety: 'exact',
  },
  ({ call: { argument }, args: [first], declared, to, refuse }) => {
    // `resource.attribute` in one text: AWS accepts it, Heat does not.
    const path = attributePath(textOf(argument) ?? '')
    const resource = path?.[0] ?? textOf(first)
    if (resource !== undefined && !declared.resources.has(resource))
      return refuse('unknown-reference', `there is no resource "${resource}" in this template`)
    if (path === undefined) return to('get_attr')
    const items = path.map((one) => text(one))
    return to('get_attr', list(items, { for: argument, style: 'flow' }))
  },
)
