import { withEntries, withKey } from '../../../src/document/build.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import { callTransform } from '../../../src/engine/call-transform.ts'
import { isPlainData } from '../../../src/heat/calls.ts'

export const splitToStrSplit = callTransform(
  {
    id: 'cfn/split-to-str-split',
    title: 'Replace Fn::Split by str_split',
    description: 'Replaces `Fn::Split` by `str_split`, which splits in the same way.',
    references: ['heat/engine/cfn/functions.py: Split', 'HOT specification, str_split (2015-10-15)'],
    safety: 'exact',
  },
  ['Fn::Split'],
  (split, scope) => {
    const items = seqOf(split.argument)?.items
    const delimiter = textOf(items?.[0])
    const source = items?.[1]
    const badSource = source === undefined || (isPlainData(source) && textOf(source) === undefined)
    if (items?.length !== 2 || !delimiter || badSource) {
      scope.report('bad-arguments', split.node, 'Fn::Split takes a delimiter that is plain text, and a text')
      return undefined
    }
    return withEntries(split.node, [withKey(split.entry, 'str_split')])
  },
)
