import { entry, text, withEntries } from '../../../src/document/build.ts'
import { nameOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { baseName } from '../../../src/package/package-file.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function describeTemplates(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/describe-templates',
      title: 'Give templates a description',
      description:
        'Adds a description to templates that have none: a placeholder made from the name of the file.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Template structure'],
      safety: 'exact',
      declares: 'description-added',
      requirements: ['R-39402'],
      repair(pkg, { path }, tell) {
        const root = pkg.files.get(path)?.root
        if (root === undefined) return pkg
        const words = `Heat template ${baseName(path).replaceAll('_', ' ')}`
        tell('placeholder-text', `the description of the template is a placeholder: "${words}"`)
        const added = entry('description', text(words))
        const at = root.entries.findIndex((one) => nameOf(one) === 'heat_template_version') + 1
        return pkg.withRoot(
          path,
          withEntries(root, [...root.entries.slice(0, at), added, ...root.entries.slice(at)]),
        )
      },
    },
    scope,
  )
}
