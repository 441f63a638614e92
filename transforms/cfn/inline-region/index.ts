import { mayMention } from '../../../src/document/mentions.ts'
import { rewriteCall, text } from '../../../src/engine/authoring.ts'
import { pseudoParameter, pseudoParameters } from '../../../src/heat/pseudo-parameters.ts'

const constants = Object.entries(pseudoParameters).flatMap(([name, { heat }]) =>
  heat?.becomes === 'text' ? [name] : [],
)

export const inlineRegion = rewriteCall(
  'Ref',
  {
    title: 'Write the region that Heat gives for AWS::Region',
    description:
      'Replaces `Ref: AWS::Region` by the string that Heat gives for it in every cloud, so that lookups by region become constant.',
    references: ['heat/engine/cfn/parameters.py: PARAM_REGION'],
    safety: 'exact',
    unfit: 'leave',
    // HOT that calls Ref is refused by Heat, whatever it names: that is said here.
    concerns: ({ kind, reading, document }) =>
      kind === 'hot' || (reading === 'heat' && constants.some((name) => mayMention(document, name))),
  },
  ({ call: { node }, args: [name], declared, report, keep }) => {
    if (typeof name !== 'string') return keep
    if (declared.parameters.has(name) || declared.resources.has(name)) return keep
    const meaning = pseudoParameter(name)?.heat
    if (meaning?.becomes !== 'text') return keep
    report('region-constant', node, `${name} is always "${meaning.text}" in Heat`)
    return text(meaning.text, { for: node })
  },
)
