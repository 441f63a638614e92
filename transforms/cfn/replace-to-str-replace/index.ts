import { entry, mapping, rewriteCall } from '../../../src/engine/authoring/authoring.ts'

export const replaceToStrReplace = rewriteCall(
  'Fn::Replace',
  {
    title: 'Replace Fn::Replace by str_replace',
    description: 'Replaces `Fn::Replace` by `str_replace`, which has the same rules for placeholders.',
    references: ['heat/engine/cfn/functions.py: Replace', 'HOT specification, str_replace'],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  ({ call, args: [params, template], to }) =>
    to(
      'str_replace',
      mapping([entry('template', template), entry('params', params)], { for: call.argument, style: 'block' }),
    ),
)
