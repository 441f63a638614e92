/** How far the repairs of a package have come: a large one takes seconds, and the run counts files. */

import type { Remediation } from '../../../engine/packages/profile.ts'
import type { Arguments } from '../command.ts'
import type { World } from '../world.ts'
import { makeProgress } from './run-progress.ts'

/** Lets repairs say where they are: those of all remediations that are passed to the result count together. */
export function watchedRepairs(args: Arguments, world: World): (remediation: Remediation) => Remediation {
  const progress = makeProgress(args, world)
  let begun = 0
  let total = 0
  return (remediation) => {
    total += remediation.transforms.length
    const transforms = remediation.transforms.map((transform): (typeof remediation.transforms)[number] => ({
      ...transform,
      run(pkg, context) {
        // Whatever changed something is run once more.
        progress.update('repairing', begun, begun < total ? total : undefined)
        begun += 1
        return transform.run(pkg, context)
      },
    }))
    return {
      ...remediation,
      transforms,
      became(before, after) {
        progress.clear()
        return remediation.became(before, after)
      },
    }
  }
}
