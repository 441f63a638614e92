import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { environmentValueRules } from '../../../src/onap/rules/in-environment.ts'
import { withoutEnvironmentValue } from '../../../src/refactor/environment.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function dropEnvironmentValues(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/drop-environment-values',
      title: 'Delete values that must not be in the environment',
      description:
        'Deletes entries of environment files whose values ONAP assigns, and those that no parameter takes.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'heat/engine/environment.py'],
      safety: 'lossy',
      requirements: [...environmentValueRules.requirements, 'R-599443'],
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'environment-entry') return pkg
        return withoutEnvironmentValue(pkg, path, subject.section, subject.name)
      },
    },
    scope,
  )
}
