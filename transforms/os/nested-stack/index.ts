import { entryOf, inPlaceOf, mapRead, stringOf } from '../../../src/engine/authoring/authoring.ts'
import type { Native, Retyping } from '../native.ts'
import { propertiesOf } from '../resources.ts'
import { retype } from '../retype.ts'

export const nestedStack = retype(
  {
    title: 'Make AWS::CloudFormation::Stack a template resource',
    description:
      'Writes `AWS::CloudFormation::Stack` as a resource whose type is the address of the template and whose properties are its parameters.',
  },
  'AWS::CloudFormation::Stack',
  typedByTemplate,
)

/** Heat takes a type for a template by its ending (`ResourceInfo.__new__`). */
function typedByTemplate({ definition }: Native, { resource }: Retyping): Native | string {
  const url = entryOf(propertiesOf(resource.definition), 'TemplateURL')
  const address = stringOf(url?.value)
  if (url === undefined || address === undefined || !/\.(yaml|template)$/.test(address))
    return 'its TemplateURL is not a string that ends in .yaml or .template'
  if (url.value.kind !== 'scalar' || url.value.anchor !== undefined) return 'its TemplateURL is an alias'
  return { definition: mapRead(definition, 'type', (type) => inPlaceOf(url.value, type)) }
}
