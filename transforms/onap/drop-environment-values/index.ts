import { environmentValueRemoval } from '../../../src/onap/rules/in-environment.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const dropEnvironmentValues = (run: RepairRun) => repairTransform(environmentValueRemoval, run)
