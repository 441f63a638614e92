import { emptyResourcesRemoval } from '../../../src/onap/rules/templates.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const dropEmptyResources = (run: RepairRun) => repairTransform(emptyResourcesRemoval, run)
