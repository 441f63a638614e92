import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { renameResource } from '../../../src/refactor/rename-resource.ts'
import { parameterRenaming } from '../rename-parameters/index.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function renameResources(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/rename-resources',
      title: 'Replace characters that resource IDs must not have',
      description:
        'Replaces each character of a resource ID that is no letter, digit or underscore, there and wherever the template names it.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Resources section'],
      safety: 'lossy',
      requirements: ['R-75141'],
      // The vm-type in the names of parameters has the same characters as in the ID.
      completedBy: parameterRenaming,
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'resource' || subject.wanted === undefined) return pkg
        const made = renameResource(pkg, path, subject.id, subject.wanted)
        if ('obstacle' in made) throw new Stuck(made.obstacle)
        return made.done
      },
    },
    scope,
  )
}
