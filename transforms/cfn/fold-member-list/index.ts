import { hasFunction, listOf, rewriteCall, stringOf } from '../../../src/engine/authoring/authoring.ts'
import { isCfnName } from '../../../src/heat/dialects.ts'
import { memberListToMap } from '../../../src/heat/functions/literals.ts'
import { fromData } from '../../../src/text/document/from-data.ts'

export const foldMemberList = rewriteCall(
  'Fn::MemberListToMap',
  {
    title: 'Write the map that Fn::MemberListToMap makes of literals',
    description: 'Replaces `Fn::MemberListToMap` of a literal list by the map that it gives.',
    references: [
      'heat/engine/cfn/functions.py: MemberListToMap',
      'heat/api/aws/utils.py: extract_param_pairs',
    ],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  ({ call, args: [keyName, valueName, list], target, refuse, keep }) => {
    const members = listOf(list)?.items.map((item) => stringOf(item))
    if (members === undefined || members.includes(undefined)) {
      if (hasFunction(target, call.name)) return keep
      const message = 'HOT has no Fn::MemberListToMap; pass the map itself, for example as a json parameter'
      return refuse('no-equivalent', message)
    }
    const pairs = memberListToMap(keyName, valueName, members as string[])
    if (pairs === undefined)
      return refuse('bad-arguments', 'every item of Fn::MemberListToMap must look like .member.1.Name=value')
    // A map of one entry must not look like a function, to later transforms or to Heat.
    const [[name] = ['']] = pairs
    if (pairs.length === 1 && (isCfnName(name) || hasFunction(target, name)))
      return refuse('data-becomes-call', `{${name}: …} would be a function in ${target}`)
    return fromData(new Map(pairs), { for: call.node, style: 'block' })
  },
)
