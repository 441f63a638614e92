import { entry, mapping } from '../../../src/document/build.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { createdEnvironment } from '../../../src/refactor/environment.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function addEnvironments(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/add-environments',
      title: 'Create the environment of each module',
      description: 'Creates the environment file of a base, incremental or volume module that has none.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'heat/common/environment_format.py'],
      safety: 'exact',
      requirements: ['R-86285', 'R-38474', 'R-53433', 'R-81725'],
      repair(pkg, { path: module }) {
        const path = pkg.environmentPathOf(module)
        const file = pkg.files.get(module)
        if (file === undefined || pkg.files.has(path)) return pkg
        if (pkg.others.includes(path))
          throw new Stuck({ path: module, at: undefined, why: `${path} exists and is no environment` })
        const root = mapping([entry('parameters', mapping([], { style: 'flow' }))], { style: 'block' })
        return pkg.withFile(createdEnvironment(path, file.document, root))
      },
    },
    scope,
  )
}
