import { passing } from '../../../src/onap/rules/nesting.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const passParameters = (run: RepairRun) => repairTransform(passing, run)
