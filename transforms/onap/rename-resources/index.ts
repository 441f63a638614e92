import { resourceRenaming } from '../../../src/onap/rules/resource-ids.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const renameResources = (run: RepairRun) => repairTransform(resourceRenaming, run)
