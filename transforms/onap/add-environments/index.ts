import type { Transform } from '../../../src/engine/package-transform.ts'
import { withMissingValuesNamed } from '../../../src/onap/missing-values.ts'
import { environmentCreation } from '../../../src/onap/rules/pairs.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const addEnvironments = (run: RepairRun): Transform => {
  const transform = repairTransform(environmentCreation, run)
  return { ...transform, run: (pkg, context) => withMissingValuesNamed(transform.run(pkg, context)) }
}
