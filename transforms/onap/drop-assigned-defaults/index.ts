import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { declaredParameter } from '../../../src/package/effective-value.ts'
import { ownDefault, withoutDefault } from '../../../src/refactor/own-default.ts'
import { passAsInput } from '../../../src/refactor/pass-default.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function dropAssignedDefaults(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/drop-assigned-defaults',
      title: 'Delete defaults of parameters that ONAP gives a value',
      description:
        'Deletes the default of a parameter whose value ONAP assigns or another module puts out; it must not stand in an environment file either. Calls of a nested template that relied on it pass the parameter.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameters section'],
      safety: 'lossy',
      requirements: ['R-90526', 'R-26124'],
      repair(pkg, { path, subject }) {
        const file = pkg.files.get(path)
        if (subject.kind !== 'parameter' || file === undefined) return pkg
        const declaration = declaredParameter(file.root, subject.name)
        const own = declaration === undefined ? undefined : ownDefault(file, declaration)
        if (own === undefined) return pkg
        const passed = pkg.roleOf(path) === 'nested' ? passAsInput(pkg, own) : pkg
        return passed.withRoot(path, withoutDefault(passed.files.get(path)?.root ?? file.root, own, 'stay'))
      },
    },
    scope,
  )
}
