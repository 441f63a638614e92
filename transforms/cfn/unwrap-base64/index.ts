import { callRead, listOf, rewriteCall } from '../../../src/engine/authoring/authoring.ts'
import { keptAsText } from '../../../src/heat/reading.ts'

export const unwrapBase64 = rewriteCall(
  'Fn::Base64',
  {
    title: 'Leave out Fn::Base64',
    description:
      'Replaces `Fn::Base64` by its argument: Heat’s function gives it back unchanged and encodes user data itself.',
    references: ['heat/engine/cfn/functions.py: Base64'],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  ({ args: [argument], refuse, template }) => {
    const choice = callRead(argument)
    if (choice?.name === 'Fn::If' && listOf(choice.argument)?.items.length === 2)
      return refuse('bad-arguments', 'Fn::Base64 takes a string, and AWS::NoValue is none')
    return template.reading === 'aws' ? keptAsText(argument, template.document) : argument
  },
)
