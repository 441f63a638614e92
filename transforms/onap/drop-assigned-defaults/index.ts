import { assignedDefaultRemoval } from '../../../src/onap/rules/defaults.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const dropAssignedDefaults = (run: RepairRun) => repairTransform(assignedDefaultRemoval, run)
