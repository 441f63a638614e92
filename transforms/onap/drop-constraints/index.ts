import { constraintRemoval } from '../../../src/onap/rules/constraints.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const dropConstraints = (run: RepairRun) => repairTransform(constraintRemoval, run)
