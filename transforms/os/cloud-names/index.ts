import {
  type Mapping,
  type Node,
  rewriteTemplate,
  type TemplateScope,
} from '../../../src/engine/authoring/authoring.ts'
import type { CloudNames } from '../../../src/heat/cloud-names.ts'
import { mayMention } from '../../../src/text/document/mentions.ts'
import { type NameUses, nameUsesIn } from '../name-uses.ts'
import { isHotNow } from '../resources.ts'
import { newName, reportLeft } from './left.ts'
import { clashIn, NodeRenaming } from './renaming.ts'

export const cloudNames = rewriteTemplate(
  {
    title: 'Name things as this cloud does',
    description:
      'Writes flavours, images, networks and zones by the names that `--map` gives them: in properties, defaults, allowed values and mappings; reports names that only AWS has.',
    references: ['heat/engine/clients/os: CustomConstraint of nova.py, glance.py and neutron.py'],
    safety: 'review',
    keeps: 'nothing',
    kinds: 'all',
  },
  (scope) => {
    const { root, template } = scope
    const names = scope.cloud?.names
    const isConcerned = names !== undefined || mayMention(template.document, 'AWS::')
    if (!isHotNow(root) || !isConcerned) return root
    const uses = nameUsesIn(root)
    reportLeft(uses, names, scope)
    return names === undefined ? root : renamed(root, uses, names, scope)
  },
)

/** Where a mapping would have two entries of one name, nothing of it does. */
function renamed(root: Mapping, uses: NameUses, names: CloudNames, scope: TemplateScope): Mapping {
  const changes = new Map<Node, string>()
  for (const location of uses.locations) {
    const name = newName(location, names)
    if (name !== undefined) changes.set(location.at, name)
  }
  if (changes.size === 0) return root
  const clash = clashIn(root, changes)
  if (clash !== undefined) {
    scope.report('names-clash', clash, `two entries of one mapping would be called ${changes.get(clash)}`)
    return root
  }
  for (const [at, name] of changes) scope.change(at, `Name it ${name}`)
  return new NodeRenaming(changes, scope.template.document).map(root)
}
