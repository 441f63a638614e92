import { parameterRenaming } from '../../../src/onap/rules/parameter-names.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const renameParameters = (run: RepairRun) => repairTransform(parameterRenaming, run)
