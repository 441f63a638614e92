/** The repairs of packages for SDC as transforms. */
import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import type { SdcRepair } from '../../src/rules/sdc/repairs/repair.ts'
import { sdcRepairs } from '../../src/rules/sdc/repairs/repairs.ts'
import type { SdcRepairName } from '../../src/rules/sdc/rule.ts'

export const sdcTransforms: readonly Transform[] = sdcRepairs.map((one) => sdcTransform(one))

/** The repairs that a finding names, of the file that it is about alone. */
export function sdcTransformsFor({ path, by }: { readonly path: string; readonly by: SdcRepairName }) {
  return sdcRepairs.flatMap((one) => (one.repairs === by ? [sdcTransform(one, path)] : []))
}

/** @param only the path of the file that it is for; all files of the package without it */
function sdcTransform(
  { id, title, description, references = [], keeps, repair }: SdcRepair,
  only?: string,
): Transform {
  return {
    id,
    title,
    description,
    references,
    safety: 'exact',
    keeps,
    run: (pkg, context) =>
      (only === undefined ? [...pkg.files.keys()] : [only]).reduce(
        (current, path) => repair(current, { path }, (at) => context.change(path, at, title)),
        pkg,
      ),
  }
}
