import { withEntries, withKey } from '../../../src/document/build.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import { callTransform } from '../../../src/engine/call-transform.ts'
import { isPlainData } from '../../../src/heat/calls.ts'
import { hasFunction } from '../../../src/heat/versions.ts'

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
      const message = 'Fn::Split takes a delimiter that is plain text, and a text'
      scope.report('bad-arguments', split.node, message)
      return undefined
    }
    if (hasFunction(scope.target, 'str_split'))
      return withEntries(split.node, [withKey(split.entry, 'str_split')])
    if (hasFunction(scope.target, 'Fn::Split')) return undefined
    const help = 'Choose a newer version with --to, or make the text a comma_delimited_list parameter.'
    scope.report('version-too-old', split.node, 'str_split needs heat_template_version 2015-10-15', help)
    return undefined
  },
)
