import {
  freeName,
  rewriteTemplate,
  string,
  stringOf,
  withArgument,
} from '../../../src/engine/authoring/authoring.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'

/** AWS fills these in by itself; Heat has nothing for them, so the template asks for them. */
export const declarePseudoParameters = rewriteTemplate(
  {
    title: 'Declare parameters for AWS pseudo parameters',
    description:
      'Declares a parameter for each pseudo parameter that only AWS fills in (`AWS::Region`, `AWS::Partition`, `AWS::URLSuffix`) and refers to it.',
    references: [
      'AWS CloudFormation User Guide, Pseudo parameters reference',
      'heat/engine/cfn/parameters.py: CfnParameters',
    ],
    safety: 'review',
    keeps: 'meaning of the chain',
    asksForValues: true,
    kinds: 'cfn',
    calls: ['Ref'],
    reading: 'aws',
  },
  ({ root, declared, mapCalls, declare, report, change }) => {
    const names = new Map<string, string>()
    return mapCalls((ref) => {
      const { node, argument } = ref
      const pseudo = stringOf(argument)
      if (pseudo === undefined || declared.parameters.has(pseudo)) return undefined
      const meaning = pseudoParameter(pseudo)?.aws
      if (meaning?.becomes !== 'parameter') return undefined
      const name = names.get(pseudo) ?? freeName(root, meaning.name, [`aws_${meaning.name}`])
      if (!names.has(pseudo)) report('new-parameter', node, `${pseudo} becomes the parameter "${name}"`)
      names.set(pseudo, name)
      const preset = meaning.default === undefined ? {} : { default: string(meaning.default) }
      declare({ name, type: 'String', description: meaning.description, ...preset })
      change(node, `Refer to the parameter "${name}" for ${pseudo}`)
      return withArgument(ref, string(name, { for: argument }))
    })
  },
)
