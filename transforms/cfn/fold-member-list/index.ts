import { entry, mapping, text } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import type { Call } from '../../../src/heat/calls.ts'
import { memberListToMap } from '../../../src/heat/member-list.ts'
import { hasFunction } from '../../../src/heat/versions.ts'

export const foldMemberList = callTransform(
  {
    id: 'cfn/fold-member-list',
    title: 'Write the map that Fn::MemberListToMap makes of literals',
    description: 'Replaces `Fn::MemberListToMap` of a literal list by the map that it gives.',
    references: [
      'heat/engine/cfn/functions.py: MemberListToMap',
      'heat/api/aws/utils.py: extract_param_pairs',
    ],
    safety: 'exact',
  },
  ['Fn::MemberListToMap'],
  (call, scope) => {
    const items = seqOf(call.argument)?.items
    const [keyName, valueName] = (items ?? []).map((item) => textOf(item))
    const members = seqOf(items?.[2])?.items.map((item: Node) => textOf(item))
    if (items?.length !== 3 || keyName === undefined || valueName === undefined) {
      scope.report('bad-arguments', call.node, 'Fn::MemberListToMap takes two names and a list')
      return undefined
    }
    if (members === undefined || members.includes(undefined)) {
      if (hasFunction(scope.target, call.name)) return undefined
      const message = 'HOT has no Fn::MemberListToMap; pass the map itself, for example as a json parameter'
      scope.report('no-equivalent', call.node, message)
      return undefined
    }
    const pairs = memberListToMap(keyName, valueName, members as string[])
    if (pairs === undefined) {
      const message = 'every item of Fn::MemberListToMap must look like .member.1.Name=value'
      scope.report('bad-arguments', call.node, message)
      return undefined
    }
    return mapOfPairs(pairs, call, scope)
  },
)

/** A map of one entry must not look like a call, to later transforms or to Heat. */
function mapOfPairs(
  pairs: readonly (readonly [string, string])[],
  call: Call,
  scope: CallScope,
): Node | undefined {
  const [[name] = ['']] = pairs
  const isCall = name === 'Ref' || name.startsWith('Fn::') || hasFunction(scope.target, name)
  if (pairs.length === 1 && isCall) {
    scope.report('data-becomes-call', call.node, `{${name}: …} would be a function call in ${scope.target}`)
    return undefined
  }
  const entries = pairs.map(([key, value]) => entry(text(key), text(value)))
  return mapping(entries, { for: call.node, style: 'block' })
}
