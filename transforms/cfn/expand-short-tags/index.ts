import {
  call,
  list,
  type Mapping,
  mapTagged,
  type Node,
  rewriteTemplate,
  text,
  withoutTag,
} from '../../../src/engine/authoring.ts'
import { isShortForm, longName } from '../../../src/heat/calls.ts'

export const expandShortTags = rewriteTemplate(
  {
    title: 'Write short tags in their long form',
    description:
      'Writes `!Ref x` as `{Ref: x}` and other tags of CloudFormation likewise, for Heat’s loader refuses them.',
    references: [
      'AWS CloudFormation User Guide, Intrinsic function reference',
      'heat/common/template_format.py: yaml_loader',
    ],
    safety: 'exact',
    kinds: 'cfn',
    mentions: '!',
  },
  ({ root, report, change }) =>
    mapTagged(root, (node) => {
      const { tag } = node
      if (tag === undefined || !isShortForm(node)) return node
      if (!/^![A-Z]\w*$/.test(tag)) {
        report('yaml-tag', node, `${tag} is not a short form of a function; Heat refuses it`)
        return node
      }
      change(node, `Write ${tag} in its long form`)
      return expanded(node, tag)
    }) as Mapping,
)

/** An anchor goes with the whole call. */
function expanded(node: Node, tag: string): Mapping {
  const { anchor } = node
  const untagged = withoutTag(node)
  const bare: Node = anchor === undefined ? untagged : { ...untagged, anchor: undefined }
  const long = call(longName(tag), argumentOf(tag, bare), node)
  return anchor === undefined ? long : { ...long, anchor }
}

/** `!GetAtt resource.attribute` splits at the first dot; what follows it is the attribute's name. */
function argumentOf(tag: string, value: Node): Node {
  if (tag !== '!GetAtt' || value.kind !== 'scalar' || typeof value.value !== 'string') return value
  const dot = value.value.indexOf('.')
  if (dot < 1) return value
  const path = [text(value.value.slice(0, dot)), text(value.value.slice(dot + 1))]
  return list(path, { for: value, style: 'flow' })
}
