import { constraintLifting } from '../../../src/onap/rules/constraints.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const liftConstraints = (run: RepairRun) => repairTransform(constraintLifting, run)
