import { entry, text, withEntries, withValue } from '../../../src/document/build.ts'
import type { Mapping } from '../../../src/document/node.ts'
import { entryOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import type { Package } from '../../../src/package/package.ts'
import { changeAt } from '../../../src/package/place.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function correctParameterTypes(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/correct-parameter-types',
      title: 'Write the types that Heat knows',
      description:
        'Writes the types that Heat spells otherwise as Heat does, and those that are missing where ONAP fixes them or the value shows them.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameters section'],
      safety: 'exact',
      declares: 'parameter-type',
      requirements: ['R-11441', 'R-36772'],
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'parameter' || subject.type === undefined) return pkg
        return withType(pkg, path, subject.name, subject.type)
      },
    },
    scope,
  )
}

/**
 * The package in which a parameter has another type, or one at all.
 * @throws Stuck when aliases share the declaration
 */
export function withType(pkg: Package, path: string, name: string, type: string): Package {
  const root = pkg.files.get(path)?.root
  if (root === undefined) return pkg
  const changed = changeAt(root, ['parameters', name], (map) => typed(map, type))
  if ('problem' in changed)
    throw new Stuck({ path, at: undefined, why: `aliases elsewhere share the parameter "${name}"` })
  return pkg.withRoot(path, changed)
}

function typed(map: Mapping, type: string): Mapping {
  const own = entryOf(map, 'type')
  if (own === undefined) return withEntries(map, [entry('type', text(type)), ...map.entries])
  return withEntries(
    map,
    map.entries.map((one) => (one === own ? withValue(one, text(type, { for: own.value })) : one)),
  )
}
