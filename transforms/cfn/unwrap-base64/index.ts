import { seqOf } from '../../../src/document/read.ts'
import { callTransform } from '../../../src/engine/call-transform.ts'
import { keptAsText } from '../../../src/heat/aws-text.ts'
import { callOf, isPlainData } from '../../../src/heat/calls.ts'

export const unwrapBase64 = callTransform(
  {
    id: 'cfn/unwrap-base64',
    title: 'Leave out Fn::Base64',
    description:
      'Replaces `Fn::Base64` by its argument: Heat’s function gives it back unchanged and encodes user data itself.',
    references: ['heat/engine/cfn/functions.py: Base64'],
    safety: 'exact',
  },
  ['Fn::Base64'],
  (base64, scope) => {
    const { argument } = base64
    const isText = argument.kind === 'scalar' && argument.type === 'str'
    const choice = callOf(argument)
    if (choice?.name === 'Fn::If' && seqOf(choice.argument)?.items.length === 2) {
      scope.report('bad-arguments', base64.node, 'Fn::Base64 takes a text, and AWS::NoValue is none')
      return undefined
    }
    const isTextForAws =
      scope.template.reading === 'aws' && argument.kind === 'scalar' && argument.type !== 'null'
    if (isPlainData(argument) && !isText && !isTextForAws) {
      scope.report('bad-arguments', base64.node, 'Fn::Base64 takes a text')
      return undefined
    }
    return isTextForAws ? keptAsText(argument, scope.template.document) : argument
  },
)
