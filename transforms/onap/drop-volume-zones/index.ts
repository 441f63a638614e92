import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { withProperty } from '../../../src/refactor/resource-property.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function dropVolumeZones(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/drop-volume-zones',
      title: 'Leave the place of volumes to the cloud',
      description: 'Deletes the property `availability_zone` of volumes.',
      references: ['ONAP VNF Requirements, chapter 5: Heat'],
      safety: 'lossy',
      requirements: ['R-25190'],
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'property') return pkg
        const { resource, name } = subject
        return withProperty(
          pkg,
          { path, resource, type: 'OS::Cinder::Volume', keys: [name] },
          () => undefined,
        )
      },
    },
    scope,
  )
}
