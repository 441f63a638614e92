import {
  mapEntries,
  mapParts,
  nameOf,
  rewriteTemplate,
  stringOf,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import { parameterType } from '../../../src/heat/parameter-types.ts'

export const dropListPatterns = rewriteTemplate(
  {
    title: 'Leave out patterns for the items of lists',
    description:
      'Leaves out, on request, `AllowedPattern` of parameters that become lists, for which Heat takes none.',
    references: [
      'AWS CloudFormation User Guide, AllowedPattern',
      'heat/engine/constraints.py: AllowedPattern.valid_types',
    ],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    kinds: 'cfn',
    reading: 'aws',
    mentions: 'AllowedPattern',
  },
  ({ root, accepts, change }) =>
    mapParts(root, 'parameters', (parameter) => {
      const type = stringOf(valueOf(parameter, 'Type')) ?? ''
      const meaning = parameterType(type)
      const isList = meaning !== undefined && 'hot' in meaning && meaning.hot === 'comma_delimited_list'
      if (!isList) return parameter
      const what = `AWS matches each item of the ${type} with the pattern; Heat accepts no pattern for a list`
      return mapEntries(parameter, (one) => {
        if (nameOf(one) !== 'AllowedPattern' || !accepts('list-pattern', one, what)) return one
        change(one, 'Leave out AllowedPattern')
        return undefined
      })
    }),
)
