import type { Node } from '../document/node.ts'
import { type Call, callOf } from './calls.ts'
import { isCfnName } from './cfn-dialects.ts'
import type { Template } from './template.ts'
import { hasFunction } from './versions.ts'

/**
 * The function call that a node is, or undefined for data, one-entry mappings included. In a
 * CloudFormation template names of HOT are data, unless a transform has written them; in HOT the names of
 * CloudFormation are calls, be it in versions that refuse them or pass them on.
 */
export function functionCall(node: Node, template: Template): Call | undefined {
  const call = callOf(node)
  if (call === undefined) return undefined
  const isMade = call.entry.key.range === undefined
  const isNamed =
    template.version === undefined
      ? call.name === 'Ref' || call.name.startsWith('Fn::')
      : hasFunction(template.version, call.name) || isCfnName(call.name)
  return isMade || isNamed ? call : undefined
}

/** Whether a node is a call in short form (`!Ref name`) that nobody has written out: what is in it is no data. */
export function isShortForm(node: Node): boolean {
  return node.tag !== undefined && node.tag !== '!' && !node.tag.startsWith('!!')
}
