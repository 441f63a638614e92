import {
  type Entry,
  entryOf,
  mapEntries,
  mapParts,
  nameOf,
  rewriteTemplate,
  string,
  stringOf,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { ssmValueType } from '../../../src/heat/parameter-types.ts'
import { isConstraintKey } from '../constraints.ts'
import { withRemark } from '../descriptions.ts'

export const ssmToParameters = rewriteTemplate(
  {
    title: 'Ask for the values that AWS looks up in Systems Manager',
    description:
      'Gives parameters of the types `AWS::SSM::Parameter::Value<…>`, on request, a plain type, and leaves out their defaults and constraints, which name what AWS looks up; the description says what that was.',
    references: ['AWS CloudFormation User Guide, Systems Manager parameter types'],
    safety: 'lossy',
    asksForValues: true,
    keeps: 'meaning unless accepted',
    kinds: 'cfn',
    reading: 'aws',
    mentions: 'AWS::SSM::Parameter::Value<',
  },
  ({ root, template, accepts, change }) =>
    mapParts(root, 'parameters', (parameter, one) => {
      const type = entryOf(parameter, 'Type')
      const plain = ssmValueType(stringOf(type?.value) ?? '')
      if (type === undefined || plain === undefined) return parameter
      const what = `the value of "${nameOf(one)}" comes from AWS Systems Manager; pass it to Heat as a parameter`
      if (!accepts('ssm-parameter', type, what)) return parameter
      change(type, 'Ask for the value itself')
      const plainType = withValue(type, string(plain, { for: type.value }))
      const asked = mapEntries(parameter, (key) => {
        if (key === type) return plainType
        const name = nameOf(key) ?? ''
        return name === 'Default' || isConstraintKey(name) ? undefined : key
      })
      return withRemark(asked, plainType, formerly(entryOf(parameter, 'Default')), template.document)
    }),
)

/** The path of the value would be lost with the default. */
function formerly(preset: Entry | undefined): string {
  const path = stringOf(preset?.value)
  if (path === undefined) return 'the value itself, which AWS looked up in Systems Manager'
  return `formerly the value of ${path} in AWS Systems Manager`
}
