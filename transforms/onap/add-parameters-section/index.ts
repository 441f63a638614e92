import { entry, mapping, withEntries, withValue } from '../../../src/document/build.ts'
import { entryOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function addParametersSection(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/add-parameters-section',
      title: 'Give environment files their section parameters',
      description:
        'Writes `parameters: {}` into environment files without that section, and instead of a null that Heat refuses.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'heat/common/environment_format.py'],
      safety: 'exact',
      requirements: ['R-03324'],
      repair(pkg, { path }) {
        const root = pkg.files.get(path)?.root
        if (root === undefined) return pkg
        const own = entryOf(root, 'parameters')
        const empty = mapping([], { for: own?.value, style: 'flow' })
        if (own === undefined)
          return pkg.withRoot(path, withEntries(root, [...root.entries, entry('parameters', empty)]))
        const entries = root.entries.map((one) => (one === own ? withValue(one, empty) : one))
        return pkg.withRoot(path, withEntries(root, entries))
      },
    },
    scope,
  )
}
