import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { sourceParameters } from '../../../src/onap/vnf/parameter-reads.ts'
import { declaredParameter, passedValue } from '../../../src/package/effective-value.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { renameParameter } from '../../../src/refactor/rename-parameter.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function keepNamesInNested(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/keep-names-in-nested',
      title: 'Call parameters the same in nested templates',
      description:
        'Renames a parameter of a nested template to the one that every call passes for it, there and at the calls.',
      references: ['ONAP VNF Requirements, chapter 5: Heat'],
      safety: 'lossy',
      requirements: ['R-708564'],
      // The next level below has another name then.
      isRepeated: true,
      repair(pkg, { subject }) {
        if (subject.kind !== 'call') return pkg
        const { call, parameter } = subject
        const { callee } = call
        const file = pkg.files.get(callee)
        // Another call of the same template may have been the reason to rename it already.
        if (file === undefined || declaredParameter(file.root, parameter) === undefined) return pkg
        const value = passedValue(call, parameter)
        const [source] = value === undefined ? [] : (sourceParameters(value) ?? [])
        if (source === undefined) return pkg
        const made = renameParameter(pkg, {
          from: parameter,
          to: source.name,
          templates: [callee],
          withOutputs: false,
        })
        if ('obstacle' in made) throw new Stuck(made.obstacle)
        return made.done
      },
    },
    scope,
  )
}
