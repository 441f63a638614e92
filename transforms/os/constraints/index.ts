import {
  entryOf,
  isOwn,
  mapParts,
  nameOf,
  rewriteTemplate,
  section,
} from '../../../src/engine/authoring/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { nameUsesIn } from '../name-uses.ts'
import { isHotNow } from '../resources.ts'
import { withConstraint } from './declaration.ts'

export const constraints = rewriteTemplate(
  {
    title: 'Let Heat check parameters that name things of the cloud',
    description:
      'With `--constraints` gives each parameter that names a flavour, an image, a network or a subnet, and is used for nothing else, the constraint that checks in the cloud that there is one.',
    references: [
      'HOT specification: custom_constraint',
      'heat/engine/clients/os: nova.py, glance.py, neutron.py',
    ],
    safety: 'review',
    keeps: 'correspondence',
    readsRegistry: true,
    kinds: 'all',
  },
  (scope) => {
    const { root, cloud } = scope
    if (cloud?.constraints !== true || !isHotNow(root)) return root
    const { parameters } = nameUsesIn(root)
    const declared = section(root, 'parameters')
    if (declared === undefined || !isOwn(declared)) return root
    return mapParts(root, 'parameters', (declaration, one) => {
      const name = nameOf(one) ?? ''
      const constraint = parameters.get(name)?.constraint
      if (constraint === undefined || !isOwn(declaration) || declaredType(declaration) !== 'string')
        return declaration
      const changed = withConstraint(declaration, constraint)
      if (changed === declaration) return declaration
      scope.change(entryOf(declaration, 'type') ?? declaration, `Let Heat check ${name} by ${constraint}`)
      scope.intend('constraint-added', name)
      return changed
    })
  },
)
