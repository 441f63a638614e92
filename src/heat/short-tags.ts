/** Functions of CloudFormation in their short form, `!Ref x`, which Heat's loader refuses, and in the long one. */
import { call, list, string, withAnchor, withoutTag } from '../text/document/build.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { hasLocalTag, stringOf } from '../text/document/read.ts'
import { longName } from './calls.ts'
import { attributePath } from './functions/literals.ts'
import { mapTagged } from './walk.ts'

/** `{Ref: x}` for `!Ref x`; undefined for a node without a tag that could be the name of a function. */
export function inLongForm(node: Node): Node | undefined {
  const { tag, anchor } = node
  if (tag === undefined || !hasLocalTag(node) || !/^![A-Z]\w*$/.test(tag)) return undefined
  const long = call(longName(tag), argumentOf(tag, withAnchor(withoutTag(node), undefined)), node)
  // An anchor goes with the whole call.
  return anchor === undefined ? long : withAnchor(long, anchor)
}

/** A template in which nothing is left in its short form. */
export function withLongForms(root: Mapping): Mapping {
  return mapTagged(root, (node) => inLongForm(node) ?? node) as Mapping
}

function argumentOf(tag: string, value: Node): Node {
  const path = tag === '!GetAtt' ? attributePath(stringOf(value) ?? '')?.map((one) => string(one)) : undefined
  return path === undefined ? value : list(path, { for: value, style: 'flow' })
}
