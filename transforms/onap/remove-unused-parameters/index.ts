import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { removeParameter } from '../../../src/refactor/remove-parameter.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function removeUnusedParameters(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/remove-unused-parameters',
      title: 'Remove parameters that nothing uses',
      description:
        'Removes declarations that no resource and no output uses, with their values in environment files, their lines in parameter groups and what calls pass to them.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameters section'],
      safety: 'lossy',
      requirements: ['R-90279'],
      // What a call no longer passes may be all that its own parameter was used for.
      isRepeated: true,
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'parameter') return pkg
        const made = removeParameter(pkg, path, subject.name)
        if ('obstacle' in made) throw new Stuck(made.obstacle)
        return made.done
      },
    },
    scope,
  )
}
