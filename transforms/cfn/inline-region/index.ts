import {
  type Mapping,
  rewriteCall,
  string,
  type UnnamedTransform,
  withRoot,
} from '../../../src/engine/authoring/authoring.ts'
import { pseudoParameter, pseudoParameters } from '../../../src/heat/pseudo-parameters.ts'
import { mayMention } from '../../../src/text/document/mentions.ts'
import { explained } from './explained.ts'

const constants = Object.entries(pseudoParameters).flatMap(([name, { heat }]) =>
  heat?.becomes === 'text' ? [name] : [],
)

const inlined = rewriteCall(
  'Ref',
  {
    title: 'Write the region that Heat gives for AWS::Region',
    description:
      'Replaces `Ref: AWS::Region` by the string that Heat gives for it in every cloud, so that lookups by region become constant, and says so in a comment.',
    references: ['heat/engine/cfn/parameters.py: PARAM_REGION'],
    safety: 'exact',
    keeps: 'meaning of the chain',
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
    return string(meaning.text, { for: node })
  },
)

const comments = constants.map((name) => {
  const heat = pseudoParameter(name)?.heat
  return `${name} is always ${heat?.becomes === 'text' ? heat.text : ''} in Heat`
})

/** Nobody who reads the result would expect the region of another provider in it: a comment says why it is there. */
export const inlineRegion: UnnamedTransform = {
  ...inlined,
  run(template, context) {
    const made = inlined.run(template, context)
    // The braces of JSON become lines.
    const inBraces = ({ style }: Mapping) => style === 'flow' && template.document.syntax === 'yaml'
    return made === template
      ? template
      : withRoot(made, explained(template.root, made.root, comments, inBraces))
  },
}
