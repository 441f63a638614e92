import { entry, list, text, withEntries, withKey } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'

export const getAttToGetAttr = callTransform(
  {
    id: 'cfn/get-att-to-get-attr',
    title: 'Replace Fn::GetAtt by get_attr',
    description: 'Replaces `Fn::GetAtt` by `get_attr`; a dot in an attribute stays part of its name.',
    references: ['heat/engine/cfn/functions.py: GetAtt', 'HOT specification, get_attr'],
    safety: 'exact',
  },
  ['Fn::GetAtt'],
  (getAtt, scope) => {
    const dotted = textOf(getAtt.argument)
    if (dotted !== undefined) return fromDotted(dotted, getAtt, scope)
    const items = seqOf(getAtt.argument)?.items
    if (items?.length !== 2) {
      scope.report(
        'bad-arguments',
        getAtt.node,
        'Fn::GetAtt takes a list of two: the resource and its attribute',
      )
      return undefined
    }
    if (!isDeclared(items[0], getAtt, scope) || !isName(items[1], getAtt, scope)) return undefined
    return withEntries(getAtt.node, [withKey(getAtt.entry, 'get_attr')])
  },
)

/** `resource.attribute` in one text: AWS accepts it, Heat does not. */
function fromDotted(dotted: string, getAtt: Call, scope: CallScope): Node | undefined {
  const dot = dotted.indexOf('.')
  if (scope.template.reading === 'heat' || dot < 1) {
    scope.report(
      'bad-arguments',
      getAtt.node,
      'Fn::GetAtt takes a list of two: the resource and its attribute',
    )
    return undefined
  }
  const argument = list([text(dotted.slice(0, dot)), text(dotted.slice(dot + 1))], {
    for: getAtt.argument,
    style: 'flow',
  })
  if (!isDeclared(argument.items[0], getAtt, scope)) return undefined
  const key = withKey(getAtt.entry, 'get_attr').key
  return withEntries(getAtt.node, [entry(key, argument, { for: getAtt.entry })])
}

function isDeclared(resource: Node | undefined, getAtt: Call, scope: CallScope): boolean {
  const name = textOf(resource)
  if (name === undefined) {
    if (callOf(resource) !== undefined) return true
    scope.report('bad-arguments', getAtt.node, 'the resource of Fn::GetAtt must be a text')
    return false
  }
  if (scope.declared.resources.has(name)) return true
  scope.report('unknown-reference', getAtt.node, `there is no resource "${name}" in this template`)
  return false
}

function isName(attribute: Node | undefined, getAtt: Call, scope: CallScope): boolean {
  if (textOf(attribute) !== undefined || callOf(attribute) !== undefined) return true
  scope.report('bad-arguments', getAtt.node, 'the attribute of Fn::GetAtt must be a text')
  return false
}
