import { withEntries } from '../../../src/document/build.ts'
import { sameData } from '../../../src/document/data.ts'
import { entryOf, textOf } from '../../../src/document/read.ts'
import { transplantedEntry } from '../../../src/document/transplant.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { declaredParameter, passedValue } from '../../../src/package/effective-value.ts'
import type { Package } from '../../../src/package/package.ts'
import { changeAt } from '../../../src/package/place.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { withoutConstraints } from '../drop-constraints/index.ts'
import { type Declare, type RepairScope, repairing } from '../repairing.ts'

export function liftConstraints(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/lift-constraints',
      title: 'Move constraints of nested templates to their callers',
      description:
        'Moves the constraints of a parameter of a nested template to the parameters that every call passes for it, where the same values are refused then.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameter Constraints'],
      safety: 'exact',
      declares: 'constraints-moved',
      requirements: ['R-00011'],
      // The caller may be nested as well.
      isRepeated: true,
      repair: (pkg, { path, subject }, _, declare) =>
        subject.kind === 'parameter' ? lifted(pkg, path, subject.name, declare) : pkg,
    },
    scope,
  )
}

function lifted(pkg: Package, path: string, name: string, declare: Declare): Package {
  const file = pkg.files.get(path)
  const own = file === undefined ? undefined : declaredParameter(file.root, name)
  const constraints = entryOf(own?.map, 'constraints')
  if (file === undefined || constraints === undefined) return pkg
  let next = pkg
  for (const call of pkg.callsOf(path)) {
    const passed = callOf(passedValue(call, name))
    const source = passed?.name === 'get_param' ? textOf(passed.argument) : undefined
    const caller = next.files.get(call.caller)
    if (source === undefined || caller === undefined)
      throw new Stuck({ path: call.caller, at: call.at, why: `it does not pass "${name}" as one parameter` })
    const there = entryOf(declaredParameter(caller.root, source)?.map, 'constraints')
    if (there !== undefined && sameData(there.value, constraints.value)) continue
    if (there !== undefined)
      throw new Stuck({ path: call.caller, at: there, why: `"${source}" has other constraints` })
    const added = transplantedEntry(constraints, file.document)
    const changed = changeAt(caller.root, ['parameters', source], (map) =>
      withEntries(map, [...map.entries, added]),
    )
    if ('problem' in changed)
      throw new Stuck({ path: call.caller, at: call.at, why: `aliases elsewhere share "${source}"` })
    declare(call.caller, source)
    next = next.withRoot(call.caller, changed)
  }
  // The comments of what moved went along; where every caller has it already, nobody takes them.
  return withoutConstraints(next, path, name, next === pkg ? 'stay' : 'go')
}
