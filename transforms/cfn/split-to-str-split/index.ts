import { hasFunction, rewriteCall } from '../../../src/engine/authoring/authoring.ts'

export const splitToStrSplit = rewriteCall(
  'Fn::Split',
  {
    title: 'Replace Fn::Split by str_split',
    description: 'Replaces `Fn::Split` by `str_split`, which splits in the same way.',
    references: ['heat/engine/cfn/functions.py: Split', 'HOT specification, str_split (2015-10-15)'],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  ({ to, refuse, keep, target }) => {
    if (hasFunction(target, 'str_split')) return to('str_split')
    if (hasFunction(target, 'Fn::Split')) return keep
    const help = 'Make the string a comma_delimited_list parameter.'
    return refuse('version-too-old', 'str_split requires heat_template_version 2015-10-15', { help })
  },
)
