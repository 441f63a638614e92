/** Every transform of files that belong together, by its id, in the order in which they run. */
import type { Transform } from '../src/engine/authoring/package-transform.ts'
import { toHot } from './blueprint/to-hot/index.ts'
import { annotateCapabilities } from './env/annotate-capabilities/index.ts'
import { moveDefaults } from './env/move-defaults/index.ts'
import { passNestedDefaults } from './env/pass-nested-defaults/index.ts'
import { resolveCapabilitiesAlone } from './env/resolve-capabilities/index.ts'
import { repairs } from './onap/remediation.ts'
import { sdcTransforms } from './onap/sdc-repairs.ts'

const ordered: readonly Transform[] = [
  passNestedDefaults,
  moveDefaults,
  annotateCapabilities,
  resolveCapabilitiesAlone,
  ...repairs(),
  ...sdcTransforms,
  toHot,
]

export const packageTransforms: ReadonlyMap<string, Transform> = new Map(
  ordered.map((transform) => [transform.id, transform]),
)
