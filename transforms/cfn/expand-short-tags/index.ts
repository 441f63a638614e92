import {
  hasLocalTag,
  type Mapping,
  mapTagged,
  rewriteTemplate,
} from '../../../src/engine/authoring/authoring.ts'
import { expansionOfTag } from '../../../src/heat/macros.ts'
import { inLongForm } from '../../../src/heat/short-tags.ts'

export const expandShortTags = rewriteTemplate(
  {
    title: 'Write short tags in their long form',
    description:
      'Writes `!Ref x` as `{Ref: x}` and other tags of CloudFormation likewise, for Heat’s loader rejects them.',
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
      const { tag } = node
      if (tag === undefined || !hasLocalTag(node)) return node
      const long = inLongForm(node)
      if (long !== undefined) {
        change(node, `Write ${tag} in its long form`)
        return long
      }
      const message = `${tag} is not a short form of a function; Heat rejects it`
      const expansion = expansionOfTag(tag)
      const help = expansion && `Convert what \`${expansion.command}\` prints: ${expansion.what}.`
      report('yaml-tag', node, message, help)
      return node
    }) as Mapping,
)
