import { withoutEntry } from '../../../src/document/build.ts'
import { commentsOf } from '../../../src/document/comments.ts'
import { entryOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function dropEmptyResources(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/drop-empty-resources',
      title: 'Delete an empty section resources',
      description: 'Deletes the section `resources` of a base module or nested template that declares none.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Resources section'],
      safety: 'exact',
      requirements: ['R-90152'],
      repair(pkg, { path }) {
        const root = pkg.files.get(path)?.root
        const one = entryOf(root, 'resources')
        const document = pkg.files.get(path)?.document
        if (root === undefined || one === undefined || document === undefined) return pkg
        // Nothing is lost: what was said about the section may be about the template.
        const { above, beside } = commentsOf(document, one)
        return pkg.withRoot(path, withoutEntry(root, one, [...above, ...beside]))
      },
    },
    scope,
  )
}
