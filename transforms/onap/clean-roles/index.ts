import { inPlaceOf, text, withEntries, withItems, withValue } from '../../../src/document/build.ts'
import type { Mapping, Node, Scalar } from '../../../src/document/node.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function cleanRoles(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/clean-roles',
      title: 'Replace characters that roles of VMs must not have',
      description:
        'Replaces each character of a `vm_role` that is no letter, digit or underscore, in the template or where the environment gives the value.',
      references: ['ONAP VNF Requirements, chapter 5: Heat, Nova Server metadata parameters'],
      safety: 'lossy',
      requirements: ['R-86476'],
      repair(pkg, { path, at, subject }) {
        const root = pkg.files.get(path)?.root
        if (subject.kind !== 'property' || subject.wanted === undefined || root === undefined) return pkg
        if (at === undefined || !('kind' in at) || at.kind !== 'scalar')
          throw new Stuck({ path, at, why: 'an alias stands where the role is given' })
        const next = withScalar(root, at, text(subject.wanted, { for: at, style: at.style }))
        if (next === root) throw new Stuck({ path, at, why: 'the role is given by way of an alias' })
        return next.kind === 'map' ? pkg.withRoot(path, next) : pkg
      },
    },
    scope,
  )
}

/** The tree with another scalar in the place of one of its own; the very same tree when it is not there. */
function withScalar<Tree extends Node>(tree: Tree, old: Scalar, made: Scalar): Node {
  if (tree.kind === 'scalar') return tree === old ? inPlaceOf(made, old) : tree
  if (tree.kind === 'seq') {
    const items = tree.items.map((item) => withScalar(item, old, made))
    return items.every((item, at) => item === tree.items[at]) ? tree : withItems(tree, items)
  }
  return tree.kind === 'map' ? withScalarBelow(tree, old, made) : tree
}

function withScalarBelow(map: Mapping, old: Scalar, made: Scalar): Mapping {
  const entries = map.entries.map((one) => {
    const value = withScalar(one.value, old, made)
    return value === one.value ? one : withValue(one, value)
  })
  return entries.every((one, at) => one === map.entries[at]) ? map : withEntries(map, entries)
}
