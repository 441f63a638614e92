import {
  entry,
  list,
  type Mapping,
  mapping,
  mapTagged,
  type Node,
  rewriteTemplate,
  text,
  withoutTag,
} from '../../../src/engine/authoring.ts'

/** Tags whose long form has no `Fn::` before it. */
const plainNames: ReadonlySet<string> = new Set(['Ref', 'Condition'])

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
      if (tag === undefined || tag === '!' || tag.startsWith('!!')) return node
      if (!/^![A-Z]\w*$/.test(tag)) {
        report('yaml-tag', node, `${tag} is not a short form of a function; Heat refuses it`)
        return node
      }
      change(node, `Write ${tag} in its long form`)
      return expanded(node, tag.slice(1))
    }) as Mapping,
)

/** An anchor goes with the whole call. */
function expanded(node: Node, short: string): Mapping {
  const { anchor } = node
  const untagged = withoutTag(node)
  const bare: Node = anchor === undefined ? untagged : { ...untagged, anchor: undefined }
  const name = plainNames.has(short) ? short : `Fn::${short}`
  const call = mapping([entry(name, argumentOf(short, bare))], { for: node })
  return anchor === undefined ? call : { ...call, anchor }
}

/** `!GetAtt resource.attribute` splits at the first dot; what follows it is the attribute's name. */
function argumentOf(short: string, value: Node): Node {
  if (short !== 'GetAtt' || value.kind !== 'scalar' || typeof value.value !== 'string') return value
  const dot = value.value.indexOf('.')
  if (dot < 1) return value
  const path = [text(value.value.slice(0, dot)), text(value.value.slice(dot + 1))]
  return list(path, { for: value, style: 'flow' })
}
