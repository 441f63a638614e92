import { hotName, rewriteCall, string } from '../../../src/engine/authoring/authoring.ts'

export const resourceFacade = rewriteCall(
  'Fn::ResourceFacade',
  {
    title: 'Replace Fn::ResourceFacade by resource_facade',
    description:
      'Replaces `Fn::ResourceFacade` by `resource_facade` and its argument by the name that HOT has for it.',
    references: ['heat/engine/cfn/functions.py: ResourceFacade', 'HOT specification, resource_facade'],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  ({ call, args: [part], to }) => to('resource_facade', string(hotName(part), { for: call.argument })),
)
