import { entry, text, withEntries, withItems, withoutEntry, withValue } from '../../../src/document/build.ts'
import type { Mapping } from '../../../src/document/node.ts'
import { entryOf, mapOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { Stuck } from '../../../src/heat/package/obstacle.ts'
import type { Package } from '../../../src/heat/package/package.ts'
import { changeAt } from '../../../src/heat/package/place.ts'
import { metadataRules } from '../../../src/onap/rules/metadata.ts'
import { parameterTypeRules } from '../../../src/onap/rules/parameter-types.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function correctParameterTypes(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/correct-parameter-types',
      title: 'Write the types that parameters must have',
      description:
        'Writes types that Heat spells otherwise or that the value shows, and `string` for names and ids that nothing else takes.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameters section'],
      safety: 'exact',
      declares: ['parameter-type'],
      requirements: ['R-11441', 'R-36772', ...parameterTypeRules.requirements, ...metadataRules.requirements],
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'parameter' || subject.type === undefined) return pkg
        return withType(pkg, path, subject.name, subject.type)
      },
    },
    scope,
  )
}

/** @throws Stuck when aliases share the declaration */
function withType(pkg: Package, path: string, name: string, type: string): Package {
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
  const value = text(type, { for: own.value })
  const next = withEntries(
    map,
    map.entries.map((one) => (one === own ? withValue(one, value) : one)),
  )
  return withoutForeignConstraints(next, type)
}

/** A range is for numbers; Heat refuses it for any other type. */
function withoutForeignConstraints(map: Mapping, type: string): Mapping {
  const constraints = entryOf(map, 'constraints')
  if (type !== 'string' || constraints?.value.kind !== 'seq') return map
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
