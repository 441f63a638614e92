import { withKey } from '../../../src/document/build.ts'
import type { Entry } from '../../../src/document/node.ts'
import { nameOf } from '../../../src/document/read.ts'
import { checkCondition } from '../../../src/engine/condition-use.ts'
import { type PartScope, sectionTransform } from '../../../src/engine/section-transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { cfnDialect } from '../../../src/heat/cfn-dialects.ts'
import { isMerge, readValue } from '../../../src/heat/merge-keys.ts'
import { mapEntries } from '../../../src/heat/values.ts'

export const outputs = sectionTransform(
  {
    id: 'cfn/outputs',
    title: 'Rewrite output keys',
    description: 'Gives outputs their HOT keys and leaves out keys that Heat ignores.',
    references: ['heat/engine/template_common.py: outputs', 'HOT specification, outputs section'],
    safety: 'exact',
  },
  'outputs',
  (output, scope, declaration) => {
    if (readValue(output, 'Value', 'value') === undefined) {
      scope.report('missing-key', declaration, `the output "${nameOf(declaration)}" has no Value`)
    }
    const isHotForm = !output.entries.some((one) => /^[A-Z]/.test(nameOf(one) ?? ''))
    return isHotForm ? output : mapEntries(output, (one) => (isMerge(one) ? one : rewriteKey(one, scope)))
  },
)

function rewriteKey(one: Entry, scope: PartScope): Entry | undefined {
  const name = nameOf(one) ?? ''
  const dialect = cfnDialect(
    scope.template.kind.startsWith('heat-cfn') ? 'HeatTemplateFormatVersion' : 'AWSTemplateFormatVersion',
  )
  if (!dialect.outputKeys.includes(name)) return unknownKey(one, name, scope)
  if (name === 'Condition') checkCondition(one, scope)
  if (name === 'Description' && callOf(one.value) !== undefined) {
    scope.report(
      'not-resolved-here',
      one.value,
      `Description must be plain text; ${callOf(one.value)?.name} is not resolved there`,
    )
  }
  scope.change(one, `Rename ${name}`)
  return withKey(one, name.toLowerCase())
}

/** Heat ignores unknown keys of outputs in CloudFormation and refuses them in HOT; AWS exports by one. */
function unknownKey(one: Entry, name: string, scope: PartScope): Entry | undefined {
  const message = `"${name}" of an output has no place in HOT`
  if (scope.template.reading === 'heat') scope.report('ignored-key', one, message)
  else if (!scope.accepts('aws-only-key', one, message)) return one
  scope.change(one, `Leave out ${name}`)
  return undefined
}
