import { withoutEntry } from '../../../src/document/build.ts'
import { commentsOf } from '../../../src/document/comments.ts'
import { entryOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { constraintRules } from '../../../src/onap/rules/constraints.ts'
import { isShared } from '../../../src/package/alias-names.ts'
import type { Package } from '../../../src/package/package.ts'
import { changeAt } from '../../../src/package/place.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function dropConstraints(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/drop-constraints',
      title: 'Delete constraints that parameters must not have',
      description:
        'Deletes the constraints of parameters whose values come from ONAP or from another template.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameter Constraints'],
      safety: 'lossy',
      requirements: constraintRules.requirements,
      repair: (pkg, { path, subject }) =>
        subject.kind === 'parameter' ? withoutConstraints(pkg, path, subject.name) : pkg,
    },
    scope,
  )
}

/**
 * @param comments whether those that explain the constraints go with them
 * @throws Stuck when aliases share the constraints or the parameter
 */
export function withoutConstraints(
  pkg: Package,
  path: string,
  name: string,
  comments: 'go' | 'stay' = 'go',
): Package {
  const file = pkg.files.get(path)
  if (file === undefined) return pkg
  const shared =
    file.document.root?.kind === 'map' && file.document.hasAnchors ? file.document.root : undefined
  const changed = changeAt(file.root, ['parameters', name], (map) => {
    const one = entryOf(map, 'constraints')
    if (one === undefined) return map
    if (shared !== undefined && isShared(one.value, shared))
      throw new Stuck({
        path,
        at: one,
        why: 'an alias elsewhere stands for the constraints or a part of them',
      })
    const { above, beside } = commentsOf(file.document, one)
    return withoutEntry(map, one, comments === 'stay' ? [...above, ...beside] : [])
  })
  if ('problem' in changed)
    throw new Stuck({ path, at: undefined, why: `aliases elsewhere share the parameter "${name}"` })
  return pkg.withRoot(path, changed)
}
