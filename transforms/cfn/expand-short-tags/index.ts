import {
  entry,
  list,
  mapping,
  text,
  withEntries,
  withItems,
  withoutTag,
  withValue,
} from '../../../src/document/build.ts'
import type { Mapping, Node } from '../../../src/document/node.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { isCfn, withRoot } from '../../../src/heat/template.ts'

/** Tags whose long form has no `Fn::` before it. */
const plainNames: ReadonlySet<string> = new Set(['Ref', 'Condition'])

export const expandShortTags: Transform = {
  id: 'cfn/expand-short-tags',
  title: 'Write short tags in their long form',
  description:
    'Writes `!Ref x` as `{Ref: x}` and other tags of CloudFormation likewise, for Heat’s loader refuses them.',
  references: [
    'AWS CloudFormation User Guide, Intrinsic function reference',
    'heat/common/template_format.py: yaml_loader',
  ],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    if (!template.document.text.includes('!')) return template
    return withRoot(template, expand(template.root, context) as Mapping)
  },
}

function expand(node: Node, context: TransformContext): Node {
  if (node.kind === 'map') {
    const entries = node.entries.map((one) => withValue(one, expand(one.value, context)))
    return expandTag(withEntries(node, entries), context)
  }
  if (node.kind !== 'seq') return expandTag(node, context)
  const items = node.items.map((item) => expand(item, context))
  return expandTag(withItems(node, items), context)
}

/** An anchor goes with the whole call. */
function expandTag(node: Node, context: TransformContext): Node {
  const { tag } = node
  if (tag === undefined || tag === '!' || tag.startsWith('!!')) return node
  if (!/^![A-Z]\w*$/.test(tag)) {
    context.report('yaml-tag', node, `${tag} is no short form of a function; Heat refuses it`)
    return node
  }
  const { anchor, ...bare } = withoutTag(node)
  const short = tag.slice(1)
  const name = plainNames.has(short) ? short : `Fn::${short}`
  context.change(node, `Write ${tag} in its long form`)
  const call = mapping([entry(name, argumentOf(short, bare as Node))], { for: node })
  return anchor === undefined ? call : { ...call, anchor }
}

/** `!GetAtt resource.attribute` splits at the first dot; what follows it is the attribute's name. */
function argumentOf(short: string, value: Node): Node {
  if (short !== 'GetAtt' || value.kind !== 'scalar' || typeof value.value !== 'string') return value
  const dot = value.value.indexOf('.')
  if (dot < 1) return value
  return list([text(value.value.slice(0, dot)), text(value.value.slice(dot + 1))], {
    for: value,
    style: 'flow',
  })
}
