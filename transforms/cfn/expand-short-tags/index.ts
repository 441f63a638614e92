import { entry, list, mapping, text, withEntries, withItems, withoutTag, withValue } from '../../../src/document/build.ts'
import type { Mapping, Node } from '../../../src/document/node.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { isCfn, withRoot } from '../../../src/heat/template.ts'

/** Tags whose long form has no `Fn::` before it. */
const plainNames: ReadonlySet<string> = new Set(['Ref', 'Condition'])

export const expandShortTags: Transform = {
  id: 'cfn/expand-short-tags',
  title: 'Write short tags in their long form',
  description: 'Writes `!Ref x` as `{Ref: x}` and other tags of CloudFormation likewise, which Heat’s YAML loader needs.',
  references: ['AWS CloudFormation User Guide, Intrinsic function reference', 'heat/common/template_format.py: yaml_loader'],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    if (!template.document.text.includes('!')) return template
    return withRoot(template, expand(template.root, context) as Mapping)
  },
}

function expand(node: Node, context: TransformContext): Node {
  const inside = expandInside(node, context)
  const tag = node.tag
  if (tag === undefined || !/^![A-Z]\w*$/.test(tag)) return inside
  const short = tag.slice(1)
  const argument = argumentOf(short, withoutTag(inside))
  if (node.anchor !== undefined) {
    context.report('anchor-edit', node, `the anchor on ${tag} cannot stay when the tag is written out`)
    return inside
  }
  context.change(node, `Write ${tag} in its long form`)
  return mapping([entry(plainNames.has(short) ? short : `Fn::${short}`, argument)], { for: node })
}

function expandInside(node: Node, context: TransformContext): Node {
  if (node.kind === 'map') {
    return withEntries(node, node.entries.map((one) => withValue(one, expand(one.value, context))))
  }
  return node.kind === 'seq' ? withItems(node, node.items.map((item) => expand(item, context))) : node
}

/** `!GetAtt resource.attribute` splits at the first dot; what follows it is the attribute's name. */
function argumentOf(short: string, value: Node): Node {
  if (short !== 'GetAtt' || value.kind !== 'scalar' || typeof value.value !== 'string') return value
  const dot = value.value.indexOf('.')
  if (dot < 1) return value
  return list([text(value.value.slice(0, dot)), text(value.value.slice(dot + 1))], { for: value, style: 'flow' })
}
