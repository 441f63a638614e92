import { parameterSplitting } from '../../../src/onap/rules/shared-parameters.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const splitSharedParameters = (run: RepairRun) => repairTransform(parameterSplitting, run)
