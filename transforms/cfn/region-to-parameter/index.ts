import {
  freeName,
  rewriteTemplate,
  string,
  stringOf,
  withArgument,
} from '../../../src/engine/authoring/authoring.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'

/** On request, before anything makes a constant of it. */
export const regionToParameter = rewriteTemplate(
  {
    title: 'Ask for the region instead of writing the one that Heat gives',
    description:
      'Declares, on request, a parameter for `AWS::Region` whose default is the string that Heat gives for it in every cloud, and refers to it.',
    references: ['heat/engine/cfn/parameters.py: PARAM_REGION'],
    safety: 'review',
    keeps: 'nothing',
    kinds: 'cfn',
    calls: ['Ref'],
    reading: 'heat',
    mentions: 'AWS::Region',
  },
  ({ root, declared, mapCalls, declare, report, change }) => {
    const wanted = pseudoParameter('AWS::Region')
    if (wanted?.aws.becomes !== 'parameter' || wanted.heat?.becomes !== 'text') return root
    const name = freeName(root, wanted.aws.name, [`aws_${wanted.aws.name}`])
    const { description } = wanted.aws
    const constant = wanted.heat.text
    let isNew = true
    return mapCalls((ref) => {
      const { node, argument } = ref
      if (stringOf(argument) !== 'AWS::Region' || declared.parameters.has('AWS::Region')) return undefined
      if (isNew)
        report('new-parameter', node, `AWS::Region becomes the parameter "${name}", "${constant}" by default`)
      isNew = false
      declare({ name, type: 'String', description, default: string(constant) })
      change(node, `Refer to the parameter "${name}" for AWS::Region`)
      return withArgument(ref, string(name, { for: argument }))
    })
  },
)
