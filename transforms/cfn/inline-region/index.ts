import { text } from '../../../src/document/build.ts'
import { textOf } from '../../../src/document/read.ts'
import { callTransform } from '../../../src/engine/call-transform.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'

export const inlineRegion = callTransform(
  {
    id: 'cfn/inline-region',
    title: 'Write the region that Heat gives for AWS::Region',
    description:
      'Replaces `Ref: AWS::Region` by the text that Heat gives for it in every cloud, so that look-ups by region become constant.',
    references: ['heat/engine/cfn/parameters.py: PARAM_REGION'],
    safety: 'exact',
  },
  ['Ref'],
  (ref, scope) => {
    const name = textOf(ref.argument)
    if (name === undefined || scope.template.reading !== 'heat' || scope.declared.parameters.has(name))
      return undefined
    const meaning = scope.declared.resources.has(name) ? undefined : pseudoParameter(name)?.heat
    if (meaning?.becomes !== 'text') return undefined
    scope.report('region-constant', ref.node, `${name} is always "${meaning.text}" in Heat`)
    return text(meaning.text, { for: ref.node })
  },
)
