import { withEntries, withItems, withoutEntry, withValue } from '../../../src/document/build.ts'
import type { Mapping } from '../../../src/document/node.ts'
import { entryOf, mapOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { metadataRules } from '../../../src/onap/rules/metadata.ts'
import { parameterTypeRules } from '../../../src/onap/rules/parameter-types.ts'
import type { Package } from '../../../src/package/package.ts'
import { changeAt } from '../../../src/package/place.ts'
import { withType } from '../correct-parameter-types/index.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function changeParameterTypes(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/change-parameter-types',
      title: 'Give parameters the types that ONAP prescribes',
      description:
        'Makes parameters of images, flavors, networks and metadata the type that ONAP prescribes, and deletes constraints that this type cannot have.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameters section'],
      safety: 'lossy',
      requirements: [...parameterTypeRules.requirements, ...metadataRules.requirements],
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'parameter' || subject.type === undefined) return pkg
        const { name, type } = subject
        const next = withType(pkg, path, name, type)
        return type === 'number' ? next : withoutNumberConstraints(next, path, name)
      },
    },
    scope,
  )
}

/** Ranges are for numbers; Heat refuses them for any other type. */
function withoutNumberConstraints(pkg: Package, path: string, name: string): Package {
  const root = pkg.files.get(path)?.root
  const changed = root === undefined ? undefined : changeAt(root, ['parameters', name], withoutRanges)
  return changed === undefined || 'problem' in changed ? pkg : pkg.withRoot(path, changed)
}

function withoutRanges(map: Mapping): Mapping {
  const constraints = entryOf(map, 'constraints')
  if (constraints?.value.kind !== 'seq') return map
  const left = withItems(
    constraints.value,
    constraints.value.items.filter((one) => entryOf(mapOf(one), 'range', 'modulo') === undefined),
  )
  if (left.items.length === 0) return withoutEntry(map, constraints)
  return withEntries(
    map,
    map.entries.map((one) => (one === constraints ? withValue(one, left) : one)),
  )
}
