import { text, withEntries, withValue } from '../../../src/document/build.ts'
import { textOf } from '../../../src/document/read.ts'
import type { Transform } from '../../../src/engine/transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { addParameter, freeName, type NewParameter } from '../../../src/heat/parameters.ts'
import { pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'
import { declarations } from '../../../src/heat/sections.ts'
import { isCfn, withRoot } from '../../../src/heat/template.ts'
import { rewriteValues } from '../../../src/heat/values.ts'

/** AWS fills these in by itself; Heat has nothing for them, so the template asks for them. */
export const declarePseudoParameters: Transform = {
  id: 'cfn/declare-pseudo-parameters',
  title: 'Declare parameters for AWS pseudo parameters',
  description:
    'Declares a parameter for each pseudo parameter that only AWS fills in (`AWS::Region`, `AWS::Partition`, `AWS::URLSuffix`) and refers to it.',
  references: [
    'AWS CloudFormation User Guide, Pseudo parameters reference',
    'heat/engine/cfn/parameters.py: CfnParameters',
  ],
  safety: 'review',
  appliesTo: isCfn,
  run(template, context) {
    if (template.reading !== 'aws') return template
    const added = new Map<string, NewParameter>()
    const { parameters } = declarations(template.root)
    const rewritten = rewriteValues(template.root, template.document.syntax === 'yaml', (node) => {
      const ref = callOf(node)
      const pseudo = ref?.name === 'Ref' ? textOf(ref.argument) : undefined
      const meaning =
        pseudo === undefined || parameters.has(pseudo) ? undefined : pseudoParameter(pseudo)?.aws
      if (ref === undefined || pseudo === undefined || meaning?.becomes !== 'parameter') return node
      let parameter = added.get(pseudo)
      if (parameter === undefined) {
        const name = freeName(template.root, meaning.name, [`aws_${meaning.name}`])
        const preset = meaning.default === undefined ? {} : { default: text(meaning.default) }
        parameter = { name, type: 'String', description: meaning.description, ...preset }
        added.set(pseudo, parameter)
        context.report('new-parameter', node, `${pseudo} becomes the parameter "${name}"`)
      }
      context.change(node, `Refer to the parameter "${parameter.name}" for ${pseudo}`)
      return withEntries(ref.node, [withValue(ref.entry, text(parameter.name, { for: ref.argument }))])
    })
    return withRoot(template, [...added.values()].reduce(addParameter, rewritten))
  },
}
