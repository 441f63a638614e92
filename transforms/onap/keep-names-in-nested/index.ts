import { nestedRenaming } from '../../../src/onap/rules/nesting.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const keepNamesInNested = (run: RepairRun) => repairTransform(nestedRenaming, run)
