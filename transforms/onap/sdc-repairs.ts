/** The repairs of packages for SDC as transforms. */
import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import type { SdcRepair } from '../../src/rules/sdc/repairs/repair.ts'
import { sdcRepairs } from '../../src/rules/sdc/repairs/repairs.ts'

export const sdcTransforms: readonly Transform[] = sdcRepairs.map(sdcTransform)

function sdcTransform({ id, title, description, references = [], keeps, repair }: SdcRepair): Transform {
  return {
    id,
    title,
    description,
    references,
    safety: 'exact',
    keeps,
    run: (pkg, context) =>
      [...pkg.files.keys()].reduce(
        (current, path) => repair(current, { path }, (at) => context.change(path, at, title)),
        pkg,
      ),
  }
}
