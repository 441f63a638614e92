/** The repairs of packages for SDC as transforms. */
import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import type { SdcRepair } from '../../src/rules/sdc/repairs/repair.ts'
import { sdcRepairs } from '../../src/rules/sdc/repairs/repairs.ts'

export const sdcTransforms: readonly Transform[] = sdcRepairs.map(sdcTransform)

function sdcTransform({ id, title, description, references, keeps, rewrite }: SdcRepair): Transform {
  return {
    id,
    title,
    description,
    references,
    safety: 'exact',
    keeps,
    run(pkg, context) {
      return [...pkg.files.values()].reduce((current, { path, outside }) => {
        const file = current.files.get(path)
        if (file === undefined || outside !== undefined) return current
        const root = rewrite(file, current, (at) => context.change(path, at, title))
        return current.withRoot(path, root)
      }, pkg)
    },
  }
}
