import { list, rewriteCall, text, textOf } from '../../../src/engine/authoring.ts'

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
    const dotted = textOf(argument)
    const dot = dotted?.indexOf('.') ?? 0
    const resource = dotted?.slice(0, dot) ?? textOf(first)
    if (resource !== undefined && !declared.resources.has(resource))
      return refuse('unknown-reference', `there is no resource "${resource}" in this template`)
    if (dotted === undefined) return to('get_attr')
    const path = [text(dotted.slice(0, dot)), text(dotted.slice(dot + 1))]
    return to('get_attr', list(path, { for: argument, style: 'flow' }))
  },
)
