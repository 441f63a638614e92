import { call, entry, mapping, text, withAppended, withEntries } from '../../../src/document/build.ts'
import { entryOf, nameOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { changeAt } from '../../../src/package/place.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function exportNetworks(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/export-networks',
      title: 'Give out the internal networks that other modules use',
      description:
        'Adds an output with the ID of an internal network to the base module that makes it, under the name of the parameter that other modules have for it.',
      references: [
        'ONAP VNF Requirements, chapter 5: Heat, Internal Networks',
        'HOT specification, Outputs section',
      ],
      safety: 'lossy',
      requirements: ['R-22688'],
      repair(pkg, { path, at, subject }) {
        const root = pkg.files.get(path)?.root
        const network = at !== undefined && 'key' in at ? nameOf(at) : undefined
        if (subject.kind !== 'output' || root === undefined || network === undefined) return pkg
        const value = entry('value', call('get_resource', text(network)))
        const added = entry(subject.name, mapping([value], { style: 'block' }))
        if (entryOf(root, 'outputs') === undefined) {
          const section = entry('outputs', mapping([added], { style: 'block' }))
          return pkg.withRoot(path, withEntries(root, [...root.entries, section]))
        }
        const changed = changeAt(root, ['outputs'], (outputs) => withAppended(outputs, added))
        if ('problem' in changed)
          throw new Stuck({ path, at, why: 'nothing can be added to the outputs of the base module' })
        return pkg.withRoot(path, changed)
      },
    },
    scope,
  )
}
