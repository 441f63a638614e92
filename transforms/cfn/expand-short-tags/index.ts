import {
  call,
  hasLocalTag,
  list,
  type Mapping,
  mapTagged,
  type Node,
  rewriteTemplate,
  string,
  stringOf,
  withAnchor,
  withoutTag,
} from '../../../src/engine/authoring.ts'
import { longName } from '../../../src/heat/calls.ts'
import { attributePath } from '../../../src/heat/functions/literals.ts'
import { expansionOfTag } from '../../../src/heat/macros.ts'

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
    keeps: 'meaning of the chain',
    kinds: 'cfn',
    mentions: '!',
  },
  ({ root, report, change }) =>
    mapTagged(root, (node) => {
      const { tag, anchor } = node
      if (tag === undefined || !hasLocalTag(node)) return node
      if (!/^![A-Z]\w*$/.test(tag)) {
        const message = `${tag} is not a short form of a function; Heat refuses it`
        const expansion = expansionOfTag(tag)
        const help = expansion && `Convert what \`${expansion.command}\` prints: ${expansion.what}.`
        report('yaml-tag', node, message, help)
        return node
      }
      change(node, `Write ${tag} in its long form`)
      const long = call(longName(tag), argumentOf(tag, withAnchor(withoutTag(node), undefined)), node)
      // An anchor goes with the whole call.
      return anchor === undefined ? long : withAnchor(long, anchor)
    }) as Mapping,
)

function argumentOf(tag: string, value: Node): Node {
  const path = tag === '!GetAtt' ? attributePath(stringOf(value) ?? '')?.map((one) => string(one)) : undefined
  return path === undefined ? value : list(path, { for: value, style: 'flow' })
}
