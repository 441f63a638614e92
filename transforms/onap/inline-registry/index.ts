import { inPlaceOf, text, withItems, withoutEntry, withValue } from '../../../src/document/build.ts'
import type { Mapping, Node } from '../../../src/document/node.ts'
import { entryOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { mapEntries } from '../../../src/heat/values.ts'
import type { NestedCall } from '../../../src/package/calls.ts'
import type { Package } from '../../../src/package/package.ts'
import { directoryOf } from '../../../src/package/package-file.ts'
import { changeAt } from '../../../src/package/place.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function inlineRegistry(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/inline-registry',
      title: 'Name nested templates by their files',
      description:
        'Writes the name of the file in place of an alias of the resource registry, in every template, and deletes the registry.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'heat/engine/environment.py: ResourceRegistry'],
      safety: 'exact',
      requirements: ['R-67231'],
      repair(pkg, { path }) {
        const root = pkg.files.get(path)?.root
        const one = entryOf(root, 'resource_registry')
        if (root === undefined || one === undefined) return pkg
        // Without its registry an environment's aliases are no calls any more: those of this state count.
        const named = pkg.calls
          .filter(({ aliases }) => aliases.some(({ environment }) => environment === path))
          .reduce((current, call) => withFileName(current, call), pkg)
        return named.withRoot(path, withoutEntry(root, one))
      },
    },
    scope,
  )
}

/** @throws Stuck when the file is in another directory, or an alias or anchor shares the place */
function withFileName(pkg: Package, call: NestedCall): Package {
  const { caller, callee, name, certainty, trail, how, at } = call
  const directory = directoryOf(caller)
  const stuck = (why: string): Stuck => new Stuck({ path: caller, at, why })
  if (certainty !== 'certain') throw stuck(`${name} may mean something else here`)
  if (!callee.startsWith(directory) || callee.slice(directory.length).includes('/'))
    throw stuck(`${callee} is in another directory`)
  const file = callee.slice(directory.length)
  const root = pkg.files.get(caller)?.root
  if (root === undefined) throw stuck(`${caller} is not part of the package`)
  const changed = changeAt(root, trail, (map) => renamedType(map, name, file, how === 'resources'))
  if ('problem' in changed) throw stuck('an alias or anchor shares the place')
  return pkg.withRoot(caller, changed)
}

function renamedType(map: Mapping, alias: string, file: string, inChain: boolean): Mapping {
  const named = (node: Node): Node =>
    node.kind === 'scalar' && node.value === alias
      ? inPlaceOf(text(file, { for: node, style: node.style }), node)
      : node
  const own = entryOf(map, inChain ? 'resources' : 'type')
  return mapEntries(map, (one) => {
    if (one !== own) return one
    return withValue(
      one,
      one.value.kind === 'seq' ? withItems(one.value, one.value.items.map(named)) : named(one.value),
    )
  })
}
